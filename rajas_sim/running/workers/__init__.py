"""What plays shards: threads and processes of this machine, or workers of a Dask cluster."""
