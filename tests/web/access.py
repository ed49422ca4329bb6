"""What a page must hold so that everybody can use it: looked at in a real browser.

Each check gives the faults that it found, in words; `axe` does most of them, and what it
does not see is measured here: pictures, the way of the keyboard, the size of what is
touched, and the width of a phone.
"""

from importlib.resources import files

from selenium.webdriver.common.keys import Keys

WIDE, PHONE = 1400, 390

# What people act upon, as far as it is shown.
COMMON = """
const shown = e => e.checkVisibility({checkOpacity: true, checkVisibilityCSS: true})
  && e.getClientRects().length > 0;
const what = e => e.tagName.toLowerCase() + (e.id ? '#' + e.id : '')
  + (typeof e.className === 'string' && e.className ? '.' + e.className.split(' ')[0] : '')
  + ' "' + (e.ariaLabel || e.textContent || '').trim().slice(0, 40) + '"';
const tabbable = [...document.querySelectorAll('a[href], button, input, select, textarea,'
  + ' [tabindex]')].filter(e => e.tabIndex >= 0 && !e.disabled && shown(e));
"""

FRAME = """
const wrong = [];
const one = (css, name) => {
  const found = [...document.querySelectorAll(css)].filter(shown).length;
  if (found !== 1) wrong.push(`${found} times ${name}`);
};
if (!document.documentElement.lang) wrong.push('no language');
if (!document.title) wrong.push('no title');
one('h1', 'h1'); one('main', 'main'); one('header', 'header'); one('nav', 'nav');
for (const e of document.querySelectorAll('[tabindex]'))
  if (e.tabIndex > 0) wrong.push(`tabindex ${e.tabIndex}: ${what(e)}`);
for (const e of document.querySelectorAll('svg')) {
  if (!shown(e) || e.closest('[aria-hidden=true], [role=img]:not(svg)')) continue;
  if (e.parentElement.closest('svg')) continue;
  const name = e.ariaLabel || e.querySelector(':scope > title')?.textContent
    || document.getElementById(e.getAttribute('aria-labelledby'))?.textContent;
  if (!name || !e.getAttribute('role')) wrong.push(`a picture without a name: ${what(e)}`);
}
return wrong;
"""

# The color of words in pictures against what is drawn below them.
PICTURES = """
const parsed = color => (color.match(/[\\d.]+/g) || []).map(Number);
const bright = ([r, g, b]) => [r, g, b].map(v => v / 255)
  .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
const over = (top, below) => {
  const a = top[3] ?? 1;
  return [0, 1, 2].map(k => a * top[k] + (1 - a) * below[k]);
};
const opacity = e => {
  let all = 1;
  for (; e instanceof Element; e = e.parentElement) all *= getComputedStyle(e).opacity;
  return all;
};
const paint = (e, side) => {
  const style = getComputedStyle(e);
  if (e instanceof SVGElement && e.tagName !== 'svg') {
    if (style.fill === 'none') return null;
    const color = parsed(style.fill);
    if (color.length < 3) return null;
    const part = (color[3] ?? 1) * style.fillOpacity;
    return [...color.slice(0, 3), part * (side ? 1 : opacity(e))];
  }
  const color = parsed(style.backgroundColor);
  return (color[3] ?? 1) ? color : null;
};
const wrong = [];
for (const text of document.querySelectorAll('svg text')) {
  if (!shown(text) || !text.textContent.trim() || text.closest('[aria-disabled]')) continue;
  const box = text.getBoundingClientRect();
  const seen = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    .filter(e => e !== text && !text.contains(e) && e.tagName !== 'text');
  if (!seen.includes(text.ownerSVGElement)) continue;  // scrolled out of sight
  const layers = [];
  for (const e of seen) {
    const color = paint(e);
    if (!color) continue;
    layers.push(color);
    if ((color[3] ?? 1) >= 1) break;
  }
  const below = layers.reverse().reduce((all, top) => over(top, all), [255, 255, 255]);
  const ink = paint(text, true);
  if (!ink) continue;
  ink[3] *= opacity(text);
  if (ink[3] < 0.35) continue;  // faded on purpose: it is gone
  const [low, high] = [bright(over(ink, below)), bright(below)].sort((a, b) => a - b);
  const ratio = (high + 0.05) / (low + 0.05);
  const style = getComputedStyle(text), turned = text.getScreenCTM();
  const scale = Math.hypot(turned.a, turned.b);
  const size = parseFloat(style.fontSize) * scale;
  const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
  if (ratio < (large ? 3 : 4.5))
    wrong.push(`contrast ${ratio.toFixed(2)} of ${what(text)}`
      + ` in ${what(text.ownerSVGElement)}`);
  if (size < arguments[0]) wrong.push(`${size.toFixed(1)} px: ${what(text)}`);
}
return wrong;
"""

# Large enough to be touched, or far enough from others, or a link within a sentence.
TARGETS = """
const wrong = [], least = 24;
const boxes = new Map(tabbable.map(e => [e, (e.closest('.q-field__control') || e)
  .getBoundingClientRect()]));
const middle = box => [box.x + box.width / 2, box.y + box.height / 2];
for (const [e, box] of boxes) {
  if (Math.min(box.width, box.height) >= least - 0.5) continue;
  if (e.matches('p a, li a, label a, .wk-skip')) continue;
  const [x, y] = middle(box);
  const near = [...boxes].some(([other, its]) => other !== e && !other.contains(e)
    && !e.contains(other)
    && Math.hypot(Math.max(its.x - x, 0, x - its.right),
                  Math.max(its.y - y, 0, y - its.bottom)) < least / 2);
  if (near) wrong.push(`${box.width.toFixed(0)} x ${box.height.toFixed(0)} px: ${what(e)}`);
}
const page = document.documentElement;
if (page.scrollWidth > page.clientWidth)
  wrong.push(`${page.scrollWidth - page.clientWidth} px wider than the window`);
return wrong;
"""

FOCUSED = """
const e = document.activeElement, style = getComputedStyle(e);
const field = e.closest('.q-field');
const drawn = () => [...e.children].map(getComputedStyle)
  .map(s => [s.stroke, s.strokeWidth, s.filter]).join();
const differs = () => {  // a part of a picture shows it by its lines
  const now = drawn();
  e.blur();
  const before = drawn();
  e.focus({focusVisible: true});
  return now !== before;
};
const seen = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2)
  || (field && field.matches('.q-field--focused, .q-field--highlighted'))
  || (e instanceof SVGElement && differs());
e.dataset.reached = 'yes';
return [what(e), Boolean(seen) || e === document.body, e === document.body];
"""
MISSED = "return tabbable.filter(e => e.dataset.reached !== 'yes').map(what)"


BUSY = """return [...document.querySelectorAll('.wk-waiting')].some(shown)
  || /thinking …|Looking …/.test(document.body.innerText)"""


def measured(browser, script, *args):
    """What a script of this file finds on the page."""
    return browser.execute_script(COMMON + script, *args)


def axe(browser, *rules):
    """The faults that axe finds: of all its rules, or of some."""
    source = files("axe_core_python").joinpath("axe.min.js").read_text("utf-8")
    if not browser.execute_script("return Boolean(window.axe)"):
        browser.execute_script(source)
    only = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    found = browser.execute_async_script(
        "axe.run(document, arguments[0]).then(arguments[1])", only
    )
    return [
        f"{fault['id']}: {node['html'][:160]} {node['any'] and node['any'][0]['message']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


def resize(browser, width, height=1000):
    """Give the page a window of that size."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def whole(browser, width):
    """Give the page a window in which all of it is seen at once."""
    resize(browser, width)
    tall = browser.execute_script("return document.documentElement.scrollHeight")
    resize(browser, width, min(max(tall, 1000), 8000))


def walked(browser, most=400):
    """Faults on the way of the keyboard through the page."""
    browser.execute_script("document.activeElement.blur(); scrollTo(0, 0)")
    wrong = []
    for step in range(most):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        name, seen, out = measured(browser, FOCUSED)
        if out and step:
            break
        if not seen:
            wrong.append(f"no focus is seen: {name}")
    missed = measured(browser, MISSED)
    return wrong + [f"the keyboard does not reach {name}" for name in missed]
