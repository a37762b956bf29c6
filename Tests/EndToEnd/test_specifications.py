"""The five specifications: `Specifications.md` against the tests and pictures that it names, and what the
specifications draw and write word for word, in the pages that are built and as a browser lays them out.
"""

import html
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

import programs
import pytest
from browsers import Look
from states import sites  # noqa: F401

FOLDER = programs.ROOT / "Tests" / "BackendContractTests" / "Specifications"
# The specifications by the headings of the page.
SPECIFICATIONS = {
    "Artitec: password reset": "artitec-password-reset",
    "FetchNews: email features": "fetchnews-email-features",
    "The Recruiting Compass: forgot password": "recruiting-compass-forgot-password",
    "Story 1.4: password reset with Firebase": "story-1.4-firebase-password-reset",
    "The authentication navigation contract": "auth-navigation-contract",
}
# Evidence of lines without a test or a picture.
SPECIAL = ("A heading of the list; its lines follow.", "The story's own state; nothing to build.")


@dataclass(frozen=True)
class Row:
    section: str
    line: str
    evidence: str

    @property
    def names(self):
        """The tests, pictures and paths in the evidence."""
        return re.findall("`([^`]*)`", self.evidence)


@pytest.fixture(scope="module")
def rows():
    found, section = [], ""
    for line in Path(__file__).with_name("Specifications.md").read_text().splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        if line.startswith("| ") and not line.startswith("| ---") and line != "| line | shown by |":
            quoted, _, evidence = line.removeprefix("| ").removesuffix(" |").rpartition(" | ")
            found.append(Row(section, quoted, evidence))
    assert len(found) > 400
    return found


def sentences(name):
    return (FOLDER / f"{name}.txt").read_text().splitlines()


def test_every_line_has_evidence_or_a_reason(rows):
    bare = [row for row in rows if not row.names and not row.evidence.startswith("Not applicable: ") and row.evidence not in SPECIAL]
    assert bare == []


def test_what_only_a_device_shows_has_a_reason_and_a_test_of_the_rest(rows):
    assert [row for row in rows if "Device only" in row.evidence and not ("Device only: " in row.evidence and row.names)] == []


@pytest.mark.parametrize("heading", SPECIFICATIONS)
def test_every_sentence_of_a_specification_has_its_row_in_order(rows, heading):
    lines = sentences(SPECIFICATIONS[heading])
    assert len(lines) >= 50
    assert [row.line for row in rows if row.section == heading] == lines


def test_every_test_of_the_navigation_contract_is_named(rows):
    named = {name for row in rows for name in row.names}
    tests = sentences("auth-navigation-contract-tests")
    assert tests and [name for name in tests if f"NavigationContractTests/{name}" not in named] == []


def test_every_test_in_python_that_is_named_was_collected_and_does_something(rows, collected):
    """In a run of a few files, the tests of these alone."""
    proofs = {
        (test.file, name)
        for test in collected
        if test.has_body
        for name in (test.name, test.name.partition("::")[2], f"{test.name}[{test.app}]")
        if name
    }
    files = {test.file for test in collected}
    missing = set()
    for name in {name for row in rows for name in row.names if ".py::" in name}:
        file, _, test = name.partition("::")
        if not (programs.ROOT / "Tests" / "EndToEnd" / file).exists() or file in files and (file, test) not in proofs:
            missing.add(name)
    assert missing == set()


def test_every_test_in_swift_that_is_named_ran(rows):
    report = programs.ROOT / ".build" / "swift-tests-swift-testing.xml"
    assert report.exists(), "run Scripts/test-swift, which writes it"
    ran = {
        f"{case.get('classname').partition('.')[2]}/{case.get('name').partition('(')[0]}"
        for case in ElementTree.parse(report).iter("testcase")
        if case.find("skipped") is None and case.find("failure") is None
    }
    named = {name for row in rows for name in row.names if "/" in name and ".py::" not in name and not name.startswith("/")}
    assert named and named - ran == set()


def test_no_swift_test_is_empty():
    empty = [
        f"{file.name}: {name}"
        for file in programs.ROOT.glob("Tests/*Tests/*.swift")
        for name in re.findall(r"@Test\b[^{}]*?func (\w+)\([^{}]*\{\s*\}", file.read_text())
    ]
    assert empty == []


def test_every_picture_that_is_named_is_taken(rows, sites):  # noqa: F811
    taken = {str(rendering) for app in sites.values() for rendering in app.typical}
    named = {name for row in rows for name in row.names if "/" not in name and ".py::" not in name}
    assert named and named - taken == set()


# By app, page and state: texts of the specification, as they stand there. Three dots are an ellipsis here.
WORDS = {
    ("artitec", "forgot-password", "form"): [
        "Forgot Password?", "Enter your email address and we'll send you a link to reset your password.", "Email Address",
        'placeholder="your@email.com"', "Please enter a valid email address", "Send Reset Link", "Back to Login",
    ],
    ("artitec", "forgot-password", "sent"): [
        "Check Your Email",
        "If an account exists with that email, we've sent you a password reset link. Please check your inbox and spam folder.",
        "OK",
    ],
    ("artitec", "reset-password", "verifying"): ["Verifying reset link…"],
    ("artitec", "reset-password", "form"): [
        "Reset Password", "For: ", "New Password", 'placeholder="Enter new password"', "Confirm Password",
        'placeholder="Confirm new password"', "Password Requirements", "At least 8 characters", "Contains uppercase letter",
        "Contains lowercase letter", "Contains number", "Passwords match", "Back to Login",
    ],
    ("artitec", "reset-password", "invalid"): ["Invalid Reset Link", "This reset link is invalid or has expired.", "Back to Login"],
    ("artitec", "reset-password", "expired"): ["This reset link has expired. Please request a new one."],
    ("artitec", "reset-password", "done"): [
        "Password Reset Successful", "Your password has been reset successfully. You can now log in with your new password.",
        "Login Now",
    ],
    ("fetchnews", "login", "sign-in"): ["Forgot Password?"],
    ("fetchnews", "login", "sign-up"): ["We'll send you an email to verify your account"],
    ("fetchnews", "login", "registered"): [
        "Success! Check your email to verify", "Welcome! Please check your email to verify your account.",
    ],
    ("fetchnews", "login", "unverified"): [
        "Verify Your Email", "Please check your inbox for a verification link", "Resend Email", 'data-busy="Sending…"',
        "Email Status", "Not Verified",
    ],
    ("fetchnews", "login", "resent"): ["Email Verification", "Verification email sent", "OK"],
    ("fetchnews", "login", "verified"): ["Email Status", "Verified"],
    ("fetchnews", "forgot-password", "sent"): ["Check your email for reset link"],
    ("fetchnews", "verify-email", "verified"): ["Email verified successfully!"],
    ("recruiting-compass", "forgot-password", "form"): [
        "Back to Login", "Reset Your Password", "Enter your email to receive a password reset link",
        'placeholder="your.email@example.com"', "Invalid email address", "Send Reset Link", 'data-busy="Sending…"',
        "Sign in instead",
    ],
    ("recruiting-compass", "forgot-password", "sent"): [
        "Back to Login", "Check Your Email", "We've sent you a password reset link", "We sent email to",
        "Click the link to reset password. Link expires in 24 hours.", "Send Another Email", "Use a different email address",
        "Sign in instead",
    ],
    ("creators", "login", "login"): ["Forgot Password?"],
    ("creators", "forgot-password", "form"): [
        "Reset Password", "Enter your email address and we'll send you a link to reset your password.", "Email address",
        "Please enter a valid email address", "Send Reset Email", 'data-busy="Sending…"', "Back to Login",
    ],
    ("creators", "forgot-password", "sent"): [
        "Password Reset Email Sent", "Reset email sent, check your inbox",
        "If this email is registered, you'll receive a reset link", "Check your inbox and follow the instructions.", "OK",
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    folder = tmp_path_factory.mktemp("release")
    programs.build(programs.SITE, folder, "--no-compress")
    return folder


def section(release, app, page, state):
    """The markup of a state, and its text with markup taken away."""
    (file,) = (release / app / "web").glob(f"{page}.{'?' * 16}.html")
    markup = re.search(rf'<section id="{state}".*?</section>', file.read_text(), flags=re.DOTALL)[0]
    return html.unescape(markup) + "\n" + html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", markup)))


@pytest.mark.parametrize(["app", "page", "state"], [*WORDS])
def test_the_words_that_the_specifications_draw_are_on_the_pages(release, app, page, state):
    told = section(release, app, page, state)
    assert [words for words in WORDS[app, page, state] if words not in told] == []


SIZES = """
const size = (selector) => Math.round(parseFloat(getComputedStyle(document.querySelector('section:not([hidden]) ' + selector)).fontSize));
const box = (selector) => document.querySelector('section:not([hidden]) ' + selector)?.getBoundingClientRect() ?? {};
return {
  headline: size('h1'), subtitle: size('.words p'), label: size('label'), seal: Math.round(box('.seal').width ?? 0),
  button: Math.round(box('.action[name=run]').height),
};
"""


@pytest.mark.parametrize(["app", "seal"], [("recruiting-compass", 0), ("creators", 80)])
def test_sizes_are_those_of_the_specifications(release, app, seal, browser):
    """28 pt headline, 16 pt subtitle, 14 pt labels, 80 pt seal, 48 pt button: at the default text size, 1 pt is 1 CSS pixel."""
    browser.look(Look())
    host = re.search(r"hosts: \[([^,\]]+)", (programs.SITE / app / "app.yml").read_text())[1]
    with programs.serve(release, "--as", host) as server:
        browser.open(f"http://127.0.0.1:{server.port}/forgot-password")
        assert browser.run(SIZES) == {"headline": 28, "subtitle": 16, "label": 14, "seal": seal, "button": 48}
