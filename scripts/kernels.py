"""Compiles the kernels in C into a wheel or an editable installation, by ziglang.

The sources stand beside their faces in Python, all over the package.  If they cannot be
compiled, the package is installed without the library, and the twins in Python do the same
more slowly; `whoknows doctor` says so.  `KERNELS_TARGET` names another machine to build a
wheel for (see `TARGETS`); `KERNELS=no` leaves the library out and needs no compiler; with
`KERNELS=must`, for releases, a library that is not compiled is an error.
"""

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Target(NamedTuple):
    """A machine to build for: its name in zig, the wheel's tag, its files and levels."""

    zig: str
    tag: str
    ending: str = ".so"
    levels: tuple[str, ...] = ("baseline",)


INTEL = ("x86_64", "x86_64_v3")  # any, and those since 2013 with wide registers
LINUX = "manylinux_2_17_{0}.musllinux_1_1_{0}"  # one library: what it needs is in any libc
TARGETS = {
    "linux-x86_64": Target("x86_64-linux-gnu.2.17", LINUX.format("x86_64"), levels=INTEL),
    "linux-aarch64": Target("aarch64-linux-gnu.2.17", LINUX.format("aarch64")),
    "macos-arm64": Target("aarch64-macos.11.0", "macosx_11_0_arm64", ".dylib"),
    "macos-x86_64": Target("x86_64-macos.10.15", "macosx_10_15_x86_64", ".dylib", INTEL),
    "windows-x86_64": Target("x86_64-windows-gnu", "win_amd64", ".dll", INTEL),
}
BUILT = "work/built"  # where the libraries lie in the package
FLAGS = "-std=c11 -O3 -ffp-contract=off -fvisibility=hidden -Wall -Wextra -Iwork"
SHARED = "cc -shared -fPIC -s -nostdlib"  # memcpy and exp are found where Python has them
ALONE = "build-lib -dynamic -O ReleaseFast -fstrip -fcompiler-rt -fno-entry"  # has its own


class Kernels(BuildHookInterface):
    """Adds the libraries to a wheel, or puts them into the tree that is installed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """The compiler, where there is one for this machine."""
        return [self.config["compiler"]] if wanted() in TARGETS else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile for the target."""
        package = Path(self.root, "src", "whoknows")
        try:
            files = compiled(package, Path(self.root, "build", "kernels", wanted()))
        except NotCompiled as error:
            if os.environ.get("KERNELS") == "must":
                raise
            self.app.display_warning(f"{error}; their slower twins in Python are used")
            files = []
        if version == "editable":
            put_into_tree(files, package)
        elif files:
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{TARGETS[wanted()].tag}"
            for file in files:
                build_data["force_include"][str(file)] = f"whoknows/{BUILT}/{file.name}"


class NotCompiled(Exception):
    """The kernels could not be compiled; the message says why."""


def wanted() -> str:
    """The target asked for, or that of this machine."""
    if os.environ.get("KERNELS") == "no":
        return "no"
    return os.environ.get("KERNELS_TARGET") or this_machine()


def this_machine() -> str:
    """The name of this machine among the targets, if it has one."""
    system, _, _ = sysconfig.get_platform().partition("-")
    kind = {"amd64": "x86_64"}.get(name := platform.machine().lower(), name)
    return f"{ {'macosx': 'macos', 'win': 'windows'}.get(system, system) }-{kind}"


def compiled(package: Path, folder: Path) -> list[Path]:
    """The libraries, one a level; made anew only if a source, an option, or zig changed."""
    if wanted() == "no":
        return []
    if (target := TARGETS.get(wanted())) is None:
        raise NotCompiled(f"no kernels for {wanted()}; there are {', '.join(TARGETS)}")
    files = [folder / f"{level}{target.ending}" for level in target.levels]
    stamp, key = folder / "stamp", fingerprint(package, target)
    if stamp.is_file() and stamp.read_text() == key and all(map(Path.is_file, files)):
        return files
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stamp.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory(prefix="kernels-") as room:
            for level, file in zip(target.levels, files, strict=True):
                compile_one(package, target, level, made := Path(room, file.name), room)
                put(made, file)
        stamp.write_text(key)
    except (OSError, subprocess.SubprocessError) as error:
        words = first_error(getattr(error, "stderr", None) or str(error))
        raise NotCompiled(f"the kernels were not compiled ({words})") from None
    return files


def sources(package: Path) -> list[str]:
    """All files in C, by their places in the package."""
    return sorted(file.relative_to(package).as_posix() for file in package.rglob("*.[ch]"))


def compile_one(package: Path, target: Target, level: str, made: Path, room: str) -> None:
    """Compile all sources for one level; zig's own files go to `room` and are removed."""
    files = [name for name in sources(package) if name.endswith(".c")]
    machine = ["-target", target.zig, f"-mcpu={level}"]
    if target.ending == ".dll":
        options = [*ALONE.split(), *machine, f"-femit-bin={made}", "-cflags"]
        options += [*FLAGS.split(), "--"]
    else:
        options = [*SHARED.split(), *machine, *FLAGS.split(), "-o", str(made)]
    command = [sys.executable, "-m", "ziglang", *options, *files]
    places = dict.fromkeys(("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"), room)
    env = places | os.environ
    subprocess.run(  # noqa: S603 -- words of our own
        command, cwd=package, env=env, check=True, capture_output=True, text=True
    )


def put_into_tree(files: list[Path], package: Path) -> None:
    """Put the libraries where an editable installation has them, or take old ones away.

    What they were made from stands beside them: the loader takes none of other sources.
    """
    shutil.rmtree(package / BUILT, ignore_errors=True)
    if files:
        (package / BUILT).mkdir(parents=True)
        for file in files:
            put(file, package / BUILT / file.name)
        digests = {
            name: hashlib.sha256((package / name).read_bytes()).hexdigest()
            for name in sources(package)
        }
        (package / BUILT / "sources.json").write_text(json.dumps(digests, indent=1))


def put(source: Path, file: Path) -> None:
    """Copy a file to its place at once: another process may be using the one there."""
    shutil.copy(source, made := file.with_suffix(f".{os.getpid()}"))
    made.replace(file)


def fingerprint(package: Path, target: Target) -> str:
    """What the libraries depend on, as a short text."""
    try:
        zig = version("ziglang")
    except PackageNotFoundError:
        zig = "none"
    parts = [zig, FLAGS, SHARED, ALONE, repr(target)]
    parts += [name + (package / name).read_text("utf-8") for name in sources(package)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def first_error(said: str) -> str:
    """The line of the compiler's words that tells most."""
    lines = [line for line in said.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line.lower()), (lines or [""])[-1])
