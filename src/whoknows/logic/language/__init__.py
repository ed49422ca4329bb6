"""The language of formulas: tokens, reader, tree, and text."""
