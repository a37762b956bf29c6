"""Quotation marks, spacing and the end of a text, as the language writes them.

`spacing:` of the language's data names rules: `french`, `spanish`, `arabic`, `fullwidth`. `apostrophe:` is the one it uses, and `greeting:` the mark behind "Hello" where it is no comma."""

import re

from ..documents import LINK, SLOT, plain
from . import each_text

NAME = "quotes"
MARKS = "\"“”„‟«»‹›「」『』‚‘’‛"
ENDS = {"。": ".", "．": ".", "？": "?", "؟": "?", "：": ":", "！": "!", "，": ",", "،": ",", "、": ","}


def end(words):
    """The mark at the end of a text, as it is in English; empty for a letter or a slot."""
    words = re.sub(r"\{\{[#^/]\w+\}\}", "", LINK.sub(lambda link: link[1], words))
    words = re.sub(r"[\s*>\"”“»’」』)]+$", "", words)
    last = words[-1:] if not SLOT.search(words) or not SLOT.search(words).end() == len(words) else ""
    last = ENDS.get(last, last)
    return last if last and last in ".?:!…," else ""


def check(original, translation, language):
    words = translation.words
    shown = plain(words, slot="X")
    expected = language.data.get("greeting", ",") if end(original.words) == "," else end(original.words)
    if end(words) != expected and original.words.strip() != ",":
        yield f"ends with '{end(words)}' instead of '{expected}'"
    yield from marks(shown, [mark.strip() for mark in language.quotes], language.data.get("apostrophe") or [])
    yield from spacing(words if original.kind == "word" else shown, shown, language, original)
    rule = language.data.get("spacing")
    if rule in RULES:
        yield from RULES[rule](shown)


def marks(shown, quotes, apostrophe):
    for mark in sorted(set(re.findall(f"[{MARKS}']", shown))):
        inside = re.search(rf"\w{mark}\w|\w{mark}$|\w{mark}\s", shown)
        if mark in apostrophe and inside:
            continue
        if mark not in quotes:
            yield f"{mark} is not among the quotation marks of the language, {' '.join(quotes)}"
    if len(set(quotes)) == 2 and quotes[1] not in apostrophe and shown.count(quotes[0]) != shown.count(quotes[1]):
        yield "a quotation mark has no partner"


def spacing(words, shown, language, original):
    if "..." in shown:
        yield "has three full stops instead of …"
    if re.search(r"[ \u00a0]{2}|^ | $", words) and original.words.strip(" ") == original.words:
        yield "has a space too many"
    if language.data.get("spacing") != "french" and re.search(r"[^\W\d_)\]] [:;!?,.؟،。？：](?:\s|$)", shown):
        yield "has a space before a mark"
    if re.search(r"[!！]", shown) and "!" not in original.words and not (end(original.words) == "," and language.data.get("greeting") == "!"):
        yield "has an exclamation mark"
    # A colon of Latin scripts is followed by a space, where something follows.
    if re.search(r"[^\W\d_][,;:?][^\W\d_X]", shown) and not re.search(r"https?:|mailto:", shown):
        yield "has no space behind a mark"
    for one, other in ("()", "[]"):
        if shown.count(one) != shown.count(other):
            yield "has a bracket without a partner"


def french(shown):
    """Lexique des règles typographiques: a no-break space before a colon and inside guillemets, a narrow one before ; ! ?"""
    if re.search(r"(?<!\u00a0):(?=\s|$)", shown):
        yield "lacks the no-break space (U+00A0) before a colon"
    if re.search(r"(?<!\u202f)[;!?](?=[\s»)]|$)", shown):
        yield "lacks the narrow no-break space (U+202F) before a mark"
    if re.search(r"«(?!\u00a0)|(?<!\u00a0)»", shown):
        yield "lacks the no-break space (U+00A0) inside guillemets"


def spanish(shown):
    if shown.count("?") != shown.count("¿") or shown.count("!") != shown.count("¡"):
        yield "a question lacks its first mark"


def arabic(shown):
    if re.search(r"[?,;]", shown):
        yield "has a Latin mark in place of ؟ ، ؛"


def fullwidth(shown):
    """Marks between East Asian characters are full-width, without spaces."""
    if re.search(r"[\u3040-\u30ff\u4e00-\u9fff」』）X][,.?!:;]", shown):
        yield "has a Latin mark behind an East Asian character"
    if re.search(r"[。，、：？！] | [。，、：？！]|[\u3040-\u30ff\u4e00-\u9fff] [\u3040-\u30ff\u4e00-\u9fff]", shown):
        yield "has a space where the language has none"


RULES = {"french": french, "spanish": spanish, "arabic": arabic, "fullwidth": fullwidth}
judge = each_text(NAME, check)
