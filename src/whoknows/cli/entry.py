"""Where the command `whoknows` begins: a plain `check` is answered at once.

The libraries of the command line take longer to start than a small file to answer, so
`whoknows check FILE` with its plain options does without them; all else, and every mistake
in the options, goes the usual way.
"""

import sys
from pathlib import Path
from typing import Any

FLAGS = {"--json": "as_json", "--explain": "explain", "--empty": "empty"}


def main() -> None:
    """Run the command line; Ctrl-C while it is loaded ends it as it does later."""
    try:
        run(plain_check(sys.argv[1:]))
    except KeyboardInterrupt:
        from whoknows.cli.output import put_line

        put_line("whoknows: stopped", err=True)
        sys.exit(130)


def run(options: dict[str, Any] | None) -> None:
    """Answer a plain `check` with these options, or go the usual way without any."""
    if options is None:
        from whoknows.cli.main import main as usual

        usual()
        return
    from whoknows.cli.answers import answer
    from whoknows.cli.output import put_line
    from whoknows.errors import WhoknowsError

    try:
        answer(**options)
    except WhoknowsError as error:
        put_line(f"whoknows: error: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)


def plain_check(words: list[str]) -> dict[str, Any] | None:
    """The options of a plain `check`; none if it is anything else.

    >>> plain_check(["check", "muddy.txt", "--json"])["as_json"]
    True
    >>> plain_check(["check", "muddy.txt", "--jsn"]), plain_check(["draw", "muddy.txt"])
    (None, None)
    """
    if words[:1] != ["check"]:
        return None
    files = [word for word in words[1:] if word == "-" or not word.startswith("-")]
    rest = [word for word in words[1:] if word not in files]
    if len(files) != 1 or any(word not in FLAGS for word in rest):
        return None
    flags = {name: word in rest for word, name in FLAGS.items()}
    return {"file": Path(files[0]), "engine": "auto", **flags}
