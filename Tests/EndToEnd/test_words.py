"""What visitors read stands in page specs or in Templates/words, and nowhere else: seen with words in a pseudo-locale.

The words are those of en.yml as `en-XA` has them, without a single letter of ASCII and 40 % longer. So a letter of ASCII on
a page belongs to a spec, or to a value.
"""

import json
import re

import programs
import pytest
from browsers import Look
from rawhttp import ask
from states import APPS, previewed

WORDS = programs.ROOT / "Templates" / "words" / "en.yml"
ACCENTED = dict(zip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "àƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ"))

# Every text that somebody sees or hears, with the values left out that a text has a place for.
TEXTS = """
const texts = [document.title];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (element.closest('script, style') || !element.getClientRects().length) continue;
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
def preview(tmp_path_factory):
    folder = tmp_path_factory.mktemp("words")
    site = programs.copy_site(folder, *APPS)
    words = folder / "Templates" / "words" / "en.yml"
    words.parent.mkdir(parents=True)
    words.write_text(pseudo_words())
    port = programs.free_ports(len(APPS) + 1)
    with programs.Running(programs.LATCHKEY, "preview", "Site", "--port", port, cwd=site.parent):
        yield port


def own_words(app):
    """Everything that an app's specs say, without the marks of Markdown."""
    text = "\n".join(file.read_text() for file in [programs.SITE / app / "app.yml", *(programs.SITE / app).glob("*.md")])
    text = re.sub(r"\[([^\]]*)\]\([^)\"]*(?:\"([^\"]*)\")?\)", r"\1 \2", text)
    text = re.sub(r"\{\{[^}]*\}\}", "\n", text)
    return re.sub(r"\s+", " ", re.sub(r"[*_`>#]", "", text))


@pytest.mark.parametrize("app", APPS)
def test_every_word_of_every_state_is_a_specs_or_in_the_file_of_words(chromium, preview, app):
    chromium.look(Look(390, 1300))
    shown, own = previewed(preview)[app], own_words(app)
    found = {}
    for rendering in shown.renderings:
        rendering.open(chromium, shown.origin, Look())
        strange = [text for text in chromium.run(TEXTS) if re.search("[A-Za-z]", text) and not is_own(text, own)]
        if strange:
            found[str(rendering)] = strange
    assert found == {}


def is_own(text, own):
    """Whether an app's specs say it; some texts are two of theirs, and a pseudo text has values in it."""
    pieces = re.split(r"[\[\]~]+|[·:,] ", text)
    words = [re.sub(r"[^\x00-\x7f]+", "\n", piece).strip() for piece in pieces]
    parts = [part.strip(" .:") for piece in words for part in piece.split("\n") if re.search("[A-Za-z]", part)]
    # Requirements that are met at once are announced as a sentence each.
    return all(part in own or all(sentence in own for sentence in part.split(". ")) for part in parts)


@pytest.mark.parametrize("app", APPS)
def test_so_are_the_404_page_and_what_is_said_without_a_script(preview, app):
    shown, own = previewed(preview)[app], own_words(app)
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


def test_a_pseudo_text_has_no_letter_of_ascii_and_keeps_its_placeholders():
    assert pseudo("Open in the {app} app") == "[Öþéñ îñ ţĥé {app} àþþ ~~~~~~~~]"
