"""Independent pieces of work: on one core, on all cores, or on a cluster."""
