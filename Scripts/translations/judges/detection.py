"""Each text is in the language that its file says, by lingua. Texts that are too short to tell are left out, and counted."""

import re

from ..documents import plain
from ..findings import Finding
from . import pairs

NAME = "detection"
# Characters without slots and names; a character of an East Asian script says more.
ENOUGH, ENOUGH_EAST_ASIAN = 40, 16
SURE = 0.6


def long_enough(words):
    east_asian = len(re.findall(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]", words))
    return east_asian >= ENOUGH_EAST_ASIAN or len(words) >= ENOUGH


def judge(original, translation, language):
    detect = language.data.get("detect")
    for place, _, text in pairs(original, translation) if detect else ():
        words = re.sub(r"App Store|Google Play|JavaScript", " ", plain(text.words))
        if not long_enough(words):
            continue
        found, sureness = detect(words)
        if found != language.tag.split("-")[0] and sureness >= SURE:
            yield Finding(NAME, translation.path, place, text.words, f"looks like '{found}' ({sureness:.0%})")


def detector():
    """A function from a text to the code of its language and how sure that is, among those of Europe and East Asia."""
    from lingua import Language, LanguageDetectorBuilder

    # Each takes memory for its n-grams, so of the neighbours there is one for each pair that is told apart.
    names = """ARABIC PERSIAN HEBREW JAPANESE KOREAN CHINESE ENGLISH GERMAN DUTCH DANISH FRENCH SPANISH CATALAN PORTUGUESE ITALIAN
    ROMANIAN POLISH CZECH RUSSIAN UKRAINIAN BULGARIAN TURKISH AZERBAIJANI"""
    built = LanguageDetectorBuilder.from_languages(*(getattr(Language, name) for name in names.split())).build()

    def detect(words):
        best = built.compute_language_confidence_values(words)[0]
        return best.language.iso_code_639_1.name.lower(), best.value

    return detect
