"""`python -m whoknows.checking FILE ...`: the checker alone, without the rest."""

import sys
from pathlib import Path

from whoknows.checking import Refused, read, verify


def main(names: list[str]) -> int:
    """Check the files; 0 if all are accepted."""
    refused = 0
    for name in names:
        try:
            verdict = verify(read(Path(name)), tell)
            say(f"{name}: {verdict.says} ({verdict.counted})")
        except Refused as error:
            refused += 1
            say(f"{name}: REFUSED: {error}")
    return 1 if refused else 0


def say(text: str) -> None:
    """A line, without letters of a certificate that would steer a terminal."""
    sys.stdout.write("".join(s if s.isprintable() else "?" for s in text) + "\n")


def tell(share: float) -> None:
    """How much is checked, for who waits at a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{share:.0%} \r")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
