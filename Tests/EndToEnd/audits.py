"""What must hold in every state of every page: scripts that return a description of each fault.

`Browser.faults` runs several with one command, as a command takes longer than most of them.
"""

from browsers import Look, call

# Without motion, during which WebKit's window sometimes crashes.
NARROW = Look(320, 1800, reduced_motion=True)

# The elements that overflow the window to the right, deepest first.
OVERFLOW = """
const width = document.documentElement.clientWidth;
return [...document.querySelectorAll('body *')]
  .filter(element => element.getClientRects().length && element.getBoundingClientRect().right > width + 0.5)
  .map(element => element.outerHTML.slice(0, 120));
"""

# Targets that are too small to tap. WCAG 2.5.8 exempts links inside a sentence, which are as high as their line.
SMALL_TARGETS = """
return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary')]
  .filter(element => element.getClientRects().length && !element.closest('[aria-hidden=true]'))
  .filter(element => !(element.matches('a') && getComputedStyle(element).display === 'inline'))
  .map(element => [element.closest('label') ?? element, element])
  .map(([target, element]) => [target.getBoundingClientRect(), element])
  .filter(([box]) => box.height < 43.9 || box.width < 43.9)
  .map(([box, element]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${element.outerHTML.slice(0, 120)}`);
"""

# Functions for colours and their contrast.
COLOURS = r"""
const parse = text => {
  const numbers = text.match(/[\d.]+/g).map(Number);
  return { r: numbers[0], g: numbers[1], b: numbers[2], a: numbers.length > 3 ? numbers[3] : 1 };
};
const over = (top, under) => ({
  r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a),
  b: top.b * top.a + under.b * (1 - top.a), a: 1 });
const light = ({ r, g, b }) => [r, g, b].map(part => part / 255)
  .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
const contrast = (a, b) => {
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};
// The colours that can show behind an element, from the nearest that hides what is under it.
const behind = element => {
  const layers = [];
  for (let node = element; node; node = node.parentElement) {
    const style = getComputedStyle(node);
    const stops = style.backgroundImage.match(/rgba?\([^)]*\)/g)?.map(parse) ?? [];
    const plain = parse(style.backgroundColor);
    if (stops.length) { layers.push(stops); if (stops.every(stop => stop.a === 1)) break; }
    if (plain.a > 0) { layers.push([plain]); if (plain.a === 1) break; }
  }
  const canvas = matchMedia('(prefers-color-scheme: dark)').matches ? { r: 18, g: 18, b: 18, a: 1 } : { r: 255, g: 255, b: 255, a: 1 };
  return layers.reverse().reduce((colours, layer) => layer.flatMap(top => colours.map(under => over(top, under))), [canvas]);
};
"""

# The contrast of every text with the colours behind it. axe-core does not decide about text over a gradient; here each stop counts.
LOW_CONTRAST = COLOURS + r"""
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement, words = walker.currentNode.data.trim();
  if (!words || !element.getClientRects().length || element.closest('script, style, noscript, .unseen, [disabled], [aria-disabled=true]')) continue;
  const style = getComputedStyle(element);
  if (style.visibility === 'hidden' || element.closest('[aria-hidden=true]')) continue;
  const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
  const worst = Math.min(...behind(element).map(colour => contrast(over(parse(style.color), colour), colour)));
  if (worst < (large ? 3 : 4.5) - 0.01) found.push(`${worst.toFixed(2)}: ${words.slice(0, 60)}`);
}
return found;
"""

# Controls whose description or label is hidden or missing.
HIDDEN_WORDS = """
return [...document.querySelectorAll('[aria-describedby], [aria-labelledby], [aria-errormessage]')]
  .filter(element => element.getClientRects().length)
  .flatMap(element => ['aria-describedby', 'aria-labelledby', 'aria-errormessage']
    .flatMap(name => (element.getAttribute(name) ?? '').split(' ').filter(Boolean))
    .filter(id => document.getElementById(id) && !document.getElementById(id).getClientRects().length)
    .map(id => `${element.id || element.value}: ${id}`));
"""

# Disabled buttons without a reason. While an operation runs, its button shows that, and the others wait for it.
SILENT = """
if (document.querySelector('[aria-busy]')) return [];
return [...document.querySelectorAll('section:not([hidden]) .action:disabled')]
  .filter(button => !document.getElementById(button.getAttribute('aria-describedby'))?.innerText.trim())
  .map(button => button.innerText);
"""

# Words over two lines: an address may break, and so may what has a hyphen.
BROKEN = r"""
document.documentElement.style.setProperty('font', '200%/1.5 system-ui');
const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
while (walker.nextNode()) {
  const node = walker.currentNode, element = node.parentElement;
  if (!element.getClientRects().length || element.closest('.unseen')) continue;
  for (const { 0: word, index } of node.data.matchAll(/[^\s-]+/g)) {
    if (/[@/.]./.test(word)) continue;
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) found.push(word);
  }
}
return found;
"""

# Animations that last more than 200 ms.
SLOW = """
return [...document.querySelectorAll('*')]
  .filter(element => getComputedStyle(element).transitionDuration.split(',').some(text => parseFloat(text) > 0.2))
  .map(element => `moves slowly: ${element.outerHTML.slice(0, 120)}`);
"""

# The element that a screen reader reads first.
BEARINGS = """
const headings = [...document.querySelectorAll('h1')].filter(heading => heading.getClientRects().length).length;
return headings <= 1 && document.documentElement.lang === 'en' && document.title ? [] : ['no title, no language or two headings'];
"""

# For users who prefer reduced motion. Elements that fade in place do not move, and show that something is in progress.
MOVES = """
const fades = animation => animation.effect.getKeyframes().every(frame => !('transform' in frame) && !('translate' in frame));
return document.getAnimations().filter(animation => !fades(animation))
  .map(animation => `moves: ${animation.effect.target.outerHTML.slice(0, 120)}`);
"""


def described(browser):
    """The names and descriptions of the accessibility tree that have words which nobody sees; only Chromium shows it."""
    if browser.name != "chromium":
        return []
    hidden = browser.run(
        "return [...document.querySelectorAll('main [id][hidden]')].filter(e => !e.getClientRects().length && e.tagName !== 'SECTION')"
        ".map(e => e.textContent.replace(/\\s+/g, ' ').trim()).filter(text => text.length > 3)"
    )
    seen = browser.run("return document.body.innerText.replace(/\\s+/g, ' ')")
    nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    said = [node[key]["value"] for node in nodes if not node["ignored"] for key in ("name", "description") if node.get(key, {}).get("value")]
    return [text for text in hidden if text not in seen and any(text in each for each in said)]


def narrow_faults(browser, is_full):
    """The faults of a page in the narrowest window, there with text of twice the size too."""
    browser.look(NARROW)
    faults = browser.faults(LOW_CONTRAST, OVERFLOW, SMALL_TARGETS)
    # The result for a document is the same in a wider window.
    faults += browser.axe() if is_full else []
    broken, wide = browser.run(f"return [{call(BROKEN)}, {call(OVERFLOW)}]")
    return faults + [f"breaks: {word}" for word in broken] + [f"at 200 %: {line}" for line in wide]
