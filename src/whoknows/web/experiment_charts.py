"""An experiment's report as tables and charts of the page."""

from collections.abc import Mapping, Sequence
from typing import Any

from nicegui import ui

from whoknows.web import echarts, theme
from whoknows.web.experiment_lines import axes_of, line_options
from whoknows.web.experiment_report import SCORE, Line, Report, lines_of, measures

MOST_LINES = 40  # bars that are still told apart
MOST_CURVES = 12  # lines that are
BARS = "a bar for each"
# An interval as ECharts draws it: from value 1 to value 2, over the bar at value 0.
INTERVAL = """(params, api) => {
  const low = api.coord([api.value(1), api.value(0)]);
  const high = api.coord([api.value(2), api.value(0)]);
  const style = {stroke: 'var(--wk-ink)', lineWidth: 2, fill: 'none'};
  const line = (x1, y1, x2, y2) => ({type: 'line', shape: {x1, y1, x2, y2}, style});
  return {type: 'group', children: [
    line(low[0], low[1], high[0], high[1]),
    line(low[0], low[1] - 5, low[0], low[1] + 5),
    line(high[0], high[1] - 5, high[0], high[1] + 5),
  ]};
}"""


class Results:
    """The chart, the table, and the comparisons of a report, renewed in their places."""

    def __init__(self) -> None:
        self.report: Report = {"cells": []}
        with theme.row():
            self.measure = ui.select([SCORE], value=SCORE, label="Of").classes("w-48")
            self.measure.on_value_change(self.show)
            self.axis = ui.select([BARS], value=BARS, label="Along").classes("w-48")
            self.axis.on_value_change(self.show)
            self.axis.set_visibility(False)
        self.chart = echarts.chart(chart_options([], SCORE), "Means with their intervals")
        self.chart.set_visibility(False)
        self.empty = ui.label("What was played is summed up here.").classes("wk-quiet")
        self.table = theme.scrolled(ui.html("", sanitize=False), "The means")
        self.pairs = theme.scrolled(ui.html("", sanitize=False), "The differences")

    def renew(self, report: Mapping[str, Any]) -> None:
        """Show a newer report."""
        self.report = report
        self.empty.set_visibility(False)
        self.chart.set_visibility(True)
        if self.measure.options != measures(report):
            self.measure.set_options(measures(report))
        axes = axes_of(report)
        if self.axis.options != [*axes, BARS]:
            self.axis.set_options([*axes, BARS], value=axes[0] if axes else BARS)
            self.axis.set_visibility(bool(axes))
        self.show()

    def show(self) -> None:
        """Show the chosen measure, along an axis or as bars."""
        if self.report["cells"]:
            measure, axis = self.measure.value, self.axis.value
            lines = lines_of(self.report, measure)
            if axis == BARS:
                height = f"{6 + 2.1 * min(len(lines), MOST_LINES):.1f}rem"
                options = chart_options(lines[:MOST_LINES], measure)
            else:
                height = "24rem"
                options = line_options(self.report, measure, axis, MOST_CURVES)
            echarts.change(self.chart, options, height=height)
            self.table.set_content(numbers_html(lines, measure))
            self.pairs.set_content(pairs_html(self.report))


def chart_options(lines: Sequence[Line], measure: str) -> dict[str, Any]:
    """Means with their intervals of 95 %, a bar for each line."""
    names = [f"{who} ({setup})" if setup else who for setup, who, _ in lines]
    intervals = [
        [k, summary["low"], summary["high"]]
        for k, (_, _, summary) in enumerate(lines)
        if summary["low"] is not None and summary["high"] is not None
    ]
    longest = max(map(len, names), default=8)
    rate = bool(lines) and all(summary["rate"] for _, _, summary in lines)
    bounds = {"min": 0, "max": 1} if rate else {}
    return {
        "xAxis": echarts.axis(measure, type="value", **bounds),
        "yAxis": {
            **echarts.axis("", type="category", data=list(names), inverse=True),
            "axisLabel": {
                "color": echarts.INK,
                "fontSize": 12,
                "width": 150,
                "overflow": "truncate",
            },
        },
        "grid": {"left": min(165, 30 + 7 * longest), "right": 24, "top": 16, "bottom": 50},
        "legend": {"show": False},
        "series": [
            echarts.bars("mean", [round(s["mean"], 6) for _, _, s in lines], 0),
            {
                "type": "custom",
                "name": "95 %",
                "data": intervals,
                "encode": {"x": [1, 2], "y": 0},
                ":renderItem": INTERVAL,
                "z": 5,
            },
        ],
        "tooltip": {**echarts.BASE["tooltip"], "trigger": "item"},
    }


def numbers_html(lines: Sequence[Line], measure: str) -> str:
    """The table of a measure; the column of the setup only where there are several."""
    rows = [[setup, who, *numbers(summary)] for setup, who, summary in lines]
    titles = ["setup", "who", "games", "mean", "95 %", "5 %", "median", "95 % below"]
    if not any(row[0] for row in rows):
        titles, rows = titles[1:], [row[1:] for row in rows]
    return theme.table_html(titles, rows, name=f"Means of the {measure}", tight=True)


def numbers(summary: Mapping[str, Any]) -> list[object]:
    """The fields of a summary."""
    known = summary["low"] is not None and summary["high"] is not None
    interval = f"{summary['low']:.4g} to {summary['high']:.4g}" if known else "–"
    quantiles = [f"{summary['quantiles'][level]:.4g}" for level in ("0.05", "0.5", "0.95")]
    return [summary["n"], f"{summary['mean']:.4f}", interval, *quantiles]


def pairs_html(report: Report) -> str:
    """Pairs of strategies on the same deals, if there are several strategies."""
    rows: list[list[object]] = []
    for part in report["comparisons"]:
        for pair in part["pairs"]:
            low, high = pair["low"], pair["high"]
            interval = "–" if low is None or high is None else f"{low:.3g} to {high:.3g}"
            chance = "–" if pair["chance"] is None else f"{pair['chance']:.2g}"
            names = [pair[key].rpartition(":")[2] for key in ("one", "two")]
            rows.append([*names, f"{pair['mean']:+.4g}", interval, chance])
    if not rows:
        return ""
    titles = ["strategy", "against", "above by", "95 %", "by chance"]
    table = theme.table_html(titles, rows, name="Strategies compared", tight=True)
    return f"<h3>Compared on the same deals</h3>{table}"
