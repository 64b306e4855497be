"""What the kernels of every game are made of."""
