"""A button that would break on a phone, and a subject that a list of emails would cut off."""

from ..documents import plain
from . import each_text

NAME = "length"
# A button of the original is at most 28 characters; 24 characters are one line at 320 px.
BUTTON, FACTOR, SUBJECT = 24, 1.6, 60


def width(words):
    """Characters, of which those of East Asian scripts are as wide as two others."""
    return sum(2 if "\u2e80" <= each <= "\ud7af" or "\uff00" <= each <= "\uff60" else 1 for each in words)


def check(original, translation, _=None):
    before, after = width(plain(original.words)), width(plain(translation.words))
    if original.kind in ("button", "busy") and after > BUTTON and after > FACTOR * before:
        yield f"the button has {after} characters, and the original {before}"
    if original.kind == "subject" and after > SUBJECT:
        yield f"the subject has {after} characters without slots"


judge = each_text(NAME, check)
