"""A laboratory for games of knowledge: games that turn on who knows what.

A *world* is one complete way things may be; worlds with the same *view* look alike to
an agent; to *know* is to find a claim true in every world that looks alike.  Every
floor of this package is that idea at a different speed: `logic` says it in general,
`inquiry` for one agent who asks, each game in `games` with its own compact picture.
"""

__version__ = "0.1.0"
