"""What a package index shows of a release: pictures and links that work away from home."""

import re
import runpy
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def fields(monkeypatch):
    """The fields that the build adds, for a version of a repository."""
    interface = ModuleType("hatchling.metadata.plugin.interface")
    monkeypatch.setattr(interface, "MetadataHookInterface", object, raising=False)
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    shown = runpy.run_path(str(ROOT / "scripts" / "package.py"))["Shown"]()
    shown.root = str(ROOT)

    def added(repository):
        monkeypatch.setenv("WHOKNOWS_REPOSITORY", repository)
        metadata = {"version": "7.8.9"}
        shown.update(metadata)
        return metadata

    return added


def test_files_of_the_readme_have_addresses_of_the_release(fields):
    added = fields("https://example.org/ann/whoknows")
    links = re.findall(r"(!?)\[[^]]*\]\(([^)]+)\)", added["readme"]["text"])
    here = re.findall(r"(!?)\[[^]]*\]\(([^)]+)\)", (ROOT / "README.md").read_text())
    for (picture, address), (_, file) in zip(links, here, strict=True):
        kind = "raw" if picture else "blob"
        whole = f"https://example.org/ann/whoknows/{kind}/v7.8.9/{file}"
        assert address == (file if file.startswith("https:") else whole)
        assert file.startswith("https:") or (ROOT / file).is_file()
    assert sum(picture == "!" for picture, _ in links) == 3
    assert added["urls"]["Source"] == "https://example.org/ann/whoknows"


def test_without_a_repository_the_readme_stays_as_it_is(fields):
    added = fields("")
    assert added["readme"]["text"] == (ROOT / "README.md").read_text()
    assert added["urls"] == {}
