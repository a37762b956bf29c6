"""All judges over all files of a language."""

from dataclasses import dataclass, field

from . import documents, status
from .corpora import corpora
from .findings import sorted_out
from .judges import complete, corpora as agreement, detection, english, length, numbers, pofilter, quotes, register, script, slots, spelling, structure, terms
from .languages import DATA, languages

# Those that need nothing but PyYAML.
QUICK = (complete, structure, slots, numbers, script, register, terms, quotes, english, length)
SLOW = (spelling, detection, pofilter)
NAMES = [judge.NAME for judge in (*QUICK, *SLOW, agreement)]


@dataclass
class Result:
    """What all judges found in a language."""

    language: object
    texts: int = 0
    # Too short for the judge of detection.
    short: int = 0
    left: list = field(default_factory=list)
    excused: list = field(default_factory=list)
    unused: list = field(default_factory=list)
    # What the judge of agreement counted, by term.
    agreement: dict = field(default_factory=dict)


def findings(templates, language, judges):
    """What judges find in the files of a language."""
    for path in documents.originals(templates):
        original = documents.read(templates, path)
        translation = documents.read(templates, documents.translated(path, language.tag))
        for judge in judges:
            yield from judge.judge(original, translation, language)


def without_original(templates, language):
    """The translations of a language whose original is not there."""
    known = {documents.translated(path, language.tag) for path in documents.originals(templates)}
    for folder in (documents.PAGES, *documents.EMAILS):
        for file in sorted((templates / folder).glob(f"*.{language.tag}.md")):
            if f"{folder}/{file.name}" not in known:
                yield f"{folder}/{file.name}"


def judge_language(templates, language, slow, cache=None, detect=None):
    judges = QUICK
    if slow:
        judges = QUICK + SLOW
        language.data = {**language.data, "detect": detect, "pofilter": pofilter.checker(language.tag), "corpora": corpora(language.tag, cache, agreement.LONGEST)}
        if language.data.get("dictionary"):
            language.data["knows"] = spelling.dictionary(language.data["dictionary"])
    found = list(findings(templates, language, judges))
    result = Result(language)
    if slow:
        found += agreement.judge_sheet(language)
        result.agreement = agreement.compared(language)
    reasons = [each for each in language.reasons if each["judge"] in {judge.NAME for judge in judges} | ({agreement.NAME} if slow else set())]
    result.left, result.excused, result.unused = sorted_out(found, reasons)
    state_of_files(templates, language, result)
    return result


def state_of_files(templates, language, result):
    """Counts the texts, and says for each file whether it has no findings left."""
    before, language.status = language.status, {}
    with_findings = {finding.path for finding in result.left}
    for path in documents.originals(templates):
        original, target = documents.read(templates, path), documents.translated(path, language.tag)
        if not (templates / target).exists():
            continue
        words = documents.read(templates, target).texts.values()
        result.texts += len(words)
        result.short += sum(not detection.long_enough(documents.plain(text.words)) for text in words)
        language.status[target] = status.state(before.get(target), original.digest(), target not in with_findings)


def judge_all(templates, only=None, slow=True, cache=None, data=DATA):
    detect = detection.detector() if slow else None
    return [judge_language(templates, each, slow, cache, detect) for each in languages(templates, data) if not only or each.tag in only]
