"""The same slots and conditions as in the original, spelled the same, and each condition around the same slots."""

import re
from collections import Counter

from ..documents import SLOT
from . import each_text

NAME = "slots"
CONDITION = re.compile(r"\{\{([#^])(\w+)\}\}(.*?)\{\{/\2\}\}", re.DOTALL)
# A slot with a mark lost, or a translated name in it.
BROKEN = re.compile(r"\{[^{}]*[^{}\w#/^][^{}]*\}|(?<!\{)\{\w+\}\}|\{\{[#/^]?\w+\}(?!\})")


def check(original, translation, _=None):
    before, after = Counter(SLOT.findall(original.words)), Counter(SLOT.findall(translation.words))
    for slot in (before - after).elements():
        yield f"{slot} is missing"
    for slot in (after - before).elements():
        yield f"{slot} is not in the original"
    if BROKEN.search(translation.words):
        yield f"{BROKEN.search(translation.words)[0]} is no slot"
    if before == after and conditions(original.words) != conditions(translation.words):
        yield f"the conditions hold {conditions(translation.words)} instead of {conditions(original.words)}"


def conditions(words):
    """Each condition of a text with the slots inside, without regard to the order."""
    return sorted((mark + name, sorted(SLOT.findall(inside))) for mark, name, inside in CONDITION.findall(words))


judge = each_text(NAME, check)
