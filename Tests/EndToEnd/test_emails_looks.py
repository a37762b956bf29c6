"""How mails look: from 320 to 700 pixels, light and dark, and where an email program removes the style sheet.

The pictures land in .build/screenshots/emails.
"""

import email
import email.policy
import re

import pytest

import engines
import programs
from audits import OVERFLOW
from browsers import Look
from engines import Known
from test_dialects import NAMES, WORDS, write_site
from test_emails import MAILS, SITES, render

PICTURES = programs.ROOT / ".build" / "screenshots" / "emails"
# Every look of every email is for `full`; otherwise the narrowest and the widest of each scheme.
QUICK = [Look(width=320, dark=True), Look(width=700)]
LOOKS = QUICK + [
    pytest.param(look, marks=pytest.mark.full)
    for look in (Look(width=width, dark=dark) for width in (320, 390, 480, 600, 700) for dark in (False, True))
    if look not in QUICK
]
# Rules of axe for web pages that an email in an email program cannot meet.
NOT_FOR_MAILS = ("region", "landmark-one-main")


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    folder = render(tmp_path_factory.mktemp("emails"))
    # The logo is a file of the app's release.
    programs.build(SITES[1], folder / "Output")
    web = (folder / "Output" / "harbour" / "web").as_uri()
    for path in folder.glob("*/*.eml"):
        mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        html = mail.get_body(("html",)).get_content().replace("https://harbour.example/email-logo", f"{web}/email-logo")
        path.with_suffix(".html").write_text(html)
        path.with_suffix(".bare.html").write_text(re.sub(r"(?s)<style>.*?</style>", "", html))
    return folder


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("app, name", MAILS)
@pytest.mark.sampled(16)
def test_a_mail_fits_and_reads_with_its_style_sheet_and_without(documents, chromium, app, name, look):
    PICTURES.mkdir(parents=True, exist_ok=True)
    for kind in ("html", "bare.html"):
        chromium.look(look)
        chromium.open((documents / app / f"{name}.{kind}").as_uri())
        assert chromium.run(OVERFLOW) == []
        problems = [problem for problem in chromium.axe() if not problem.startswith(NOT_FOR_MAILS)]
        assert problems == []
        chromium.screenshot(PICTURES / f"{app}-{name}-{look}{'-bare' if kind != 'html' else ''}.png")


# Where the words around a name stand, each by its left edge.
EDGES = """
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange(), edges = {}
for (let node; (node = walker.nextNode()); ) {
  for (const word of arguments[0]) {
    const start = node.data.indexOf(word)
    if (start < 0) continue
    range.setStart(node, start)
    range.setEnd(node, start + word.length)
    edges[word] = range.getBoundingClientRect().left
  }
}
return edges
"""


def test_a_name_that_turns_the_direction_turns_no_word_but_itself(tmp_path, chromium):
    words = WORDS.replace("LITERALS", "").replace("Hello {{name}},", "Hello {{name}}, first second")
    site = write_site(tmp_path, "/reset?token={token}", "Acme", words)
    result = programs.run(programs.LATCHKEY, "emails", "export", site, "--dialect", "jinja", "--output", tmp_path / "out")
    assert result.returncode == 0, result.stderr
    for name in ("Ada", "\u202eAda", "\u2067Ada", "\u202bעדה", "עדה", "\u200fAda\u200f", "\u061cAda", "\u2066\u202eAda"):
        html = engines.jinja(tmp_path / "out" / "acme", Known("ada@example.com", "t", name=name)).html
        (tmp_path / "email.html").write_text(html)
        chromium.look(Look(width=700))
        chromium.open((tmp_path / "email.html").as_uri())
        edges = chromium.run(EDGES, ["Hello", "first", "second"])
        assert edges["Hello"] < edges["first"] < edges["second"], (name, edges)


@pytest.mark.parametrize("kind", ["200 characters", "right to left", "line breaks"])
def test_values_that_people_choose_do_not_widen_an_email(tmp_path, chromium, kind):
    site = write_site(tmp_path, "/reset?token={token}", "Acme", WORDS.replace("LITERALS", ""))
    result = programs.run(programs.LATCHKEY, "emails", "export", site, "--dialect", "jinja", "--output", tmp_path / "out")
    assert result.returncode == 0, result.stderr
    known = Known(f"{'a' * 64}@{'b' * 60}.example", "t" * 200, name=NAMES[kind], time="now", place="p" * 200, device="d" * 200)
    html = engines.jinja(tmp_path / "out" / "acme", known).html
    PICTURES.mkdir(parents=True, exist_ok=True)
    for ending, document in (("", html), ("-bare", re.sub(r"(?s)<style>.*?</style>", "", html))):
        (tmp_path / "email.html").write_text(document)
        chromium.look(Look(width=320))
        chromium.open((tmp_path / "email.html").as_uri())
        assert chromium.run(OVERFLOW) == []
        assert chromium.run("return document.documentElement.scrollWidth") <= 320
        chromium.screenshot(PICTURES / f"chosen-{kind.replace(' ', '-')}{ending}.png")
