"""Forms with every kind of field, and outcomes that a contract declares: a site of its own, in either engine."""

import json
from dataclasses import dataclass, field

import backends
import programs
import pytest
from browsers import Look
from pages import Page
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

APP = """
name: Club
local: true
hosts: [club.example]
theme: { accent: "#1D4ED8" }
backend: { contract: club, base: BASE, timeout: 30s, resend-after: 60s }
"""

CONTRACT = """
password: [at-least 8, uncommon]
outcomes: { name-taken: stays, already-a-member: succeeds, invitation-withdrawn: link-dead, queue-full: waits, moving-house: fails }
operations:
  join:
    request:
      method: POST
      url: "{{base}}/join"
      json:
        name: "{{name}}"
        country: "{{country}}"
        phone: "{{phone?}}"
        born: "{{born?}}"
        about: "{{about?}}"
        news: "{{news?}}"
        password: "{{new-password}}"
    outcomes:
      - { status: 201, is: ok }
      - { status: 202, is: already-a-member }
      - { status: 409, is: name-taken }
      - { status: 410, is: invitation-withdrawn }
      - { status: 503, is: moving-house }
      - { status: 425, is: queue-full }
      - { status: 422, is: weak-password }
"""

PAGE = """---
title: Join
start: form
states:
  form:
    fields:
      - { name: name, rule: text, label: Name, autocomplete: name, hint: As in your passport }
      - { name: country, rule: choice, label: Country, options: { de: Germany, at: Austria }, autocomplete: country, error: Choose a country }
      - { name: phone, rule: tel, label: Phone, optional: true, hint: With country code, error: Enter a phone number }
      - { name: born, rule: date, label: Date of birth, optional: true, autocomplete: bday }
      - { name: about, rule: text, label: About you, lines: 4, optional: true, placeholder: A few words }
      - name: new-password
        rule: password
        label: Password
        requirements: { title: It needs, rules: [{ rule: at-least 8, words: 8 characters }, { rule: uncommon, words: no common password }] }
      - { name: news, rule: consent, label: Send me news, optional: true }
    join: { ok: done, already-a-member: member, link-*: over }
  done: { icon: check }
  member: { icon: check }
  over: { icon: warning }
---
# form
## Join
[Join](run:join "Joining…")

# done
## Welcome
[Back](#form)

# member
## You Are a Member
[Back](#form)

# over
## Invitation Withdrawn
[Back](#form)

# messages
- **name-taken** This name is taken.
- **weak-password** This password is too common.
- **queue-full** Too many at once. Try again in {{wait}}.
"""


@dataclass
class Club:
    """Answers as it is told, and remembers what it was asked."""

    status: int = 201
    asked: list = field(default_factory=list)
    trouble: object = None
    port: int = 0

    address = backends.Artitec.address

    def answer(self, path, body):
        return self.status, {}


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    folder = tmp_path_factory.mktemp("club")
    (folder / "Templates" / "backends").mkdir(parents=True)
    (folder / "Templates" / "backends" / "club.yml").write_text(CONTRACT)
    site = folder / "Site" / "club"
    site.mkdir(parents=True)
    with backends.serving(Club()) as backend:
        (site / "app.yml").write_text(APP.replace("BASE", backend.address))
        (site / "join.md").write_text(PAGE)
        programs.build(folder / "Site", folder / "out", "--no-compress", cwd=folder)
        with programs.serve(folder / "out", "--as", "club.example") as running:
            yield backend, f"http://127.0.0.1:{running.port}"


@pytest.fixture
def backend(club):
    club[0].status = 201
    club[0].asked.clear()
    return club[0]


@pytest.fixture
def page(club, backend, browser):
    browser.look(Look(390, 1200))
    return Page(browser, club[1], begins_anew=True).open("/join").shows("form")


def control(page, name):
    return page.browser.driver.find_element(By.CSS_SELECTOR, f"section:not([hidden]) [name='{name}']")


def fill(page):
    """What has to be there."""
    control(page, "name").send_keys("Ada")
    Select(control(page, "country")).select_by_visible_text("Austria")
    control(page, "new-password").send_keys("Sunflower-7")


def sent(backend):
    return [json.loads(asked.body) for asked in backend.asked if asked.method == "POST"]


def test_every_kind_of_field_has_its_element_type_and_autocomplete(page):
    def attributes(name):
        return page.run(
            "const e = document.getElementById('form.' + arguments[0]);"
            "return [e.localName, e.type, e.autocomplete, e.required, e.labels[0].innerText.trim()]",
            name,
        )

    assert {name: attributes(name) for name in ["name", "country", "phone", "born", "about", "news"]} == {
        "name": ["input", "text", "name", True, "Name"],
        "country": ["select", "select-one", "country", True, "Country"],
        "phone": ["input", "tel", "tel", False, "Phone (optional)"],
        "born": ["input", "date", "bday", False, "Date of birth (optional)"],
        "about": ["textarea", "textarea", "", False, "About you (optional)"],
        "news": ["input", "checkbox", "", False, "Send me news (optional)"],
    }
    assert [option.text for option in Select(control(page, "country")).options] == ["Choose…", "Germany", "Austria"]


def test_a_field_is_described_by_its_hint_and_its_error(page):
    described = "return document.getElementById('form.phone').getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id).innerText.trim())"
    assert page.run(described) == ["With country code"]
    control(page, "phone").send_keys("12" + Keys.TAB)
    assert page.run(described) == ["With country code", "Enter a phone number"]


def test_empty_optional_fields_are_not_sent(page, backend):
    fill(page)
    page.press("Join").shows("done")
    assert sent(backend) == [{"name": "Ada", "country": "at", "password": "Sunflower-7"}]


def test_an_empty_optional_field_has_no_tick(page):
    control(page, "phone").send_keys("+49 30 901820")
    right = "return document.getElementById('form.phone').closest('.field').classList.contains('right')"
    assert page.run(right)
    control(page, "phone").send_keys(*[Keys.BACKSPACE] * 14)
    page.until(lambda: not page.run(right), "no tick")


def test_values_are_sent_in_the_format_of_their_rules(page, backend):
    fill(page)
    control(page, "phone").send_keys("+49 (0)30 / 901820")
    page.run(
        "const e = document.getElementById('form.born'); e.value = '1990-05-17'; e.dispatchEvent(new Event('input', { bubbles: true }))"
    )
    control(page, "about").send_keys("Two", Keys.ENTER, "lines")
    control(page, "news").click()
    page.press("Join").shows("done")
    assert sent(backend) == [
        {
            "name": "Ada", "country": "at", "phone": "+4930901820", "born": "1990-05-17", "about": "Two\nlines", "news": "on",
            "password": "Sunflower-7",
        }
    ]  # fmt: skip


def test_wrong_fields_are_named_and_nothing_is_sent(page, backend):
    control(page, "phone").send_keys("12")
    page.press("Join").says("Check these fields:")
    assert page.errors == ["Choose a country", "Enter a phone number"]
    named = page.run("return [...document.querySelectorAll('.message button:not(.dismiss)')].map(each => each.textContent)")
    assert named == ["Name", "Country", "Phone (optional)", "Password"]
    assert sent(backend) == []


@pytest.mark.parametrize(
    ["status", "leads"],
    [(202, "#member"), (409, "This name is taken."), (410, "#over"), (425, "Too many at once. Try again in 60 seconds."),
     (503, "Something went wrong on our end.")],
)  # fmt: skip
@pytest.mark.sampled(3)
def test_a_declared_outcome_leads_to_its_state_or_message(page, backend, status, leads):
    backend.status = status
    fill(page)
    page.stops_clock().press("Join")
    if leads.startswith("#"):
        page.shows(leads[1:])
    else:
        page.says(leads)
        assert page.state == "form"


def test_a_common_password_is_marked_after_the_backend_refused_it(page, backend):
    line = "const e = document.querySelector('[data-rule=uncommon]'); return [e.className, e.innerText.replace(/\\s+/g, ' ').trim()]"
    backend.status = 422
    fill(page)
    assert page.run(line) == ["", "no common password"]
    page.press("Join").says("This password is too common.")
    assert page.run(line) == ["unmet", "not met: no common password"]
    control(page, "new-password").send_keys("x")
    assert page.run(line) == ["", "no common password"]
    # The refusal still stands beside it.
    assert not page.run("return document.querySelector('.right [name=new-password]')")
    control(page, "new-password").send_keys(Keys.BACKSPACE)
    assert page.run(line) == ["unmet", "not met: no common password"]


def test_a_form_of_every_kind_passes_axe_and_fits_320_pixels(page, browser):
    browser.look(Look(320, 1400))
    assert browser.axe() == []
    assert page.run("return document.documentElement.scrollWidth") <= 320
    pictures = programs.ROOT / ".build" / "screenshots"
    pictures.mkdir(parents=True, exist_ok=True)
    browser.screenshot(pictures / f"inputs.{browser.name}.png")
