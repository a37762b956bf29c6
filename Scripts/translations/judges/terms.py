"""One term for one thing: where the English text has a term of the sheet, the translation has the language's word for it.

A word may be inflected: of each word of the sheet's the beginning is looked for. `forms:` of the language's data are the beginnings
to look for instead, where a word changes from the front or a verb has several stems; any one of them will do."""

import re

from ..documents import plain
from . import each_text

NAME = "terms"
# English verbs with other forms than an ending, and words that go with a term without being another.
ENGLISH = {
    "choose": "choos(?:e|ing)|chose",
    "sign in": "sign(?:ed|s|ing)? in",
    "sign-in": "sign-in",
    "sign up": "sign(?:ed|s|ing)? up",
    "verify": "verif(?:y|ied|ies|ying)",
    "reset": "reset(?:s|ting)?",
    # As a label of a duration only.
    "valid for": "valid for(?=:)",
    "request": "request(?:s|ed|ing)?",
    "change": "chang(?:e|es|ed|ing)",
    "confirm": "confirm(?:s|ed|ing)?",
    "expire": "expire[sd]?",
    "page": "pages?",
}
# Labels at the foot: where a text is nothing but the word.
LABELS = ("terms", "privacy", "imprint", "help")
# Names, and idioms in which the word has another sense: "Check your email" is the inbox, "Nothing changes" stays as it is.
OTHERWISE = re.compile(
    r"App Store|Google Play|Continue on the Web|Check Your Email|email us|Send reset link|nothing (?:will )?changes?|won't change", re.IGNORECASE
)


def pattern(term):
    return ENGLISH.get(term, re.escape(term).replace(r"\ ", " ") + "(?:s|es)?")


def terms_of(english, terms):
    """The terms of the sheet in an English text, the longest first; a term inside another is not told of."""
    words = OTHERWISE.sub(" ", plain(english))
    for term in sorted(terms, key=lambda each: (-len(each), each)):
        if term.lower() in LABELS:
            if words.strip() == term or words.strip().lower() == term:
                yield term
        elif re.search(rf"(?<![\w-])(?:{pattern(term)})(?![\w-])", words, re.IGNORECASE):
            yield term
            words = re.sub(rf"(?<![\w-])(?:{pattern(term)})(?![\w-])", " ", words, flags=re.IGNORECASE)


def forms_of(term, language):
    """Regular expressions; one of them has to be in the translation."""
    given = (language.data.get("forms") or {}).get(term)
    if given:
        return [given] if isinstance(given, str) else given
    return ["(?s:.*)".join(re.escape(beginning(word)) for word in re.findall(r"[\w'’-]+", str(language.terms[term])) if len(word) > 2) or re.escape(str(language.terms[term]))]


def beginning(word):
    """Two thirds of a word, at least three characters: what inflection leaves."""
    return word if len(word) <= 3 or word > "\u2e80" else word[: max(3, round(len(word) * 0.67))]


def check(original, translation, language):
    # The text between the words may be a link or emphasis.
    words = unvowelled(plain(translation.words))
    for term in terms_of(original.words, language.terms):
        if not any(re.search(unvowelled(form), words, re.IGNORECASE) for form in forms_of(term, language)):
            yield term, f"'{term}' is '{language.terms[term]}' elsewhere: '{words}'"


def unvowelled(words):
    """Without the vowel signs of Arabic, which are written or not."""
    return re.sub("[\u064b-\u0652]", "", words)


judge = each_text(NAME, check)
