"""Pictures: every world once, every cell once, nothing over another, all in its place."""

from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import models
from whoknows.errors import BadSetup, UnknownName
from whoknows.logic import Part, Table, every_world, from_cells, from_parts
from whoknows.logic.draw import draw, fitting, notebook, picture, save
from whoknows.logic.draw.cell_sizes import cell_sizes
from whoknows.logic.draw.colors import PALETTE
from whoknows.logic.draw.geometry import Rim
from whoknows.logic.draw.placed_model import cells_of, has_cells
from whoknows.logic.draw.shapes import Band, Head, Hub, Link, Loop, Spot
from whoknows.logic.draw.world_labels import beginnings, broken
from whoknows.logic.models.links import from_links

SVG = "{http://www.w3.org/2000/svg}"
MUDDY = every_world("abc", sees={"ann": "bc", "bob": "ac", "cat": "ab"})
FOUR = every_world("abcd", sees={"ann": "bcd", "bob": "acd", "cat": "abd", "dan": "abc"})
CARDS = from_parts(
    {"ann": "01234", "bob": "01234", "cleo": "01234"},
    sees={"ann": ["ann"], "bob": ["bob"], "cleo": ["cleo"]},
    law=lambda ann, bob, cleo: (ann != bob) & (bob != cleo) & (ann != cleo),
)
DEAL = CARDS.world(ann="0", bob="1", cleo="2")
PAIRS = from_parts(
    {"x": range(2, 99), "y": range(2, 99)},
    law=lambda x, y: (x < y) & (x + y <= 100),
    sees={"sam": lambda x, y: x + y, "pat": lambda x, y: x * y},
)


def root(text):
    return ElementTree.fromstring(text)


def spots(text):
    """The box of every world by its number, read from the SVG."""
    found = {}
    for group in root(text).iter(f"{SVG}g"):
        if "data-world" in group.attrib:
            box = group.findall(f"{SVG}rect")[-1].attrib
            place = tuple(float(box[key]) for key in ("x", "y", "width", "height"))
            assert found.setdefault(group.attrib["data-world"], place) is place
    return found


def classes(text, name):
    return [e for e in root(text).iter() if name in e.attrib.get("class", "").split()]


def made(model, at=None, before=None, style="auto", agents=None):
    return picture(model, before or model, at, style, agents, "")


def shapes(drawn, kind):
    return [shape for shape in drawn.shapes if isinstance(shape, kind)]


def check_apart(drawn):
    """No two spots touch."""
    face = drawn.face
    for left, right in combinations(shapes(drawn, Spot), 2):
        wide, high = (abs(a - b) for a, b in zip(left.at, right.at, strict=True))
        assert (
            wide > 2 * face.reach
            or high > 2 * face.radius
            or (
                np.hypot(max(0, wide - 2 * (face.reach - face.radius)), high)
                > 2 * face.radius
            )
        ), (left, right)


# ------------------------------------------------------------------------------- any style


@pytest.mark.parametrize("style", ["graph", "grid", "rings"])
def test_every_world_is_drawn_once_with_its_name(style):
    text = draw(FOUR, 7, style=style)
    found = spots(text)
    away = {w for w in FOUR.worlds().tolist() if (w ^ 7).bit_count() > 2}
    wanted = set(FOUR.worlds().tolist()) - (away if style == "rings" else set())
    assert set(map(int, found)) == wanted
    [actual] = [g for g in classes(text, "wk-actual") if "data-world" in g.attrib]
    assert actual.find(f"{SVG}title").text == "a b c (world 7)"
    assert actual.find(f"{SVG}text").text == "abc"


@pytest.mark.parametrize("style", ["graph", "grid", "rings"])
@pytest.mark.parametrize(
    "title", ["", "A title long enough that it takes several lines " * 3]
)
def test_worlds_stay_where_they_stood_after_an_announcement(style, title):
    later = MUDDY.announce("a | b | c").announce("~(K ann a | K bob b | K cat c)")
    before = spots(draw(MUDDY, 3, style=style))
    after = draw(later, 3, before=MUDDY, style=style, title=title)
    assert spots(after) == before
    gone = {
        g.attrib["data-world"]
        for g in classes(after, "wk-gone")
        if "data-world" in g.attrib
    }
    assert (
        gone == {w for w in before if int(w) not in set(later.worlds().tolist())} != set()
    )


@pytest.mark.parametrize("style", ["graph", "grid", "rings"])
def test_every_world_is_on_the_page(style):
    text = draw(FOUR, 7, style=style, title="A title of several lines " * 9)
    left, top, wide, high = map(float, root(text).attrib["viewBox"].split())
    for x, y, width, height in spots(text).values():
        assert left <= x <= x + width <= left + wide
        assert top <= y <= y + height <= top + high


@pytest.mark.parametrize("style", ["auto", "graph", "grid", "rings", "cells"])
@pytest.mark.parametrize("form", ["svg", "dot", "tex"])
def test_the_same_picture_is_the_same_bytes(style, form):
    again = every_world("abc", sees={"ann": "bc", "bob": "ac", "cat": "ab"})
    assert draw(MUDDY, 5, style=style, form=form) == draw(again, 5, style=style, form=form)


@pytest.mark.parametrize("style", ["graph", "grid", "rings", "cells"])
def test_a_screen_reader_hears_the_picture(style):
    tree = root(draw(MUDDY, 3, style=style, title="Mud"))
    assert tree.attrib["role"] == "img"
    assert tree.find(f"{SVG}title").text == tree.attrib["aria-label"] == "Mud: 8 worlds"
    said = tree.find(f"{SVG}desc").text
    assert "ann" in said
    assert "ab" in said or style == "cells"


@pytest.mark.parametrize("style", ["graph", "grid", "rings"])
def test_the_legend_has_every_agent_in_a_color_of_its_own(style):
    text = draw(MUDDY, 3, style=style)
    for agent, color in zip(MUDDY.agents, PALETTE, strict=False):
        assert agent in [e.text for e in root(text).iter(f"{SVG}text")]
        drawn = [e for e in root(text).iter() if e.attrib.get("data-agent") == agent]
        assert drawn
        assert all(color in str(e.attrib) for e in drawn)


def test_an_agent_keeps_its_color_when_others_are_left_out():
    text = draw(MUDDY, 3, agents=["cat"])
    drawn = [e for e in root(text).iter() if "data-agent" in e.attrib]
    assert {e.attrib["data-agent"] for e in drawn} == {"cat"}
    assert all(PALETTE[2] in str(e.attrib) for e in drawn)


def test_dark_and_light():
    assert "prefers-color-scheme:dark" in draw(MUDDY)
    for theme in ("light", "dark"):
        text = draw(MUDDY, theme=theme)
        assert "prefers-color-scheme" not in text
        assert f"wk-{theme}" in root(text).attrib["class"]


@pytest.mark.parametrize("style", ["graph", "grid", "rings", "cells"])
@pytest.mark.parametrize("form", ["svg", "dot", "tex"])
def test_names_may_be_anything(style, form):
    odd = 'a<b>&"c"\\ $x_1^2% {é}\n\x00\ud800]]>#~'
    model = from_cells(
        ["<v>", "w&"], {odd: ["<v>"]}, {odd: [["<v>", "w&"]], "bob": [["<v>"]]}
    )
    text = draw(model, 0, style=style, title=odd, form=form)
    text.encode()
    if form == "svg":
        root(text)
    else:
        assert not any(line.startswith(("]]>", "\x00")) for line in text.splitlines())


def test_small_and_strange_models():
    one = every_world("ab", sees={"ann": "a"}).announce("a & b")
    nobody = every_world("abc", sees={})
    none = MUDDY.restrict(MUDDY.everywhere & ~MUDDY.everywhere)
    bare = Table({}, {"ann": [0, 0, 1]})
    for style in ("auto", "graph", "grid", "rings", "cells"):
        for form in ("svg", "dot", "tex"):
            draw(one, 3, style=style, form=form)
            draw(nobody, 3, style=style, form=form)
            draw(bare, 1, style=style, form=form)
            if style != "rings":
                draw(none, style=style, form=form)
                draw(none, before=MUDDY, style=style, form=form)
    assert set(spots(draw(none, before=MUDDY))) == set("01234567")
    assert "0 worlds" in draw(none)


# ----------------------------------------------------------------------------------- graph


def check_cells_drawn_once(model, drawn):
    """A link for a cell of two, a hub and its spokes for a larger one, and no more."""
    cells = [(a, c) for a in drawn.agents for c in cells_of(model, a) if len(c) > 1]
    links = Counter((link.agent, link.ends) for link in shapes(drawn, Link))
    assert set(links.values()) <= {1}
    two = {(a, tuple(f"w{w}" for w in c)) for a, c in cells if len(c) == 2}
    assert two == {key for key in links if key[1][0].startswith("w")}
    hubs = {hub.name: hub.agent for hub in shapes(drawn, Hub)}
    star = {name: [] for name in hubs}
    for agent, (start, end) in links:
        if start in hubs:
            assert agent == hubs[start]
            star[start].append(int(end[1:]))
    found = {(hubs[name], tuple(sorted(worlds))) for name, worlds in star.items()}
    assert found == {(a, c) for a, c in cells if len(c) > 2}
    assert len(hubs) == len(found)


@st.composite
def small_models(draw):
    """Up to 16 worlds with any cells at all."""
    size = draw(st.integers(1, 16))
    labels = st.lists(st.integers(0, size), min_size=size, max_size=size)
    views = {a: draw(labels) for a in draw(st.sets(st.sampled_from("abcdefgh")))}
    facts = {f: draw(st.lists(st.booleans(), min_size=size, max_size=size)) for f in "pqr"}
    return Table(facts, views, rows=size)


@settings(max_examples=60, deadline=None)
@given(small_models())
def test_a_graph_has_each_cell_once_and_spots_apart(model):
    drawn = made(model, style="graph")
    check_cells_drawn_once(model, drawn)
    check_apart(drawn)
    places = [spot.at for spot in shapes(drawn, Spot)]
    for hub in shapes(drawn, Hub):
        gaps = Rim(drawn.face.radius, drawn.face.reach).gaps([hub.at], places)
        assert gaps.min() > 0


@pytest.mark.parametrize(
    "model", [MUDDY, FOUR, every_world("ab", sees={"ann": "", "bob": "a"})]
)
def test_links_on_a_cube_are_straight_and_touch_no_other_world(model):
    drawn = made(model)
    places = {f"w{spot.world}": spot.at for spot in shapes(drawn, Spot)}
    rim = Rim(drawn.face.radius, drawn.face.reach)
    for link in shapes(drawn, Link):
        others = [at for name, at in places.items() if name not in link.ends]
        assert link.bend == 0
        assert rim.clearance(link.start, link.end, link.bend, others) > 4


def test_agents_who_share_a_pair_have_a_lane_each():
    model = Table({"p": [True, False]}, {agent: [0, 0] for agent in "abc"})
    bends = {link.bend for link in shapes(made(model), Link)}
    assert len(bends) == 3


def test_a_fact_is_a_direction():
    places = {spot.world: spot.at for spot in shapes(made(FOUR), Spot)}
    for bit in (1, 2, 4, 8):
        steps = {
            tuple(np.subtract(places[w | bit], places[w])) for w in places if not w & bit
        }
        assert len(steps) == 1


# ------------------------------------------------------------------------------------ grid


def test_rows_and_columns_are_cells_and_outlines_the_third_agent():
    drawn = made(CARDS, DEAL)
    bands = shapes(drawn, Band)
    assert Counter(band.agent for band in bands) == {"ann": 5, "bob": 5}
    assert [band.agent for band in bands if band.lit] == ["ann", "bob"]
    ringed = {spot.world for spot in shapes(drawn, Spot) if "cleo" in spot.outlines}
    assert ringed == set(CARDS.worlds(CARDS.is_value("cleo", "2")).tolist())
    check_apart(drawn)


@settings(max_examples=40, deadline=None)
@given(models("table"), st.booleans())
def test_each_world_stands_in_the_band_of_its_cells(both, with_at):
    model, _ = both
    if len(model) > 200:
        model = model.restrict(model.claim_of(model.worlds()[:200].tolist()))
    at = int(model.worlds()[0]) if with_at else None
    drawn = made(model, at, style="grid", agents=["bob", "ann", "cat"])
    check_apart(drawn)
    for agent in ("ann", "bob"):
        bands = [band for band in shapes(drawn, Band) if band.agent == agent]
        cells = {frozenset(cell) for cell in cells_of(model, agent)}
        found = {frozenset(inside(band, shapes(drawn, Spot))) for band in bands}
        assert found == cells
        assert len(bands) == len(cells)


def inside(band, some):
    (x, y), (wide, high) = band.corner, band.size
    return [s.world for s in some if x <= s.at[0] <= x + wide and y <= s.at[1] <= y + high]


def test_rows_are_named_by_what_is_seen():
    texts = [e.text for e in root(draw(CARDS, DEAL)).iter(f"{SVG}text")]
    assert [text for text in texts if len(text) == 1] == list("0123401234")


def test_a_hand_is_a_pattern_of_what_is_known():
    def many(held, who):
        return sum((holder == who).astype(int) for holder in held.values())

    def hand(who):
        return lambda **held: sum((h == who) << k for k, h in enumerate(held.values()))

    cards = from_parts(
        {str(k): "abc" for k in range(4)},
        law=lambda **held: (many(held, "a") == 2) & (many(held, "b") == 1),
        sees={"ann": hand("a"), "bob": hand("b")},
    )
    texts = [e.text for e in root(draw(cards, style="grid")).iter(f"{SVG}text")]
    assert {"aabc", "aa??", "?a?a", "?b??"} <= set(texts)


# ----------------------------------------------------------------------------------- rings


def test_rings_are_one_and_two_thoughts_away():
    drawn = made(CARDS, DEAL, style="rings")
    away = {spot.world: np.hypot(*spot.at) for spot in shapes(drawn, Spot)}
    near = CARDS.claim_of([DEAL])
    one = np.bitwise_or.reduce([CARDS.alike(near, (agent,)) for agent in CARDS.agents])
    inner = set(CARDS.worlds(one).tolist()) - {DEAL}
    assert away[DEAL] == 0
    assert max(away[w] for w in inner) < min(
        away[w] for w in away if w not in {DEAL, *inner}
    )
    check_apart(drawn)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 240), st.integers(1, 30), st.integers(0, 2**32 - 1))
def test_spots_of_rings_are_apart_and_every_near_world_has_one(size, kinds, seed):
    rng = np.random.default_rng(seed)
    views = {agent: rng.integers(0, kinds, size) for agent in ("ann", "bob", "cat")}
    model = Table({"p": rng.random(size) < 0.5}, views)
    drawn = made(model, 0, style="rings")
    check_apart(drawn)
    near = {0}
    for _ in range(2):
        near = {
            other
            for view in views.values()
            for world in near
            for other in np.flatnonzero(view == view[world]).tolist()
        }
    assert {spot.world for spot in shapes(drawn, Spot)} == near


def test_each_outer_world_hangs_on_one_inner_world():
    drawn = made(CARDS, DEAL, style="rings")
    faint = Counter(link.ends[1] for link in shapes(drawn, Link) if link.faint)
    assert set(faint.values()) == {1}
    strong = Counter(link.agent for link in shapes(drawn, Link) if not link.faint)
    assert strong == {"ann": 11, "bob": 11, "cleo": 11}


def test_rings_of_a_large_cube():
    names = [f"m{k}" for k in range(16)]
    children = every_world(
        names, sees={f"c{k}": [m for m in names if m != f"m{k}"] for k in range(16)}
    )
    drawn = made(children, 2**16 - 1, style="rings")
    assert len(shapes(drawn, Spot)) == 1 + 16 + 16 * 15 // 2
    check_apart(drawn)
    assert [s.label for s in shapes(drawn, Spot) if s.world == 2**16 - 1] == ["all"]


def test_worlds_that_thought_no_longer_reaches_are_marked():
    chain = Table({}, {"ann": [0, 0, 1], "bob": [0, 1, 1]})
    cut = chain.announce(np.array([True, False, True]))
    text = draw(cut, 0, before=chain, style="rings")
    assert [
        g.attrib["data-world"]
        for g in classes(text, "wk-far")
        if g.attrib.get("data-world")
    ] == ["2"]


# ----------------------------------------------------------------------------------- cells


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["table", "cube"]).flatmap(models), st.data())
def test_sizes_of_cells_by_their_definition(both, data):
    model, _ = both
    agent = data.draw(st.sampled_from(model.agents))
    wanted = sorted(Counter(model.looks(agent).tolist()).values())
    assert sorted(cell_sizes(model, agent).tolist()) == wanted


def test_counts_of_sum_and_product():
    drawn = made(PAIRS, PAIRS.world(x=4, y=13))
    counts = {count.agents: count for count in drawn.counts}
    sam, pat = counts["sam",], counts["pat",]
    assert sum(size * many for size, many in sam.sizes) == 2352
    assert sam.cells == 100 - 5 + 1  # sums 5 to 100
    assert (sam.own_worlds, pat.own_worlds) == (7, 2)  # of 17; of 52


def test_agents_with_equal_counts_are_counted_once():
    [count] = made(FOUR, style="cells").counts
    assert count.agents == FOUR.agents
    assert count.sizes == ((2, 8),)


def test_cells_of_a_cube_with_a_blind_agent():
    blind = every_world([f"p{k}" for k in range(18)], sees={"ann": [], "bob": ["p0"]})
    assert cell_sizes(blind, "ann").tolist() == [2**18]
    assert cell_sizes(blind, "bob").tolist() == [2**17] * 2
    root(draw(blind, 5))


def test_a_notebook_shows_any_model():
    for size in (0, 3, 7, 12, 23):
        names = [f"p{k}" for k in range(size)]
        model = every_world(names, sees={"ann": names[1:], "bob": []})
        assert root(model._repr_svg_()).tag == f"{SVG}svg"
        assert notebook(model) == model._repr_svg_()


# ---------------------------------------------------------------------------------- labels


@given(st.sets(st.text(alphabet="abc_1", min_size=1, max_size=8), min_size=1, max_size=9))
def test_beginnings_differ_and_none_begins_another(names):
    short = beginnings(sorted(names))
    assert len(set(short.values())) == len(names)
    assert all(short.values())


def test_beginnings_by_example():
    assert beginnings(["1", "11"]) == {"1": "1", "11": "11"}
    assert beginnings(["muddy1", "muddy2"]) == {"muddy1": "1", "muddy2": "2"}
    paid = ["paid1", "paid2", "coin1"]
    assert list(beginnings(paid).values()) == ["p1", "p2", "c1"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.text("abcdef", min_size=1, max_size=14), min_size=1, max_size=3, unique=True
    ),
    st.lists(st.text("xyz", min_size=1, max_size=9), min_size=1, max_size=3, unique=True),
)
def test_worlds_that_differ_have_labels_that_differ(facts, values):
    model = from_parts({"PART": values}, sees={}, facts=facts)
    for style in ("graph", "grid"):
        if len(model) <= 16 or style == "grid":
            labels = [spot.label for spot in shapes(made(model, style=style), Spot)]
            assert len(set(labels)) == len(model), labels


def test_labels_are_broken_between_values_only():
    assert broken("012,345,6", 6) == ["012", "345,6"]
    assert broken("abc", 2) == ["abc"]


# ---------------------------------------------------------------------------------- errors


def test_a_style_that_does_not_fit_says_which_would():
    with pytest.raises(BadSetup, match=r"at most 16 worlds, not 60: try grid"):
        draw(CARDS, style="graph")
    with pytest.raises(BadSetup, match=r"at most 200 worlds, not 2352: try cells"):
        draw(PAIRS, style="grid")
    crowd = Table({}, {"ann": np.zeros(300, dtype=int)})
    with pytest.raises(
        BadSetup, match=r"at most 240 worlds around one, not 299: try cells"
    ):
        draw(crowd, 0, style="rings")
    assert [fitting("auto", n) for n in (1, 16, 17, 200, 201)] == [
        "graph", "graph", "grid", "grid", "cells",
    ]  # fmt: skip


def test_wrong_names_and_worlds_are_refused():
    with pytest.raises(UnknownName, match=r"no style 'grpah'; did you mean 'graph'"):
        draw(MUDDY, style="grpah")
    with pytest.raises(UnknownName, match=r"no agent 'anm'; did you mean 'ann'"):
        draw(MUDDY, agents=["anm"])
    with pytest.raises(UnknownName, match=r"form of picture 'png'"):
        draw(MUDDY, form="png")
    with pytest.raises(UnknownName, match=r"theme 'drak'"):
        draw(MUDDY, theme="drak")
    for world in (-1, 8, 10**9):
        with pytest.raises(BadSetup, match=rf"world {world} is not among the 8 worlds"):
            draw(MUDDY, world)
    with pytest.raises(BadSetup, match=r"rings need an actual world"):
        draw(MUDDY, style="rings")
    with pytest.raises(BadSetup, match=r"world 0 was not among the 7 worlds before"):
        draw(MUDDY, before=MUDDY.announce("a | b | c"))
    with pytest.raises(BadSetup, match=r"world 0 is not among the 7 worlds left"):
        draw(MUDDY.announce("a | b | c"), 0, before=MUDDY)


def test_a_grid_refuses_cells_that_are_not_those_of_before():
    before = Table({}, {"ann": [0, 0, 0]})
    after = Table({}, {"ann": [0, 0, 1]})
    with pytest.raises(BadSetup, match="cells of ann"):
        draw(after, before=before, style="grid")
    draw(after, before=before, style="graph")


def test_a_picture_is_saved_whole_or_not_at_all(tmp_path):
    path = tmp_path / "out.svg"
    save("old", path)
    save("new\n", path)
    assert path.read_bytes() == b"new\n"
    with pytest.raises(UnicodeEncodeError):
        save("\ud800", path)
    assert path.read_bytes() == b"new\n"
    assert [file.name for file in tmp_path.iterdir()] == ["out.svg"]
    with pytest.raises(BadSetup, match="cannot write"):
        save("text", tmp_path / "missing" / "out.svg")
    with pytest.raises(BadSetup, match="cannot write"):
        save("text", tmp_path)


# ----------------------------------------------------------------------------- DOT and TikZ


@pytest.mark.parametrize(("model", "at", "style"), [
    (MUDDY, 3, "graph"), (CARDS, DEAL, "grid"), (CARDS, DEAL, "rings"),
])  # fmt: skip
def test_dot_names_each_world_once_and_joins_only_what_is_there(model, at, style):
    lines = draw(model, at, style=style, form="dot").splitlines()
    assert lines[0] == "graph whoknows {"
    assert lines[-1] == "}"
    nodes = Counter(line.split()[0] for line in lines if " [" in line and "--" not in line)
    worlds = {name for name in nodes if name.startswith("w")}
    drawn = made(model, at, style=style)
    assert worlds == {f"w{spot.world}" for spot in shapes(drawn, Spot)}
    assert all(nodes[world] == 1 for world in worlds)
    for line in lines:
        if " -- " in line:
            left, _, right, *_ = line.split()
            assert left in nodes
            assert right in nodes
    assert sum(" -- " in line for line in lines) < 4 * len(worlds)  # never all pairs


@pytest.mark.parametrize("style", ["graph", "grid", "rings", "cells"])
def test_tikz_is_balanced_and_names_the_same_worlds(style):
    text = draw(MUDDY, 3, style=style, form="tex", title="50% & {more}_#")
    assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")
    assert r"50\% \& \{more\}\_\#" in text
    drawn = made(MUDDY, 3, style=style)
    for spot in shapes(drawn, Spot):
        assert text.count(f"(w{spot.world}) at") == 1
    assert text.startswith(r"\documentclass")
    assert text.endswith("\\end{document}\n")


def test_long_names_are_shortened_and_told():
    names = ["the_cat_is_alive", "the_dog_is_alive", "it_rains"]
    text = draw(every_world(names, sees={"Wilhelmina": names[:1]}), 5)
    words = " ".join(e.text or "" for e in root(text).iter(f"{SVG}text"))
    assert "the_c = the_cat_is_alive" in words
    model = Table(
        {},
        {"ann": np.arange(40)},
        {"deal": Part(np.arange(40), tuple("a" * k for k in range(1, 41)))},
    )
    assert [s.label for s in shapes(made(model), Spot)][:2] == ["#0", "#1"]


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_every_belief_is_one_arrow(data):
    """Each link has one head, at the rim of the world that is held possible."""
    names = [f"w{k}" for k in range(data.draw(st.integers(1, 5)))]
    pair = st.tuples(st.sampled_from(names), st.sampled_from(names))
    links = {agent: data.draw(st.sets(pair, max_size=9)) for agent in ("ann", "bob")}
    model = from_links(names, {}, links)
    drawn = made(model, style="graph")
    rim = Rim(drawn.face.radius, drawn.face.reach)
    places = {s.world: s.at for s in drawn.shapes if isinstance(s, Spot)}
    for agent in model.agents:
        heads = [s for s in drawn.shapes if isinstance(s, Head) and s.agent == agent]
        if has_cells(model, agent):
            assert heads == []
            continue
        assert len(heads) == len(links[agent])
        near = Counter(
            min(places, key=lambda w: rim.gaps([head.tip], [places[w]])[0, 0])
            for head in heads
        )
        assert near == Counter(int(to[1:]) for _, to in links[agent])
    loops = [s for s in drawn.shapes if isinstance(s, Loop)]
    own = [1 for a in links if not has_cells(model, a) for u, v in links[a] if u == v]
    assert len(loops) == len(own)


def test_arrows_in_every_form_and_in_no_other_style():
    believed = from_links("uv", {"p": "u"}, {"ann": [("u", "v"), ("v", "v")]})
    assert draw(believed).count("<path d=") == 3  # two heads, and the legend
    assert "w0 -- w1 [" in draw(believed, form="dot")
    assert draw(believed, form="dot").count("dir=forward") == 2
    assert draw(believed, form="tex").count("cycle;") == 2
    with pytest.raises(BadSetup, match="beliefs are arrows, in the style graph"):
        draw(believed, style="grid")
    many = from_links([f"w{k}" for k in range(20)], {}, {"ann": [("w0", "w1")]})
    with pytest.raises(BadSetup, match="of at most 16 worlds"):
        draw(many)
