"""Looking ahead: kernels that play a position on, for strategies of any game; they are built from the game's kernels."""
