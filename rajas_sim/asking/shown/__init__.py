"""What answers look like to a script or a notebook: sentences, tables and figures."""
