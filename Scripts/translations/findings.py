"""What a judge finds, and the reasons for which a finding is none."""

from typing import NamedTuple


class Finding(NamedTuple):
    """Something wrong with a text. `subject` is what a reason names: a word, a term, or the text."""

    judge: str
    path: str
    place: str
    subject: str
    message: str

    def __str__(self):
        return f"{self.path}: {self.place}: {self.judge}: {self.message}" if self.place else f"{self.path}: {self.judge}: {self.message}"


def sorted_out(findings, reasons):
    """The findings without a reason, those with one as pairs, and the reasons that nothing needs.

    `reasons` are mappings with `judge`, `of` (the finding's subject), `reason`, and `in` where it is for texts only that have these
    words."""
    left, excused, used = [], [], []
    for finding in findings:
        reason = next((each for each in reasons if fits(each, finding)), None)
        if reason:
            used.append(reason)
            excused.append((finding, reason["reason"]))
        else:
            left.append(finding)
    return left, excused, [each for each in reasons if each not in used]


def fits(reason, finding):
    return reason["judge"] == finding.judge and str(reason["of"]) == finding.subject and reason.get("in", "") in finding.message
