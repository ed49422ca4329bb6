"""What a browser keeps for a page, read with care: it is only what somebody sends."""

import json
from typing import Any

from whoknows.errors import WorkFailed

LONGEST = 200_000  # characters
ANSWERS = 5.0  # seconds that a browser has to answer


async def kept_by_browser(client: Any, name: str) -> Any:
    """The document that a browser keeps under a name; none where that is no JSON.

    A browser that does not answer in time may keep something: that is a `WorkFailed`.
    """
    try:
        text = await client.run_javascript(
            f"localStorage.getItem('{name}')", timeout=ANSWERS
        )
    except TimeoutError as error:
        raise WorkFailed(
            "what this browser keeps is not known yet: it has not answered; load the page"
            " again"
        ) from error
    try:
        fits = isinstance(text, str) and len(text) <= LONGEST
        return json.loads(text) if fits else None
    except (ValueError, RecursionError):
        return None
