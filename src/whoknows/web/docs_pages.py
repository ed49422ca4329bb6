"""The documentation, the glossary, and help, served by the lab itself."""

from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

from fastapi.responses import FileResponse, RedirectResponse
from nicegui import ui

from whoknows.errors import UnknownName
from whoknows.learn.glossary import WORDS, anchor
from whoknows.web import theme
from whoknows.web.background import DOCS, in_thread
from whoknows.web.prose import inline
from whoknows.web.refusals import refused

FILES = {".png", ".svg", ".json", ".txt", ".csv", ".ipynb"}  # that pages show or offer
EXTRAS = ["fenced-code-blocks", "tables", "header-ids", "cuddled-lists", "admonitions"]


def register_docs() -> None:
    """Make the pages known to the server."""

    @ui.page("/help")
    def help_page() -> None:
        with theme.page("Help"):
            article(Path(__file__).with_name("help.md").read_text(encoding="utf-8"))

    ui.page("/glossary")(glossary_page)

    @ui.page("/docs")
    def index() -> RedirectResponse:  # so that pictures beside the page are found
        return RedirectResponse("/docs/index.md")

    @ui.page("/docs/{path:path}")
    async def page(path: str) -> Any:
        return await docs_page(path or "index.md")


def glossary_page() -> None:
    """The words of the laboratory."""
    lead = "The words of the laboratory, and what they mean here."
    with theme.page("Glossary", lead=lead):
        rows = "".join(
            f'<dt id="{anchor(term)}">{escape(term.word)}</dt><dd>{inline(term.meaning)}'
            f' <span class="wk-quiet">{inline(term.example)}</span>'
            f' <a href="/docs/{term.page}">More</a></dd>'
            for term in sorted(WORDS)
        )
        ui.html(rows, sanitize=False, tag="dl").classes("wk-glossary")


async def docs_page(path: str) -> Any:
    """A page of the documentation, or a picture on one."""
    folder = docs_folder()
    found = None if folder is None else file_in(folder, path)
    if folder is None or found is None:
        return refused(UnknownName(missing_text(path)))
    if found.suffix != ".md":
        return FileResponse(found)
    html = await in_thread(DOCS, rendered, found, found.stat().st_mtime)
    with theme.page(title_of(found), lead="Documentation"):
        with ui.element("article").classes("wk-essay"):
            ui.html(html, sanitize=False).classes("wk-prose wk-docs")
        if path == "index.md":
            every_page(folder)
        else:
            ui.link("All pages of the documentation", "/docs")
    return None


def file_in(folder: Path, path: str) -> Path | None:
    """A file of the documentation, if a path names one; nothing outside of it."""
    try:
        found = (folder / path).resolve()
        inside = found.is_relative_to(folder) and found.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return None
    return found if inside and found.suffix in (*FILES, ".md") else None


def missing_text(path: str) -> str:
    """What is said of a page that is not there."""
    said = f"the documentation here has no page {path[:80]!r}"
    if path.startswith(("reference/", "notebooks/", "bibliography")):
        return f"{said}: it is made from the program, by `scripts/docs`"
    return said


def every_page(folder: Path) -> None:
    """Links to all pages."""
    theme.heading("All pages")
    pages = sorted((title_of(page), page) for page in pages_in(folder))
    with ui.element("ul").classes("wk-columns-list"):
        for title, page in pages:
            where = page.relative_to(folder).as_posix()
            ui.html(
                f'<a href="/docs/{where}">{escape(title)}</a>', sanitize=False, tag="li"
            )


def pages_in(folder: Path) -> list[Path]:
    """The pages for people: not the examples of lessons among them."""
    return [page for page in folder.rglob("*.md") if "examples" not in page.parts]


def title_of(page: Path) -> str:
    """The first heading of a page."""
    with page.open(encoding="utf-8") as lines:
        first = next(iter(lines), "")
    return first.lstrip("# ").strip().replace("`", "") or page.stem


@lru_cache(64)
def rendered(page: Path, _: float) -> str:
    """A page as HTML, without its first heading, which stands above."""
    text = page.read_text(encoding="utf-8")
    return markdown(text.partition("\n")[2] if text.startswith("# ") else text)


def article(text: str) -> None:
    """Some Markdown of our own as an article."""
    with ui.element("article").classes("wk-essay"):
        ui.html(markdown(text), sanitize=False).classes("wk-prose")


def markdown(text: str) -> str:
    """Our own Markdown as HTML, by what comes with the lab's framework."""
    import markdown2  # type: ignore[import-untyped]

    html = str(markdown2.markdown(text, extras=EXTRAS))
    return html.replace("<pre>", '<pre tabindex="0">')  # which a keyboard can scroll


def docs_folder() -> Path | None:
    """Where the documentation is: in the package, or in the files of a clone."""
    import whoknows

    package = Path(whoknows.__file__).resolve().parent
    places = [package / "docs", package.parents[1] / "docs"]
    return next((each for each in places if (each / "index.md").is_file()), None)
