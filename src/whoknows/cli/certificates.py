"""`whoknows verify`, and the option `--certificate` of what proves."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from whoknows.cli.console import Json, note, say, say_json

if TYPE_CHECKING:
    from collections.abc import Callable

Certificate: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--certificate",
        help="Write the proof to this file for `whoknows verify`; .gz compresses it.",
    ),
]


def verify(
    files: Annotated[list[Path], typer.Argument(help="Certificates, compressed or not.")],
    json: Json = False,
) -> None:
    """Check certificates with a program that shares no code with the solvers.

    Exit code 1 if any is refused.

    Example: whoknows verify proof.json.gz
    """
    from time import perf_counter

    from whoknows.checking import Refused, read
    from whoknows.checking import verify as checked

    rows, refused = [], 0
    for path in files:
        start = perf_counter()
        row: dict[str, Any] = {"file": str(path)}
        try:
            verdict = checked(read(path), bar(path))
        except Refused as error:
            refused += 1
            row |= {"accepted": False, "refused": str(error)}
            line = f"REFUSED   {path}: {error}"
        else:
            row |= {"accepted": True, "says": verdict.says, "kind": verdict.kind}
            row["steps"] = verdict.steps
            line = f"accepted  {verdict.says} ({verdict.kind}, {verdict.counted})"
        rows.append(row | {"seconds": round(perf_counter() - start, 3)})
        if not json:
            say(line.replace("[", "\\["))
    if json:
        say_json({"certificates": rows})
    if refused:
        raise typer.Exit(1)


def bar(path: Path) -> "Callable[[float], None]":
    """How much of a certificate is checked, on stderr, now and then."""
    from time import monotonic

    last = [monotonic()]

    def tell(share: float) -> None:
        if monotonic() - last[0] > 2:
            last[0] = monotonic()
            note(f"  {path.name}: {share:.0%}")

    return tell


def check_place(*paths: Path | None) -> None:
    """Refuse places that cannot be written, before anything is searched."""
    from whoknows.cli.play import check_writable

    for path in paths:
        check_writable(path)


def write_certificate(path: Path, document: dict[str, Any]) -> None:
    """Write a certificate, compressed if its name ends in .gz; its size is said first."""
    import gzip
    import json

    from whoknows.errors import BadFile

    data = json.dumps(document, separators=(",", ":")).encode() + b"\n"
    plain = len(data)
    if path.suffix == ".gz":
        data = gzip.compress(data, mtime=0)
    packed = f", {len(data):,} compressed" if path.suffix == ".gz" else ""
    note(f"certificate: {plain:,} bytes{packed}")
    try:
        path.write_bytes(data)
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror}") from error
    note(f"wrote {path}; to check it: whoknows verify {path}")
