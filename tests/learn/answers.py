"""To every exercise a right answer, not the one of its file, and three wrong ones.

Worked out by hand from the pictures; a wrong one is a mistake that people make.
"""

ANSWERS = {
    "01-worlds": {
        "one-head": ("r ^ b", ["r | b", "r & b", "~r"]),
        "implication": ("-; b; b r", ["r b; -", "r b; b", "r; -; r b"]),
        "alike": ("-; r", ["r; r b", "r", "b; r b"]),
        "three-coins": ("128/2", ["12", "36", "32"]),
    },
    "02-knowing": {
        "not-blue": (
            "K ann (b=red | b=white)",
            ["b=red | b=white", "K ann ~b=red", "a=blue"],
        ),
        "possible": (
            "a=white, b=red\na=red, b=white",
            ["a=red b=white", "a=red b=white; a=white b=red; a=blue b=red", "a=red b=blue"],
        ),
        "nested": ("No", ["yes", "true", "perhaps"]),
        "second-hand": (
            "K bob ~K ann b=red | K bob ~Kv ann b",
            ["~Kv ann b", "K bob Kv ann b", "K ann ~Kv ann a"],
        ),
    },
    "03-common": {
        "everybody": ("b a", ["a b; a; b", "a; b", "none"]),
        "depth-two": (
            "K ann K bob (b | a) & true",
            ["K ann (a | b)", "K ann K bob (a | ~a)", "K bob (a | b) & K ann true"],
        ),
        "silence": ("~K ann a & ~K bob b", ["~Kw ann a", "Kw ann a", "a | b"]),
        "not-common": (
            "facts p q\nlaw q -> p\nann sees q\nbob sees p\nactual p, q",
            [
                "facts p\nann sees p\nbob sees p\nactual p",
                "facts p\nann sees nothing\nbob sees p\nactual p",
                "facts p\nann sees p\nbob sees p",
            ],
        ),
    },
    "04-moore": {
        "tell": ("K ann (p & p)", ["p", "Kw ann p", "K ann ~p"]),
        "moore": ("no.", ["yes", "true", "maybe"]),
        "unknowable": ("K bob (~K bob p & p)", ["K bob p | p", "K bob ~K bob p", "p & ~p"]),
        "both-ways": ("~K ann ~p | ~K ann p", ["K ann p", "~Kw ann p", "true"]),
        "exactly": ("p & q | ~p & ~q", ["p & q", "p | q", "p"]),
    },
    "05-secrets": {
        "wrong": (
            "K bob (~K ann h & ~K ann ~h)",
            ["Kw ann h & K bob true", "K bob Kw ann h", "~Kw ann h & K bob true"],
        ),
        "secret": ("look ann: h", ["show ann: h", "announce h", "tell bob: h"]),
        "open": ("show ann: ~h", ["look ann: h", "announce h", "tell ann: h"]),
        "told-both": ("tell ann, bob: h", ["tell ann: h", "show ann: h", "announce ~h"]),
    },
    "06-distributed": {
        "ann-alone": ("4/2", ["1", "4", "3"]),
        "together": (
            "D{bob, ann} thief=eva",
            ["K ann thief=eva | D{ann, bob} tall", "D{ann, bob} thief=dan", "tall"],
        ),
        "speak": ("K ann tall", ["glasses", "~glasses", "thief=eva"]),
        "too-little": ("No", ["Yes", "true", "?"]),
        "apart": (
            "facts p q r\nlaw q & r -> p\nann sees q\nbob sees r\nactual p, q, r",
            [
                "facts p q r\nann sees q\nbob sees r\nactual p, q, r",
                "facts p\nann sees p\nbob sees nothing\nactual p",
                "facts p q\nlaw p <-> q\nann sees nothing\nbob sees q\nactual p, q",
            ],
        ),
    },
    "07-bisimulation": {
        "smallest": (
            "facts p\nbob sees nothing\nann sees everything\nactual p",
            [
                "facts p\nann sees nothing\nbob sees nothing\nactual p",
                "facts p q\nann sees p\nbob sees nothing\nactual p",
                "facts p\nann sees p\nbob sees p\nactual p",
            ],
        ),
        "tell-apart": ("p & Kw bob p", ["p", "Kw bob p", "p & w"]),
        "other-one": ("~p & Kw bob p", ["~p", "Kw bob p", "K ann ~p"]),
        "rest": ("p & ~Kw bob p", ["p", "~K bob p", "K bob p"]),
    },
    "08-hats": {
        "losing": ("2", ["1", "4", "6"]),
        "cover-three": ("001, 110", ["000", "000 001", "000 011 101 110"]),
        "cover-four": (
            "0000 1000 0111 1111",
            ["0000 1111", "0000 1111 0011", "0000 0001 0010 0100"],
        ),
        "seven": ("14/16", ["1/8", "3/4", "7"]),
        "bound": ("6", ["5", "7", "32/6"]),
    },
    "09-asking": {
        "first": ("234", ["111", "333", "12"]),
        "worst": ("432", ["112", "111", "555"]),
        "bits": ("6", ["64", "8", "32"]),
        "second": ("144", ["111", "112", "123"]),
        "coins": ("3", ["13", "9", "5"]),
    },
    "10-logicians": {
        "guess": ("~a=3 & ~b=3", ["~b=3", "b=3", "~a=3"]),
        "bob-holds": ("2", ["3", "1", "6"]),
        "second-guess": (
            "~K ann ~b=1 & ~b=1",
            ["~b=1 & <K ann> true", "K ann ~b=3", "K ann b=4"],
        ),
        "who-knows": ("Yes.", ["no", "false", "who?"]),
        "keep-quiet": ("Kv bob a | Kv ann b", ["Kv ann a", "~Kv ann b", "false"]),
    },
}
