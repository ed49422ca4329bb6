"""The rows of an experiment: counted, made into figures, exported."""
