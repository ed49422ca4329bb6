"""The examples that come with whoknows, found by name in any folder."""

from pathlib import Path

from whoknows.errors import BadFile

KINDS = {  # what a file is for, by the end of its name
    ".txt": "check",
    ".epddl": "plan",
    ".game": "play, watch, tournament",
    ".csv": "inquiry solve",
    ".json": "replay",
    ".py": "play, watch, tournament",
    ".ipynb": "a notebook",
    ".md": "lesson",
}


def shipped_files() -> dict[str, Path]:
    """The examples by name: in the package, or in the files of a clone."""
    import whoknows

    package = Path(whoknows.__file__).parent
    clone = package.parents[1]
    folders = [package / "examples", clone / "examples", clone / "docs" / "examples"]
    found = [path for folder in folders if folder.is_dir() for path in folder.rglob("*.*")]
    kept = {path.name: path for path in found if path.suffix in KINDS}
    return dict(sorted(kept.items()))


def used_by(path: Path) -> str:
    """The command that an example is for."""
    if path.suffix == ".txt" and "\ngoal " in path.read_text(encoding="utf-8"):
        return "plan"
    return KINDS[path.suffix]


def shipped(path: Path) -> Path:
    """A file as named; `examples/NAME` is the one that came along if there is no other."""
    if is_there(path):
        return path
    example = shipped_files().get(path.name)
    if example is None or "examples" in path.parts[:-1]:
        return example or path
    raise BadFile(f"there is no {path}; the example of that name is examples/{path.name}")


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder; a name that can be none is not there."""
    try:
        return path.exists()
    except OSError:  # a name of thousands of letters, say
        return False
