"""Whether independent translations by people use our word for a term.

The evidence is a count: of the English texts of a project that have the term, in how many translations our word is. A project agrees
if it is in at least half of them; ours should be the word of at least two. Where fewer than two agree, the word that goes with the
term most often in theirs is named. No sentence of theirs is kept."""

import re
from collections import Counter
from typing import NamedTuple

from ..findings import Finding
from .terms import forms_of, pattern, unvowelled

NAME = "corpora"
# What a project needs so that it counts, and the longest text that is looked at: in long ones a term is often put otherwise.
ENTRIES, LONGEST = 2, 120
# Words of the sheet that are no terms in the interface of other programs, or mean something else there.
NOT_COMPARED = {"valid for", "tap", "contact us", "try again", "page", "app", "request", "imprint", "terms", "privacy", "help", "enter", "address"}


# The same thing in the words of other programs, and where a word has another sense there, the sense that we mean.
ENGLISH = {
    "sign in": "(?:sign|log)(?:ged|ning)? ?in",
    "sign-in": "(?:sign|log)-?in",
    "sign up": "sign(?:ed)? ?up|register(?:ed)?",
    "username": "user ?names?",
    "email": "(?:send|sent|sending|receive|received|open|this|an) (?:an |you an |the |this )?e-?mails?(?! address)",
    "email address": "e-?mail address(?:es)?",
    "two-step verification": "two-step (?:verification|authentication)",
    "confirmation code": "confirmation codes?",
    "code": "(?:verification|confirmation|security) codes?|(?:the|a) code",
    "reset": "reset (?:your |my |the )?password|password reset",
    "verify": "verif(?:y|ied|ication)",
}


class Count(NamedTuple):
    """How often a project translates a term, how often with our word, and the word that it uses most."""

    corpus: str
    entries: int
    ours: int
    theirs: str

    @property
    def agrees(self):
        return self.ours * 2 >= self.entries


def counts(term, forms, corpora):
    """A count for each corpus, a mapping of name to pairs of English text and translation, that has the term often enough."""
    english = re.compile(rf"(?<![\w-])(?:{ENGLISH.get(term, pattern(term))})(?![\w-])", re.IGNORECASE)
    forms = [compact(form) for form in forms]
    for name, texts in corpora.items():
        having = [compact(target) for source, target in texts if english.search(source)]
        if len(having) >= ENTRIES:
            ours = sum(any(re.search(form, target, re.IGNORECASE) for form in forms) for target in having)
            others = [compact(target) for source, target in texts if not english.search(source)]
            yield Count(name, len(having), ours, "" if ours * 2 >= len(having) else companion(having, others))


def compact(words):
    """Apostrophes and vowel signs as they are compared."""
    return unvowelled(words).replace("’", "'")


def companion(having, others):
    """The word, or run of East Asian characters, that is most typical of the texts with a term."""
    inside, outside = Counter(), Counter()
    for texts, counter in ((having, inside), (others, outside)):
        for text in texts:
            counter.update(pieces(text))
    best = max(inside, key=lambda piece: (2 * inside[piece] / (inside[piece] + outside[piece] + len(having)), len(piece)), default="")
    return best


def pieces(text):
    """The words of a text, and the two to six characters at each place of East Asian ones."""
    found = {word.casefold() for word in re.findall(r"[^\W\d_]{3,}", text)}
    for run in re.findall(r"[\u3040-\u30ff\u4e00-\u9fff]+", text):
        found |= {run[start : start + size] for size in range(2, 7) for start in range(len(run) - size + 1)}
    return found


def compared(language):
    """For each term of the sheet the counts of all corpora."""
    corpora = language.data.get("corpora") or {}
    return {term: list(counts(term, forms_of(term, language), corpora)) for term in language.terms if term not in NOT_COMPARED and term.lower() not in NOT_COMPARED}


def judge_sheet(language):
    """Findings about the language's sheet. A term that fewer than two projects have is none."""
    for term, found in compared(language).items():
        if len(found) >= 2 and sum(each.agrees for each in found) < 2:
            told = ", ".join(f"{each.corpus} {each.ours} of {each.entries}" + (f" ('{each.theirs}')" if each.theirs else "") for each in found)
            yield Finding(NAME, f"words/{language.tag}.yml", "", term, f"'{term}': ours is '{language.terms[term]}'; {told}")
