"""The texts of an original or of its translation, each with its place, and what else the file consists of."""

import re
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import yaml

# The loader in C is ten times faster, where PyYAML has it.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# Files for authors, with placeholders that `latchkey add` fills in: they have no translation.
FOR_AUTHORS = {"catalog/page/page.md", "catalog/email/email.md", "catalog/email/action.md"}
# Written by `Sources` from CLDR, in every language.
GENERATED = {"seconds", "minutes", "hours", "days"}
PAGES, EMAILS, WORDS = "catalog/page", ("catalog/email", "emails/defaults"), "words/en.yml"
# The keys of front matter that are words, and those that say which words they are.
HEAD_WORDS = ("title", "subject", "preheader")
FIELD_WORDS = ("label", "placeholder", "hint", "error")
# In the files of the catalogue: lines for some apps only, and values of the app, filled in when a page is made.
CONDITION = re.compile(r"^<% (?:if|needs) [\w-]+ %>", re.MULTILINE)
VALUE = re.compile(r"<% ([\w-]+) %>")
SLOT = re.compile(r"\{\{[#/^]?\w+\}\}|\{\w+\}")
LINK = re.compile(r'\[((?:[^\[\]]|\{\{\w+\}\})*)\]\(([^)\s]*)(?:\s+"([^"]*)")?\)')


class Text(NamedTuple):
    """A text that is read or heard as one. `kind` is where it stands: title, subject, heading, button, paragraph, word, …"""

    kind: str
    words: str


class Block(NamedTuple):
    """A block of Markdown without its words, which a translation has at the same place: kind, links, emphasis."""

    kind: str
    links: tuple
    marks: tuple


@dataclass
class Document:
    """A file of words, or the Markdown and the words in front matter of a page or an email."""

    path: str
    texts: dict = field(default_factory=dict)
    blocks: dict = field(default_factory=dict)
    # The conditions of lines, in their order.
    conditions: list = field(default_factory=list)
    # Keys that are not words; only a translation's are of interest.
    others: list = field(default_factory=list)
    # What could not be read.
    error: str = ""

    def digest(self):
        """Twelve hexadecimal digits of the SHA-256 of the texts in their order, each with a line feed, in UTF-8."""
        return sha256("".join(f"{text.words}\n" for text in self.texts.values()).encode()).hexdigest()[:12]


def plain(words, slot=" "):
    """What is read of a text: no slots, no marks, no destinations."""
    words = LINK.sub(lambda link: link[1], words)
    # A no-break space stays what it is.
    return re.sub(r"[ \t\n]+", " ", re.sub(r"\*+|`|^> ?", "", SLOT.sub(slot, words))).strip(" ")


def originals(templates):
    """The paths of the English originals, below `Templates`."""
    found = [WORDS]
    for folder in (PAGES, *EMAILS):
        found += [f"{folder}/{each.name}" for each in sorted((templates / folder).glob("*.md")) if each.name.count(".") == 1]
    return [each for each in found if each not in FOR_AUTHORS and (templates / each).exists()]


def translated(path, tag):
    """The path of an original's translation."""
    return f"words/{tag}.yml" if path == WORDS else f"{path.removesuffix('.md')}.{tag}.md"


@cache
def read(templates, path):
    """The document at a path below `Templates`. It is empty, with its error, if it cannot be read."""
    file = Path(templates) / path
    if not file.exists():
        return Document(path, error="the file is missing")
    text = file.read_text(encoding="utf-8")
    try:
        document = words_file(path, text) if path.startswith("words/") else page_or_email(path, filled(text))
    except (yaml.YAMLError, ValueError) as error:
        return Document(path, error=" ".join(str(error).split()))
    document.conditions = CONDITION.findall(text)
    return document


def filled(text):
    """As a page that is made: without the conditions, and with a slot in place of a value; in a link's destination its name."""
    text = re.sub(r"\(((?:mailto:)?)<% ([\w-]+) %>\)", r"(\1\2)", CONDITION.sub("", text))
    return VALUE.sub(lambda value: "{{" + value[1].replace("-", "_") + "}}", text)


def words_file(path, text):
    document = Document(path)
    for key, value in (yaml.load(text, LOADER) or {}).items():
        if key in GENERATED:
            if path != WORDS:
                document.others.append(key)
            continue
        if not isinstance(value, dict) or not isinstance(value.get("text"), str):
            raise ValueError(f"'{key}' has no text")
        document.texts[key] = Text("word", value["text"])
        if path != WORDS:
            document.others += [f"{key}.{other}" for other in value if other != "text"]
    return document


def page_or_email(path, text):
    if not text.startswith("---\n") or "\n---\n" not in text:
        raise ValueError("the file has no front matter")
    head, body = text[4:].split("\n---\n", 1)
    document = Document(path)
    head = yaml.load(head, LOADER) or {}
    for key, value in head.items():
        if key in HEAD_WORDS:
            document.texts[key] = Text(key, str(value))
        elif key == "states":
            for state, keys in value.items():
                read_state(document, state, keys or {})
        else:
            document.others.append(key)
    if path.startswith(PAGES):
        parts = re.split(r"^# (\S+)[ \t]*$", body, flags=re.MULTILINE)
        for state, section in zip(parts[1::2], parts[2::2]):
            read_messages(document, section) if state == "messages" else read_blocks(document, f"# {state}", section)
    else:
        read_blocks(document, "body", body)
    return document


def read_state(document, state, keys):
    for key, value in keys.items():
        if key != "fields":
            document.others.append(f"states.{state}.{key}")
            continue
        for one in value:
            read_field(document, f"states.{state}.fields.{one.get('name')}", one)


def read_field(document, place, keys):
    for key, value in keys.items():
        if key in FIELD_WORDS:
            document.texts[f"{place}.{key}"] = Text(key, str(value))
        elif key == "requirements":
            for part, words in value.items():
                if part == "title":
                    document.texts[f"{place}.requirements.title"] = Text("title", str(words))
                elif part == "rules":
                    for rule in words:
                        document.texts[f"{place}.requirements.{rule.get('rule')}"] = Text("rule", str(rule.get("words")))
                else:
                    document.others.append(f"{place}.requirements.{part}")
        elif key != "name":
            document.others.append(f"{place}.{key}")


def read_messages(document, section):
    for name, words in re.findall(r"^- \*\*([\w*-]+)\*\* ((?:.+\n?)+?)(?=^- |\s*\Z)", section, flags=re.MULTILINE):
        document.texts[f"# messages {name}"] = Text("message", re.sub(r"\s*\n\s*", " ", words.strip()))


def read_blocks(document, place, section):
    document.blocks[place] = []
    for kind, words in markdown_blocks(section):
        links = [(target, bool(busy)) for _, target, busy in LINK.findall(words)]
        marks = (words.count("**"), words.count("*"), words.count("`"))
        document.blocks[place].append(Block(kind, tuple(links), marks))
        at = f"{place} {len(document.blocks[place])}"
        if kind == "button":
            label, _, busy = LINK.fullmatch(words).groups()
            document.texts[at] = Text("button", label)
            if busy:
                document.texts[f"{at} busy"] = Text("busy", busy)
        elif plain(words) or SLOT.search(words):
            document.texts[at] = Text(kind, words)


def markdown_blocks(section):
    """The headings, buttons, quotes, code and paragraphs of Markdown; a paragraph may have several lines."""
    for part in re.split(r"\n[ \t]*\n", section.strip("\n")):
        lines = []
        for line in part.split("\n"):
            if re.match(r"#+ ", line):
                lines.append(("heading", re.sub(r"^#+ ", "", line)))
            elif LINK.fullmatch(line.strip()):
                lines.append(("button", line.strip()))
            elif line.startswith("`") or re.match(r"(?:-|\d+\.) ", line):
                lines.append(("code" if line.startswith("`") else "item", line))
            elif line.startswith(">"):
                quote = re.sub(r"^> ?", "", line)
                lines[-1:] = [("quote", f"{lines[-1][1]} {quote}")] if lines and lines[-1][0] == "quote" else [*lines[-1:], ("quote", quote)]
            elif line.strip():
                again = lines and lines[-1][0] == "paragraph"
                lines[-1:] = [("paragraph", f"{lines[-1][1]} {line}")] if again else [*lines[-1:], ("paragraph", line)]
        yield from lines
