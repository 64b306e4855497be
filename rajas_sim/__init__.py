"""Monte Carlo balance analysis for Rajas of the Ganges."""

__version__ = "0.1.0"
