"""Nothing English left: no sentence that is the original's. Latin words in other scripts are the judge of the script's."""

import re

from ..documents import plain
from . import each_text, sentences

NAME = "english"


def check(original, translation, language):
    ours = {word for term in language.terms.values() for word in words_of(str(term))}
    english = {each.casefold() for each in sentences(plain(original.words))}
    for sentence in sentences(plain(translation.words)) if "@" not in original.words else ():
        # "Code" is German too: the sheet says so.
        if sentence.casefold() in english and re.search(r"[A-Za-z]{2}", sentence) and not words_of(sentence) <= ours:
            yield sentence, f"'{sentence}' is as in the original"


def words_of(text):
    return {word.casefold() for word in re.findall(r"[^\W\d_]+", text)}


judge = each_text(NAME, check)
