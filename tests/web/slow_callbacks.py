"""A lab that writes down what keeps its event loop busy.

Counted is the processor's time of the loop's thread, so that a machine that has other
things to do changes little.  The stack is taken when a callback has become slow.
"""

import asyncio
import json
import sys
import threading
import time
import traceback

SLOW = 0.02  # seconds


def watch(path, slow=SLOW):
    """Write a line of JSON for each slow callback of this process's main thread."""
    clock = time.pthread_getcpuclockid(threading.main_thread().ident)
    main = threading.main_thread().ident
    began, stacks = [None], []
    plain = asyncio.Handle._run

    def run(self):
        if threading.get_ident() != main:
            return plain(self)
        began[0] = time.clock_gettime(clock)
        try:
            return plain(self)
        finally:
            seconds = time.clock_gettime(clock) - began[0]
            began[0] = None
            if seconds > slow:
                note(path, seconds, self, stacks)
            stacks.clear()

    def sample():
        while True:
            time.sleep(slow / 4)
            then = began[0]
            if then is not None and time.clock_gettime(clock) - then > slow / 2:
                frame = sys._current_frames().get(main)
                stacks.append(traceback.extract_stack(frame)[-60:])

    asyncio.Handle._run = run
    threading.Thread(target=sample, daemon=True).start()


def short(name):
    """The last parts of a file's name."""
    return "/".join(name.split("/")[-3:])


def note(path, seconds, handle, stacks):
    """Write down one of them."""
    where = [
        [
            f"{short(f.filename)}:{f.lineno} {f.name}"
            for f in stack
            if "importlib" not in f.filename
        ]
        for stack in stacks[:3]
    ]
    line = {"seconds": round(seconds, 4), "what": repr(handle)[:300], "where": where}
    with open(path, "a") as file:
        file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    sys.modules["uvloop"] = None  # whose callbacks nobody can look at
    watch(sys.argv.pop(1))
    from whoknows.cli.main import main

    sys.exit(main())
