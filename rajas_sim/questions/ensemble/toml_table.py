"""The plausible boxes that a question is asked in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar

from pydantic import Field, StrictInt, StrictStr

from rajas_sim.core.games import MAX_SEED
from rajas_sim.study.config.question_tables import QuestionTable

#: With fewer boxes no differences show.
FEWEST_BOXES = 5
USUAL_BOXES = 200


class EnsembleTable(QuestionTable):
    """Plausible boxes, in each of which the question is asked under the same luck."""

    file_keys: ClassVar = ("folder",)

    boxes: Annotated[StrictInt, Field(ge=FEWEST_BOXES, le=1000)] | None = Field(
        default=None,
        description=f"Number of boxes, sampled as `rajas components sample` does, or taken from the folder; by default "
        f"{USUAL_BOXES}, or all of the folder",
    )
    folder: Path | None = Field(
        default=None,
        description="Folder of component files to take boxes from, in the order of their names; relative to this file",
    )
    blocks: Annotated[StrictInt, Field(ge=3)] = Field(default=500, description="Blocks to play in each box")
    seed: Annotated[StrictInt, Field(ge=0, le=MAX_SEED)] = Field(default=1, description="Seed of the boxes")
    strategy: StrictStr = Field(
        default="strong",
        description="Strategy that plays when targets are measured; the measured targets decide which boxes are kept",
    )
