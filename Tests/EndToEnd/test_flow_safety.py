"""What must hold on Artitec's pages whoever comes by: scanners, eavesdroppers, and people with bad intentions."""

import json

import backends
import programs
import pytest
from flows import IMAGE, KEPT, MARKUP, is_harmless, requests_with, scan
from rawhttp import ask

pytestmark = pytest.mark.engines_differ

PASSWORD = "Sunflower-7"

class TestScanner:
    def test_a_link_still_works_after_a_scanner_has_done_its_worst(self, page, backend):
        token = backend.mail()
        path = f"/reset-password?token={token}"
        page.open(path).shows("form")
        scan(page, path)
        assert backend.calls("/reset-password") == []
        assert backend.calls("/forgot-password") == []
        assert backend.links[token]["standing"] == "good"
        page.open(path).shows("form")
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD).press("Reset Password").shows("done")

    def test_a_link_that_was_used_says_so_and_offers_the_next_step(self, page, backend):
        token = backend.mail()
        path = f"/reset-password?token={token}"
        page.open(path).shows("form")
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD).press("Reset Password").shows("done")
        page.open(path).shows("invalid")
        page.press("Send a New Link").shows("form")
        assert page.field("email").is_displayed()


class TestNoLeak:
    def test_the_token_is_in_two_kinds_of_request_and_nowhere_else(self, page, backend):
        token = backend.mail()
        page.open("/forgot-password").shows("form")
        if page.browser.name == "chromium":
            page.browser.driver.get_log("performance")
        page.open(f"/reset-password?token={token}").shows("form")
        assert token not in page.run(KEPT)
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD)
        assert PASSWORD not in page.run(KEPT)
        page.press("Reset Password").shows("done")
        assert token not in page.run(KEPT)
        assert page.run("return history.state") == {"state": "done"}
        assert token not in page.run("return document.documentElement.outerHTML")
        page.browser.driver.refresh()
        page.shows("done")

        requests = [request for request in backend.asked if token in request.text]
        assert [(request.method, request.path, json.loads(request.body)) for request in requests] == [
            ("POST", "/v1/auth/verify-reset-token", {"token": token}),
            ("POST", "/v1/auth/reset-password", {"token": token, "new_password": PASSWORD}),
        ]
        assert [request for request in backend.asked if "Referer" in request.headers or "Cookie" in request.headers] == []
        if page.browser.name == "chromium":
            assert requests_with(page, token) == {
                f"{page.origin}/reset-password",
                f"{backend.address}/v1/auth/verify-reset-token",
                f"{backend.address}/v1/auth/reset-password",
            }

    def test_what_outlives_a_reload_is_the_state_and_when_an_email_was_asked_for(self, page, backend):
        page.open("/forgot-password").shows("form").type("email", "ada@example.com").press("Send Reset Link").shows("sent")
        assert page.run("return history.state") == {"state": "sent"}
        page.until(lambda: page.run("return localStorage.length"), "a key and a digest")
        kept = json.loads(page.run("return localStorage.latchkey"))
        assert page.run("return [localStorage.length, sessionStorage.length, document.cookie.length]") == [1, 0, 0]
        assert "ada" not in str(kept)
        assert [value > 1_700_000_000_000 for name, value in kept.items() if name != "key"] == [True]
        # It goes with the wait: of a tab that was closed before, at the next visit.
        page.until(lambda: not page.run("return localStorage.length"), "the end of the wait")
        page.open("/.nothing-is-here").run("localStorage.latchkey = JSON.stringify({ key: 'a', b: Date.now() - 1 })")
        page.open("/forgot-password").shows("form")
        assert page.run("return localStorage.length") == 0

    def test_the_servers_log_never_sees_it(self, release, chromium):
        with programs.serve(release, "--as", "artitec.com") as running:
            chromium.open(f"http://127.0.0.1:{running.port}/reset-password?token=tok_4711_unseen")
            status, stderr = running.stop()
        assert status == 0
        assert "4711" not in stderr + "".join(running.said)

    def test_without_a_script_nothing_typed_reaches_an_address(self, flow, backend, chromium):
        chromium.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            chromium.open(f"{flow[1]}/forgot-password")
            field = chromium.driver.find_element("name", "email")
            field.send_keys("ada@example.com\n")
            assert not chromium.driver.find_element("name", "run").is_enabled()
            assert chromium.driver.current_url == f"{flow[1]}/forgot-password"
        finally:
            chromium.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
        chromium.console()
        assert backend.asked == []


class TestHostile:
    @pytest.mark.parametrize(
        ["address", "state"],
        [
            (f"/reset-password?token={MARKUP}", "invalid"),
            ("/reset-password?token=javascript:alert(1)", "invalid"),
            ("/reset-password?token=%00%0d%0aSet-Cookie:a%3Db", "invalid"),
            ("/reset-password?token=%F0%9F%94%91%E2%80%AE", "invalid"),
            ("/reset-password?token=%FF", "incomplete"),
            ("/reset-password?token=a&token=", "incomplete"),
            ("/reset-password?token[]=a&__proto__=b&constructor=c", "incomplete"),
            (f"/reset-password?error=access_denied&error_description={MARKUP}", "incomplete"),
            (f"/reset-password?token=#{MARKUP}", "incomplete"),
            (f"/forgot-password#email={MARKUP}", "form"),
            ("/forgot-password#email=javascript:alert(1)@a.example&state=sent", "form"),
            ("/forgot-password?state=sent&redirect=javascript:alert(1)", "form"),
        ],
    )
    def test_an_address_brings_no_markup_and_leads_nowhere(self, page, address, state):
        page.open(address).shows(state)
        assert is_harmless(page, "artitec")
        path = address.partition("?")[0].partition("#")[0]
        assert page.run("return location.href") == page.origin + path
        assert page.run("return [...document.querySelectorAll('input')].every(input => !input.value)")

    def test_a_token_goes_into_the_app_link_as_one_value(self, page, backend):
        token = 'a&b=c#d"><img src=x>'
        backend.links[token] = {"email": "ada@example.com", "standing": "good"}
        page.open("/reset-password?token=a%26b%3Dc%23d%22%3E%3Cimg%20src%3Dx%3E").shows("form")
        href = page.run("return document.querySelector('.open').getAttribute('href')")
        assert href == "artitec://reset-password?token=a%26b%3Dc%23d%22%3E%3Cimg%20src%3Dx%3E"

    def test_an_email_of_markup_is_shown_as_text(self, page, backend):
        backend.links["t"] = {"email": IMAGE, "standing": "good"}
        page.open("/reset-password?token=t").shows("form")
        assert f"For: {IMAGE}" in page.run("return document.querySelector('#form').innerText")
        assert is_harmless(page, "artitec")

    def test_a_backends_words_are_never_shown(self, page, backend):
        backend.trouble = backends.status(400, {"detail": f"Password {IMAGE} is bad", "message": "Call 555-4711"}, path="/reset-password")
        page.open(f"/reset-password?token={backend.mail()}").shows("form")
        page.type("new-password", PASSWORD).type("confirm-password", PASSWORD).press("Reset Password")
        page.says("Choose a password that's harder to guess")
        assert "4711" not in page.run("return document.body.innerText")
        assert is_harmless(page, "artitec")

    def test_a_token_of_a_hundred_kilobytes_harms_nobody(self, page, backend):
        assert ask(page.port, "/reset-password?token=" + "a" * 100_000).status in (413, 414, 431)
        # A fragment reaches no server.
        page.open("/reset-password#token=" + "a" * 100_000).shows("incomplete")
        assert page.run("return location.href") == page.origin + "/reset-password"

    @pytest.mark.parametrize(
        "state", [{"state": "form"}, {"state": "constructor"}, {"state": "<b>"}, {"state": 7}, "sent", [], {"email": 7, "asked": "x"}]
    )
    def test_a_history_entry_of_somebody_elses_making_breaks_nothing(self, page, state):
        page.open("/reset-password").shows("forgotten")
        page.run("history.replaceState(arguments[0], '')", state)
        page.browser.driver.refresh()
        page.shows("forgotten")
