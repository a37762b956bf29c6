"""The Recruiting Compass from the forgotten password to the new one, with Supabase's imitation behind it, in both engines."""

import json

import backends
import httpx
import pytest
from flows import (  # noqa: F401
    IMAGE, KEPT, MARKUP, Place, backend, findings, is_harmless, outcomes, page, possible_outcomes, requests_with, scan, story,
)  # fmt: skip
from PIL import Image, ImageChops
from sandboxes import DISABLED, PASSWORD, PERSON, SECOND_FACTOR, UNKNOWN, UNVERIFIED
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

APP = "recruiting-compass"
NEW = "Sunflower-7"


def form(page, backend, email=PERSON):
    page.open("/forgot-password").shows("form").type("email", email)


def sent(page, backend, email=PERSON):
    form(page, backend, email)
    page.press("Send Reset Link").shows("sent")


def sent_again(page, backend):
    sent(page, backend)
    page.allows("Send Another Email")
    page.press("Send Another Email").shows("sent-again")


def recovery(backend, email=PERSON):
    """A link, as if somebody had asked for it in the app."""
    answer = httpx.post(f"{backend.bases[APP]}/recover", json={"email": email}, headers={"apikey": "x"})
    assert answer.json() == {}
    return backend.link(email)


def returned(backend, address):
    """Where Supabase sends a browser that follows the link of its own template, without the host."""
    mail = recovery(backend) if address is None else address
    token = mail.split("token_hash=")[1].split("&")[0]
    query = {"token": token, "type": "recovery", "redirect_to": "https://recruiting-compass.example/reset-password"}
    answer = httpx.get(f"{backend.bases[APP]}/verify", params=query)
    assert answer.status_code == 303
    return answer.headers["Location"].removeprefix("https://recruiting-compass.example")


def session(backend):
    return returned(backend, None)


def sign_in(backend, password, email=PERSON):
    """At the backend's own door: the site's login is somebody else's page."""
    address = f"{backend.bases[APP]}/token?grant_type=password"
    return httpx.post(address, json={"email": email, "password": password}, headers={"apikey": "x"})


def choose_password(page, password=NEW):
    return page.type("new-password", password).type("confirm-password", password)


class TestStory:
    def test_from_the_request_to_signing_in_with_the_new_password(self, page, backend):
        sent(page, backend)
        page.open(backend.link()).shows("form")
        choose_password(page).press("Reset Password").shows("done")
        assert sign_in(backend, PASSWORD).status_code == 400
        assert sign_in(backend, NEW).json()["user"]["email"] == PERSON
        assert page.run("return [...document.querySelectorAll('#done .action')].map(each => each.getAttribute('href'))") == [
            "recruitingcompass://login",
            "/login",
        ]
        assert page.run("return [...document.querySelectorAll('[type=password]')].every(input => !input.value)")

    def test_supabases_own_link_brings_a_session_and_the_page_says_whose(self, page, backend):
        page.open(session(backend)).shows("form")
        assert f"For: {PERSON}" in page.text
        choose_password(page).press("Reset Password").shows("done")
        assert sign_in(backend, NEW).status_code == 200

    def test_the_session_of_the_reset_ends_with_it(self, page, backend):
        page.open(recovery(backend)).shows("form")
        choose_password(page).press("Reset Password").shows("done")
        page.until(lambda: backend.calls("/logout"), "a sign-out")
        header = {"apikey": "x", "Authorization": backend.calls("/logout")[0].headers["Authorization"]}
        assert httpx.get(f"{backend.bases[APP]}/user", headers=header).json()["error_code"] == "session_not_found"

    def test_an_address_that_waits_for_its_confirmation_is_confirmed_by_its_link(self, page, backend):
        httpx.post(f"{backend.bases[APP]}/resend", json={"type": "signup", "email": UNVERIFIED}, headers={"apikey": "x"})
        link = backend.link(UNVERIFIED)
        page.open(link).shows("confirm").press("Confirm Email").shows("done")
        assert sign_in(backend, PASSWORD, UNVERIFIED).status_code == 200
        page.open(link).shows("confirm").press("Confirm Email").shows("expired")
        page.type("email", UNVERIFIED).press("Send a New Link").shows("sent")


class TestSpent:
    def test_the_app_is_offered_no_link_that_is_spent(self, page, backend):
        page.open(f"/verify-email?token_hash={'a' * 56}&type=email").shows("confirm")
        assert page.run("return !document.querySelector('.open').hidden")
        page.press("Confirm Email").shows("expired")
        assert page.run("return document.querySelector('.open').hidden")


class TestChecklist:
    """The specification's testing checklist, line by line."""

    def test_user_enters_valid_email_and_clicks_send_reset_link(self, page, backend):
        page.open("/forgot-password").shows("form")
        assert not page.button("Send Reset Link").is_enabled()
        page.type("email", PERSON)
        assert page.button("Send Reset Link").is_enabled()
        page.press("Send Reset Link").shows("sent")
        assert "Check Your Email" in page.text
        assert "We've sent you a password reset link" in page.text

    def test_success_page_shows_email_address(self, page, backend):
        sent(page, backend)
        box = page.run("return document.querySelector('#sent blockquote').innerText")
        assert PERSON in box
        assert "Click the link to reset password. Link expires in 24 hours." in box

    def test_email_sent_to_supabase(self, page, backend):
        sent(page, backend)
        (request,) = backend.calls("/recover")
        assert request.method == "POST"
        assert json.loads(request.body) == {"email": PERSON}
        assert "redirect_to=https%3A%2F%2Frecruiting-compass.example%2Freset-password" in request.path

    def test_user_receives_password_reset_email(self, page, backend):
        sent(page, backend)
        (mail,) = backend.mails()
        assert (mail["to"], mail["purpose"]) == (PERSON, "reset-password")

    def test_reset_link_in_email_works(self, page, backend):
        sent(page, backend)
        page.open(backend.link()).shows("form")
        choose_password(page).press("Reset Password").shows("done")

    def test_redirects_to_reset_password_page(self, page, backend):
        page.open(session(backend)).shows("form")
        assert page.run("return location.href") == f"{page.origin}/reset-password"

    def test_the_address_that_the_specification_writes_leads_to_the_form(self, page, backend):
        """With `token` for what Supabase calls `token_hash`."""
        token = recovery(backend).split("token_hash=")[1].split("&")[0]
        page.open(f"/reset-password?token={token}").shows("form")
        assert page.run("return location.href") == f"{page.origin}/reset-password"
        assert page.run("return document.querySelector('.open').getAttribute('href')") == f"recruitingcompass://reset-password?token_hash={token}&type=recovery"
        choose_password(page).press("Reset Password").shows("done")
        assert sign_in(backend, NEW).status_code == 200

    def test_send_another_button_resends_email(self, page, backend):
        sent(page, backend)
        backend.advance("61s")
        page.allows("Send Another Email")
        page.press("Send Another Email").shows("sent-again")
        assert not page.button("Send Another Email").is_enabled()
        assert "Email sent again" in page.text
        assert PERSON in page.text
        assert [mail["to"] for mail in backend.mails()] == [PERSON, PERSON]

    @pytest.mark.parametrize("way", ["the link", "the browser's Back"])
    def test_use_different_email_resets_form(self, page, backend, way):
        sent(page, backend)
        if way == "the link":
            page.press("Use a different email address")
        else:
            page.browser.driver.back()
        page.shows("form")
        assert page.value("email") == ""
        assert not page.button("Send Reset Link").is_enabled()
        page.type("email", UNKNOWN).press("Send Reset Link").shows("sent")
        assert UNKNOWN in page.text
        assert PERSON not in page.text

    @pytest.mark.parametrize("email", ["ada", "ada@example", "ada@@example.com", "a b@example.com"])
    def test_invalid_email_format_shows_an_error_on_blur(self, page, backend, email):
        page.open("/forgot-password").shows("form").type("email", email)
        assert page.errors == []
        page.keys(Keys.TAB)
        assert page.errors == ["Invalid email address"]
        assert not page.button("Send Reset Link").is_enabled()
        assert backend.asked == []
        page.type("email", PERSON)
        assert page.errors == []

    def test_email_not_found_gets_the_same_words(self, page, backend):
        """Where the specification contradicts itself, its security note wins."""
        seen = []
        for email in (PERSON, UNKNOWN, DISABLED, UNVERIFIED):
            page.browser.open("about:blank")
            sent(page, backend, email)
            seen.append(page.text.replace(email, "…").partition("Send Another")[0])
        assert set(seen) == {seen[0]}
        assert [mail["to"] for mail in backend.mails()].count(UNKNOWN) == 0

    def test_network_timeout_shows_an_error_and_a_retry_keeps_what_was_typed(self, page, backend):
        page.origin = backend.impatient
        form(page, backend)
        backend.trouble_for("timeout")
        page.press("Send Reset Link").says("Connection timed out. Please check your connection.", 10)
        assert page.value("email") == PERSON
        backend.trouble = None
        page.press("Send Reset Link").shows("sent")

    @pytest.mark.only("chromium")
    def test_without_a_connection_it_says_so(self, page, backend, chromium):
        form(page, backend)
        network = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        chromium.driver.execute_cdp_cmd("Network.enable", {})
        chromium.driver.execute_cdp_cmd("Network.emulateNetworkConditions", network)
        try:
            page.press("Send Reset Link").says("No internet connection. Please try again.")
        finally:
            chromium.driver.execute_cdp_cmd("Network.emulateNetworkConditions", dict(network, offline=False))
        page.press("Send Reset Link").shows("sent")

    def test_too_many_emails_of_the_project_show_the_same_wait(self, page, backend):
        """The imitation's own quota, 30 emails an hour."""
        for each in range(30):
            email = f"quota-{each}@example.com"
            answer = httpx.post(f"{backend.bases[APP]}/signup", json={"email": email, "password": NEW}, headers={"apikey": "x"})
            assert answer.status_code == 200, answer.text
        form(page, backend)
        page.press("Send Reset Link").says("Too many reset requests. Try again in 1 hour.")
        assert backend.mails(PERSON) == []

    def test_who_has_no_account_is_led_to_signing_up_in_words_that_say_nothing_of_it(self, page, backend):
        for email in (PERSON, UNKNOWN):
            page.browser.open("about:blank")
            sent(page, backend, email)
            way = page.run("return [...document.querySelectorAll('#sent a')].find(a => a.innerText === 'Sign up instead').getAttribute('href')")
            assert way == "/signup"

    def test_the_app_has_its_full_name_everywhere(self, page, backend):
        sent(page, backend)
        mail = backend.mail()
        for text in (mail["subject"], mail["text"], page.text, page.run("return document.title")):
            assert text.count("Recruiting Compass") == text.count("The Recruiting Compass") > 0, text
            assert "The The" not in text

    def test_rapid_double_click_sends_one_email(self, page, backend):
        form(page, backend)
        ActionChains(page.browser.driver).double_click(page.button("Send Reset Link")).perform()
        page.shows("sent")
        assert len(backend.calls("/recover")) == 1
        assert len(backend.mails()) == 1

    def test_resend_too_soon_has_its_button_disabled(self, page, backend):
        page.origin = backend.patient
        sent(page, backend)
        assert not page.button("Send Another Email").is_enabled()
        assert page.reason("Send Another Email").startswith("Already sent, check inbox. You can send another in ")
        page.browser.driver.refresh()
        page.shows("sent").until(lambda: not page.button("Send Another Email").is_enabled(), "the wait")

    def test_valid_email_with_plus_sign_is_accepted(self, page, backend):
        sent(page, backend, "user+test@example.com")
        assert json.loads(backend.calls("/recover")[0].body) == {"email": "user+test@example.com"}
        assert "user+test@example.com" in page.text

    def test_very_long_email_is_accepted_whole(self, page, backend):
        email = f"{'a' * 64}@{'.'.join(['b' * 59] * 3)}.example"
        sent(page, backend, email)
        assert json.loads(backend.calls("/recover")[0].body) == {"email": email}
        assert page.run("return document.documentElement.scrollWidth <= innerWidth")

    def test_form_input_is_responsive(self, page, backend):
        """Every key arrives, and what the form says of it is there with the next frame."""
        page.open("/forgot-password").shows("form")
        page.field("email").send_keys(PERSON)
        enabled = "return !document.querySelector('#form [name=run]').disabled"
        assert page.value("email") == PERSON
        assert page.run(enabled)

    def test_back_links_lead_to_login(self, page, backend):
        for reach, state in ((form, "form"), (sent, "sent")):
            page.browser.open("about:blank")
            reach(page, backend)
            links = page.run(f"return [...document.querySelectorAll('#{state} a[href=\"/login\"]')].map(a => [a.innerText.trim(), !!a.querySelector('svg')])")
            assert links == [["Back to Login", True], ["Sign in instead", True]], "each with its arrow"

    def test_the_seal_of_a_sent_email_is_a_green_disc_of_80_points(self, page, backend, tmp_path):
        sent(page, backend)
        page.browser.settle()
        page.browser.screenshot(tmp_path / "page.png")
        top = round(page.run("return document.querySelector('#sent h1').getBoundingClientRect().top"))
        seal = Image.open(tmp_path / "page.png").convert("RGB").crop((60, top - 100, 330, top))
        left, upper, right, lower = ImageChops.difference(seal, Image.new("RGB", seal.size, "white")).getbbox()
        assert (right - left, lower - upper) == (80, 80)
        points, (red, green, blue) = max(seal.crop((left, upper, right, lower)).getcolors(1 << 24))
        assert points > 3500 and green > 2 * max(red, blue)

    def test_the_button_says_that_it_sends(self, page, backend):
        form(page, backend)
        backend.trouble = backends.slowly(1.5)
        button = page.button("Send Reset Link")
        page.press("Send Reset Link")
        page.until(lambda: button.text.strip() == "Sending…", "the busy label")
        assert not button.is_enabled()
        page.shows("sent")


def reset_form(page, backend):
    page.open(recovery(backend)).shows("form")
    choose_password(page)


def confirm(page, backend):
    page.open(f"/verify-email?token_hash={'a' * 56}&type=email").shows("confirm")


def confirm_expired(page, backend):
    confirm(page, backend)
    page.press("Confirm Email").shows("expired").type("email", UNVERIFIED)


def open_session(page, backend):
    page.open("/reset-password#access_token=a.b.c&expires_in=3600&refresh_token=r&sb=&token_type=bearer&type=recovery")


SEND = {
    "email-refused": None,
    "invalid-email": "Invalid email address",
    "rate-limited": "Too many reset requests. Try again in",
    "not-allowed": "This isn't available right now.",
    "network": "Network error. Please check your connection.",
    "timeout": "Connection timed out. Please check your connection.",
    "server": "Something went wrong on our end.",
}
RESET_TROUBLE = {
    "rate-limited": "Too many attempts. Try again in",
    "not-allowed": "This isn't available right now.",
    "network": "Network error. Please check your network and try again.",
    "timeout": "This is taking too long.",
    "server": "Something went wrong on our end.",
}
PLACES = [
    Place("form", "send-link", SEND | {"ok": "#sent", "email-refused": "#sent"}, form, "Send Reset Link"),
    Place("sent", "send-link", SEND | {"ok": "#sent-again", "email-refused": "#sent-again"}, sent, "Send Another Email"),
    Place(
        "sent-again", "send-link", SEND | {"ok": "#sent-again", "email-refused": "#sent-again"}, sent_again, "Send Another Email"
    ),
    Place(
        "verifying",
        "check-session",
        RESET_TROUBLE | {"ok": "#form", "account-disabled": "#disabled", "link-expired": "#expired"},
        open_session,
    ),
    Place(
        "form",
        "reset-password",
        RESET_TROUBLE
        | {
            "ok": "#done",
            "link-expired": "#expired",
            "link-invalid": "#invalid",
            "account-disabled": "#disabled",
            "needs-second-factor": "#second-factor",
            "weak-password": "Choose a password that's harder to guess, with at least 8 characters, including an uppercase letter, a lowercase letter, and a number.",
            "same-password": "This is already your password. Sign in with it, or choose a different one.",
            "password-too-long": "This password is too long. Choose a shorter one.",
            "needs-login": "This link can't be used to change your password anymore. Send a new link and open it right away.",
        },
        reset_form,
        "Reset Password",
    ),
    Place(
        "confirm",
        "verify-email",
        RESET_TROUBLE
        | {
            "ok": "#done",
            "other-email-pending": "#done",
            "account-disabled": "#disabled",
            "link-expired": "#expired",
            "link-invalid": "#expired",
        },
        confirm,
        "Confirm Email",
    ),
    Place(
        "expired",
        "resend-verification",
        RESET_TROUBLE | {"ok": "#sent", "email-refused": "#sent", "invalid-email": "Invalid email address"},
        confirm_expired,
        "Send a New Link",
    ),
]


class TestOutcomes:
    @outcomes(*PLACES)
    def test_each_outcome_has_its_state_or_words(self, page, backend, place, outcome):
        place.check(page, backend, outcome)

    def test_no_outcome_is_left_out(self, backend):
        for place in PLACES:
            # A link that lacks something comes to that without anybody being asked.
            assert possible_outcomes(backend, place.operation) - {"link-incomplete"} == set(place.leads), place.operation

    def test_a_password_that_is_refused_is_tried_again_with_the_same_session(self, page, backend):
        page.open(recovery(backend)).shows("form")
        choose_password(page, PASSWORD).press("Reset Password").says("This is already your password.")
        assert page.value("new-password") == PASSWORD
        choose_password(page)
        # Beside what was said of the password before.
        assert page.run("return document.querySelectorAll('.right').length") == 0
        page.press("Reset Password").shows("done")
        assert len(backend.calls("/verify")) == 1
        assert sign_in(backend, NEW).status_code == 200

    @pytest.mark.parametrize(
        ["address", "state"],
        [
            (f"/reset-password?token_hash={'a' * 40}&type=recovery", "invalid"),
            ("/reset-password?token=xxx", "invalid"),
            ("/reset-password#access_token=ey.J&type=recovery", "expired"),
            ("/verify-email?token_hash=56&type=email", "expired"),
        ],
    )
    def test_a_link_that_was_cut_off_is_told_before_anybody_types(self, page, backend, address, state):
        """Supabase's tokens have a shape; those of the other backends say nothing of themselves."""
        page.open(address).shows(state)
        assert backend.asked == []

    def test_accounts_that_a_link_alone_cannot_help_are_told_what_can(self, page, backend):
        for email, state in ((DISABLED, "disabled"), (SECOND_FACTOR, "second-factor")):
            page.open(recovery(backend, email)).shows("form")
            choose_password(page).press("Reset Password").shows(state)

    @pytest.mark.parametrize(
        ["address", "state"],
        [
            ("/reset-password", "forgotten"),
            ("/reset-password?token_hash=&type=recovery", "incomplete"),
            ("/reset-password?token_hash=abc&type=signup", "incomplete"),
            ("/reset-password#access_token=abc&type=magiclink", "incomplete"),
            ("/reset-password#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=", "expired"),
            ("/reset-password#error=access_denied&error_code=otp_expired&error_description=It%252527s%25253A+over&sb=", "expired"),
            ("/reset-password?error=access_denied&error_code=otp_expired#error=access_denied&error_code=otp_expired&sb=", "expired"),
            ("/reset-password#error=unauthorized_client&error_code=401&error_description=Email+link+is+invalid", "invalid"),
            ("/reset-password#error_code=404&error_description=User+not+found", "invalid"),
            ("/reset-password#error=server_error&error_description=x", "invalid"),
        ],
    )  # fmt: skip
    def test_an_address_begins_in_its_state_and_leaves_nothing_behind(self, page, backend, address, state):
        page.open(address).shows(state)
        assert page.run("return location.href.replace(/\\?type=recovery$/, '')") == f"{page.origin}/reset-password"
        assert backend.asked == []

    def test_a_link_is_good_for_a_day(self, page, backend):
        link = recovery(backend)
        backend.advance("23h")
        page.open(link).shows("form")
        backend.advance("2h")
        choose_password(page).press("Reset Password").shows("expired")
        page.press("Send a New Link").shows("form")
        assert page.run("return location.pathname") == "/forgot-password"

    def test_a_link_of_supabases_that_was_used_says_so(self, page, backend):
        link = recovery(backend)
        page.open(returned(backend, link)).shows("form")
        page.open(returned(backend, link)).shows("expired")
        assert "has expired or has already been used" in page.text


def wrong_email(page, backend):
    form(page, backend, "ada@example")
    page.keys(Keys.TAB)


def busy(page, backend):
    form(page, backend)
    backend.trouble = backends.held
    page.press("Send Reset Link")


def limited(page, backend):
    form(page, backend)
    backend.trouble = backends.status(429, {}, [("Retry-After", "3600")])
    page.press("Send Reset Link").says("Too many reset requests")


def rested(page, backend):
    sent(page, backend)
    page.allows("Send Another Email")


def verifying(page, backend):
    backend.trouble = backends.held
    open_session(page, backend)
    page.shows("verifying")


def unreachable(page, backend):
    backend.trouble = backends.nothing
    open_session(page, backend)
    page.says("Network error")


def whose(page, backend):
    page.open(session(backend)).shows("form")
    page.type("new-password", "Sunflower")


def different(page, backend):
    page.open(recovery(backend)).shows("form")
    page.type("new-password", NEW).type("confirm-password", "x").press("Reset Password")


def reset_done(page, backend):
    reset_form(page, backend)
    page.press("Reset Password").shows("done")


def reset_expired(page, backend):
    page.open("/reset-password#error_code=otp_expired").shows("expired")


def reset_invalid(page, backend):
    page.open("/reset-password#error_code=404").shows("invalid")


def forgotten(page, backend):
    page.open("/reset-password").shows("forgotten")


def disabled(page, backend):
    page.open(recovery(backend, DISABLED)).shows("form")
    choose_password(page).press("Reset Password").shows("disabled")


def second_factor(page, backend):
    page.open(recovery(backend, SECOND_FACTOR)).shows("form")
    choose_password(page).press("Reset Password").shows("second-factor")


def confirm_sent(page, backend):
    confirm_expired(page, backend)
    page.press("Send a New Link").shows("sent")


def confirm_done(page, backend):
    confirm(page, backend)
    backend.choose("verify-email", "ok")
    page.press("Confirm Email").shows("done")


@pytest.mark.full  # `make test` looks at each state in the preview: test_pages.py, test_flow_states.py
def test_every_state_is_accessible(story, browser):
    states = [
        form, wrong_email, busy, limited, sent, rested, sent_again, verifying, unreachable, reset_form, whose, different,
        reset_done, reset_expired, reset_invalid, forgotten, disabled, second_factor, confirm, confirm_expired, confirm_sent,
        confirm_done,
    ]  # fmt: skip
    assert findings(story, browser, states) == {}


class TestScanner:
    def test_a_link_still_works_after_a_scanner_has_done_its_worst(self, page, backend):
        link = recovery(backend)
        page.open(link).shows("form")
        scan(page, link)
        assert backend.asked == []
        page.open(link).shows("form")
        choose_password(page).press("Reset Password").shows("done")

    def test_a_link_that_was_used_says_so_and_offers_the_next_step(self, page, backend):
        link = recovery(backend)
        for state in ("done", "expired"):
            page.open(link).shows("form")
            choose_password(page).press("Reset Password").shows(state)
        assert "has already been used" in page.text
        page.press("Send a New Link").shows("form")
        assert page.field("email").is_displayed()


class TestNoLeak:
    @pytest.mark.parametrize("kind", ["hash", "session"])
    def test_the_token_goes_to_the_backend_and_nowhere_else(self, page, backend, kind):
        link = recovery(backend) if kind == "hash" else session(backend)
        token = link.split("token_hash=" if kind == "hash" else "access_token=")[1].split("&")[0]
        page.open("/forgot-password").shows("form")
        if page.browser.name == "chromium":
            page.browser.driver.get_log("performance")
        page.open(link).shows("form")
        assert token not in page.run(KEPT)
        choose_password(page)
        assert NEW not in page.run(KEPT)
        page.press("Reset Password").shows("done")
        page.until(lambda: backend.calls("/logout"), "a sign-out")
        kept = page.run(KEPT)
        assert [secret for secret in [token, NEW, *backend.sessions] if secret in kept] == []
        assert page.run("return history.state") == {"state": "done"}
        assert token not in page.run("return document.documentElement.outerHTML")
        with_token = [(each.method, each.path.rpartition("/auth/v1")[2]) for each in backend.asked if token in each.text]
        with_password = [(each.method, each.path.rpartition("/auth/v1")[2]) for each in backend.asked if NEW in each.text]
        assert with_token == {
            "hash": [("POST", "/verify")],
            "session": [("GET", "/user"), ("PUT", "/user"), ("POST", "/logout?scope=local")],
        }[kind]
        assert with_password == [("PUT", "/user")]
        assert [each for each in backend.asked if "Referer" in each.headers or "Cookie" in each.headers] == []
        if page.browser.name == "chromium":
            paths = {"hash": ["/verify"], "session": ["/user", "/logout"]}[kind]
            assert requests_with(page, token) - {f"{page.origin}/reset-password"} == {backend.address + path for path in paths}

    def test_what_outlives_a_reload_is_the_state_and_when_an_email_was_asked_for(self, page, backend):
        sent(page, backend)
        assert page.run("return history.state") == {"state": "sent"}
        assert PERSON not in page.run("return JSON.stringify([sessionStorage, localStorage, document.cookie])")


class TestHostile:
    def test_somebody_elses_session_shows_whose_account_it_is(self, page, backend):
        """A link that was made by another, who hopes for a password on their own account."""
        httpx.post(f"{backend.bases[APP]}/recover", json={"email": SECOND_FACTOR}, headers={"apikey": "x"})
        page.open(returned(backend, backend.link(SECOND_FACTOR))).shows("form")
        assert f"For: {SECOND_FACTOR}" in page.text
        assert page.run("return document.querySelector('[autocomplete=username]').value") == SECOND_FACTOR

    def test_a_session_that_is_none_asks_for_no_password(self, page, backend):
        for token in ("made-up", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0."):
            page.browser.open("about:blank")
            page.open(f"/reset-password#access_token={token}&type=recovery").shows("expired")

    @pytest.mark.parametrize(
        ["address", "state"],
        [
            (f"/reset-password?token_hash={MARKUP}&type=recovery", "invalid"),
            ("/reset-password?token_hash=javascript:alert(1)&type=recovery", "invalid"),
            (f"/reset-password#error=access_denied&error_code=otp_expired&error_description={MARKUP}", "expired"),
            (f"/reset-password#error={MARKUP}&error_code={MARKUP}&error_description={MARKUP}", "invalid"),
            (f"/reset-password?error_description={MARKUP}", "incomplete"),
            (f"/reset-password#access_token={MARKUP}&type=recovery", "expired"),
            ("/reset-password#access_token=a%0d%0aCookie:x&type=recovery", "expired"),
            ("/reset-password?token_hash=%FF&type=recovery", "incomplete"),
            ("/reset-password?redirect_to=javascript:alert(1)&__proto__=x", "incomplete"),
            (f"/verify-email?token_hash={MARKUP}&type=email", "expired"),
            (f"/forgot-password#email={MARKUP}", "form"),
            ("/forgot-password?state=sent#error_description=<img onerror=alert(1)>", "form"),
        ],
    )
    def test_an_address_brings_no_markup_and_leads_nowhere(self, page, address, state):
        page.open(address).shows(state)
        assert is_harmless(page, "recruitingcompass")
        assert page.run("return location.pathname") == address.partition("?")[0].partition("#")[0]
        assert "img" not in page.run("return location.href") and "alert" not in page.run("return location.href")
        assert page.run("return [...document.querySelectorAll('.field input')].every(input => !input.value)")

    def test_an_email_of_markup_is_shown_as_text(self, page, backend):
        backend.trouble = backends.status(200, {"id": "1", "email": IMAGE}, path="/user")
        open_session(page, backend)
        page.shows("form")
        assert f"For: {IMAGE}" in page.text
        assert is_harmless(page, "recruitingcompass")

    @pytest.mark.parametrize("trouble", [backends.html, backends.rubbish, backends.nothing, backends.no_cors])
    def test_a_backend_that_makes_no_sense_keeps_everybody_where_they_are(self, page, backend, trouble):
        reset_form(page, backend)
        backend.trouble = trouble
        page.press("Reset Password").until(lambda: page.alert, "words")
        assert page.state == "form"
        assert page.value("new-password") == NEW
        assert is_harmless(page, "recruitingcompass")
        backend.trouble = None
        page.press("Reset Password").shows("done")
