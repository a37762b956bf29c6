"""The table of findings in `Documentation/Translations.md`."""

import re
from collections import Counter

START, END = "<!-- written by: make translations -->\n", "<!-- end -->\n"
# The judges in the order of the table, and the head of their column.
COLUMNS = {
    "complete": "complete",
    "structure": "structure",
    "slots": "slots",
    "numbers": "numbers",
    "script": "script",
    "spelling": "spelling",
    "register": "register",
    "terms": "terms",
    "corpora": "corpora",
    "detection": "language",
    "quotes": "punctuation",
    "pofilter": "pofilter",
    "english": "English",
    "length": "length",
}


def into(document, results):
    """A document with the table, which stands between two marks, written anew."""
    return re.sub(re.escape(START) + ".*?" + re.escape(END), lambda _: START + tables(results) + END, document, flags=re.DOTALL)


def tables(results):
    return "\n".join([findings(results), "\n### Reasons\n", reasons(results), "\n### Terms and corpora\n", agreement(results), ""])


def row(cells):
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def findings(results):
    """A row for each language: texts, files that are judged, and for each judge the findings left, with those with a reason behind a plus."""
    lines = [row(["language", "texts", "files judged", *COLUMNS.values()]), row(["---", "---:", "---:", *["---:"] * len(COLUMNS)])]
    for each in results:
        left, excused = Counter(one.judge for one in each.left), Counter(one.judge for one, _ in each.excused)
        judged = sum(entry["state"] != "draft" for entry in each.language.status.values())
        cells = [cell(judge, left[judge], excused[judge], each) for judge in COLUMNS]
        lines.append(row([f"{each.language.name} (`{each.language.tag}`)", each.texts, f"{judged} of {len(each.language.status)}", *cells]))
    return "\n".join(lines)


def cell(judge, left, excused, result):
    if judge == "spelling" and not result.language.data.get("dictionary"):
        return "–"
    if judge == "detection":
        return f"{left}{f' + {excused}' if excused else ''} of {result.texts - result.short}"
    return f"{left} + {excused}" if excused else str(left)


def reasons(results):
    """Each reason once, with the number of findings."""
    lines = [row(["language", "judge", "finding", "findings", "reason"]), row(["---", "---", "---", "---:", "---"])]
    for each in results:
        number = Counter((one.judge, one.subject, reason) for one, reason in each.excused)
        for (judge, subject, reason), count in sorted(number.items()):
            lines.append(row([f"`{each.language.tag}`", COLUMNS[judge], subject.replace("|", "\\|"), count, reason.replace("|", "\\|")]))
    return "\n".join(lines)


def agreement(results):
    """For each term how many of the projects that have it agree, by language; less than two are the findings above."""
    terms = sorted({term for each in results for term, found in each.agreement.items() if len(found) >= 2})
    lines = [row(["term", *(f"`{each.language.tag}`" for each in results)]), row(["---", *["---:"] * len(results)])]
    for term in terms:
        counts = [each.agreement.get(term, []) for each in results]
        lines.append(row([term, *(f"{sum(one.agrees for one in found)}/{len(found)}" if len(found) >= 2 else "–" for found in counts)]))
    return "\n".join(lines)
