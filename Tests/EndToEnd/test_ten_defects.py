"""Ten defects that a review found in the pages of commit 8057853: one test each, and each fails there.

All of it is what a person sees and does in a preview of the five sites, so that the same file judges another commit by its own
programs and its own sites. After `swift build` in a checkout of that commit, at OLD:

    LATCHKEY_PROGRAMS=OLD/.build/debug LATCHKEY_SITE=OLD/Site .venv/bin/pytest Tests/EndToEnd/test_ten_defects.py
"""

import json
import urllib.request
from functools import wraps
from urllib.parse import parse_qs, urlsplit

import programs
import pytest
from audits import BROKEN, HIDDEN_WORDS, NARROW, described
from browsers import Look
from pages import Page
from PIL import Image, ImageChops
from sandboxes import PERSON, UNKNOWN
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.keys import Keys
from states import APPS
from studio import Preview

pytestmark = pytest.mark.engines_differ

# As high as the longest page, for pictures of WebKit's window.
PHONE = Look(390, 1300, reduced_motion=True)
# Labels that had other words then.
THEN = {"Send Another Code": "Send another code"}
NEW = "Sunflower-7"
# What a page has asked of Supabase, whose path the preview's sandbox keeps.
ASKED = "return performance.getEntriesByType('resource').map(entry => entry.name).filter(name => name.includes('/auth/v1/'))"


class Visit(Page):
    """A page of a previewed app, by labels and words."""

    def button(self, label):
        return super().button(self.label(label))

    def allows(self, label, seconds=10):
        return super().allows(self.label(label), seconds)

    def label(self, now):
        """A label as this program's site has it."""
        return THEN[now] if now in THEN and THEN[now] in self.text else now

    def sees(self, words, seconds=8):
        return self.until(lambda: words in self.text, f"'{words}'", seconds)

    def press_if_possible(self, label):
        return self.press(label) if self.button(label).is_enabled() else self

    @property
    def heard(self):
        """What the live regions say."""
        return self.run("return [...document.querySelectorAll('[role=status], [role=alert]:not([hidden])')].map(each => each.textContent.trim()).join(' ').trim()")

    def picture(self, folder):
        self.browser.settle()
        self.browser.screenshot(folder / "picture.png")
        return Image.open(folder / "picture.png").convert("RGB")


class Sites(dict):
    """The previewed apps' origins by folder, and the preview's inbox and sandbox."""

    def __init__(self, preview):
        super().__init__(zip(APPS, preview.apps.values(), strict=True))
        self.origin = preview.origin

    def ask(self, path, body=None):
        request = urllib.request.Request(
            f"{self.origin}/api/{path}", None if body is None else json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=programs.PATIENCE) as answer:
            return json.load(answer)

    def inbox(self, to):
        inbox = self.ask("inbox")
        return [email for email in inbox.get("emails", inbox.get("mails", [])) if email["to"] == to]

    def link(self, to=PERSON):
        """The link of the last email, without its host."""
        address = urlsplit(self.inbox(to)[0]["link"])
        return f"{address.path}?{address.query}"


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    site = programs.copy_site(tmp_path_factory.mktemp("previewed"), *APPS)
    # Foyer sends another code after two seconds; nobody waits for the other sites' minute.
    file = site / "auth-navigation" / "app.yml"
    text = file.read_text()
    assert "resend-after: 60s" in text
    file.write_text(text.replace("resend-after: 60s", "resend-after: 2s"))
    with Preview(site) as preview:
        yield Sites(preview)


def greens(picture):
    """How many points of a picture are green."""
    return sum(count for count, (red, green, blue) in picture.getcolors(1 << 24) if green > max(red, blue) + 30)


class Visits:
    """Opens addresses of the apps in a browser that has stored nothing of them."""

    def __init__(self, browser, sites):
        self.browser, self.sites = browser, sites
        self.begin()

    def begin(self):
        self.sites.ask("sandbox", {"reset": True})
        self.browser.look(PHONE)

    def __call__(self, app, address):
        return Visit(self.browser, self.sites[app], begins_anew=True).open(address)

    @property
    def has_crashed(self):
        try:
            return not self.browser.run("return true")
        except WebDriverException:
            return True


@pytest.fixture
def visit(sites, browser):
    return Visits(browser, sites)


def even_after_a_crash(test):
    """Runs a test once more if the engine crashed in it, as WebKitGTK does on a preview's pages now and then."""

    @wraps(test)
    def run(**fixtures):
        try:
            test(**fixtures)
        except WebDriverException:
            if not fixtures["visit"].has_crashed:
                raise
            fixtures["visit"].begin()
            test(**fixtures)

    return run


@even_after_a_crash
def test_a_page_claims_no_email_that_was_not_sent(visit, sites):
    for email, emails in ((PERSON, 1), (UNKNOWN, 0)):
        page = visit("recruiting-compass", "/forgot-password")
        page.type("email", email).press("Send Reset Link").sees("Check Your Email")
        page.press("Use a different email address").sees("Enter your email").type("email", email.upper())
        page.press_if_possible("Send Reset Link").sees("Already sent, check inbox", 3)
        assert len(sites.inbox(email)) == emails


@even_after_a_crash
def test_a_button_into_the_app_says_what_to_do_where_the_app_is_not(visit, sites):
    def is_told(page, label):
        before = page.text
        page.press(label).until(lambda: page.text not in ("", before) and "Artitec" in page.heard, f"words after '{label}'", 5)

    page = visit("artitec", "/forgot-password").type("email", PERSON).press("Send Reset Link").sees("Check Your Email")
    is_told(page, "OK")
    page.open(sites.link()).sees("New Password").type("new-password", NEW).type("confirm-password", NEW)
    is_told(page.press("Reset Password").sees("Password Reset Successful"), "Login Now")
    visit("creators", "/forgot-password").press("Back to Login").sees("Forgot Password?", 5)


@even_after_a_crash
def test_no_error_is_described_that_nobody_sees(visit, browser):
    page = visit("recruiting-compass", "/forgot-password").sees("Email")
    for typed in ("", PERSON):
        page.type("email", typed)
        assert browser.faults(HIDDEN_WORDS) + described(browser) == []
    page.type("email", "person@").keys(Keys.TAB).sees("Invalid email address")
    place = page.field("email").get_attribute("aria-describedby").split()[-1]
    assert page.run("return document.getElementById(arguments[0]).innerText.trim()", place) == "Invalid email address"
    page.type("email", PERSON)
    assert browser.faults(HIDDEN_WORDS) + described(browser) == []


@even_after_a_crash
def test_an_error_goes_when_the_mistake_is_mended(visit, sites):
    page = visit("recruiting-compass", "/forgot-password").type("email", PERSON).press("Send Reset Link").sees("Check Your Email")
    page.open(sites.link()).sees("Confirm Password").type("new-password", "x").type("confirm-password", "y")
    page.press("Reset Password").until(lambda: page.alert, "a summary of what is wrong")
    page.type("new-password", NEW).type("confirm-password", NEW).keys(Keys.TAB)
    page.until(lambda: not page.errors, "an end of the field's error")
    page.until(lambda: not page.alert, "an end of the form's error", 3)


@even_after_a_crash
def test_nothing_is_ticked_green_that_was_refused(visit, tmp_path):
    for app, address, way, label in (("fetchnews", "/login", None, "Log In"), ("auth-navigation", "/auth", "Sign In", "Sign In")):
        page = visit(app, address)
        if way:
            page.press(way)
        page.sees("Password").type("email", PERSON).type("password", "Wrong-1").keys(Keys.TAB)
        assert greens(page.picture(tmp_path)) > 50
        page.press(label).until(lambda: page.alert, "an error")
        assert greens(page.picture(tmp_path)) == 0
    page.press("Back").press("Create Account").sees("I agree to").type("new-password", NEW)
    assert page.text.index("At least 8 characters") < page.text.index("I agree to")


@even_after_a_crash
def test_the_wait_is_the_hour_of_the_specification_where_the_backend_names_none(visit, sites):
    page = visit("recruiting-compass", "/forgot-password").type("email", PERSON)
    sites.ask("sandbox", {"app": "recruiting-compass", "operation": "send-link", "outcome": "rate-limited"})
    page.press("Send Reset Link").until(lambda: page.alert, "an error")
    assert page.alert.startswith("Too many reset requests. Try again in 1 hour.")
    assert sites.inbox(PERSON) == []


@even_after_a_crash
def test_the_address_that_the_specification_writes_leads_to_the_form(visit, sites):
    page = visit("recruiting-compass", "/forgot-password").type("email", PERSON).press("Send Reset Link").sees("Check Your Email")
    (token,) = parse_qs(urlsplit(sites.link()).query)["token_hash"]
    page.open(f"/reset-password?token={token}").until(lambda: "Reset" in page.text or "Again" in page.text, "the page")
    assert "Open Your Link Again" not in page.text
    assert page.run("return location.href") == f"{page.origin}/reset-password"
    app = page.run("return [...document.links].map(link => link.href).find(href => href.startsWith('recruitingcompass:'))")
    assert app == f"recruitingcompass://reset-password?token_hash={token}&type=recovery"
    page.type("new-password", NEW).type("confirm-password", NEW).press("Reset Password").sees("Password Reset Successful")
    assert page.run(ASKED) != []


@even_after_a_crash
def test_a_link_that_was_cut_off_is_told_before_anybody_types(visit):
    """Supabase's tokens have a shape; those of the other backends say nothing of themselves."""
    for address, words in (
        (f"/reset-password?token_hash={'a' * 40}&type=recovery", "Invalid Reset Link"),
        ("/reset-password?token=xxx", "Invalid Reset Link"),
        ("/reset-password#access_token=ey.J&type=recovery", "Invalid Reset Link"),
        ("/verify-email?token_hash=56&type=email", "Link Expired"),
    ):
        page = visit("recruiting-compass", address).sees(words, 3)
        assert page.run(ASKED) == []


@even_after_a_crash
def test_sending_again_has_words_and_is_announced(visit):
    page = visit("auth-navigation", "/auth").press("Create Account").sees("I agree to").type("email", "new@example.com")
    page.type("new-password", NEW).type("confirm-password", NEW).field("consent").click()
    page.press("Create Account").sees("Confirm Your Email").allows("Send Another Code")
    page.press("Send Another Code").until(lambda: "again" in page.heard and page.heard in page.text, "words that are seen and heard", 3)


@even_after_a_crash
def test_the_pages_look_as_their_specifications_draw_them(visit, browser, tmp_path):
    page = visit("recruiting-compass", "/forgot-password").sees("Send Reset Link")
    arrows = "return [...document.links].filter(a => a.getClientRects().length && ['Back to Login', 'Sign in instead'].includes(a.innerText.trim())).map(a => !!a.querySelector('svg'))"
    assert page.run(arrows) == [True, True]
    page.type("email", PERSON).press("Send Reset Link").sees("Check Your Email")
    assert page.run(arrows) == [True, True]
    heading = "const heading = [...document.querySelectorAll('h1')].find(each => each.getClientRects().length);"
    assert page.run(heading + "return getComputedStyle(heading).fontSize") == "28px"
    # The seal is what is drawn above the heading on the white card: a disc of 80 points, all of one green.
    top = round(page.run(heading + "return heading.getBoundingClientRect().top"))
    seal = page.picture(tmp_path).crop((60, top - 100, 330, top))
    left, upper, right, lower = ImageChops.difference(seal, Image.new("RGB", seal.size, "white")).getbbox()
    assert (right - left, lower - upper) == (80, 80)
    points, (red, green, blue) = max(seal.crop((left, upper, right, lower)).getcolors(1 << 24))
    assert points > 3500 and green > 2 * max(red, blue)

    # Artitec's header is on the gold, its button runs from one gold to the other.
    page = visit("artitec", "/forgot-password").type("email", PERSON)
    picture = page.picture(tmp_path)
    box = page.run(heading + "const { left, top } = heading.getBoundingClientRect(); return [left, top]")
    assert picture.getpixel((round(box[0]), round(box[1])))[2] < 60
    box = page.run("const { left, right, top } = arguments[0].getBoundingClientRect(); return [left, right, top]", page.button("Send Reset Link"))
    ends = [picture.getpixel((round(x), round(box[2]) + 20)) for x in (box[0] + 3, box[1] - 3)]
    assert all(abs(a - b) < 4 for a, b in zip(ends[0] + ends[1], (212, 175, 55, 197, 160, 40))), ends

    browser.look(NARROW)
    broken = {}
    for app in ("artitec", "fetchnews"):
        visit(app, "/forgot-password").sees("Password?")
        broken[app] = browser.run(BROKEN)
    assert broken == {"artitec": [], "fetchnews": []}
