"""The schema of the API as a page of our own: nothing comes from outside."""

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from whoknows.web.theme import bare_page

STYLE = """
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9rem; }
p { margin: 0; }
h2 code { font-size: 1.1rem; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: .5rem .75rem;
  border: 1px solid var(--wk-line); border-radius: .4rem; }
"""


def docs_html(schema: Mapping[str, Any]) -> str:
    """The page: every address, what it takes, and what it gives."""
    operations = "".join(
        operation_html(method, path, operation, schema)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    )
    lead = (
        f"<p>{escape(schema['info']['description'])} A key is sent as "
        "<code>Authorization: Bearer KEY</code>, or as <code>?key=KEY</code>; without one, "
        "what is public is answered. "
        "Errors are <code>{&quot;error&quot;: &quot;...&quot;}</code>. "
        'The same for programs: <a href="openapi.json">openapi.json</a>.</p>'
    )
    return bare_page("The API", STYLE, lead + operations)


def operation_html(
    method: str, path: str, operation: Mapping[str, Any], schema: Mapping[str, Any]
) -> str:
    """One address and method."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    sent = body.get("schema")
    return (
        '<section class="wk-card">'
        f"<h2><code>{method.upper()} /api{escape(path)}</code></h2>"
        f"<p>{escape(operation.get('description', ''))}</p>"
        + (f"<p>Sent:</p>{shape_html(sent, schema)}" if sent else "")
        + "".join(
            f"<p>Given ({status}):</p>{shape_html(given, schema)}"
            for status, given in good_answers(operation)
        )
        + "</section>"
    )


def good_answers(operation: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The answers that are no errors."""
    return [
        (status, answer.get("content", {}).get("application/json", {}).get("schema", {}))
        for status, answer in operation["responses"].items()
        if status.startswith("2")
    ]


def shape_html(shape: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """What a document looks like, its parts described."""
    text = json.dumps(spelled_out(shape, schema), indent=1, ensure_ascii=False)
    return f"<pre>{escape(text)}</pre>"


def spelled_out(shape: Mapping[str, Any], schema: Mapping[str, Any]) -> Any:
    """A shape as a document with words in place of values."""
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return spelled_out(schema["components"]["schemas"][name], schema)
    if "properties" in shape:
        return {
            name: spelled_out(part, schema) for name, part in shape["properties"].items()
        }
    if shape.get("type") == "array":
        return [spelled_out(shape.get("items", {}), schema)]
    kinds = [part.get("type", "?") for part in shape.get("anyOf", [])] or [
        shape.get("type", "anything")
    ]
    said = " or ".join(kinds)
    if "enum" in shape:
        said = " or ".join(map(repr, shape["enum"]))
    return f"{said}: {shape['description']}" if "description" in shape else said
