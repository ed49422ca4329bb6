"""Numbers drawn by a passed generator, however large."""

import numpy as np


def drawn_below(whole: int, rng: np.random.Generator) -> int:
    """A number from 0 up, below `whole`, each as likely; if too large, drawn again."""
    if whole < 1 << 62:
        return int(rng.integers(whole))
    size = (whole.bit_length() + 7) // 8
    while True:
        number = int.from_bytes(rng.bytes(size), "big") >> (size * 8 - whole.bit_length())
        if number < whole:
            return number
