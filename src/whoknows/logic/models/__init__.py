"""Models: the specification, and its engines as tables, bits, links, and diagrams."""
