"""Files of SMCDEL."""
