"""Prose of lessons as HTML: a small part of Markdown, in which nothing is ever code.

>>> prose_html("Ann *knows* `p & q`.")
'<p>Ann <em>knows</em> <code>p &amp; q</code>.</p>'
>>> prose_html("<script>alert(1)</script>")
'<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'
"""

import re
from html import escape
from html.parser import HTMLParser

INLINE = re.compile(
    r"`(?P<code>[^`\n]+)`"
    r"|\*\*(?P<strong>[^*\n]+)\*\*"
    r"|\*(?P<em>[^*\n]+)\*"
    r"|\[(?P<text>[^\]\n]+)\]\((?P<to>[^)\s]+)\)"
)
SAFE = re.compile(r"https?://|/(?!/)|#")  # where a link may lead
OWN_PAGE = re.compile(r"/(?![/\\])")  # where one in the words of a game may lead
TAGS = {"p", "strong", "em", "code", "pre", "ul", "ol", "li"}


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


class OnlyWords(HTMLParser):
    """HTML with a few tags of text; whatever else came is shown as the text that it is."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.kept: list[str] = []
        self.links: list[bool] = []  # whether each link that is open is one of ours
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag that begins; links lead to pages of this lab alone."""
        given = {name: value or "" for name, value in attrs}
        ours = tag in TAGS and not given
        if tag == "a":
            ours = set(given) <= {"href", "title"} and bool(
                OWN_PAGE.match(given.get("href", ""))
            )
            self.links.append(ours)
        said = "".join(f' {name}="{escape(value)}"' for name, value in given.items())
        self.kept.append(f"<{tag}{said}>" if ours else self.raw())

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag that is closed at once: a break of a line, or a rule."""
        ours = tag in ("br", "hr") and not attrs
        self.kept.append(f"<{tag}>" if ours else self.raw())

    def handle_endtag(self, tag: str) -> None:
        """A tag that ends."""
        ours = tag in TAGS or (tag == "a" and bool(self.links) and self.links.pop())
        self.kept.append(f"</{tag}>" if ours else escape(f"</{tag}>"))

    def raw(self) -> str:
        """The tag that was read last, as text."""
        return escape(self.get_starttag_text() or "", quote=False)

    def handle_data(self, data: str) -> None:
        """Text."""
        self.kept.append(escape(data, quote=False))

    def handle_comment(self, data: str) -> None:
        """A comment."""
        self.handle_data(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        """A declaration, which stands in no text."""
        self.handle_data(f"<!{decl}>")

    def unknown_decl(self, data: str) -> None:
        """A declaration of another kind."""
        self.handle_decl(data)

    def handle_pi(self, data: str) -> None:
        """An instruction, which stands in no text."""
        self.handle_data(f"<?{data}>")


def only_words(html: str) -> str:
    """HTML of Markdown, in which others may have written tags, images, and links.

    >>> only_words('<p><b style="x">a</b> <em>c</em></p>')
    '<p>&lt;b style="x"&gt;a&lt;/b&gt; <em>c</em></p>'
    """
    return "".join(OnlyWords(html).kept)
