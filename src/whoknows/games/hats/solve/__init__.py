"""Exact results: all maximal deals, by three methods, and the adequate sets."""
