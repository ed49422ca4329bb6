"""An experiment along one number of its setup: a line for everybody, with intervals."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from whoknows.web import echarts
from whoknows.web.experiment_report import entries_of, varying

# An interval as ECharts draws it: at value 0, from value 1 to value 2; `shift` keeps those
# of several lines apart.
INTERVAL = """(params, api) => {
  const shift = SHIFT;
  const low = api.coord([api.value(0), api.value(1)]);
  const high = api.coord([api.value(0), api.value(2)]);
  const style = {stroke: 'COLOR', lineWidth: 2, fill: 'none'};
  const line = (x1, y1, x2, y2) =>
    ({type: 'line', shape: {x1: x1 + shift, y1, x2: x2 + shift, y2}, style});
  return {type: 'group', children: [
    line(low[0], low[1], high[0], high[1]),
    line(low[0] - 5, low[1], low[0] + 5, low[1]),
    line(high[0] - 5, high[1], high[0] + 5, high[1]),
  ]};
}"""


class Point(NamedTuple):
    """A mean at one place of the axis, and its interval where one is known."""

    at: float
    mean: float
    low: float | None
    high: float | None


def axes_of(report: Mapping[str, Any]) -> list[str]:
    """The options of the setup that are numbers and take several values."""
    setups = [series["setup"] for series in report["cells"]]
    return [
        key for key in varying(report) if all(is_number(setup.get(key)) for setup in setups)
    ]


def is_number(value: object) -> bool:
    """Whether a value can stand on an axis."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def points_along(
    report: Mapping[str, Any], measure: str, axis: str
) -> dict[str, list[Point]]:
    """The points of every line: of somebody, where all else in the setup is the same."""
    others = [key for key in varying(report) if key != axis]
    found: dict[str, list[Point]] = {}
    for series, who, summary in entries_of(report, measure):
        rest = ", ".join(f"{key} {series['setup'][key]}" for key in others)
        point = Point(
            series["setup"][axis], summary["mean"], summary["low"], summary["high"]
        )
        found.setdefault(f"{who} ({rest})" if rest else who, []).append(point)
    return {name: sorted(points) for name, points in found.items()}


def line_options(
    report: Mapping[str, Any], measure: str, axis: str, most: int
) -> dict[str, Any]:
    """Means along an axis, joined by lines, with their intervals of 95 %."""
    lines = dict(list(points_along(report, measure, axis).items())[:most])
    places = sorted({point.at for points in lines.values() for point in points})
    series: list[Any] = []
    for k, (name, points) in enumerate(lines.items()):
        color = echarts.COLORS[k % len(echarts.COLORS)]
        data = [[point.at, round(point.mean, 6)] for point in points]
        series.append(echarts.curve(name, data, color, showSymbol=True, symbolSize=8))
        series.append(intervals(name, points, color, 3 * (k - (len(lines) - 1) / 2)))
    return {
        "xAxis": along(axis, places),
        "yAxis": echarts.axis(measure, type="value", scale=True),
        "legend": {**echarts.BASE["legend"], "data": list(lines)},
        "series": series,
        "tooltip": {**echarts.BASE["tooltip"], "trigger": "item"},
    }


def along(axis: str, places: Sequence[float]) -> dict[str, Any]:
    """The axis, with some room at its ends, which have no numbers."""
    margin = (places[-1] - places[0]) * 0.05
    found = echarts.axis(
        axis,
        type="value",
        min=places[0] - margin,
        max=places[-1] + margin,
        minInterval=int(all(isinstance(place, int) for place in places)),
    )
    found["axisLabel"] |= {"showMinLabel": False, "showMaxLabel": False}
    return found


def intervals(
    name: str, points: Sequence[Point], color: str, shift: float
) -> dict[str, Any]:
    """The intervals of a line; they go when the line is switched off in the legend."""
    drawing = INTERVAL.replace("COLOR", color).replace("SHIFT", f"{shift:.1f}")
    return {
        "type": "custom",
        "name": name,
        "color": color,
        "data": [
            [point.at, point.low, point.high]
            for point in points
            if point.low is not None and point.high is not None
        ],
        "encode": {"x": 0, "y": [1, 2]},
        ":renderItem": drawing,
        "z": 5,
    }
