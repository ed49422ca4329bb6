"""Files are written beside their place first: what stands there already is not ours."""

import numpy as np
import pytest

from toy import TOY, Setup
from whoknows.errors import BadFile
from whoknows.experiments.rows.export import whole_file
from whoknows.inquiry.optimum.remembered_cells import Memory
from whoknows.inquiry.problem import from_matrix
from whoknows.play.table import transcript
from whoknows.play.table.referee import Table

OTHERS = ["x.json.part", "x.json.draft", ".x.part.json", ".part-x", "y.json"]


def run(path):
    transcript.save(Table.with_secret(TOY, Setup(cards=5), (0, 4)), path)


def rows(path):
    whole_file(path, lambda part: part.write_text("rows"))


def search(path):
    Memory(from_matrix(np.array([[0, 1], [1, 0]])), path)


@pytest.mark.parametrize("write", [run, rows, search])
def test_files_of_others_stay_as_they_are(tmp_path, write):
    for name in OTHERS:
        (tmp_path / name).write_text(f"somebody's {name}")
    write(tmp_path / "x.json")
    with pytest.raises(BadFile):
        write(tmp_path / ("x" * 300))
    (tmp_path / "z.json").mkdir()
    with pytest.raises(BadFile):
        write(tmp_path / "z.json")
    assert {path.name for path in tmp_path.iterdir()} == {*OTHERS, "x.json", "z.json"}
    for name in OTHERS:
        assert (tmp_path / name).read_text() == f"somebody's {name}"
    for name in (f"z.json{end}" for end in (".part", ".draft")):
        assert not (tmp_path / name).exists()
