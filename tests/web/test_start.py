"""The lab as a process of its own: it answers, lists what there is, and ends."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from machine import PATIENCE, until


@pytest.fixture
def port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def lab(port):
    command = [sys.executable, "-m", "whoknows", "lab", "--no-browser", "--port", str(port)]
    # NiceGUI serves no pages of its own where it believes itself under pytest.
    alone = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=alone)


def page(port, path=""):
    """A page of the lab, once the server answers."""

    def read():
        with urllib.request.urlopen(
            f"http://127.0.0.1:{port}/{path}", timeout=PATIENCE
        ) as answer:
            return answer.read().decode()

    return until(read, what="the lab")


def test_the_lab_answers_lists_the_commands_and_ends_on_sigterm(port):
    server = lab(port)
    try:
        text, playground = page(port), page(port, "logic?model=damaged")
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=PATIENCE)
        server.stderr.close()
    assert "A laboratory for games of knowledge" in text
    assert "replay --help" in text
    assert "Formula playground" in playground
    assert "this link is damaged" in playground


def test_a_port_that_is_taken_is_one_line(port):
    with socket.create_server(("127.0.0.1", port)):
        server = lab(port)
        _, said = server.communicate(timeout=PATIENCE)
    assert server.returncode == 2
    assert said.startswith(f"whoknows: error: cannot listen on 127.0.0.1 port {port}: ")
    assert said.count("\n") == 1
