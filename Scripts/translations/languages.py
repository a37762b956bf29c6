"""What is known of a language: its sheet in `Templates/languages.yml`, and what the judges need in `data/<tag>.yml` beside this file."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import yaml

DATA = Path(__file__).parent / "data"
# The keys of the sheet, in their order; `status` is written by `make translations`.
SHEET = ("name", "register", "quotes", "spacing", "terms", "status")


@dataclass
class Language:
    tag: str
    name: str = ""
    register: str = ""
    quotes: list = field(default_factory=list)
    spacing: str = ""
    terms: dict = field(default_factory=dict)
    status: dict = field(default_factory=dict)
    # script, letters, dictionary, other-address, forms, spelling, names, reasons: see Documentation/Translating.md
    data: dict = field(default_factory=dict)

    @property
    def reasons(self):
        return self.data.get("reasons") or []


def languages(templates, data=DATA):
    """The languages of `languages.yml`, in its order."""
    sheets = yaml.safe_load((Path(templates) / "languages.yml").read_text(encoding="utf-8")) or {}
    return [Language(tag, data=data_of(tag, data), **sheet) for tag, sheet in sheets.items()]


@cache
def data_of(tag, data=DATA):
    file = Path(data) / f"{tag}.yml"
    return (yaml.safe_load(file.read_text(encoding="utf-8")) or {}) if file.exists() else {}
