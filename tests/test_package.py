"""What a release has: links that work away from home, and kernels for every machine."""

import hashlib
import json
import re
import runpy
import sys
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace

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


@pytest.fixture
def hook(monkeypatch, tmp_path):
    """The build hook of the kernels, for a package with one source, and what it says."""
    interface = ModuleType("hatchling.builders.hooks.plugin.interface")
    monkeypatch.setattr(interface, "BuildHookInterface", object, raising=False)
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    monkeypatch.delenv("KERNELS", raising=False)
    monkeypatch.delenv("KERNELS_TARGET", raising=False)
    script = runpy.run_path(str(ROOT / "scripts" / "kernels.py"))
    made = script["Kernels"]()
    package = tmp_path / "src" / "whoknows"
    (package / "work").mkdir(parents=True)
    (package / "work" / "one.c").write_text("int one;\n")
    said = []
    made.root, made.script, made.said = str(tmp_path), script, said
    made.app = SimpleNamespace(display_warning=said.append)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    made.config = wheel["hooks"]["custom"]
    return made


def test_the_compiler_is_pinned_and_asked_for_only_where_it_is_needed(hook, monkeypatch):
    [compiler] = hook.dependencies()
    assert re.fullmatch(r"ziglang==\d+\.\d+\.\d+", compiler)
    monkeypatch.setenv("KERNELS_TARGET", "a-toaster")
    assert hook.dependencies() == []
    monkeypatch.setenv("KERNELS_TARGET", "linux-x86_64")
    monkeypatch.setenv("KERNELS", "no")
    assert hook.dependencies() == []
    hook.initialize("standard", data := {"force_include": {}})
    assert (data, hook.said) == ({"force_include": {}}, [])


@pytest.mark.parametrize("reason", ["no compiler", "no such machine"])
def test_what_cannot_be_compiled_is_left_out_with_a_word(hook, monkeypatch, reason):
    """The environment of the tests has no compiler; a release must have the kernels."""
    if reason == "no such machine":
        monkeypatch.setenv("KERNELS_TARGET", "a-toaster")
    hook.initialize("standard", data := {"force_include": {}})
    assert data == {"force_include": {}}
    [line] = hook.said
    assert line.endswith("their slower twins in Python are used")
    assert ("ziglang" if reason == "no compiler" else "no kernels for a-toaster") in line
    monkeypatch.setenv("KERNELS", "must")
    with pytest.raises(hook.script["NotCompiled"]):
        hook.initialize("standard", data)


def test_a_wheel_says_for_which_machine_it_is_and_a_tree_has_its_own(hook, monkeypatch):
    def compile_one(package, target, level, made, room):
        made.write_text(f"{target.zig} {level} {(package / 'work' / 'one.c').read_text()}")
        times.append(level)

    times = []
    monkeypatch.setitem(hook.script["compiled"].__globals__, "compile_one", compile_one)
    for machine, target in hook.script["TARGETS"].items():
        monkeypatch.setenv("KERNELS_TARGET", machine)
        hook.initialize("standard", data := {"force_include": {}})
        assert data["tag"] == f"py3-none-{target.tag}"
        assert data["pure_python"] is False
        places = [f"whoknows/work/built/{level}{target.ending}" for level in target.levels]
        assert list(data["force_include"].values()) == places
    built = Path(hook.root, "src", "whoknows", "work", "built")
    monkeypatch.setenv("KERNELS_TARGET", "linux-aarch64")
    times.clear()
    hook.initialize("editable", {})
    assert times == []  # nothing changed
    (built.parent / "one.c").write_text("int two;\n")
    hook.initialize("editable", {})
    assert times == ["baseline"]
    assert (built / "baseline.so").read_text().endswith("int two;\n")
    digest = hashlib.sha256(b"int two;\n").hexdigest()
    assert json.loads((built / "sources.json").read_text()) == {"work/one.c": digest}
    monkeypatch.setenv("KERNELS", "no")
    hook.initialize("editable", {})
    assert not built.exists()


def test_a_release_is_built_for_every_machine_that_has_kernels(hook):
    [machines] = re.findall(
        "^for machine in (.*); do", (ROOT / "scripts/build").read_text(), re.MULTILINE
    )
    assert machines.split() == list(hook.script["TARGETS"])


def test_what_is_compiled_needs_no_extra_but_solve():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    owners = {name for name, needs in extras.items() if any("numba" in n for n in needs)}
    assert owners == {"solve"}
    assert not any("numba" in need or "zig" in need for need in project["dependencies"])
    assert "ziglang" not in (ROOT / "constraints.txt").read_text()
