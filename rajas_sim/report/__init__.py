"""From results to figures to one self-contained HTML page; nothing is computed here."""

from rajas_sim.report.write import write_report

__all__ = ["write_report"]
