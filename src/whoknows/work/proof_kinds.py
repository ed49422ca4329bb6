"""Of what kind a proof is: the words that every result has beside `proven`.

The page "How do you know?" explains them; a checker of certificates uses the same ones.

>>> proof_document("theorem", by="spheres (docs/covering-codes.md)")
{'proof': 'theorem', 'proof_by': 'spheres (docs/covering-codes.md)', 'certified': False}
"""

from typing import Any, Literal, TypeAlias

FORMAT = "whoknows certificate 1"  # of a file with a certificate

Kind: TypeAlias = Literal["certificate", "enumeration", "theorem", "published", "solver"]


def proof_document(
    kind: Kind | None, *, by: str = "", certified: bool = False
) -> dict[str, Any]:
    """What a result says of its proof.

    `by` is the theorem with its place in the docs, or who published it; a result is
    certified if `--certificate` writes what `whoknows verify` accepts.
    """
    return {"proof": kind, "proof_by": by or None, "certified": certified}
