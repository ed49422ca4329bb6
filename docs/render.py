"""How the site shows what is written plainly: formulas, bars in tables, and citations.

The pages are read as text too, in a terminal or on a code host, so that their sources have
`3^w`, `<=`, and `\\|`; the site makes real powers, signs, and bars of them.
Code stays as it is.
"""

import re
from html import escape

FENCE = re.compile(r"(^(?:```|~~~).*?^(?:```|~~~)[ \t]*$)", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"(`[^`\n]+`|<code>.*?</code>|\]\([^)]*\)|</?[A-Za-z][^>]*>)")
POWER = re.compile(r"\^(\((?:[^()]|\([^()]*\))*\)|-?\w+)")
INDEX = re.compile(r"\b([A-Za-z])_([a-z0-9])\b")  # as in w_z
ROOT = re.compile(r"\bsqrt\((\w+)\)")
CITED = re.compile(r"\[((?:van)?[A-Z][A-Za-z]+\d{4}[a-z]?)((?:, [^\]]*)?)\](?!\()")


def on_page_markdown(markdown, page, config, files):
    """Called by mkdocs for every page, before it becomes HTML."""
    if page.file.src_uri.startswith("reference/"):
        return markdown
    up = "../" * page.file.src_uri.count("/")
    parts = FENCE.split(markdown)
    return "".join(p if k % 2 else rendered(p, up) for k, p in enumerate(parts))


def on_page_content(html, page, config, files):
    """Called by mkdocs for every page, as HTML: citations in what the program says."""
    if not page.file.src_uri.startswith("reference/"):
        return html
    parts = re.split(r"(<pre.*?</pre>|<code.*?</code>|<[^>]+>)", html, flags=re.DOTALL)
    return "".join(p if k % 2 else CITED.sub(linked, p) for k, p in enumerate(parts))


def linked(key):
    """A citation on a page of the reference, as HTML.

    >>> CITED.sub(linked, "corrected [Holm1979]")
    'corrected <a href="../bibliography.html#holm1979">[Holm1979]</a>'
    """
    return f'<a href="../bibliography.html#{key[1].lower()}">{key[0]}</a>'


def rendered(text, up=""):
    """A piece of Markdown without fenced code.

    >>> rendered("at most 2^(N-r) words, p^2 of `2^n`")
    'at most 2<sup>N-r</sup> words, p<sup>2</sup> of `2^n`'
    >>> rendered("y >= 0, so that A w_z <= w_1; but `a <= s_i`")
    'y ≥ 0, so that A w<sub>z</sub> ≤ w<sub>1</sub>; but `a <= s_i`'
    >>> rendered("| `p \\\\| q` | or |")
    '| <code>p &#124; q</code> | or |'
    >>> rendered("see [Kooi2005, ch. 2]")
    'see [[Kooi2005, ch. 2]](bibliography.md#kooi2005)'
    """
    lines = [
        line if line.startswith("    ") else rendered_line(line, up)
        for line in text.split("\n")
    ]
    return "\n".join(lines)


def rendered_line(line, up):
    """One line, its code left alone but for bars in tables."""
    if line.startswith("|"):
        line = re.sub(r"`([^`]*\\\|[^`]*)`", barred, line)
    parts = CODE.split(line)
    return "".join(p if k % 2 else plain(p, up) for k, p in enumerate(parts))


def barred(code):
    """Code in a table with its bars."""
    text = escape(code[1].replace("\\|", "|"), quote=False).replace("|", "&#124;")
    return f"<code>{text}</code>"


def plain(text, up):
    """Text without code: powers, signs, and citations."""
    text = POWER.sub(raised, text)
    text = INDEX.sub(r"\1<sub>\2</sub>", text).replace("<=", "≤").replace(">=", "≥")
    text = ROOT.sub(r"√\1", text)
    return CITED.sub(
        lambda key: f"[[{key[1]}{key[2]}]]({up}bibliography.md#{key[1].lower()})", text
    )


def raised(power):
    """An exponent, without the brackets that only text needs."""
    inner = power[1]
    inside = inner[1:-1] if inner.startswith("(") else inner
    return f"<sup>{POWER.sub(raised, inside)}</sup>"
