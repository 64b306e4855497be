"""One module a section of the page: results in, a `rajas_sim.report.view.Section` out."""
