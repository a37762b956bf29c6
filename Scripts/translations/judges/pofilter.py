"""The checks of Translate Toolkit's pofilter that fit texts which are sentences of pages and emails."""

from ..documents import SLOT, plain
from ..findings import Finding
from . import pairs

NAME = "pofilter"
# Left out: checks of capitals (English headlines are in Title Case), of programs' syntax, and those that the judges of slots, quotes,
# numbers and spelling do by the language's own rules, such as 'endpunc', which wants the English full stop in Japanese.
CHECKS = ("blank", "doublespacing", "doublewords", "emails", "endwhitespace", "escapes", "newlines", "startwhitespace", "tabs", "urls", "xmltags")


def judge(original, translation, language):
    run = language.data.get("pofilter")
    for place, before, after in pairs(original, translation) if run else ():
        for name, message in run(plain(before.words, slot="X"), plain(after.words, slot="X")):
            yield Finding(NAME, translation.path, place, message, f"{name}: {message} in '{after.words}'")


def checker(tag):
    """A function from an original and its translation to the names and messages of the checks that fail."""
    from translate.filters.checks import CheckerConfig, StandardChecker
    from translate.storage.pypo import pounit

    built = StandardChecker(CheckerConfig(targetlanguage=tag.replace("-", "_")))
    wanted = set(CHECKS)

    def run(original, translation):
        unit = pounit(original)
        unit.target = translation
        return [(name, message) for name, message in built.run_filters(unit).items() if name in wanted]

    return run
