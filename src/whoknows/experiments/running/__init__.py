"""An experiment at work: chunks of games on one core, on all, or on a cluster."""
