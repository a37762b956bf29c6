"""The judges. Each module has `judge(original, translation, language)`, which yields findings, on pure functions that a table tests."""

import re

from ..documents import Document
from ..findings import Finding


def pairs(original, translation):
    """The texts that both have: place, original and translation."""
    for place, text in original.texts.items():
        if place in translation.texts:
            yield place, text, translation.texts[place]


def each_text(name, check):
    """A judge that looks at one text after the other. `check(original, translation, language)` yields messages, or pairs of the
    subject and the message where the subject is not the whole text; its texts are of type `Text`."""

    def judge(original: Document, translation: Document, language):
        for place, before, after in pairs(original, translation):
            for found in check(before, after, language):
                subject, message = found if isinstance(found, tuple) else (after.words, found)
                yield Finding(name, translation.path, place, subject, message)

    return judge


def sentences(words):
    """The sentences of a text, without the mark at their end."""
    return [each.strip(" .?!:…。？！：؟") for each in re.split(r"(?<=[.?!…。？！؟])\s*", words) if each.strip(" .?!:…。？！：؟")]
