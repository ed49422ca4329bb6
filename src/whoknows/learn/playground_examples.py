"""Models to begin with: stories of the textbooks, for the playground."""

from __future__ import annotations

EXAMPLES: dict[str, str] = {
    "Muddy children [Fagin1995]": """\
# Three children have played outside; a, b, c: Ann, Bob, Cat is muddy.
facts  a b c
ann sees everything but a
bob sees everything but b
cat sees everything but c
actual a, b

announce a | b | c       # "At least one of you is muddy."

true?  K ann a

announce whether Kw ann a, Kw bob b, Kw cat c   # nobody steps forward

true?  K ann a & K bob b
where? K ann a

announce whether Kw ann a, Kw bob b, Kw cat c

valid? C{ann, bob, cat} (a & b & ~c)
""",
    "Three cards [vanDitmarsch2007]": """\
# Ann, Bob, and Cat have one card each, of red, white, and blue.
parts a, b, c: red, white, blue
law ~(a=red & b=red) & ~(a=white & b=white) & ~(a=blue & b=blue)
law ~(a=red & c=red) & ~(a=white & c=white) & ~(a=blue & c=blue)
law ~(b=red & c=red) & ~(b=white & c=white) & ~(b=blue & c=blue)
ann sees a
bob sees b
cat sees c
actual a=red, b=white, c=blue

true? Kv ann b

announce ~a=white        # Ann: "I do not have white."

true? Kv cat a
where? Kv cat a
""",
    "The letter [vanDitmarsch2007]": """\
# p: Ann has passed. A letter for her lies on the table.
facts p
ann sees nothing
bob sees nothing
actual p

show ann: p              # she reads it, and Bob sees that she does

true? K ann p & ~Kw bob p
true? K bob Kw ann p
""",
    "The secret look [Baltag1998]": """\
# A coin lies under a cup. Ann peeks while Bob is away.
relational
facts heads
ann sees nothing
bob sees nothing
actual heads

look ann: heads

true? K ann heads
true? K bob ~Kw ann heads    # Bob is wrong
true? K ann K bob ~Kw ann heads
""",
    "Sally and Anne [Baron-Cohen1985]": """\
# Sally puts the marble into the basket and leaves; Anne moves it to the box.
relational
facts basket
sally sees basket
anne sees basket
actual basket

event move makes basket := false
event rest
anne confuses nothing
sally takes move for rest

happens move

true? K sally basket         # a false belief
true? K anne ~basket
true? K anne K sally basket
""",
    "Three wise men [McCarthy1978]": """\
# At least one hat is white: a, b, c say whose. They are asked one after the other.
facts a b c
law a | b | c
ann sees b, c
bob sees a, c
cat sees a, b
actual a, b, c

announce ~Kw ann a

announce ~Kw bob b

true? K cat c
valid? K cat c
""",
    "Moore's sentence [Moore1942]": """\
# "p, and you do not know it": true, until it is said.
facts p
ann sees p
bob sees nothing
actual p

true? p & ~K bob p
true? [! p & ~K bob p] (p & ~K bob p)

announce p & ~K bob p

true? p & ~K bob p
""",
    "The coordinated attack [Halpern1990]": """\
# Messages between two generals: m1 arrived, its receipt m2 arrived, the next m3.
facts m1 m2 m3
law (m2 -> m1) & (m3 -> m2)
a sees m2
b sees m1, m3
actual m1, m2, m3

true? E{a, b} m1
true? K a K b m1 & K b K a m1
true? C{a, b} m1             # never: one message more is always missing
""",
    "Cheryl's birthday [SASMO2015]": """\
# Albert is told the month, Bernard the day.
parts month: May, June, July, August
      day: 14, 15, 16, 17, 18, 19
law or{month=May & (day=15 | day=16 | day=19), month=June & (day=17 | day=18),
       month=July & (day=14 | day=16), month=August & (day=14 | day=15 | day=17)}
albert sees month
bernard sees day
actual month=July, day=16

announce ~Kv albert day & K albert ~Kv bernard month

announce Kv bernard month

announce Kv albert day

where? true
""",
    "Drinking logicians": """\
# "Does everybody want a beer?" a, b, c: Ann, Bob, Cat wants one.
facts a b c
ann sees a
bob sees b
cat sees c
actual a, b, c

announce ~Kw ann (a & b & c)     # Ann: "I do not know."

announce ~Kw bob (a & b & c)     # Bob: "I do not know."

true? K cat (a & b & c)
""",
    "Dining cryptographers [Chaum1988]": """\
# One of three has paid, or the agency; neighbors toss coins that they alone see.
facts p1 p2 p3 c12 c13 c23
law ~(p1 & p2) & ~(p1 & p3) & ~(p2 & p3)
one sees p1, c12, c13
two sees p2, c12, c23
three sees p3, c13, c23
actual p1, c12

announce whether p1 ^ c12 ^ c13, p2 ^ c12 ^ c23, p3 ^ c13 ^ c23

true? C{one, two, three} (p1 | p2 | p3)
true? Kw two p1              # but nobody learns who
""",
    "A lie": """\
# Ann has seen the coin, says that it shows heads, and Bob believes her.
relational
facts heads
ann sees heads
bob sees nothing
actual nothing

lie ann: heads

true? K bob heads            # believed, and false
true? K ann ~heads
true? K ann K bob heads
""",
    "A secret in two halves": """\
# The safe opens (p) if both keys say the same. Each knows one key.
facts p q r
law p <-> (q <-> r)
ann sees q
bob sees r
actual p, q, r

true? K ann p | K bob p
true? D{ann, bob} p

announce K ann q

true? K bob p & ~K ann p
""",
    "Gossip [Hajnal1972]": """\
# Everybody knows one secret; a call tells both all that both know.
facts a b c
ann sees a
bob sees b
cat sees c
actual a, b, c

show ann, bob: a, b          # Ann calls Bob, and Cat knows that they talk

true? K ann b & K bob a
true? Kw cat a
true? K cat (Kw ann b & Kw bob a)
""",
}
