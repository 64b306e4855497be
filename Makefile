# The two commands of the README: `make demo` and `make test`. Both set up a virtual environment of their own first.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/installed
# One process a core, four at most: each may need a gigabyte while it compiles.
SIDE_BY_SIDE := --numprocesses auto --maxprocesses 4

.PHONY: demo test check bench calibrate clean

# The start-player question for 2, 3 and 4 players; prints where the report is.
demo: $(INSTALLED)
	$(BIN)/rajas run experiments/start_player.toml

# Style, types, and the tests: compiled, uncompiled, and compiled with bounds checks.
test: check
	$(BIN)/python -m pytest $(SIDE_BY_SIDE)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(SIDE_BY_SIDE) tests/core tests/ganges tests/charmers -m "not slow"
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest $(SIDE_BY_SIDE) tests/ganges/test_whole_games.py tests/charmers/test_whole_games.py tests/strategies

check: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(INSTALLED)
	$(BIN)/rajas bench

# Compares the reference components with the targets in docs/components.md, one assumed group of values at a time.
calibrate: $(INSTALLED)
	$(BIN)/python benchmarks/calibrate.py
	$(BIN)/python benchmarks/calibrate.py --game charmers

$(INSTALLED): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
