"""The reference and the public names are the same, and the docs use no others."""

import ast
import inspect
import json
import re
import runpy
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
API = runpy.run_path(str(ROOT / "docs" / "api.py"))
MODULES = [module for modules in API["PUBLIC"].values() for module in modules]


def sources():
    """Every piece of Python that a stranger is shown, with the page it is on."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]
    for page in pages:
        yield (
            page,
            re.sub(r"^(>>>|\.\.\.) ?", "", page.read_text("utf-8"), flags=re.MULTILINE),
        )
    for page in ROOT.glob("docs/examples/*.py"):
        yield page, page.read_text("utf-8")
    for page in ROOT.glob("examples/*.ipynb"):
        cells = json.loads(page.read_text("utf-8"))["cells"]
        code = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
        yield page, "\n".join(code)


def imports():
    """What these pieces import from the package: the page, the module, the name."""
    line = re.compile(r"^\s*from (whoknows[\w.]*) import (\([^)]*\)|[^\n#]*)", re.MULTILINE)
    for page, text in sources():
        for module, names in line.findall(text):
            for name in names.strip("()").replace("\n", " ").split(","):
                if name.strip():
                    yield page.name, module, name.split(" as ")[0].strip()


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_there_and_described(module):
    found = import_module(module)
    names = API["names_of"](module)
    assert sorted(set(found.__all__) - {"__version__"}) == names
    for name in names:
        thing = getattr(found, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert inspect.getdoc(thing), f"{module}.{name} has no description"


def test_every_public_name_is_on_its_page():
    for group, modules in API["PUBLIC"].items():
        page = API["page"](group)
        for module in modules:
            for name in API["names_of"](module):
                target = API["target_of"](module, name)
                assert f"::: {target}\n" in page, (module, name)


def test_what_is_referred_to_is_where_it_is_said_to_be():
    for module in MODULES:
        for name in API["names_of"](module):
            target = API["target_of"](module, name)
            home, _, last = target.rpartition(".")
            tree = API["tree_of"](target if API["path_of"](target).exists() else home)
            if not API["path_of"](target).exists():
                assert last in defined(tree), f"{module}.{name}: not in {home}"


def defined(tree):
    """The names that a module defines itself."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if hasattr(target, "id"))
            for target in node.targets:
                if isinstance(target, ast.Tuple):
                    yield from map(ast.unparse, target.elts)
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id


@pytest.mark.parametrize(
    ("page", "module", "name"), sorted(set(imports())), ids=lambda part: str(part)
)
def test_the_docs_use_public_names_only(page, module, name):
    assert module in MODULES, f"{page} imports from {module}, which is not public"
    if name != "*":
        assert name in API["names_of"](module), f"{module}.{name} is not public"


def test_the_contents_have_every_page_of_the_reference():
    contents = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for group in API["PUBLIC"]:
        assert f"- reference/{group}.md" in contents
