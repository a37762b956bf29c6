"""`latchkey sandbox` on a site with one app for each backend that it imitates."""

import json
import shutil
import urllib.request
from urllib.parse import parse_qs, urlsplit

import programs

# The minimal content of a site with imitated backends: no pages, but a link for each email.
APPS = {
    "artitec": (
        "https://api.artitec.example",
        {"reset-password": "/reset-password?token={token}"},
    ),
    "fetchnews": (
        "https://api.fetchnews.example",
        {"reset-password": "/reset-password?token={token}", "verify-email": "/verify-email?token={token}"},
    ),
    "fastapi-users": (
        "https://api.users.example",
        {"reset-password": "/reset-password?token={token}", "verify-email": "/verify?token={token}"},
    ),
    "firebase": (
        "https://identitytoolkit.googleapis.com",
        {
            "reset-password": "/auth/action?mode=resetPassword&oobCode={oobCode}",
            "verify-email": "/auth/action?mode=verifyEmail&oobCode={oobCode}",
        },
    ),
    "supabase": (
        "https://abcdefgh.supabase.co/auth/v1",
        {
            "reset-password": "/reset?token_hash={token_hash}&type=recovery",
            "verify-email": "/verify?token_hash={token_hash}&type=email",
        },
    ),
}

# The initial accounts, and their password.
PERSON = "person@example.com"
DISABLED = "disabled@example.com"
UNVERIFIED = "unverified@example.com"
SECOND_FACTOR = "second-factor@example.com"
UNKNOWN = "unknown@example.com"
PASSWORD = "Sandbox-Password-1"


def write_site(folder):
    """Writes a site with every app of APPS, named after its contract."""
    for name, (base, links) in APPS.items():
        # Those of our examples describe their backends themselves.
        own = programs.SITE / name / "backend.yml"
        contract = "" if own.exists() else f"contract: {name}, "
        settings = ", settings: { api-key: anon }" if name in ("firebase", "supabase") else ""
        lines = [
            f"name: {name.title()}",
            f"hosts: [{name}.example]",
            f"backend: {{ {contract}base: {base}{settings} }}",
            "links:",
        ]
        for link, shape in links.items():
            app = f"{name}://{link}{shape[shape.index('?'):]}"
            lines.append(f'  {link}: {{ web: "{shape}", app: "{app}" }}')
        (folder / name).mkdir(parents=True)
        if own.exists():
            shutil.copy(own, folder / name)
        (folder / name / "app.yml").write_text("\n".join(lines) + "\n")
    return folder


class Sandbox(programs.Running):
    """A running sandbox, with access to its control API by a header. `apps` are those of the site, in order."""

    def __init__(self, site, *options, apps=tuple(APPS)):
        super().__init__(
            programs.LATCHKEY, "sandbox", site, "--listen", "127.0.0.1:0", *options, lines=len(apps) + 2
        )
        self.bases = dict(zip(apps, (line.split(": ", 1)[1] for line in sorted(self.said[: len(apps)]))))
        name, value = self.said[len(apps)].split(": ", 1)
        self.header = {name: value}

    def ask(self, path, body=None, header=None):
        """Sends a request to the control API and returns the JSON response."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/_sandbox/{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers=self.header if header is None else header,
        )
        with urllib.request.urlopen(request, timeout=programs.PATIENCE) as answer:
            return json.load(answer)

    def reset(self):
        self.ask("reset", {})

    def advance(self, time):
        self.ask("clock", {"advance": time})

    def mails(self, to=None):
        return [mail for mail in self.ask("inbox")["emails"] if to in (None, mail["to"])]

    def parameters(self, to=PERSON):
        """The parameters of the link in the last email to an address."""
        return {name: value for name, (value,) in parse_qs(urlsplit(self.mails(to)[-1]["link"]).query).items()}
