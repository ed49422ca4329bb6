"""Charts in the colors of the page: ECharts, drawn as SVG so that themes need no redrawing.

Every chart has a name for screen readers; the same numbers stand in a table nearby.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from nicegui import ui

from whoknows.logic.draw.colors import PALETTE

INK, QUIET, LINE, CARD = (f"var(--wk-{name})" for name in ("ink", "quiet", "line", "card"))
COLORS = (*PALETTE, "#8c6d46", "#7f8c9a")  # of groups of bars


def chart(options: Mapping[str, Any], name: str, *, height: str = "20rem") -> Any:
    """A chart; to change it, change its `options` and call `update`."""
    drawn = ui.echart({**BASE, **options}, renderer="svg")
    return (
        drawn.classes("wk-chart")
        .style(f"height:{height}")
        .props(f'role="img" aria-label="{name}"')
    )


def change(drawn: Any, options: Mapping[str, Any], *, height: str | None = None) -> None:
    """Let a chart show something else; making a new one would flicker."""
    drawn.options.clear()
    drawn.options.update({**BASE, **options})
    if height:
        drawn.style(f"height:{height}")
    drawn.update()


def axis(name: str, **more: Any) -> dict[str, Any]:
    """An axis with its name in the middle."""
    return {
        "name": name,
        "nameLocation": "middle",
        "nameGap": 30,
        "nameTextStyle": {"color": QUIET, "fontSize": 13},
        "axisLabel": {"color": QUIET, "fontSize": 12},
        "axisLine": {"lineStyle": {"color": QUIET}},
        "splitLine": {"lineStyle": {"color": LINE}},
        **more,
    }


def curve(name: str, points: Sequence[Sequence[float]], color: str, **more: Any) -> Any:
    """A line without dots."""
    return {
        "type": "line",
        "name": name,
        "data": [list(point) for point in points],
        "showSymbol": False,
        "color": color,
        "lineStyle": {"width": 3, "color": color},
        **more,
    }


def bars(name: str, values: Sequence[float], place: int, **more: Any) -> dict[str, Any]:
    """One group of bars."""
    color = COLORS[place % len(COLORS)]
    return {"type": "bar", "name": name, "data": list(values), "color": color, **more}


BASE: dict[str, Any] = {
    "animation": False,
    "textStyle": {"color": INK, "fontFamily": "Roboto, system-ui, sans-serif"},
    "grid": {"left": 60, "right": 20, "top": 40, "bottom": 50},
    "legend": {
        "textStyle": {"color": INK},
        "pageTextStyle": {"color": INK},
        "pageIconColor": INK,
        "pageIconInactiveColor": LINE,
        "top": 0,
        "type": "scroll",
        "itemGap": 18,
    },
    "tooltip": {
        "trigger": "axis",
        "confine": True,
        "backgroundColor": CARD,
        "borderColor": QUIET,
        "textStyle": {"color": INK},
    },
}
