"""No duration or plural written by hand: units come from CLDR, in a slot behind a colon, with no word that depends on them."""

import re
import unicodedata
from collections import Counter

from ..documents import plain
from . import each_text

NAME = "numbers"
DURATION = r"\{\{?(?:wait|expires)\}\}?"
# An ending in brackets, "lien(s)"; the endings of a gender are the judge of the register's.
PLURAL = re.compile(r"\w\((?:s|es|n|en|x|i|y|и|ы|ів|ов|lar|ler)\)", re.IGNORECASE)
SYNTAX = re.compile(r"\{\s*\w+\s*,\s*(?:plural|choice|select)|%[ds]|\$\{|%\(\w+\)s")


def digits(words, numerals=()):
    """The numbers of a text but for those of `numerals`, words that the language writes with a digit, such as 一度 as 1回."""
    words = plain(words)
    for numeral in numerals:
        words = words.replace(numeral, " ")
    return Counter("".join(str(unicodedata.digit(each)) for each in number) for number in re.findall(r"\d+", words))


def check(original, translation, language):
    before, after = digits(original.words), digits(translation.words, language.data.get("numerals") or ())
    for number in (after - before).elements():
        yield f"has the number {number}, which the original has not; a duration comes in a slot"
    for number in (before - after).elements():
        yield f"lacks the number {number}"
    for found in PLURAL.findall(translation.words):
        yield f"has a plural written by hand, '{found}'"
    if SYNTAX.search(translation.words):
        yield "has the syntax of another system's messages"
    for slot in re.finditer(DURATION, translation.words):
        ahead = re.sub(r"[\s*]+$", "", translation.words[: slot.start()])
        if not ahead.endswith((":", "：")):
            yield f"{slot[0]} stands behind no colon, so that it would have to be inflected"
        if re.match(r"\s*[^\W\d_]", translation.words[slot.end() :]):
            yield f"a word follows {slot[0]} that depends on the number"


judge = each_text(NAME, check)
