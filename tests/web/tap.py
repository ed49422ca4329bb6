"""A page without a browser, which keeps every byte that the server sends it.

It speaks as the page's own script does: the page by HTTP, then a websocket on which
elements are replaced.  `elements` is what a browser would have on its screen.
"""

import json
import re
import threading
import time
import urllib.request
import uuid
from ast import literal_eval

import websocket

from tests.machine import PATIENCE, steps_to

STRIPPED = {"&#36;": "$", "&#96;": "`", "&gt;": ">", "&lt;": "<", "&amp;": "&"}


class Tap:
    def __init__(self, lab, path):
        self.sent = []  # all bytes, in order
        self.elements, self.last = {}, time.monotonic()
        with urllib.request.urlopen(f"{lab.url}{path}", timeout=PATIENCE) as answer:
            self.page = answer.read()
            self.sent += [str(answer.headers).encode(), self.page]
        text = self.page.decode()
        said = literal_eval(re.search(r"\n\s+query: (\{.*\}),\n", text).group(1))
        self.elements = found_elements(text)
        self.client = said["client_id"]
        query = {**said, "tab_id": uuid.uuid4(), "document_id": uuid.uuid4()}
        query = {
            name: "true" if word is True else str(word) for name, word in query.items()
        }
        words = "&".join(f"{name}={word}" for name, word in query.items())
        address = f"{lab.url.replace('http', 'ws')}/_nicegui_ws/socket.io/"
        self.socket = websocket.create_connection(
            f"{address}?EIO=4&transport=websocket&{words}", timeout=PATIENCE
        )
        self.lock = threading.Lock()
        self.open = True
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.socket.send("40")
        self.thread.start()
        handshake = json.dumps(["handshake", query])
        if query.get("implicit_handshake") != "true":
            self.socket.send(f"420{handshake}")

    def listen(self):
        while self.open:
            try:
                message = self.socket.recv()
            except Exception:
                return
            data = message if isinstance(message, bytes) else message.encode()
            if data == b"2":  # a ping
                self.socket.send("3")
                continue
            with self.lock:
                self.sent.append(data)
                self.last = time.monotonic()
                self.apply(data.decode(errors="replace"))

    def apply(self, text):
        if not text.startswith("42"):
            return
        kind, content = json.loads(text[text.index("[") :])[:2]
        if kind == "run_javascript" and "prefers-reduced-motion" in content["code"]:
            self.answer(content["request_id"], {"still": True, "kept": False})
        if kind != "update":
            return
        for name, element in content.items():
            if name == "_id":
                continue
            if element is None:
                self.elements.pop(name, None)
            else:
                self.elements[name] = element

    def answer(self, request, result):
        """What a browser says to a question of the server."""
        said = {"request_id": request, "client_id": self.client, "result": result}
        self.socket.send("42" + json.dumps(["javascript_response", said]))

    def emit(self, element, kind, *args):
        """Do as the page does when somebody clicks or types."""
        [listener] = [
            each["listener_id"]
            for each in self.elements[element]["events"]
            if each["type"] == kind
        ][:1]
        message = {
            "id": int(element),
            "client_id": self.client,
            "listener_id": listener,
            "args": [json.dumps(arg) for arg in args],
        }
        self.socket.send("42" + json.dumps(["event", message]))

    def buttons(self):
        """The buttons of the page that can be pressed, by their labels."""
        with self.lock:
            return {
                element["props"]["label"]: name
                for name, element in self.elements.items()
                if element.get("tag") in ("q-btn", "nicegui-button")
                and element.get("props", {}).get("label")
                and not element["props"].get("disable")
            }

    def press(self, label):
        self.emit(self.buttons()[label], "click", {})

    def settle(self, quiet=0.4, most=240.0):
        """Wait until the page has been quiet for a while."""

        def rests():
            with self.lock:
                return time.monotonic() - self.last > quiet

        for _ in steps_to(rests, "a page that rests", seconds=most):
            time.sleep(0.05)
        return self

    def words(self):
        """Everything on the page that is text, in the order of its elements."""
        with self.lock:
            return [
                (int(name), part)
                for name, element in sorted(self.elements.items(), key=lambda e: int(e[0]))
                for part in leaves(element)
            ]

    @property
    def everything(self):
        with self.lock:
            return b"\n".join(self.sent)

    def close(self):
        self.open = False
        inner = self.socket.sock
        self.socket.close()
        if inner is not None:  # whoever of the two threads saw the end first
            inner.close()
        self.thread.join(10)


def leaves(value):
    """All words and numbers in a document, with the way to them."""
    if isinstance(value, dict):
        return [
            (key, *leaf) if isinstance(leaf, tuple) else (key, leaf)
            for key, part in sorted(value.items())
            if key not in ("listener_id", "children", "data-version")
            for leaf in leaves(part)
        ]
    if isinstance(value, list):
        return [leaf for part in value for leaf in leaves(part)]
    return [value]


def found_elements(text):
    raw = re.search(r"parseElements\(String\.raw`(.*?)`\)", text, re.DOTALL).group(1)
    for shown, meant in STRIPPED.items():
        raw = raw.replace(shown, meant)
    return {str(name): element for name, element in json.loads(raw).items()}


def marks(tap):
    """Version and moves still awaited, as a page shows them."""
    with tap.lock:
        for element in tap.elements.values():
            props = element.get("props", {})
            if "data-version" in props:
                return str(props["data-version"]), str(props.get("data-held", ""))
    return None
