"""A text within the address of a page, so that a link carries all of it."""

import base64
import zlib

from whoknows.errors import BadFile
from whoknows.learn.notebook.cells import LONGEST_NOTEBOOK


def packed(text: str) -> str:
    """A text for a page's address; `unpacked` gives it back."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(packed_text: str) -> str:
    """The text of an address; one that was damaged or grown too long is refused."""
    try:
        padded = packed_text + "=" * (-len(packed_text) % 4)
        raw = base64.b64decode(padded, altchars=b"-_", validate=True)
        opener = zlib.decompressobj()
        text = opener.decompress(raw, 4 * LONGEST_NOTEBOOK + 1)
        if len(text) > 4 * LONGEST_NOTEBOOK:
            raise BadFile(f"this link holds more than {LONGEST_NOTEBOOK} characters")
        if not opener.eof:
            raise ValueError(packed_text)
        return text.decode()
    except BadFile:
        raise
    except (ValueError, zlib.error):
        raise BadFile("this link is damaged: it holds no model") from None
