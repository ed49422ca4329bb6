"""What every page of the lab looks like: its frame, its colors, its small parts.

Colors are CSS variables (`--wk-ink`, `--wk-card`, ...), once for light and once for dark.
The page follows the system first; the switch in the header is remembered by the browser.
Nothing comes from outside: style, script, and pictures are in the page itself.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from nicegui import ui

from whoknows import __version__
from whoknows.logic.draw import colors
from whoknows.web.prose import only_words

LIGHT = {
    "paper": "#f6f7f9",  # behind everything
    "card": "#ffffff",  # behind what belongs together
    "ink": "#1b1f24",
    "quiet": "#57606a",  # words that matter less
    "line": "#d0d7de",  # between things
    "rim": "#76808b",  # around what can be moved or filled in
    "accent": "#0b5cad",  # what can be clicked
    "on-accent": "#ffffff",
    "good": "#1a7f37",
    "bad": "#b42318",
    "warn": "#8a5a00",
    "node": "#ffffff",
    "actual": colors.ACTUAL_FILL,
    "gold": "#9a7b00",
    "holds": "#bfe5c8",  # worlds where a formula is true, and where it is not
    "fails": "#f6cfc9",
    "lit": "#b5d5fb",  # worlds that an exercise asks for
}
DARK = {
    "paper": "#15181d",
    "card": "#1d2128",
    "ink": "#eef1f4",
    "quiet": "#a3adb8",
    "line": "#3b434d",
    "rim": "#8b96a2",
    "accent": "#7fb5f0",
    "on-accent": "#0d1520",
    "good": "#5fc27e",
    "bad": "#ff8f84",
    "warn": "#f0b849",
    "node": "#262b33",
    "actual": "#6b5f00",
    "gold": "#f0e442",
    "holds": "#1f5a33",
    "fails": "#6b2a24",
    "lit": "#1d4f8f",
}
LINKS = {
    "/": "Home",
    "/play": "Play",
    "/watch": "Watch",
    "/learn": "Learn",
    "/explore": "Explore",
    "/experiments": "Experiments",
}
# The theme is set before anything is drawn; Quasar is told once it is there.
SCRIPT = """\
(() => {
  const root = document.documentElement, asks = matchMedia('(prefers-color-scheme: dark)');
  const kept = () => { try { return localStorage.getItem('wk-theme') } catch { } };
  const theme = () => kept() || (asks.matches ? 'dark' : 'light');
  const show = () => {
    root.dataset.theme = theme();
    root.style.colorScheme = theme();
    if (window.Quasar) Quasar.Dark.set(theme() === 'dark');
    for (const b of document.querySelectorAll('.wk-theme'))
      b.setAttribute('aria-pressed', theme() === 'dark');
  };
  window.wkTurn = () => {
    const next = theme() === 'dark' ? 'light' : 'dark';
    try { localStorage.setItem('wk-theme', next) } catch { }
    show();
  };
  show();
  asks.addEventListener('change', show);
  addEventListener('storage', show);
  document.addEventListener('DOMContentLoaded', show);
  addEventListener('load', show);
  // What is clicked while the connection is gone would be lost: it is not taken, and said.
  const gone = e => {
    const hit = e.target.closest?.('main button, main [role=button], main [data-pick]');
    const typed = e.type === 'keydown' && e.key === 'Enter' && e.target.closest?.('main');
    if (!window.socket || socket.connected || !(e.type === 'click' ? hit : typed)) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    const spot = e.target.getBoundingClientRect(), note = document.createElement('div');
    note.className = 'wk-unsent';
    note.setAttribute('role', 'alert');
    note.textContent = 'Not sent: the connection is gone. Try again when it is back.';
    note.style.top = `${Math.min(spot.bottom + 4, innerHeight - 60)}px`;
    document.querySelectorAll('.wk-unsent').forEach(old => old.remove());
    document.body.append(note);
    setTimeout(() => note.remove(), 6000);
  };
  addEventListener('click', gone, true);
  addEventListener('keydown', gone, true);
  // A word is looked up beside the table: what was typed there stays.
  addEventListener('click', e => {
    const word = e.target.closest?.('a[href^="/glossary#"]');
    if (!word || !location.pathname.startsWith('/table/')) return;
    e.preventDefault();
    open(word.href, 'whoknows-glossary');
  });
})();
"""
TURN = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8" fill="none"'
    ' stroke="currentColor" stroke-width="2"/>'
    '<path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor"/></svg>'
)
BRAND = '<a class="wk-brand" href="/">who<b>knows</b></a>'
SWITCH = (
    '<button class="wk-theme" type="button" aria-label="Dark colors" title="Light or'
    f' dark" onclick="wkTurn()">{TURN}</button>'
)
HELP = '<a class="wk-help" href="/help" aria-label="Help" title="Help">?</a>'
FOOT = (
    '<a href="/help">Help</a> · <a href="/glossary">Glossary</a> · '
    '<a href="/docs">Documentation</a>'
)
BARE = """
* { box-sizing: border-box; }
body { margin: 0; font-family: Roboto, system-ui, sans-serif; }
.wk-brand { text-decoration: none; }
"""
NUMBER = ' class="wk-number"'


@contextmanager
def page(title: str, *, here: str = "", lead: str = "") -> Iterator[None]:
    """The frame of a page: what is built inside stands under its header and title.

    `here` is the address in the header that this page belongs to.
    """
    ui.page_title("whoknows" if title == "whoknows" else f"{title} · whoknows")
    ui.add_head_html(head())
    frame = ui.context.client.content.parent_slot
    assert frame is not None
    frame.parent.tag = "div"  # NiceGUI's own `main` would hold the header too
    skip = ui.html("", sanitize=False)
    with ui.element("header").classes("wk-header"), ui.element("div").classes("wk-bar"):
        bar(here)
    main = ui.element("main").classes("wk-main").props("tabindex=-1")
    skip.set_content(f'<a class="wk-skip" href="#{main.html_id}">Skip to the page</a>')
    with ui.element("footer").classes("wk-footer"):
        ui.label(f"whoknows {__version__}: a laboratory for games of knowledge")
        ui.html(FOOT, sanitize=False)
    with main:
        heading(title, level=1)
        if lead:
            ui.label(lead).classes("wk-lead")
        yield


@cache
def head() -> str:
    """The style and the script of every page."""
    css = Path(__file__).with_name("look.css").read_text(encoding="utf-8")
    return f"<style>{variables()}{css}</style><script>{SCRIPT}</script>"


def variables() -> str:
    """The colors of both themes as CSS, for pages and for the pictures of models."""
    dark = "html[data-theme=dark]"
    return (
        f":root{{{declared(LIGHT)}}}\n{dark}{{{declared(DARK)}}}\n"
        + colors.RULES.format(p="html[data-theme=light] .wk-auto", **colors.LIGHT)
        + colors.RULES.format(p=f"{dark} .wk-auto", **colors.DARK)
    )


def declared(theme: Mapping[str, str]) -> str:
    """A theme as CSS variables."""
    return "".join(f"--wk-{name}:{color};" for name, color in theme.items())


def bar(here: str) -> None:
    """The header: where one can go, and the switch between light and dark."""
    ui.html(BRAND, sanitize=False)
    ui.html(links_html(here), sanitize=False, tag="nav").props('aria-label="Pages"')
    ui.html(HELP + SWITCH, sanitize=False).classes("wk-tools")


def links_html(here: str = "") -> str:
    """The links of the header."""
    return "".join(
        f'<a href="{address}"{" aria-current=page" if address == here else ""}>{name}</a>'
        for address, name in LINKS.items()
    )


def bare_page(title: str, style: str, body: str) -> str:
    """A page in the same frame, as plain HTML that needs no websocket."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} · whoknows</title>{head()}<style>{BARE}{style}</style>"
        '</head><body><header class="wk-header"><div class="wk-bar">'
        f'{BRAND}<nav aria-label="Pages">{links_html()}</nav>'
        f'<div class="wk-tools">{HELP}{SWITCH}</div></div></header>'
        f'<main class="wk-main"><h1>{escape(title)}</h1>{body}</main></body></html>'
    )


def heading(text: str, *, level: int = 2) -> None:
    """A title, for screen readers too."""
    ui.html(escape(text), sanitize=False, tag=f"h{level}")


def card() -> Any:
    """A box for what belongs together; use it in a `with`."""
    return ui.element("section").classes("wk-card")


def cards() -> Any:
    """A grid of cards."""
    return ui.element("div").classes("wk-cards")


def columns() -> Any:
    """Columns beside each other, below each other on a phone."""
    return ui.element("div").classes("wk-columns")


def row() -> Any:
    """Things in a line, which wraps."""
    return ui.element("div").classes("wk-row")


def picture(svg: str) -> Any:
    """Our own SVG, as wide as there is room."""
    return ui.html(svg, sanitize=False).classes("wk-picture")


def sentence(text: str) -> str:
    """Words with a capital at their beginning and a stop at their end.

    >>> sentence("0: no limit"), sentence("you among them")
    ('0: no limit.', 'You among them.')
    """
    return text[:1].upper() + text[1:] + "." * (text[-1:] not in ".!?")


def markdown(text: str = "") -> ui.markdown:
    """Markdown in which others may have written words, as those of a game or a person.

    Their tags, images, and links to elsewhere are shown as text.
    """
    return ui.markdown(text, sanitize=only_words)


def wrong(text: str) -> Any:
    """What is wrong, read out at once by screen readers."""
    return ui.label(text).classes("wk-wrong").props("role=alert")


def focus(place: Any, selector: str) -> None:
    """Move the keyboard to the first such element inside `place`, once it is drawn."""
    found = f"document.getElementById('{place.html_id}')?.querySelector({selector!r})"
    place.client.run_javascript(f"setTimeout(() => {found}?.focus(), 150)")


def button_link(text: str, address: str, *, said: str = "") -> None:
    """A link that looks like a button; `said` is its name where `text` is too short."""
    ui.html(link_html(text, address, said=said), sanitize=False)


def link_html(text: str, address: str, *, said: str = "") -> str:
    """Such a link as HTML."""
    label = f' aria-label="{escape(said)}"' if said else ""
    return f'<a class="wk-button" href="{escape(address)}"{label}>{escape(text)}</a>'


def table(
    titles: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    name: str,
    tight: bool = False,
) -> Any:
    """A table of words and numbers; numbers stand right, and `tight` words do not wrap."""
    drawn = ui.html(table_html(titles, rows, name=name, tight=tight), sanitize=False)
    return scrolled(drawn, name)


def scrolled(drawn: Any, name: str) -> Any:
    """Something that may be wider than a phone: a keyboard can scroll it too."""
    return drawn.classes("wk-scroll").props(f'tabindex=0 role=region aria-label="{name}"')


def table_html(
    titles: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    name: str,
    tight: bool = False,
) -> str:
    """A table as HTML, to put a newer one in its place."""
    right = [all(is_number(row[k]) for row in rows) for k in range(len(titles))]
    top = "".join(
        f'<th scope="col"{NUMBER if number else ""}>{escape(title)}</th>'
        for title, number in zip(titles, right, strict=True)
    )
    body = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
    kind = "wk-table wk-tight" if tight else "wk-table"
    return (
        f'<table class="{kind}" aria-label="{escape(name)}">'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    )


def cell(value: object) -> str:
    """A cell of a table."""
    kind = NUMBER if is_number(value) else ""
    return f"<td{kind}>{escape(str(value))}</td>"


def is_number(value: object) -> bool:
    """Whether a cell is a number, or a decimal or a percentage in words."""
    if isinstance(value, str):
        return bool(re.fullmatch(r"[-+]?\d[\d,]*(\.\d+%?|%)", value))
    return isinstance(value, int | float)
