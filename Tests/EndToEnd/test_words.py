"""What visitors read stands in page specs or in Templates/words, and nowhere else: seen with words in a pseudo-locale.

The words are those of en.yml as `en-XA` has them, without a single letter of ASCII and 40 % longer. So a letter of ASCII on
a page belongs to a spec, or to a value.
"""

import html
import json
import re
from email import message_from_bytes
from email.policy import default
from itertools import groupby

import programs
import pytest
import yaml
from browsers import Look
from rawhttp import ask
from states import APPS, previewed

WORDS = programs.ROOT / "Templates" / "words" / "en.yml"
ACCENTED = dict(zip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "àƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ"))

# Every text that somebody sees or hears, and the messages of all outcomes, with the values left out that a text has a place for.
TEXTS = """
const texts = [document.title];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (element.closest('script, style') || !element.getClientRects().length && !element.closest("[id^='outcome.']")) continue;
  if (!element.dataset.value || element.dataset.value === 'wait') texts.push(walker.currentNode.data);
}
for (const element of document.querySelectorAll('*')) {
  if (!element.getClientRects().length) continue;
  for (const name of ['aria-label', 'placeholder', 'title', 'alt']) if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
}
return texts.map(text => text.replace(/\\s+/g, ' ').trim()).filter(Boolean);
"""


def pseudo(text):
    """`[Ţŕý àĝàîñ ~~~~]`: accented, in brackets, and 40 % longer; placeholders stay."""
    words = "".join(
        piece if piece.startswith("{") else "".join(ACCENTED.get(letter, letter) for letter in piece)
        for piece in re.split(r"(\{[a-z]+\})", text)
    )
    return f"[{words} {'~' * round(len(text) * 0.4)}]"


def pseudo_words():
    """The file of words in the pseudo-locale."""

    def changed(line):
        form = re.fullmatch(r"  (text|one|other): (.*)", line)
        if not form:
            return line
        text = json.loads(form[2]) if form[2].startswith('"') else form[2]
        return f"  {form[1]}: {json.dumps(pseudo(text), ensure_ascii=False)}"

    return "\n".join(map(changed, WORDS.read_text().splitlines())) + "\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The sites beside the words of the pseudo-locale."""
    folder = tmp_path_factory.mktemp("words")
    programs.copy_site(folder, *APPS)
    words = folder / "Templates" / "words" / "en.yml"
    words.parent.mkdir(parents=True)
    words.write_text(pseudo_words())
    return folder


@pytest.fixture(scope="module")
def preview(folder):
    port = programs.free_ports(len(APPS) + 1)
    with programs.Running(programs.LATCHKEY, "preview", "Site", "--port", port, cwd=folder) as running:
        yield running.port


def scalars(value):
    """Every text of a YAML document, keys included: a requirement is a key with the words for it."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from [*scalars(key), *scalars(each)]
            if key == "links" and isinstance(each, dict):
                # Words of the label that are links cut it.
                yield from re.split("|".join(map(re.escape, each)), value.get("label", ""))
    elif isinstance(value, list):
        for each in value:
            yield from scalars(each)
    elif value is not None:
        yield str(value)


# Between two pieces of a line of Markdown: what becomes an element of its own, or nothing.
MARKS = re.compile(r"\{\{[#^/][^}]*\}\}|\]\([^)\"]*\"?|\"?\)|[*_`\[\]<>]+|\\\\$")
VALUE = re.compile(r"\{\{[^}]*\}\}")
# Written from CLDR in the language of the page: no text of a file.
DURATION = re.compile(r"\b\d+ (?:second|minute|hour|day)s?\b")


def own_words(app, files="*.md"):
    """The texts of an app's specs, each whole: as they are, and in the pieces into which elements split them."""
    folder = programs.SITE / app
    texts = {*scalars(yaml.safe_load((folder / "app.yml").read_text()))}
    for file in folder.glob(files):
        _, front, body = file.read_text().split("---\n", 2)
        texts |= {*scalars(yaml.safe_load(front))}
        # Quotes without their marks, headings as paragraphs.
        body = re.sub(r"(?m)^#+ (.*)", r"\1\n", re.sub("(?m)^> ?", "", body))
        # Paragraphs, and lines: those that a break ends, and of outcomes.
        for paragraph in [*re.split(r"\n\s*\n|\n(?=[*\[-]|\d+\. )", body), *body.splitlines()]:
            text = re.sub(r"\s+", " ", re.sub(r"^([-*]|\d+\.) +", "", paragraph))
            # A message of an outcome has its name first.
            texts |= {text, text.partition(": ")[2]}
    return {clean(piece) for text in texts for piece in [text, MARKS.sub("", text), *MARKS.split(text)]}


def page_words(app):
    """The same for pages, where each value is in an element."""
    own = own_words(app)
    return own | {clean(piece) for text in own for piece in VALUE.split(text)}


def email_words(app):
    """A pattern for the texts of an app's emails, with example values."""
    name = yaml.safe_load((programs.SITE / app / "app.yml").read_text())["name"]
    values = {"{{app}}": re.escape(name), "{{name}}": "Ada", "{{expires}}": DURATION.pattern}
    values |= {"{{time}}": r"June 5, 2026 at 14:05 UTC", "{{place}}": "Lisbon, Portugal", "{{device}}": "Firefox on Windows"}
    fill = lambda text: "".join(  # noqa: E731
        values.get(piece, r"\S+") if VALUE.fullmatch(piece) else re.escape(piece) for piece in re.split(f"({VALUE.pattern})", text)
    )
    return re.compile("|".join(map(fill, own_words(app, "emails/*.md"))))


def clean(text):
    # Emails fill their preheader with zero-width non-joiners.
    return re.sub(r"[\s\u200c]+", " ", text).strip(" .,:;·")


@pytest.mark.parametrize("app", APPS)
@pytest.mark.sampled(5)
def test_every_word_of_every_state_is_a_specs_or_in_the_file_of_words(chromium, preview, app):
    chromium.look(Look(390, 1300))
    shown, own = previewed(preview)[app], page_words(app)
    found = {}
    # A message with a wait is put together by the script.
    waits = {rendering.page: rendering for rendering in shown.renderings if rendering.condition == "rate-limited"}
    for rendering in [*shown.typical, *waits.values()]:
        rendering.open(chromium, shown.origin, Look())
        strange = [text for text in chromium.run(TEXTS) if re.search("[A-Za-z]", text) and not is_own(text, own)]
        if strange:
            found[str(rendering)] = strange
    assert found == {}


def is_own(text, own):
    """Whether a text is one of an app's specs, one in the pseudo-locale with values of the specs, or several joined by a separator."""
    text = clean(text)
    if not re.search("[A-Za-z]", text) or text in own or DURATION.fullmatch(text):
        return True
    words = re.sub(r"[\[\]~]", " ", text).split()
    values = ["".join(f"{word} " for word in group) for is_pseudo, group in groupby(words, is_accented) if not is_pseudo]
    if any(map(is_accented, words)):
        return all(is_own(value, own) for value in values)
    for separator in (". ", ", ", ": ", " · "):
        parts = text.split(separator)
        for count in range(1, len(parts)):
            if clean(separator.join(parts[:count])) in own and is_own(separator.join(parts[count:]), own):
                return True
    return False


def is_accented(word):
    return not re.search("[A-Za-z]", word) and re.search(r"[^\W\d_]", word) is not None


@pytest.mark.parametrize("app", APPS)
def test_every_word_of_the_404_page_and_of_pages_without_a_script_is_a_specs_or_in_the_file_of_words(preview, app):
    shown, own = previewed(preview)[app], page_words(app)
    port = int(shown.origin.rpartition(":")[2])
    texts = []
    # A link whose parameters were lost on the way is tapped in an email.
    for path in ("/nothing-here", "/open/reset-password", "/open/verify-email?x=%FF"):
        answer = ask(port, path, "User-Agent: Mozilla/5.0 (iPhone) Mobile/15E148 Safari/604.1", host=f"127.0.0.1:{port}")
        assert (answer.status, answer["Content-Type"]) == (404, "text/html; charset=utf-8")
        texts.append(re.search(r"<section>.*</section>", answer.body.decode(), re.S)[0])
    for name in {rendering.page for rendering in shown.renderings}:
        page = ask(port, f"/_preview/{name}", host=f"127.0.0.1:{port}").body.decode()
        texts += re.findall(r"data-unscripted>(.*?)</p>", page, re.S)
    assert len(texts) > 1
    for text in texts:
        for line in re.sub(r"<[^>]*>", "\n", text).splitlines():
            assert not re.search("[A-Za-z]", line) or is_own(line, own), line


@pytest.fixture(scope="module")
def emails(folder):
    result = programs.run(programs.LATCHKEY, "emails", "render", "Site", "--output", "Emails", cwd=folder)
    assert result.returncode == 0, result.stderr
    return folder / "Emails"


@pytest.mark.parametrize("app", APPS)
def test_every_word_of_both_parts_of_an_email_is_a_specs_or_in_the_file_of_words(emails, app):
    own, spec, found = {*own_words(app, "emails/*.md"), "ada@example.com"}, email_words(app), {}
    files = sorted((emails / app).glob("*.eml"))
    assert len(files) >= len(programs.originals((programs.SITE / app / "emails").glob("*.md"))) > 0
    for file in files:
        message = message_from_bytes(file.read_bytes(), policy=default)
        plain, marked = (message.get_body((kind,)).get_content() for kind in ("plain", "html"))
        marked = re.sub(r"<(style|head)\b.*?</\1>|<!--.*?-->", "", marked, flags=re.S)
        texts = [message["subject"], *plain.splitlines(), *map(html.unescape, re.split("<[^>]*>", marked))]
        # An address follows the text of its link in the plain part, and is one's own in the other.
        texts = [clean(re.sub(r" ?\(?(https?://|mailto:)\S+", "", text)) for text in texts]
        found[file.name] = [text for text in texts if not spec.fullmatch(text) and not is_own(text, own)]
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_a_pseudo_text_has_no_letter_of_ascii_and_keeps_its_placeholders():
    assert pseudo("Open in the {app} app") == "[Öþéñ îñ ţĥé {app} àþþ ~~~~~~~~]"
