"""Everybody can use every page: with a keyboard, a screen reader, weak eyes, or a phone."""

import time

import pytest

from tests.web import access, scenes
from tests.web.serving import until

FEW = ["new davinci", "table mastermind"]
NAMES = scenes.names()
SMALLEST = 11  # pixels of letters in a picture, at the width of a phone


def shown(browser, address, theme):
    """Look at a page once it has come to rest."""
    access.resize(browser, access.WIDE)
    browser.get(address)
    browser.execute_script(f"localStorage.setItem('wk-theme', '{theme}')")
    browser.get(address)
    until(lambda: browser.find_element("tag name", "h1"), what="the page")
    until(lambda: not access.measured(browser, access.BUSY), seconds=240, what="its rest")
    time.sleep(0.5)


def faults(browser, width):
    """What is wrong with a page at a width, in the theme that it has."""
    access.whole(browser, width)
    found = access.axe(browser) + access.measured(browser, access.FRAME)
    found += access.measured(browser, access.PICTURES, SMALLEST)
    return found + (access.measured(browser, access.TARGETS) if width < 500 else [])


def check(browser, address):
    """A page in both themes and at both widths, and on the way of the keyboard."""
    found = []
    for theme in ("light", "dark"):
        shown(browser, address, theme)
        found += [f"{theme}: {fault}" for fault in faults(browser, access.WIDE)]
        found += [f"{theme}, phone: {fault}" for fault in faults(browser, access.PHONE)]
    access.resize(browser, access.WIDE)
    assert found + access.walked(browser) == []


@pytest.mark.parametrize("name", FEW)
def test_everybody_can_use_a_page(lab, browser, name):
    check(browser, scenes.address(lab, name))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name not in FEW])
def test_everybody_can_use_every_page(lab, browser, name):
    check(browser, scenes.address(lab, name))


BAD = """
<title>Bad</title><main><h1>One</h1><h1>Two</h1><button></button>
<p style="color:#aaa">grey</p><a href=# tabindex=3 style="outline:none">x</a>
<div style="width:2000px">wide</div>
<svg width=90 height=20><text y=15 fill="#ccc" font-size="8">pale</text></svg>
"""


def test_a_bad_page_is_found_out(browser):
    browser.get("data:text/html," + BAD.replace("#", "%23"))
    found = " ".join([*faults(browser, access.PHONE), *access.walked(browser)])
    for fault in (
        "no language",
        "2 times h1",
        "button-name",
        "color-contrast",
        "tabindex 3",
        "a picture without a name",
        'of text "pale"',
        "8.0 px",
        "wider than the window",
        "no focus is seen",
    ):
        assert fault in found
