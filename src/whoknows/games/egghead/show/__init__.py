"""EggHead for people: as text, as SVG, and as plots."""
