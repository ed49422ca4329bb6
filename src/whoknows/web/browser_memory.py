"""What a browser keeps for a page, read with care: it is only what somebody sends."""

import json
from typing import Any

LONGEST = 200_000  # characters


async def kept_by_browser(client: Any, name: str) -> Any:
    """The document that a browser keeps under a name; none where that is no JSON."""
    try:
        text = await client.run_javascript(f"localStorage.getItem('{name}')", timeout=5.0)
        fits = isinstance(text, str) and len(text) <= LONGEST
        return json.loads(text) if fits else None
    except (TimeoutError, ValueError, RecursionError):
        return None
