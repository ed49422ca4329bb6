"""A small file that is no certificate takes little to refuse, packed or plain."""

import gzip
import json
import random
import re
import subprocess
import sys
import zlib

import pytest

from tests.checking.certificates import MAKERS, made
from whoknows.checking import Refused, certificate, read

MIB = 1 << 20
MOST = 300 * MIB  # of memory, for a file of up to 1 MB
HEAD = b'{"format":"whoknows certificate 1","claim":'
CHECK = (
    "import sys, re; from whoknows.checking.__main__ import main;"
    "code = main(sys.argv[1:]);"
    "print(re.search('VmHWM:.*', open('/proc/self/status').read())[0]); sys.exit(code)"
)


def packed(*pieces):
    """A packed file of pieces and how often each comes."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    found = b""
    for piece, times in pieces:
        step = max(1, min(times, MIB // max(1, len(piece))))
        for start in range(0, times, step):
            found += squeeze.compress(piece * min(step, times - start))
    return found + squeeze.flush()


HOSTILE = {
    "one wide letter": lambda: packed(
        (b'{"a":"', 1), ("\U0001f600".encode(), 1), (b"a", 200 * MIB), (b'"}', 1),
    ),
    "a wide letter, and the format": lambda: packed(
        (HEAD + b'"', 1), ("\U0001f600".encode(), 1), (b"a", 90 * MIB), (b'"}', 1),
    ),
    "one long word": lambda: packed((HEAD + b'"', 1), (b"a", 250 * MIB), (b'"}', 1)),
    "a word just short enough": lambda: packed(
        (HEAD + b'"', 1), (b"a", 30 * MIB), (b'"}', 1),
    ),
    "lists": lambda: packed((HEAD + b"[", 1), (b"[],", 5_000_000), (b"0]}", 1)),
    "some lists": lambda: packed((HEAD + b"[", 1), (b"[],", 600_000), (b"0]}", 1)),
    "objects": lambda: packed((HEAD + b"[", 1), (b'{"a":1},', 5_000_000), (b"0]}", 1)),
    "some objects": lambda: packed((HEAD + b"[", 1), (b'{"a":1},', 250_000), (b"0]}", 1)),
    "numbers": lambda: packed((HEAD + b"[", 1), (b"1000,", 10_000_000), (b"0]}", 1)),
    "some numbers": lambda: packed((HEAD + b"[", 1), (b"1000,", 1_500_000), (b"0]}", 1)),
    "words": lambda: packed((HEAD + b"[", 1), (b'"a b",', 10_000_000), (b"0]}", 1)),
    "blanks": lambda: packed((b" ", 250 * MIB), (HEAD + b"1}", 1)),
    "deep": lambda: packed((HEAD, 1), (b"[", 30_000_000)),
    "nothing but zeros": lambda: packed((b"\0", 250 * MIB)),
    "much that cannot be packed": lambda: packed(
        (HEAD + b'["', 1), (random.Random(1).randbytes(750_000).hex().encode(), 1),
        (b'",', 1),
        (b'{"a":[]},', 440_000), (b"0]}", 1),
    ),
    "plain lists": lambda: HEAD + b"[" + b"[]," * 330_000 + b"0]}",
    "plain objects": lambda: HEAD + b"[" + b"{}," * 330_000 + b"0]}",
    "plain keys": lambda: HEAD + b"{" + b",".join(
        b'"%x":0' % k for k in range(90_000)
    ) + b"}}",
    "plain numbers": lambda: HEAD + b"[" + b"1e9," * 240_000 + b"0]}",
    "plain depth": lambda: HEAD + b"[" * 900_000,
    "plain letters": lambda: HEAD + b'"' + "\u00e4".encode() * 450_000 + b'"}',
    "not ours": lambda: b'{"format":"whoknows plan 1","tree":[' + b"[]," * 330_000 + b"0]}",
}  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="the memory is read from /proc")
@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_certificate_takes_little_to_refuse(name, tmp_path):
    path = tmp_path / "hostile"
    path.write_bytes(HOSTILE[name]())
    assert path.stat().st_size <= 10**6
    run = [sys.executable, "-c", CHECK, str(path)]
    found = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False)
    assert found.returncode == 1, found.stderr
    assert "REFUSED" in found.stdout
    peak = re.search(r"VmHWM:\s+(\d+) kB", found.stdout)
    assert int(peak[1]) << 10 < MOST


def test_the_bound_grows_with_the_file_and_keeps_ours():
    """Of every kind, what is read of a certificate stays far below the bound."""
    for name in MAKERS:
        text = json.dumps(made(name), separators=(",", ":")).encode()
        memory = 3 * len(text) + sum(
            n * text.count(sign) for sign, n in certificate.TAKEN.items()
        )
        assert 4 * memory < certificate.FREE + certificate.EACH * len(
            gzip.compress(text, mtime=0)
        )


def test_a_certificate_begins_with_its_format(tmp_path):
    """As all writers write it; blanks and lines do not matter, another order does."""
    path = tmp_path / "a.json"
    for indent in (None, 0, 1, 4):
        path.write_text(json.dumps(made("coins"), indent=indent) + "\n")
        assert read(path) == made("coins")
    path.write_text(json.dumps(dict(reversed(made("coins").items()))))
    with pytest.raises(Refused, match=r'wanted {"format": "whoknows certificate 1"'):
        read(path)
