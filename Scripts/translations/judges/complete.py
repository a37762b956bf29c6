"""Every file and every text of the original has its translation."""

from ..findings import Finding

NAME = "complete"


def missing(original, translation):
    """The places of texts that a translation lacks or leaves empty."""
    return [place for place in original if place not in translation or not translation[place].words.strip()]


def judge(original, translation, language):
    if translation.error:
        yield Finding(NAME, translation.path, "", translation.path, translation.error)
        return
    for place in missing(original.texts, translation.texts):
        yield Finding(NAME, translation.path, place, place, f"'{original.texts[place].words}' has no translation")
