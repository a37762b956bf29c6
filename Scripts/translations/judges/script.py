"""Letters of the language's own script and alphabet (CLDR's), outside slots, names and code.

`letters:` of the language's data are the letters beyond a–z of its alphabet, from the exemplar characters of CLDR 41; `encoding:` is
a national character set that has the characters of the language and few of its neighbours'."""

import re
import unicodedata

from ..documents import plain
from . import each_text

NAME = "script"
# What CLDR's likely subtags give, as the first words of the names of letters in Unicode.
SCRIPTS = {
    "Latn": ("LATIN",),
    "Cyrl": ("CYRILLIC",),
    "Arab": ("ARABIC",),
    "Hebr": ("HEBREW",),
    "Jpan": ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "CJK"),
    "Kore": ("HANGUL",),
    "Hans": ("CJK",),
}
# Proper names that are written in Latin letters everywhere.
NAMES = ("App Store", "Google Play", "JavaScript", "you@example.com")


def check(_, translation, language):
    words = translation.words
    for name in sorted([*NAMES, *(language.data.get("names") or [])], key=len, reverse=True):
        words = re.sub(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", " ", words)
    strange, scripts = [], SCRIPTS[language.data["script"]]
    for run in re.findall(r"[^\W\d_]+", plain(words)):
        run = "".join(letter for letter in run if unicodedata.name(letter, "?").split()[0] not in scripts)
        if run:
            strange.append(run)
            yield run, f"'{run}' is not in the script of the language"
    letters, encoding = language.data.get("letters"), language.data.get("encoding")
    for letter in sorted(set(re.findall(r"[^\W\d_]", plain(words)))):
        if any(letter in run for run in strange):
            continue
        if letters and letter not in letters and letter.lower() not in letters and not (language.data["script"] == "Latn" and letter.isascii()):
            yield letter, f"'{letter}' is no letter of the language"
        if encoding and not encodable(letter, encoding):
            yield letter, f"'{letter}' is no character of the language ({encoding})"
    if words != unicodedata.normalize("NFC", words):
        yield "is not in Unicode's composed form (NFC)"


def encodable(letter, encoding):
    try:
        return bool(letter.encode(encoding))
    except UnicodeEncodeError:
        return False


judge = each_text(NAME, check)
