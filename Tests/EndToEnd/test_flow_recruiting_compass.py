"""What The Recruiting Compass' pages alone have: its specification's checklist, and what Supabase's links bring."""

import json

import httpx
import pytest
from apps.recruiting_compass import (
    APP, FORM, KEY, choose_password, confirmation, email_typed, password_typed, recovery, request_form, returned, session, sign_in,
)  # fmt: skip
from browsers import Look
from flows import NEW
from PIL import Image, ImageChops
from sandboxes import DISABLED, PASSWORD, PERSON, SECOND_FACTOR, UNKNOWN, UNVERIFIED


class TestChecklist:
    """The lines of the specification's testing checklist that are not the same for all apps."""

    def test_a_reset_by_email_replaces_the_password_and_ends_its_session(self, page, backend):
        FORM.send(page)
        assert "Check Your Email" in page.text and "We've sent you a password reset link" in page.text
        (mail,) = backend.mails()
        assert (mail["to"], mail["purpose"]) == (PERSON, "reset-password")
        choose_password(page.open(backend.link()).shows("form")).press("Reset Password").shows("done")
        assert sign_in(backend, PASSWORD).status_code == 400
        assert sign_in(backend, NEW).json()["user"]["email"] == PERSON
        links = page.run("return [...document.querySelectorAll('#done .action')].map(each => each.getAttribute('href'))")
        assert links == ["recruitingcompass://login", "/login"]
        page.until(lambda: backend.calls("/logout"), "a sign-out")
        header = KEY | {"Authorization": backend.calls("/logout")[0].headers["Authorization"]}
        assert httpx.get(f"{backend.base}/user", headers=header).json()["error_code"] == "session_not_found"

    def test_the_success_page_shows_address_lifetime_and_the_way_to_sign_up(self, page, backend):
        for email in (PERSON, UNKNOWN):
            page.browser.open("about:blank")
            box = FORM.send(page, email).run("return document.querySelector('#sent blockquote').innerText")
            assert email in box
            assert "Click the link to reset password. Link expires in 24 hours." in box
            way = "return [...document.querySelectorAll('#sent a')].find(a => a.innerText === 'Sign up instead').getAttribute('href')"
            assert page.run(way) == "/signup"

    @pytest.mark.parametrize("email", [PERSON, "user+test@example.com", f"{'a' * 64}@{'.'.join(['b' * 59] * 3)}.example"], ids=["plain", "plus", "long"])
    def test_supabase_gets_the_whole_address_and_the_page_to_return_to(self, page, backend, email):
        FORM.send(page, email)
        (request,) = backend.calls("/recover")
        assert (request.method, json.loads(request.body)) == ("POST", {"email": email})
        assert "redirect_to=https%3A%2F%2Frecruiting-compass.example%2Freset-password" in request.path
        assert email in page.text
        assert page.run("return document.documentElement.scrollWidth <= innerWidth")

    def test_keys_in_the_email_field_enable_the_button_at_once(self, page):
        request_form(page).field("email").send_keys(PERSON)
        assert page.value("email") == PERSON
        assert page.run("return !document.querySelector('#form [name=run]').disabled")

    def test_a_link_with_token_for_token_hash_opens_the_form(self, page, backend):
        """As the specification writes the address."""
        token = recovery(backend).split("token_hash=")[1].split("&")[0]
        page.open(f"/reset-password?token={token}").shows("form")
        assert page.run("return location.href") == f"{page.origin}/reset-password"
        assert page.run("return document.querySelector('.open').getAttribute('href')") == f"recruitingcompass://reset-password?token_hash={token}&type=recovery"
        choose_password(page).press("Reset Password").shows("done")
        assert sign_in(backend, NEW).status_code == 200

    def test_supabases_own_link_resets_the_password_with_its_session(self, page, backend):
        choose_password(page.open(session(backend)).shows("form")).press("Reset Password").shows("done")
        assert sign_in(backend, NEW).status_code == 200

    def test_supabases_own_link_says_after_use_that_it_was_used(self, page, backend):
        link = recovery(backend)
        page.open(returned(backend, link)).shows("form")
        page.browser.open("about:blank")
        page.open(returned(backend, link)).shows("expired")
        assert "has expired or has already been used" in page.text

    @pytest.mark.parametrize("way", ["link", "back"])
    def test_using_a_different_email_begins_with_an_empty_form_and_waits_for_nothing(self, page, backend, way):
        FORM.send(page)
        if way == "link":
            page.press("Use a different email address")
        else:
            page.browser.driver.back()
        page.shows("form")
        assert page.value("email") == ""
        assert not page.is_ready(FORM.press)
        page.type("email", UNKNOWN).press(FORM.press).shows("sent")
        assert UNKNOWN in page.text and PERSON not in page.text
        assert len(backend.calls("/recover")) == 2

    @pytest.mark.full
    def test_the_projects_quota_of_emails_shows_the_wait_of_an_hour(self, page, backend):
        """The imitation's own quota, 30 emails an hour."""
        for each in range(30):
            answer = httpx.post(f"{backend.base}/signup", json={"email": f"quota-{each}@example.com", "password": NEW}, headers=KEY)
            assert answer.status_code == 200, answer.text
        email_typed(page, backend)
        page.press(FORM.press).says("Too many reset requests. Try again in 1 hour.")
        assert backend.mails(PERSON) == []

    def test_the_app_has_its_full_name_in_page_title_and_email(self, page, backend):
        FORM.send(page)
        mail = backend.mail()
        for text in (mail["subject"], mail["text"], page.text, page.run("return document.title")):
            assert text.count("Recruiting Compass") == text.count("The Recruiting Compass") > 0, text
            assert "The The" not in text

    def test_resend_too_soon_has_its_button_disabled_also_after_a_reload(self, page, backend):
        FORM.send(page)
        for _ in range(2):
            page.until(lambda: page.reason(FORM.again).startswith("Already sent, check inbox. You can send another in "), "the wait")
            assert not page.is_ready(FORM.again)
            page.browser.driver.refresh()
            page.shows("sent")

    def test_links_to_the_login_have_an_arrow_on_form_and_success_page(self, page, backend):
        for reach, state in ((request_form, "form"), (FORM.send, "sent")):
            page.browser.open("about:blank")
            reach(page)
            links = page.run(f"return [...document.querySelectorAll('#{state} a[href=\"/login\"]')].map(a => [a.innerText.trim(), !!a.querySelector('svg')])")
            assert links == [["Back to Login", True], ["Sign in instead", True]]

    def test_the_seal_of_the_success_page_is_a_green_disc_of_80_points(self, page, backend, tmp_path):
        page.browser.look(Look(390, 1200))
        FORM.send(page).browser.settle()
        page.browser.screenshot(tmp_path / "page.png")
        top = round(page.run("return document.querySelector('#sent h1').getBoundingClientRect().top"))
        seal = Image.open(tmp_path / "page.png").convert("RGB").crop((60, top - 100, 330, top))
        left, upper, right, lower = ImageChops.difference(seal, Image.new("RGB", seal.size, "white")).getbbox()
        assert (right - left, lower - upper) == (80, 80)
        points, (red, green, blue) = max(seal.crop((left, upper, right, lower)).getcolors(1 << 24))
        assert points > 3500 and green > 2 * max(red, blue)


class TestSupabase:
    def test_a_confirmed_address_can_sign_in(self, page, backend):
        page.open(confirmation(backend)).shows("confirm").press("Confirm Email").shows("done")
        assert sign_in(backend, PASSWORD, UNVERIFIED).status_code == 200

    def test_a_refused_password_is_replaced_with_the_same_session(self, page, backend):
        page.open(recovery(backend)).shows("form")
        choose_password(page, PASSWORD).press("Reset Password").says("This is already your password.")
        choose_password(page)
        # The refusal is about another password.
        assert page.run("return document.querySelectorAll('.right').length") == 0
        page.press("Reset Password").shows("done")
        assert len(backend.calls("/verify")) == 1
        assert sign_in(backend, NEW).status_code == 200

    def test_disabled_accounts_and_second_factors_have_states_of_their_own(self, page, backend):
        for email, state in ((DISABLED, "disabled"), (SECOND_FACTOR, "second-factor")):
            choose_password(page.open(recovery(backend, email)).shows("form")).press("Reset Password").shows(state)

    def test_a_link_that_expires_while_the_form_is_filled_in_leads_to_a_new_one(self, page, backend):
        password_typed(page, backend)
        backend.advance("25h")
        page.press("Reset Password").shows("expired").press("Get a New Link").shows("form")
        assert page.run("return location.pathname") == "/forgot-password"

    def test_a_session_that_another_person_requested_shows_whose_account_it_is(self, page, backend):
        """An attacker may hope for a password on their own account."""
        page.open(returned(backend, recovery(backend, SECOND_FACTOR))).shows("form")
        assert f"For: {SECOND_FACTOR}" in page.text
        assert page.run("return document.querySelector('[autocomplete=username]').value") == SECOND_FACTOR

    @pytest.mark.parametrize("token", ["a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0."])
    def test_a_made_up_session_shows_no_form(self, page, token):
        page.open(f"/reset-password#access_token={token}&type=recovery").shows("expired" if token == "a.b.c" else "incomplete")
