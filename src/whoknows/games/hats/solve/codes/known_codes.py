"""Codes that our own search found, by length: the rank, further columns, and the labels.

The first columns are the units, the highest bit first; see `code_search` for how they came.
That of length 5 is piecewise constant.
"""

from whoknows.games.hats.solve.codes.coset_code import Syndrome
from whoknows.games.hats.solve.codes.ring_codes import Ring


def numbers(text: str) -> tuple[Syndrome, ...]:
    """Columns or labels, written to the base 16."""
    return tuple(int(word, 16) for word in text.split())


FOUND = {
    5: (
        5,
        numbers(""),
        numbers("""
        3 5 6 8 10 18 1f
    """),
    ),
    9: (
        9,
        numbers(""),
        numbers("""
        4 11 1f 20 27 2d 3a 48 49 4b 56 65 6e 73 7c 81 8e 92 98 ab b4 b5 c7 d0 da dd e2
        ec f9 ff 102 103 10a 11c 125 12f 136 139 142 149 155 15f 167 16c 170 17a 18d 190
        197 19b 1a6 1a8 1b3 1be 1c4 1ce 1d3 1d8 1e1 1eb 1f6 1fd
    """),
    ),
    10: (
        10,
        numbers(""),
        numbers("""
        0 4 17 1f 23 38 3a 49 52 5c 66 6e 71 75 8a 8e 91 99 a3 ad b6 c5 c7 dc e0 e8 fb
        ff 10b 111 11e 122 125 12c 12d 13d 144 149 14b 14f 152 16b 177 178 187 188 194
        1ad 1b0 1b4 1b6 1bb 1c2 1d2 1d3 1da 1dd 1e1 1ee 1f4 20d 211 21e 222 229 22d 22f
        234 243 244 24a 24b 25b 26d 277 278 287 288 292 2a4 2b4 2b5 2bb 2bc 2cb 2d0 2d2
        2d6 2dd 2e1 2ee 2f2 306 30b 310 318 32c 333 337 346 355 35d 360 361 37a 37e 381
        385 39e 39f 3a2 3aa 3b9 3c8 3cc 3d3 3e7 3ef 3f4 3f9
    """),
    ),
    11: (
        9,
        numbers("16c c9"),
        numbers("""
        3 4 16 2d 30 3b 4c 59 5e 61 6a 77 89 8e 9c a2 b5 bb c6 d3 d4 e1 ef f8 10a 115
        118 127 129 13e 142 14f 150 164 173 17d 180 192 19f 1a7 1ac 1b1 1c5 1c8 1da 1eb
        1f6 1fd
    """),
    ),
    12: (
        11,
        numbers("7ff"),
        numbers("""
        9 13 1c 21 28 2f 42 46 49 55 70 7e 81 85 88 96 a0 a2 af bb bd da eb ec ed f7 f9
        10a 10e 110 124 137 139 155 15b 163 164 17e 196 199 1ab 1ad 1b1 1b8 1c0 1c7 1cf
        1dc 1e9 1f2 204 206 21f 228 232 235 242 244 246 258 267 27b 28b 290 2ab 2ad 2b9
        2be 2ce 2d3 2dd 2e1 2e9 2f4 301 303 31f 332 33c 34d 358 36a 36d 371 38c 395 39a
        3a6 3a7 3a9 3c0 3d3 3ea 3f4 3ff 406 407 41a 421 429 434 43a 442 444 44c 473 47d
        488 489 49f 4a1 4a8 4a9 4b4 4d0 4d1 4df 4e6 4eb 50d 510 51d 522 537 541 556 55b
        568 56f 578 583 584 593 5ae 5be 5ca 5dc 5e5 5f2 5f5 602 604 611 619 62e 640 64b
        64f 657 65e 660 667 66e 676 67d 682 69c 6ad 6b3 6b7 6c5 6c7 6ce 6d6 6e6 6f8 6fa
        708 716 725 72b 73b 73c 747 74e 752 754 766 771 78f 795 79a 7a0 7b0 7c6 7c9 7d9
        7e3 7ec 7ff
    """),
    ),
}

# Codes of agents in a ring: what may be done to a word, and one word of each orbit.
RINGS = {
    13: (
        Ring(13, unit=3, changed=True),
        numbers("0 19 1d 2f 53 65 75 85 b1 e9 eb 137 18f 1bb 297 2d7"),
    ),
}
