"""Prose of lessons as HTML: a small part of Markdown, in which nothing is ever code.

>>> prose_html("Ann *knows* `p & q`.")
'<p>Ann <em>knows</em> <code>p &amp; q</code>.</p>'
>>> prose_html("<script>alert(1)</script>")
'<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'
"""

import re
from html import escape

INLINE = re.compile(
    r"`(?P<code>[^`\n]+)`"
    r"|\*\*(?P<strong>[^*\n]+)\*\*"
    r"|\*(?P<em>[^*\n]+)\*"
    r"|\[(?P<text>[^\]\n]+)\]\((?P<to>[^)\s]+)\)"
)
SAFE = re.compile(r"https?://|/(?!/)|#")  # where a link may lead


def prose_html(text: str) -> str:
    """The paragraphs, headings, lists, and blocks of code of a text."""
    pieces = re.split(r"\n\s*\n", text.strip("\n"))
    return "".join(piece_html(piece) for piece in pieces if piece.strip())


def piece_html(piece: str) -> str:
    """One piece between empty lines."""
    lines = [line.rstrip() for line in piece.strip("\n").split("\n")]
    if found := re.fullmatch(r"(#{2,4}) (.+)", lines[0]):
        level, rest = len(found[1]), "\n".join(lines[1:])
        return f"<h{level}>{inline(found[2])}</h{level}>" + (
            prose_html(rest) if rest else ""
        )
    if lines[0].startswith("```"):
        inside = [line for line in lines if not line.startswith("```")]
        return f"<pre>{escape(chr(10).join(inside))}</pre>"
    if all(re.match(r"[-*] ", line) for line in lines):
        items = "".join(f"<li>{inline(line[2:])}</li>" for line in lines)
        return f"<ul>{items}</ul>"
    if all(re.match(r"\d+\. ", line) for line in lines):
        items = "".join(f"<li>{inline(line.split('. ', 1)[1])}</li>" for line in lines)
        return f"<ol>{items}</ol>"
    return f"<p>{inline(' '.join(lines))}</p>"


def inline(text: str) -> str:
    """Code, emphasis, and links inside a line; all else is plain text."""
    found, last = [], 0
    for match in INLINE.finditer(text):
        found.append(escape(text[last : match.start()], quote=False))
        found.append(marked(match))
        last = match.end()
    return "".join(found) + escape(text[last:], quote=False)


def marked(match: re.Match[str]) -> str:
    """One piece that is more than plain text."""
    for tag in ("code", "strong", "em"):
        if match[tag] is not None:
            return f"<{tag}>{escape(match[tag], quote=False)}</{tag}>"
    if not SAFE.match(match["to"]):
        return escape(match[0], quote=False)
    return f'<a href="{escape(match["to"])}">{escape(match["text"], quote=False)}</a>'
