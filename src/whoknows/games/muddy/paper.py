"""Published numbers of the muddy children, as data.

[Fagin1995] R. Fagin, J. Halpern, Y. Moses, M. Vardi, Reasoning About Knowledge, chapters
1 and 2.  The father says that at least one child is muddy; with k muddy children, the
first k - 1 times he asks all say no, and the k-th time the muddy ones say yes.
"""

MUDDY_KNOW_IN_ROUND = {muddy: muddy for muddy in range(1, 11)}
"""By the number of muddy children, whatever the number of children [Fagin1995, 1.1]."""

WORLDS_OF_THREE = (8, 7, 4, 1)
"""Of three children: before the father speaks, after, and after one and two silent rounds
(Figures 2.2 to 2.4 of [Fagin1995] for those that are drawn; counted)."""

ERRATA: tuple[str, ...] = ()
