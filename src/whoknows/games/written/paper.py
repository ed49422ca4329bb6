"""Published numbers: a written game has none of its own; its text may say where it is from.

[Thielscher2010] M. Thielscher, A General Game Description Language for Incomplete
Information Games; [Thielscher2017] GDL-III: A Description Language for Epistemic General
Game Playing.  `docs/written-comparison.md` says what can be said there and here.
"""

ERRATA: tuple[str, ...] = ()
