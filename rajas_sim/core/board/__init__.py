"""What is printed on both boxes' boards: roads, scoring tracks, upgrades; kernels only."""
