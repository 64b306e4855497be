"""The games as environments with PettingZoo's AEC interface: one agent acts at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import STRATEGY_STREAM, derive
from rajas_sim.core.engine.course import NOT_OVER, decision_of
from rajas_sim.core.engine.record_types import LOG
from rajas_sim.core.engine.records import writable_copy
from rajas_sim.core.game import find_game
from rajas_sim.core.games import MAX_SEED
from rajas_sim.core.positions.state import State
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.learning.encode import Action, Field, encoding_of

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("learning environments need PettingZoo, which is not installed: pip install 'rajas[rl]'") from error


class Environment(AECEnv):  # type: ignore[misc]  # PettingZoo ships no type information
    """A game for players that learn; agents are the seats, and ``seat_1`` moves first.

    Observations and actions are those of `encode`. An observation is a dict of ``observation`` (int16, see `fields`) and
    ``action_mask`` (int8, 1 where an action is allowed; all 0 for agents that are not to move). A decision with a single option
    is played without asking, as in every game of this package. At the end the reward of every agent is its win share: 1 for a
    sole winner, 1 / m each for m tied winners, 0 for the others. Until then rewards are 0.

    Parameters
    ----------
    boards
        The board of each seat, for a variant in which players may differ.

    Attributes
    ----------
    rules
        The rules of the game.
    encoding
        How positions become numbers, and actions become options.

    Raises
    ------
    InputError
        For boards that do not exist or that the variant does not allow.
    """

    render_mode = "ansi"

    def __init__(self, rules: Rules, boards: Sequence[str | None] = ()) -> None:
        game = rules.source.game
        self.metadata = {"name": f"rajas_{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.rules, self._boards = rules, boards
        self._state_class = find_game(game).batches.state_class
        self.encoding = encoding_of(game, rules.players)
        self.possible_agents = [f"seat_{i + 1}" for i in range(rules.players)]
        self.agents: list[str] = []
        low, high, n_actions = self.encoding.low, self.encoding.high, len(self.encoding.actions)
        self.observation_spaces = {
            agent: spaces.Dict(
                {"observation": spaces.Box(low, high, dtype=np.int16), "action_mask": spaces.MultiBinary(n_actions)}
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(n_actions) for agent in self.possible_agents}
        self._rng = np.random.default_rng()
        self._options, self._spare_options = (np.empty(self._state_class.max_options, np.int16) for _ in range(2))
        self._log = np.zeros(1, LOG)
        self._start(0)

    # --- properties

    @property
    def actions(self) -> tuple[Action, ...]:
        """What each action stands for."""
        return self.encoding.actions

    @property
    def fields(self) -> Mapping[str, Field]:
        """The fields of an observation, by name."""
        return self.encoding.fields

    @property
    def position(self) -> State:
        """The position as strategies see it: its seed is not the game's, so playing it on does not reveal the future."""
        state_array = writable_copy(self._state)
        state_array["seed"] = derive(int(state_array["seed"][0]), STRATEGY_STREAM, int(state_array["seat_to_move"][0]))
        return self._state_class(self.rules, state_array)

    def observation_space(self, agent: str) -> Any:  # noqa: ANN401 - PettingZoo's interface
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:  # noqa: ANN401 - PettingZoo's interface
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    # --- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Parameters
        ----------
        seed
            The seed of this game's luck, 0 to 2**63 - 1, as everywhere in this package. The games after it follow from it. If
            left out, the next game has other luck.
        options
            Part of PettingZoo's interface; there are none.

        Raises
        ------
        InputError
            For a seed out of range.
        """
        if seed is not None:
            self._start(seed)
            self._rng = np.random.default_rng(seed)
        else:
            self._start(int(self._rng.integers(MAX_SEED, endpoint=True)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._play_to_decision()

    def step(self, action: Any) -> None:  # noqa: ANN401 - PettingZoo's interface
        """Play an action of the agent that is to move.

        Raises
        ------
        ValueError
            If the action is not allowed.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._play(self.encoding.code(action, self._mask))
        self._cumulative_rewards[agent] = 0.0
        self._play_to_decision()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent sees, and what it may do."""
        seat = self.possible_agents.index(agent)
        mask = self._mask.copy() if agent == self.agent_selection else np.zeros_like(self._mask)
        return {"observation": self.encoding.observation(self._state, seat), "action_mask": mask}

    def render(self) -> str:
        """Return the position as text."""
        return str(self.position)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    # --- inside

    def _start(self, seed: int) -> None:
        """Set up a game."""
        self._state = writable_copy(self._state_class.new_game(self.rules, seed, self._boards).array)

    def _play(self, code: int) -> None:
        """Play the option with this code."""
        self._log["n"] = 0
        kernels = self._state_class.kernels
        kernels.play_option(self._state[0], self.rules.record, self._log[0], code, self._spare_options)

    def _list_options(self) -> NDArray[np.int16]:
        """Return the codes of the options."""
        return self._options[: self._state_class.kernels.list_options(self._state[0], self.rules.record, self._options)]

    def _play_to_decision(self) -> None:
        """Play on to the next decision with several options, or to the end of the game."""
        codes = self._list_options()
        while len(codes) == 1:
            self._play(int(codes[0]))
            codes = self._list_options()
        self.agent_selection = self.possible_agents[self._state["seat_to_move"][0]]
        if self._state["end_reason"][0] != NOT_OVER:
            self._mask = np.zeros(len(self.actions), np.int8)
            for standing in self.position.standings:
                self.rewards[self.possible_agents[standing.seat]] = standing.win_share
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif len(codes) == 0:
            raise AssertionError(self.position.no_options_message)
        else:
            decision = self._state_class.decisions[decision_of(self._state[0])]
            self._mask = self.encoding.mask(decision, codes.tolist())
