"""The parameters of strategies that search."""

from __future__ import annotations

from rajas_sim.core.strategies.declaration import parameter

SEARCH = (
    parameter("budget", 64, 2, 1_000_000, "playouts", "about how many playouts a decision may take"),
    parameter("candidates", 6, 2, 1000, "options", "how many options are tried, those that seem to be worth most"),
    parameter(
        "trust",
        1.0,
        0.0,
        100.0,
        "playouts per fame point",
        "what an option seems to be worth, beside its playouts",
    ),
    parameter("softness", 1.0, 0.0, 100.0, "win shares", "what a large lead is worth beside the win itself"),
)
