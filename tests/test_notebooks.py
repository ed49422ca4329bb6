"""The notebooks under `examples/` run from their first cell to their last.

They are kept without outputs, so that what is shown is always made anew.
"""

import json
from pathlib import Path

import pytest

from machine import PATIENCE

FOLDER = Path(__file__).parents[1] / "examples"
BOOKS = sorted(FOLDER.glob("*.ipynb"))

pytestmark = pytest.mark.filterwarnings("ignore")  # of the notebook machinery itself


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, monkeypatch, tmp_path):
    import nbformat
    from nbclient import NotebookClient

    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    book = nbformat.read(path, as_version=4)
    NotebookClient(
        book, timeout=PATIENCE, resources={"metadata": {"path": FOLDER}}
    ).execute()


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path):
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_the_page_names_them_all():
    page = (FOLDER.parent / "docs" / "notebooks.md").read_text(encoding="utf-8")
    assert len(BOOKS) == 4
    assert all(path.name in page for path in BOOKS)
