"""Certificates: why no deal wins more, in steps that `whoknows verify` checks."""
