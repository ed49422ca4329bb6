"""What the docs say of hosting and of the API, done."""

import re
import subprocess
import sys
from pathlib import Path

from tests.web.serving import Lab

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"


def test_the_program_of_the_docs_breaks_a_code(lab):
    [program] = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    program = program.replace("http://127.0.0.1:8080", lab.url)
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines()[-1].endswith("(4, 0)")


def test_every_address_of_the_docs_is_in_the_schema(lab):
    _, schema = lab.ask("/openapi.json")
    shown = re.findall(r"^\| `(GET|POST) /api(\S+)`", PAGE.read_text(), re.MULTILINE)
    assert len(shown) > 8
    for method, path in shown:
        assert method.lower() in schema["paths"][path.replace("ROOM", "{room}")]


def test_a_lab_for_others_says_so(tmp_path):
    shared = Lab(tmp_path, "--host", "0.0.0.0", "--yes").start()
    shared.stop()
    assert "notice: others who can reach 0.0.0.0 can open this lab" in shared.said
