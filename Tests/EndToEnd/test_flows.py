"""What holds in the flows of all five apps, by the tables in `apps/`: outcomes, links, emails, and what a page keeps or shows."""

import json
import re
from urllib.parse import unquote

import backends
import pytest
from apps import rows
from browsers import NOWHERE
from flows import IMAGE, KEPT, NEW, RESEND, VALUES, faults_in_every_look, is_harmless, possible_outcomes, requests_with, scan
from sandboxes import PERSON
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

# The apps whose pages are tested in both engines where it is about safety.
BOTH_ENGINES = ["artitec"]

# MARK: Outcomes


def turns(app):
    """Each place with the outcomes of one visit, and whether no visit before has ended in the same state."""
    seen = set()
    for place in app.PLACES:
        for outcomes in place.turns:
            end = (place.page, place.leads[outcomes[-1]])
            yield place, outcomes[-1], outcomes, end not in seen
            seen.add(end)


@rows(["place", "last", "outcomes", "is_first"], turns, "{0}.{1}")
@pytest.mark.sampled(24)
def test_an_outcome_leads_to_its_state_or_message(page, backend, place, last, outcomes, is_first, is_full, app):
    """All outcomes with a message in one visit, before the first that leads on."""
    place.check(page, backend, outcomes)
    if is_full and is_first:
        assert faults_in_every_look(page, f"{app}.{place}.{last}") == {}


@rows(["place"], lambda app: [(place,) for place in app.PLACES])
def test_every_possible_outcome_of_an_operation_has_a_state_or_message(backend, place):
    assert set(place.leads) == possible_outcomes(backend, place.operation)


# MARK: Addresses


def addresses(app):
    """Each address with its state, and whether no address before has led there."""
    seen = set()
    for address, state in app.ADDRESSES:
        end = (address.partition("?")[0].partition("#")[0], state)
        yield app, address, state, end not in seen
        seen.add(end)


@rows(["tables", "address", "state", "is_first"], addresses, "{1:.80}", [*BOTH_ENGINES, "recruiting-compass"])
@pytest.mark.sampled(16)
def test_an_address_shows_its_state_and_only_fixed_parameters_stay_in_it(page, backend, tables, address, state, is_first, is_full, app):
    page.open(address).shows(state)
    assert is_harmless(page, tables.SCHEME, *tables.HOSTS)
    path, _, rest = re.fullmatch("([^?#]*)([?#]?)(.*)", address).groups()
    assert page.run("return [location.origin, location.pathname, location.hash]") == [page.origin, path, ""]
    fixed = {item for item in re.split("&amp;|&|#", rest) if item.startswith(("mode=", "type=", "error_code="))}
    assert {*page.run("return location.search").strip("?").split("&")} - {""} <= fixed
    assert not any(page.run(VALUES))
    assert ("incomplete" in page.text.lower()) == (state == "incomplete")
    assert len(backend.requests) == (state in tables.CHECKED)
    if is_full and is_first:
        assert faults_in_every_look(page, f"{app}{path.replace('/', '.')}.{state}") == {}


# Entries of a page's history that it has not made.
ENTRIES = [{"state": "constructor"}, {"state": "<b>"}, {"state": 7}, "sent", [], {"email": 7, "asked": "x"}]


@rows(["address", "state", "entered"], lambda app: [app.GUARDED], "{0}", engines_differ=BOTH_ENGINES)
@pytest.mark.sampled(6)
def test_a_reload_with_an_unknown_history_entry_shows_the_state_of_the_address(page, address, state, entered):
    page.open(address).shows(state)
    for entry in [{"state": entered}, *ENTRIES]:
        page.run("history.replaceState(arguments[0], '')", entry)
        page.browser.driver.refresh()
        page.shows(state)


# MARK: Links


# The link into the app, if it is offered.
APP_LINK = "const link = document.querySelector('.open'); return link && !link.hidden ? link.getAttribute('href') : ''"


def links(app):
    return [(link.name, app.FORM, link) for link in app.LINKS]


@rows(["name", "form", "link"], links, engines_differ=BOTH_ENGINES)
@pytest.mark.sampled(4)
def test_a_scan_of_a_link_sends_nothing_and_the_link_then_works_once(page, backend, name, form, link):
    address = link.mail(backend)
    backend.asked.clear()
    link.visit(page, address, link.state)
    scan(page, address)
    assert page.state == link.state
    assert len(backend.requests) == link.checks
    link.visit(page, address, link.state, link.end)
    link.visit(page, address, *link.used)
    assert page.run(APP_LINK) == ""
    link.way_on(page)


@rows(["name", "form", "link"], links, engines_differ=BOTH_ENGINES)
@pytest.mark.sampled(2)
def test_the_secret_of_a_link_is_sent_to_the_backend_alone_and_gone_after_use(page, backend, name, form, link):
    address = link.mail(backend)
    # As it is in an address, and as it is in a body.
    written = link.secret(address)
    secret = unquote(written)
    form.open(page)
    if page.browser.name == "chromium":
        page.browser.driver.get_log("performance")
    backend.asked.clear()
    link.visit(page, address, link.state)
    assert page.run(APP_LINK) == link.opens.format(written)
    assert link.account in page.text
    assert {*page.run("return [...document.querySelectorAll('section:not([hidden]) [autocomplete=username]')].map(each => each.value)")} <= {link.account}
    assert secret not in page.run(KEPT)
    link.fill(page.watches())
    assert NEW not in page.run(KEPT)
    page.press(link.press).shows(link.end)
    requests = [(method, path, body) for (method, path, _), (*_, body) in zip(link.requests(written), link.requests(secret))]
    page.until(lambda: len(backend.requests) >= len(requests), "the requests")
    assert {each["cache"] for each in page.completes().run("return window.asked")} == {"no-store"}
    assert [text for text in [secret, NEW, *backend.sessions] if text in page.run(KEPT)] == []
    assert secret not in page.run("return document.documentElement.outerHTML")
    assert ({*page.run("return Object.values(history.state)")}, page.run(APP_LINK)) == ({link.end}, "")
    assert not {secret, NEW} & {*page.run("return [...document.querySelectorAll('input')].map(each => each.value)")}

    asked = [each for each in backend.requests if any(text in each.text for text in (secret, written, NEW))]
    assert [(each.method, backend.path(each), body and json.loads(each.body)) for each, (_, _, body) in zip(asked, requests)] == requests
    assert len(asked) == len(requests)
    for each in backend.asked:
        assert "Cookie" not in each.headers and each.headers.get("Referer") in (None, link.is_origin_sent and page.origin + "/")
        assert secret not in str([value for field, value in each.headers.items() if field != "Authorization"])
    if page.browser.name == "chromium":
        paths = {backend.address + path.partition("?")[0] for _, path, body in requests if NEW not in str(body) or secret in str(body)}
        assert requests_with(page, secret, written) - {page.origin + re.split("[?#]", address)[0]} == paths
    page.browser.driver.refresh()
    page.shows(link.end)


@rows(["name", "form", "link"], links)
@pytest.mark.sampled(3)
def test_a_reload_of_an_opened_link_asks_for_the_link_again(page, backend, name, form, link):
    link.visit(page, link.mail(backend), link.state)
    page.browser.driver.refresh()
    page.shows(link.reloaded)


@rows(["name", "form", "link"], links)
@pytest.mark.sampled(6)
def test_a_link_works_until_it_expires(page, backend, name, form, link):
    address = link.mail(backend)
    backend.advance(f"{link.lives - 1}m")
    link.visit(page, address, link.state, link.end)
    backend.begin()
    address = link.mail(backend)
    backend.advance(f"{link.lives + 1}m")
    link.visit(page, address, *link.expired)


# MARK: Emails


def forms(app):
    return [(app.FORM,)]


@rows(["form"], forms, "form")
@pytest.mark.sampled(4)
def test_an_email_form_refuses_a_wrong_address_on_blur_and_waits_for_a_right_one(page, backend, form):
    form.open(page)
    button, border = page.button(form.press), "return document.querySelector('section:not([hidden]) .field').className"
    assert page.is_ready(form.press) != form.waits
    page.watches()
    for email in form.wrong:
        page.type("email", email)
        assert (page.errors, page.run(border), page.is_ready(form.press)) == ([], "field", not form.waits)
        page.keys(Keys.ENTER, Keys.TAB).until(lambda: page.errors == [form.error], "the error")
        assert page.field("email").get_attribute("aria-invalid") == "true"
        assert (page.state, page.run(border), page.is_ready(form.press)) == (form.state, "field wrong", not form.waits)
        page.type("email", PERSON)
        assert (page.errors, page.run(border), page.is_ready(form.press)) == ([], "field right", True)
    assert page.requested == []


@rows(["form"], forms, "form")
@pytest.mark.sampled(6)
def test_a_double_click_sends_one_email_and_the_button_says_so_meanwhile(page, backend, form):
    button = form.open(page).type("email", PERSON).button(form.press)
    backend.trouble = backends.paused
    ActionChains(page.browser.driver).double_click(button).perform()
    page.until(lambda: button.text.strip() == "Sending…", "the label of the busy button")
    assert (button.get_attribute("aria-busy"), button.is_enabled(), page.said) == ("true", False, "Sending…")
    assert page.field("email").get_attribute("readonly") == "true"
    for _ in range(3):
        page.run("const [button] = arguments; button.click(); button.form.requestSubmit()", button)
        page.field("email").send_keys(Keys.ENTER)
    backend.trouble = None
    page.shows(form.next)
    assert len(backend.calls(form.path)) == len(backend.mails()) == 1


@rows(["form"], lambda app: [(app.FORM,)] if app.FORM.elsewhere else [], "form")
@pytest.mark.sampled(4)
def test_leaving_a_page_while_it_sends_cancels_the_request_and_back_shows_the_form(page, backend, form):
    address, state = form.elsewhere
    form.open(page).type("email", PERSON)
    backend.trouble = backends.held
    page.press(form.press).until(lambda: backend.calls(form.path), "a request")
    page.open(address).shows(state)
    assert page.alert == ""
    page.browser.driver.back()
    page.shows(form.state).is_idle()
    assert page.alert == ""


@pytest.mark.only("chromium")
@rows(["form"], forms, "form")
@pytest.mark.sampled(2)
def test_without_a_connection_an_email_form_says_so_and_sends_afterwards(page, form, chromium):
    form.open(page).type("email", PERSON)
    network = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    chromium.driver.execute_cdp_cmd("Network.enable", {})
    chromium.driver.execute_cdp_cmd("Network.emulateNetworkConditions", network)
    try:
        page.press(form.press).says(form.offline)
    finally:
        chromium.driver.execute_cdp_cmd("Network.emulateNetworkConditions", dict(network, offline=False))
    page.press(form.press).shows(form.next)


@rows(["form"], forms, "form")
@pytest.mark.sampled(6)
def test_pages_answer_known_and_unknown_addresses_alike(page, backend, form):
    seen = set()
    for email in form.alike:
        page.browser.open("about:blank")
        form.send(page, email)
        seen.add(re.sub(r"\d\d:\d\d|\d+ seconds?|\d minutes?", "…", page.text.replace(email, "…")))
    assert len(seen) == 1, seen
    assert [mail["to"] for mail in backend.mails()] == [*form.mailed]


@rows(["form"], forms, "form")
@pytest.mark.sampled(2)
def test_another_email_can_be_requested_after_the_wait(page, backend, form):
    button = form.send(page).button(form.again)
    assert not button.is_enabled()
    assert re.search(r"[Yy]ou can send another|To send another email, please wait:", page.reason(form.again))
    backend.advance("61s")
    page.passes(RESEND).allows(form.again).press(form.again)
    page.until(lambda: [mail["to"] for mail in backend.mails()] == [PERSON, PERSON], "a second email")
    assert not page.shows(form.again_state).is_idle().button(form.again).is_enabled()


@rows(["form"], forms, "form", engines_differ=BOTH_ENGINES)
@pytest.mark.sampled(6)
def test_storage_holds_the_time_of_the_next_email_without_its_address_until_then(page, backend, form):
    form.open(page).stops_clock().type("email", PERSON).press(form.press).shows(form.next)
    page.until(lambda: page.run("return localStorage.length"), "a digest").completes()
    kept = json.loads(page.run("return localStorage.latchkey"))
    times = [time for name, time in kept.items() if name != "key"]
    assert times and min(times) > 1_700_000_000_000
    assert page.run("return [localStorage.length, sessionStorage.length, document.cookie]") == [1, 0, ""]
    assert page.run("return history.state") == {"state": form.next}
    assert PERSON not in page.run("return JSON.stringify([localStorage, location.href])")
    page.passes(RESEND + 1)
    assert page.run("return localStorage.length") == 0
    # A reload shows the same, and the address still is in no storage.
    page.browser.driver.refresh()
    page.shows(form.next)
    assert PERSON in page.text
    assert page.run("return [localStorage.length, sessionStorage.length]") == [0, 0]
    # What a tab has left that was closed before.
    page.open(NOWHERE).run("localStorage.latchkey = JSON.stringify({ key: 'a', b: Date.now() - 1 })")
    form.open(page)
    assert page.run("return localStorage.length") == 0


# MARK: Answers

# What a backend, or something before it, may send in place of an answer.
REFUSALS = [backends.status(500, {"detail": "boom"}), backends.status(307, b"", [("Location", "https://elsewhere.example/")])]
UNREADABLE = [backends.html, backends.rubbish]
UNREACHABLE = [backends.nothing, backends.no_cors]


@rows(["place", "is_read", "tables"], lambda app: [(*app.NO_ANSWERS, app)])
@pytest.mark.sampled(4)
def test_what_is_no_answer_leaves_state_and_fields_and_can_be_retried(page, backend, place, is_read, tables):
    """`is_read` if the operation reads the body of a success."""
    if place.press:
        place.reach(page, backend)
    button, typed = place.press, page.run(VALUES)
    for backend.trouble in REFUSALS + UNREADABLE * is_read + UNREACHABLE:
        if button:
            page.press(button)
        else:
            place.reach(page, backend)
            button = "Try again"
        page.says(place.leads["network" if backend.trouble in UNREACHABLE else "server"])
        assert page.state == place.state and (not place.press or page.run(VALUES) == typed)
        assert is_harmless(page, tables.SCHEME)
    backend.trouble = None
    backend.choose(place.operation, "ok")
    page.press(button).shows(place.leads["ok"].removeprefix("#"))


@rows(["place", "answer", "leads", "shown", "tables"], lambda app: [(*row, app) for row in app.ANSWERS], engines_differ=BOTH_ENGINES)
@pytest.mark.sampled(12)
def test_texts_of_an_answer_are_shown_as_text_or_not_at_all(page, backend, place, answer, leads, shown, tables):
    if place.press:
        place.reach(page, backend)
        backend.trouble = answer
        page.press(place.press)
    else:
        backend.trouble = answer
        place.reach(page, backend)
    if leads.startswith("#"):
        page.shows(leads.removeprefix("#"))
    else:
        page.says(leads)
    assert shown in " ".join(page.text.split())
    assert page.text.count(IMAGE) == shown.count(IMAGE) and "4711" not in page.text
    assert is_harmless(page, tables.SCHEME)
