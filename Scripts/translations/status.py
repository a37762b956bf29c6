"""The state of each file in `Templates/languages.yml`: draft, judged, or reviewed."""

import yaml

from .languages import SHEET

HEAD = """\
# The languages of the built-in words, pages and emails: how they address the reader, their quotation marks and spacing, and one word
# for one thing. 'make translations' writes 'status': a file without findings of the judges is 'judged'; 'reviewed' is written by hand,
# with the name of a native reader and the date. 'of' is a digest of the English texts (Documentation/Translating.md).
"""
REVIEWED = ("reviewed",)


def state(before, digest, is_clean):
    """The entry of a file. A review counts for the English texts that it was of."""
    if before and before.get("state") in REVIEWED and before.get("of") == digest:
        return before
    return {"state": "judged" if is_clean else "draft", "of": digest}


def text(languages):
    """The whole of `languages.yml`."""
    return HEAD + "".join(sheet(each) for each in languages)


def sheet(language):
    parts = [f"\n{language.tag}:"]
    for key in SHEET[:-1]:
        value = getattr(language, key)
        if key == "terms":
            parts.append("  terms:")
            parts += [f"    {scalar(term)}: {scalar(word)}" for term, word in value.items()]
        elif key == "quotes":
            parts.append(f"  quotes: [{', '.join(scalar(mark, True) for mark in value)}]")
        else:
            parts.append(f"  {key}: {scalar(value)}")
    parts.append("  status:" if language.status else "  status: {}")
    for path, entry in sorted(language.status.items()):
        parts.append(f"    {path}: {{ {', '.join(f'{key}: {scalar(value)}' for key, value in entry.items())} }}")
    return "\n".join(parts) + "\n"


def scalar(value, quoted=False):
    """A YAML scalar on one line, in double quotes where it would be read as something else without."""
    value = str(value)
    if not quoted and plain_enough(value):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def plain_enough(value):
    if value != value.strip() or any(mark in value for mark in (", ", "{", "}", "[", "]")):
        return False
    try:
        return yaml.safe_load(f"a: {value}") == {"a": value}
    except yaml.YAMLError:
        return False
