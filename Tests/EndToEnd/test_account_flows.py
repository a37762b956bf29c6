"""The flows of the links of an account, for every built-in contract that has one: from the email to the end, against the sandbox. Each
row opens its link as often as programs do before it presses the button."""

import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import parse_qs, urlsplit

import httpx
import programs
import pyotp
import pytest
import yaml
from browsers import Look
from flows import NEW
from goldens import expect
from pages import visit
from sandboxes import PASSWORD, PERSON, UNVERIFIED
from studio import Preview
from test_account_links import KEY, PASSWORDS, RECOVERY, SECOND_FACTOR, begun, code, emails, path
from test_kinds import CONTRACTS, Walk, latchkey, post

DOCUMENT = programs.ROOT / "Documentation" / "AccountLinks.md"
SIGNED_IN = "https://web.example.com/signed-in"
NEW_EMAIL = "new-address@example.com"
WRONG_CODE = "This code is wrong or has expired."
# The kinds that are added to the first site of a backend, if its contract has the operation.
ADDED = {
    "send-delete-link": "delete-account", "delete-account": "delete-account", "send-magic-link": "magic-link",
    "accept-invite": "accept-invite", "verify-email-change": "change-email", "recover-email": "recover-email",
}  # fmt: skip


# A contract of the tests, as a team has one in 'backend.yml'.
OWN = {"keycloak-like": programs.ROOT / "Tests/EndToEnd/contracts/keycloak-like.yml"}
OWN_APP = """name: harbour
hosts: [app.example.com]
backend: { base: "https://auth.example.com" }
links: { reset-password: { web: "/reset-password?key={key}", page: reset-password, lives: 5m } }
"""


@cache
def operations(contract):
    """The operations of a contract, each with the outcomes that it can have."""
    read = yaml.load(OWN.get(contract, programs.ROOT / f"Templates/backends/{contract}.yml").read_text(), yaml.CSafeLoader)["operations"]
    steps = {name: operation.get("steps", [operation]) for name, operation in read.items()}
    return {name: {rule["is"] for step in each for rule in step["outcomes"]} for name, each in steps.items()}


class Person(Walk):
    """A walk on the pages of one contract, with the emails of its sandbox."""

    def __init__(self, preview, page, backend, flow):
        super().__init__(preview, page, f"{backend}.{flow.replace(' ', '-')}")
        self.backend = backend
        self.address = None
        post(preview, "/api/sandbox", {"reset": True})

    def mail(self, to=PERSON):
        return emails(self.preview, to)[0]

    def follow(self, to, state):
        """Opens the link of the last email to an address, three times."""
        return self.opens(path(self.mail(to)["link"]), state)

    def issued(self, name, state):
        """Opens a link that the backend sends without being asked by a page, three times."""
        return self.opens(path(post(self.preview, "/api/link", {"app": "harbour", "link": name})["address"]), state)

    def opens(self, link, state):
        self.address = link
        for _ in range(3):
            self.open(link, state)
        return self

    def presses(self, label, state, **fields):
        for name in [name for name, value in fields.items() if value is True]:
            self.page.field(name).click()
        return super().presses(label, state, **{name: value for name, value in fields.items() if value is not True})

    def is_used(self, state, label, **fields):
        """The link was spent by the button, so that it does nothing again, and with Supabase's its code."""
        self.open(self.address, state).presses(label, "invalid", **fields)
        assert self.backend != "supabase" or "Enter the code" not in self.page.text
        return self

    def by_code(self, page):
        """Opens a page without its link, as when the link is not to be opened on this device."""
        return self.open(f"/{page}", "forgotten").presses("Enter the code", "code")

    def asks(self, method, path, session=None, **body):
        """Calls the backend as an app does."""
        page = self.preview.get("/forgot-password", urlsplit(self.page.origin).port).body.decode()
        base, key = re.search(r'"base":"([^"]+)"', page)[1], re.search(r'"api-key":"([^"]+)"', page)[1]
        answer = httpx.request(method, base + path, json=body or None, headers={"apikey": key, "Authorization": f"Bearer {session or key}"})
        assert answer.status_code == 200, answer.text
        return answer.json()


# MARK: Flows


def delete_by_password(person):
    leaves = {"email": PERSON, "password": PASSWORD, "understood": True}
    person.open("/delete-account", "form").presses("Delete account", "done", **leaves)
    person.open("/delete-account", "form")
    person.page.field("understood").click()
    person.page.type("email", PERSON).type("password", PASSWORD).press("Delete account")
    person.page.says("The email address or the password is incorrect.")


def delete_by_link(person):
    person.open("/delete-account", "ask").presses("Send link", "sent", email=PERSON).follow(PERSON, "confirm")
    person.presses("Delete account", "done").is_used("confirm", "Delete account")


def delete_by_code(person):
    person.open("/delete-account", "ask").presses("Send link", "sent", email=PERSON)
    person.presses("Enter the code", "code").presses("Delete account", "done", email=PERSON, code=code(person.mail()))


def to_second_factor(person):
    if "send-code" in operations(person.backend):
        person.open("/forgot-password", "ask").presses("Send code", "form", email=SECOND_FACTOR)
        return person.presses("Reset password", "second-factor-code", code=code(person.mail(SECOND_FACTOR)), **PASSWORDS)
    person.open("/forgot-password", "form").presses("Send reset link", "sent", email=SECOND_FACTOR).follow(SECOND_FACTOR, "form")
    return person.presses("Reset password", "second-factor-code", **PASSWORDS)


def second_factor(person):
    page = to_second_factor(person).page
    # A wrong code burns nothing, and five a minute are all.
    for _ in range(5):
        page.type("code", "000000").press("Continue")
        page.says(WRONG_CODE)
    page.type("code", pyotp.TOTP(KEY).now()).press("Continue")
    page.says("Too many attempts.")
    post(person.preview, "/api/sandbox", {"advance": "61s"})
    page.passes(60)
    person.presses("Continue", "form-again", code=pyotp.TOTP(KEY).at(time.time() + 60)).presses("Reset password", "done", **PASSWORDS)
    if person.address:
        person.is_used("form", "Reset password", **PASSWORDS)


def to_second_factor_by_code(person):
    person.open("/forgot-password", "form").presses("Send reset link", "sent", email=SECOND_FACTOR)
    person.by_code("reset-password")
    return person.presses("Reset password", "second-factor-by-code", email=SECOND_FACTOR, code=code(person.mail(SECOND_FACTOR)), **PASSWORDS)


def second_factor_by_code(person):
    page = to_second_factor_by_code(person).presses("I've lost my device", "second-factor-by-code-lost").page
    page.press("Enter a code").shows("second-factor-by-code")
    page.type("code", "000000").press("Continue")
    page.says(WRONG_CODE)
    person.presses("Continue", "form-again-by-code", code=pyotp.TOTP(KEY).now()).presses("Reset password", "done", **PASSWORDS)


def recovery_code_by_code(person):
    to_second_factor_by_code(person).presses("Use a recovery code", "second-factor-by-code-recovery")
    person.presses("Continue", "form-again-by-code", recovery_code=RECOVERY).presses("Reset password", "done", **PASSWORDS)


def recovery_code(person):
    to_second_factor(person).presses("Use a recovery code", "second-factor-recovery")
    person.presses("Continue", "form-again", recovery_code=RECOVERY).presses("Reset password", "done", **PASSWORDS)


def accept_invite(person):
    person.issued("invite", "form").presses("Accept invitation", "done", name="Ada", **PASSWORDS)
    person.is_used("form", "Accept invitation", name="Ada", **PASSWORDS)


def accept_invite_by_code(person):
    # As a project's server invites (auth.admin.inviteUserByEmail): the account exists at once, before anybody accepts.
    assert person.asks("POST", "/invite", email=NEW_EMAIL)["email"] == NEW_EMAIL
    mail, accepts = person.mail(NEW_EMAIL), {"name": "Ada", **PASSWORDS}
    person.by_code("accept-invite").presses("Accept invitation", "done", email=NEW_EMAIL, code=code(mail), **accepts)
    person.asks("POST", "/token?grant_type=password", email=NEW_EMAIL, password=NEW)
    # The link is the same token.
    person.open(path(mail["link"]), "form").presses("Accept invitation", "invalid", **accepts)


def sign_in_by_link(person):
    person.open("/magic-link", "ask").presses("Send link", "sent", email=PERSON).follow(PERSON, "confirm")
    person.presses("Sign in", "done")
    # The session goes on to the web part of the app, in the fragment, which no server sees.
    address = urlsplit(person.page.button("Continue").get_attribute("href"))
    assert address._replace(fragment="").geturl() == SIGNED_IN
    session = parse_qs(address.fragment)
    assert session.keys() == {"access_token", "refresh_token"}
    assert person.asks("GET", "/user", session["access_token"][0])["email"] == PERSON
    person.is_used("confirm", "Sign in")


def sign_in_by_code(person):
    person.open("/magic-link", "ask").presses("Send link", "sent", email=PERSON).presses("Enter the code", "code")
    person.presses("Sign in", "done", email=PERSON, code=code(person.mail()))


def changed_in_the_app(person):
    """The app asks Supabase for another address, which both addresses have to confirm."""
    session = person.asks("POST", "/token?grant_type=password", email=PERSON, password=PASSWORD)["access_token"]
    person.asks("PUT", "/user", session, email=NEW_EMAIL)
    # Both get the same email, whose words hold for either address.
    for to in (PERSON, NEW_EMAIL):
        assert "request to change the email address of your harbour account" in person.mail(to)["text"]


def change_email(person):
    if person.backend == "pocketbase":
        person.issued("change-email", "confirm").presses("Confirm email address", "confirm", password="Wrong-Password-1")
        person.page.says("The password is incorrect.")
        person.presses("Confirm email address", "changed", password=PASSWORD)
        person.is_used("confirm", "Confirm email address", password=PASSWORD)
        return
    if person.backend != "supabase":
        person.issued("change-email", "confirm").presses("Confirm email address", "changed").is_used("confirm", "Confirm email address")
        return
    changed_in_the_app(person)
    person.follow(NEW_EMAIL, "confirm").presses("Confirm email address", "pending")
    person.follow(PERSON, "confirm").presses("Confirm email address", "changed").is_used("confirm", "Confirm email address")


def change_email_by_code(person):
    changed_in_the_app(person)
    for to, state in ((NEW_EMAIL, "pending"), (PERSON, "changed")):
        person.by_code("change-email").presses("Confirm email address", state, email=to, code=code(person.mail(to)))
        # Back does not lead to the code again, which the first of two confirmations has used up, too.
        person.page.browser.driver.back()
        person.page.completes().shows(state)


def recover_email(person):
    person.issued("change-email", "confirm").presses("Confirm email address", "changed")
    # Whoever has the old address undoes it.
    person.follow(PERSON, "confirm").presses("Undo the change", "done").open(person.address, "invalid")


def reset_by_code(person):
    person.open("/forgot-password", "form").presses("Send reset link", "sent", email=PERSON)
    person.by_code("reset-password").presses("Reset password", "done", email=PERSON, code=code(person.mail()), **PASSWORDS)


def verify_by_code(person):
    person.asks("POST", "/resend", type="signup", email=UNVERIFIED)
    person.by_code("verify-email").presses("Verify email", "verified", email=UNVERIFIED, code=code(person.mail(UNVERIFIED)))


@dataclass(frozen=True)
class Flow:
    # The operation that a contract has to have for it.
    operation: str
    walk: Callable
    # The outcome that the operation 'reset-password' has to have too.
    after: str | None = None
    # Real servers, with the operation that a test runs with it.
    servers: dict[str, str] = field(default_factory=dict)

    @property
    def backends(self):
        found = {contract: operations(contract) for contract in [*CONTRACTS, *OWN]}
        return [name for name, each in found.items() if self.operation in each and self.after in (None, *each.get("reset-password", ()))]


FLOWS = {
    "Deletion with the password": Flow("delete-account", delete_by_password, servers={"djoser": "delete-account"}),
    "Deletion by link": Flow("delete-account-with-link", delete_by_link),
    "Deletion by code": Flow("delete-account-by-code", delete_by_code),
    "Second factor in a reset": Flow("verify-second-factor", second_factor, "needs-second-factor"),
    "Recovery code in a reset": Flow("verify-recovery-code", recovery_code, "needs-second-factor"),
    "Second factor in a reset by code": Flow("verify-second-factor-after-code", second_factor_by_code),
    "Recovery code in a reset by code": Flow("verify-recovery-code-after-code", recovery_code_by_code),
    "Second factor in the app": Flow("verify-second-factor", None, servers={"allauth": "verify-second-factor"}),
    "Reset by code": Flow("reset-password-by-code", reset_by_code),
    "Verification by code": Flow("verify-email-by-code", verify_by_code),
    "Invitation": Flow("accept-invite", accept_invite),
    "Invitation by code": Flow("accept-invite-by-code", accept_invite_by_code),
    "Sign-in by link": Flow("send-magic-link", sign_in_by_link),
    "Sign-in by code": Flow("sign-in-by-code", sign_in_by_code),
    "Change of address": Flow("verify-email-change", change_email, servers={"allauth": "verify-email"}),
    "Change of address by code": Flow("verify-email-change-by-code", change_email_by_code),
    "Change of address undone": Flow("recover-email", recover_email),
}
ROWS = [(name, backend) for name, flow in FLOWS.items() if flow.walk for backend in flow.backends]


@pytest.fixture(scope="module")
def previews(tmp_path_factory):
    """The preview of a backend's first site with every page of these kinds, started when it is first asked for."""
    with ExitStack() as stack:

        @cache
        def start(backend):
            site, _ = begun(tmp_path_factory.mktemp(backend) / "harbour", *(["--backend", backend] if backend not in OWN else ["--only", "delete-account"]))
            if backend in OWN:
                (site / "app.yml").write_text(OWN_APP)
                (site / "backend.yml").write_text(OWN[backend].read_text())
                (site / "delete-account.md").unlink()
                for kind in ("forgot-password", "reset-password"):
                    (site / f"{kind}.md").write_text(f"---\nkind: {kind}\n---\n")
            for kind in sorted({kind for operation, kind in ADDED.items() if operation in operations(backend)}):
                if not (site / f"{kind}.md").exists():
                    result = latchkey(site, "add", "page", kind)
                    assert (result.returncode, result.stderr) == (0, "")
            # Firebase sends every link to its one action URL.
            assert backend != "firebase" or (site / "app.yml").read_text().count("/auth/action?mode=") == 4
            if backend == "supabase":
                # Which have the code beside the link.
                for email in ("delete-account", "sign-in", "invite"):
                    assert latchkey(site, "add", "email", email).returncode == 0
                (site / "magic-link.md").write_text(f"---\nkind: magic-link\nsession: {SIGNED_IN}\n---\n")
            return stack.enter_context(Preview(site.parent, ports=4))

        yield start


@pytest.mark.parametrize(["flow", "backend"], ROWS)
@pytest.mark.sampled(36)
@pytest.mark.engines_differ
def test_a_flow_leads_to_its_end_and_opening_its_link_changes_nothing(browser, previews, flow, backend):
    preview = previews(backend)
    with visit(browser, preview.apps["harbour"]) as page:
        # The longest pages are pictured whole.
        browser.look(Look(height=1400))
        FLOWS[flow].walk(Person(preview, page, backend, flow))


def test_the_document_has_every_flow_of_every_contract():
    lines = ["| flow | operation | Chromium and WebKit, with the sandbox | a real server |", "| --- | --- | --- | --- |"]
    for name, flow in FLOWS.items():
        backends = ", ".join(f"`{backend}`" for backend in flow.backends) if flow.walk else ""
        servers = ", ".join(f"`{server}`" + (f", by `{by}`" if by != flow.operation else "") for server, by in flow.servers.items())
        lines.append(f"| {name} | `{flow.operation}` | {backends} | {servers} |")
    table = "".join(f"{line}\n" for line in lines)
    text = re.sub(r"(<!-- flows -->\n)(?:\|.*\n)*", lambda found: found[1] + table, DOCUMENT.read_text())
    assert table in text
    expect({DOCUMENT: text})
    for name, flow in FLOWS.items():
        for server, operation in flow.servers.items():
            tests = (programs.ROOT / f"Tests/EndToEnd/test_backends_{server}.py").read_text()
            assert f'outcome("{operation}"' in tests, (name, server)
