"""One module a section of the page: from results to a `rajas_sim.report.view.Section`, with all its sentences."""
