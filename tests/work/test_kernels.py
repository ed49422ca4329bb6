"""Kernels in C: their declarations, the calls that are refused, and doing without them."""

import hashlib
import importlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from machine import PATIENCE, until
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.many_colors.annealing_kernel import ANNEAL
from whoknows.games.hats.solve.many_colors.strong_coverings import line_tables
from whoknows.work import kernel_library
from whoknows.work.kernels import (
    Array,
    Chance,
    Kernel,
    Number,
    Watch,
    WrongCall,
    is_told,
    until_interrupted,
)

PACKAGE = kernel_library.PACKAGE
KINDS = {"b1": "uint8_t", "i4": "int32_t", "i8": "int64_t", "u4": "uint32_t",
         "u8": "uint64_t", "f8": "double"}  # fmt: skip


def kernels():
    """Every kernel that a module beside a source in C declares."""
    for file in sorted(PACKAGE.rglob("*_kernel*.c")):
        name = ".".join(("whoknows", *file.relative_to(PACKAGE).with_suffix("").parts))
        for value in vars(importlib.import_module(name)).values():
            yield from [value] if isinstance(value, Kernel) else []
            if isinstance(value, dict):
                yield from (each for each in value.values() if isinstance(each, Kernel))


def prototypes():
    """What the sources in C say each kernel gives and takes, by its name."""
    found = {}
    for file in sorted(PACKAGE.rglob("*.[ch]")):
        kernel = r"(?ms)^KERNEL (\w+) ([\w()]+)\((.*?)\) ?\{"
        for gives, name, takes in re.findall(kernel, file.read_text()):
            words = [" ".join(take.split()) for take in re.split(r",(?![^(]*\))", takes)]
            if part := re.fullmatch(r"NAME\((\w+)\)", name):
                for bits in (32, 64):  # once for each size of a label
                    typed = [word.replace("LABEL", f"int{bits}_t") for word in words]
                    found[f"{part[1]}_{bits}"] = (gives, typed)
            else:
                found[name] = (gives, words)
    return found


def declared(kernel):
    """How each thing that a kernel takes must begin in C, and then its sides by name."""
    sides = {}
    for take in kernel.takes:
        if isinstance(take, Array):
            kind = KINDS[take.dtype.str[1:]]
            yield f"{'' if take.written else 'const '}{kind} *"
            sides |= dict.fromkeys(filter(is_told, take.sides))
        elif isinstance(take, Number):
            yield f"{KINDS[take.dtype]} "
        elif isinstance(take, Chance):
            yield from ("double (*", "void *")
        else:
            yield "watch *"
    yield from (f"int64_t {side}" for side in sides)


def test_declarations_are_what_the_sources_say():
    """ctypes believes whatever Python says; pointers to views go as an array of numbers."""
    in_c, names = prototypes(), set()
    for kernel in kernels():
        gives, takes = in_c[kernel.name]
        names.add(kernel.name)
        assert gives == (KINDS[kernel.gives] if kernel.gives else "void"), kernel.name
        wanted = list(declared(kernel))
        assert len(takes) == len(wanted), kernel.name
        for take, other in zip(takes, wanted, strict=True):
            one = re.sub(r"const int\d\d_t \*const \*", "const uint64_t *", take)
            exact = other[-1].isalpha()  # a side
            assert one == other if exact else one.startswith(other), (kernel.name, one)
    assert in_c.keys() - names == {"is_wide"}
    assert len(names) == 17


def test_all_kernels_are_in_the_library():
    assert kernel_library.library(), kernel_library.state_of_kernels()
    assert [kernel.name for kernel in kernels() if not kernel.there] == []


def good():
    """What the kernel of annealing takes."""
    lines, points = line_tables(Rules(3, 3))
    return {
        "lines": lines, "points": points, "worth": np.ones(27), "found": np.zeros(27, bool),
        "lost": np.zeros(27, bool), "left": np.zeros(27, int), "alone": np.zeros(27, int),
        "rng": np.random.default_rng(1), "watch": Watch(), "steps": 5, "hot": 0.6,
        "cooling": 0.9,
    }  # fmt: skip


def wrong():
    """All kinds of things that it must not get: each case has one."""
    lines, points = line_tables(Rules(3, 3))
    frozen = np.zeros(27, bool)
    frozen.flags.writeable = False
    far, below = lines.copy(), points.copy()
    far[3, 1], below[2, 2] = len(points), -1
    bad = {
        "lines": [lines.tolist(), lines.astype(np.int32), lines.T, lines[::2], lines[:-1],
                  np.asfortranarray(lines), far, lines.astype(">i8"), None, lines[0],
                  np.ma.array(lines), np.zeros((27, 0, 3), int)],
        "points": [below, points + 1, points[:-1], points.astype(float)],
        "worth": [np.ones(28), np.ones(26), np.ones((27, 1)), np.ones(54)[::2], 1.0],
        "found": [frozen, np.zeros(27, np.uint8), np.zeros(27, object)],
        "left": [np.frombuffer(bytearray(27 * 8 + 1), np.int64, 27, 1)],
        "rng": [np.random.RandomState(1), None, 5],
        "watch": [None, 3],
        "steps": [0, -1, 2**63, "many", None, float("nan")],
        "hot": ["warm", None],
    }  # fmt: skip
    return [(name, value) for name, values in bad.items() for value in values]


@pytest.mark.parametrize("case", range(38))
def test_wrong_calls_are_refused(case):
    name, value = wrong()[case]
    assert len(wrong()) == 38
    arguments = good()
    with pytest.raises(WrongCall, match=r"^anneal, "):
        ANNEAL(*(arguments | {name: value}).values())
    assert ANNEAL(*arguments.values()) > 0


def test_a_wrong_number_of_things_is_refused():
    with pytest.raises(WrongCall, match="wanted 12 things"):
        ANNEAL(1)


def in_process(script, **env):
    """What a new process prints."""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True,
        env=os.environ | env, timeout=PATIENCE,
    )  # fmt: skip
    return done.stdout.strip()


SCRIPT = """
import numpy as np
from whoknows.games.egghead.knowledge.world_kernels import PLAIN, loops
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.many_colors.strong_coverings import light_deals
from whoknows.work.kernel_library import state_of_kernels
from whoknows.work.kernels import Kernel
deals = light_deals(Rules(2, 3), seconds=0.001, rng=np.random.default_rng(2))
print(loops() is PLAIN, *deals, state_of_kernels().partition(":")[0], sep="|")
"""


def test_without_the_library_the_twins_do_the_same():
    twin, *deals, state = in_process(SCRIPT, KERNELS="no").split("|")
    assert (twin, state) == ("True", "switched off by KERNELS=no")
    compiled, *others, state = in_process(SCRIPT, KERNELS="").split("|")
    assert (compiled, others) == ("False", deals)
    assert state.startswith("compiled, for ")


@pytest.fixture
def built(tmp_path, monkeypatch):
    """A package with one source, and the folder of its libraries: those of this machine."""
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "one.c").write_text("int one;")
    (tmp_path / "built").mkdir()
    for file in kernel_library.BUILT.glob(f"*{kernel_library.ENDING}"):
        (tmp_path / "built" / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(kernel_library, "PACKAGE", tmp_path)
    monkeypatch.setattr(kernel_library, "BUILT", tmp_path / "built")
    monkeypatch.setattr(kernel_library, "library", kernel_library.library.__wrapped__)
    monkeypatch.delenv("KERNELS", raising=False)
    return tmp_path / "built"


def test_a_library_of_other_sources_is_not_loaded(built):
    assert kernel_library.library()  # a wheel, without a list of sources
    digest = hashlib.sha256(b"int one;").hexdigest()
    (built / "sources.json").write_text(json.dumps({"work/one.c": digest}))
    assert kernel_library.library()
    (built.parent / "work" / "one.c").write_text("int two;")
    assert kernel_library.library() is None
    assert kernel_library.state_of_kernels().startswith("of other sources, install anew")
    (built / "sources.json").write_text("{")
    assert kernel_library.library() is None


def test_a_library_that_is_none_is_not_loaded(built):
    for file in built.glob(f"*{kernel_library.ENDING}"):
        file.write_bytes(b"no library")
    assert kernel_library.library() is None
    assert kernel_library.state_of_kernels().startswith("not compiled")


def test_a_processor_without_wide_registers_gets_the_plain_library(built):
    wide = built / f"x86_64_v3{kernel_library.ENDING}"
    if wide.exists():
        wide.write_bytes(b"no library")
    level, library = kernel_library.library()
    assert level in kernel_library.ANY
    assert library.anneal


def test_an_error_of_the_work_comes_out():
    def work(watch):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        until_interrupted(work)


def test_ctrl_c_is_given_back_beside_what_was_found():
    """The work hears of it, leaves by itself, and what it gives is not lost."""
    started = threading.Event()

    def work(watch):
        started.set()
        until(lambda: watch.stopped_at(7), what="Ctrl-C")
        return "the best so far"

    def press():
        started.wait(PATIENCE)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()
    assert until_interrupted(work) == ("the best so far", True)
    assert until_interrupted(lambda watch: watch.done) == (0, False)


def test_sources_in_c_stand_beside_their_faces():
    for file in sorted(PACKAGE.rglob("*_kernel*.c")):
        assert file.with_suffix(".py").is_file(), file
        assert Path(file.parent, "__init__.py").is_file(), file
