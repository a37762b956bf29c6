"""The systems that send mails, or as much of them as puts a mail together: their engines, and their ways with its files.

Each function takes an app's exported folder and what is known of one mail, and returns the mail as it would be sent.
"""

import atexit
import html
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from functools import cache
from glob import glob
from pathlib import Path
from urllib.parse import quote

import jinja2
import liquid
import yaml

HERE = Path(__file__).parent
# Where Debian has what Homebrew has no formula for.
HANDLEBARS = "/usr/share/javascript/handlebars/handlebars.js"
MUSTACHE = "/usr/share/nodejs/mustache"
FREEMARKER = "/usr/share/java/freemarker.jar"


@dataclass
class Mail:
    """What arrives. Without a text where the system makes one by itself, or none."""

    subject: str
    html: str
    text: str | None = None


@dataclass
class Known:
    """What a system knows when it sends a mail."""

    email: str
    token: str
    name: str = ""
    # The address that the system puts together itself, where it does.
    link: str = ""


def run(command, text):
    """Runs an engine in its folder and returns what it says."""
    result = subprocess.run(
        list(map(str, command)), input=text, cwd=HERE, capture_output=True, text=True, timeout=60
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def render(command, data, **templates):
    """Renders templates by the parts that they are of; only 'html' is HTML. Takes JSON in and out."""
    jobs = [{"Template": text, "HTML": part == "html", "Data": data} for part, text in templates.items()]
    return Mail(**dict(zip(templates, json.loads(run(command, json.dumps(jobs))))))


@cache
def go():
    """The program with Go's templates, compiled once."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    program = Path(folder) / "templates"
    subprocess.run(["go", "build", "-o", program, "templates.go"], cwd=HERE, check=True, timeout=300)
    return [program]


def supabase(folder, known, name="recovery"):
    config = tomllib.loads((folder / "supabase" / "config.emails.toml").read_text())
    template = config["auth"]["email"]["template"][name]
    data = {
        "Email": known.email,
        "Token": "123456",
        "TokenHash": known.token,
        "SiteURL": "https://elsewhere.example",
        "ConfirmationURL": "https://elsewhere.example/verify?token=burnt",
        "Data": {"name": known.name} if known.name else {},
    }
    # The subject is rendered by html/template as well.
    body = (folder / template["content_path"]).read_text()
    subject = render(go(), data, subject="", html=template["subject"]).html
    return Mail(subject, render(go(), data, subject="", html=body).html)


def firebase(folder, known, template="resetPasswordTemplate"):
    """The one without an engine to run: its words are replaced, and that is all there is to it."""
    config = json.loads((folder / "config.json").read_text())["notification"]["sendEmail"][template]
    words = {"%LINK%": known.link, "%EMAIL%": known.email, "%DISPLAY_NAME%": known.name, "%APP_NAME%": "project-1"}
    subject, body = config["subject"], config["body"]
    for word, value in words.items():
        subject = subject.replace(word, value)
        body = body.replace(word, html.escape(value))
    return Mail(subject, body)


def cognito(folder, known):
    """Runs the trigger as Lambda would, then replaces the code as Cognito would."""
    event = json.dumps({"triggerSource": "CustomMessage_ForgotPassword", "response": {}})
    program = f"""
        import {{ handler }} from {json.dumps(str(folder / "custom-message" / "index.mjs"))};
        console.log(JSON.stringify(await handler({event})));
    """
    answer = json.loads(run(["node", "--input-type=module", "-"], program))["response"]
    assert len(answer["emailMessage"]) <= 20_000
    return Mail(answer["emailSubject"], answer["emailMessage"].replace("{####}", known.token))


def kratos(folder, known):
    [method] = (folder / "courier-templates").iterdir()
    files = method / "valid"
    data = {"To": known.email, "RecoveryCode": known.token, "RecoveryURL": known.link}
    return render(
        go(),
        data,
        subject=(files / "email.subject.gotmpl").read_text(),
        html=(files / "email.body.gotmpl").read_text(),
        text=(files / "email.body.plaintext.gotmpl").read_text(),
    )


def keycloak(folder, known):
    [theme] = (folder / "themes").iterdir()
    given = [
        (theme / "email" / "messages" / "messages_en.properties").read_text(),
        "passwordResetSubject",
        (theme / "email" / "html" / "password-reset.ftl").read_text(),
        (theme / "email" / "text" / "password-reset.ftl").read_text(),
        known.link,
        known.email,
        known.name,
    ]
    return Mail(*run(["java", "-cp", FREEMARKER, "FreeMarker.java"], "\0".join(given)).split("\0"))


def auth0(folder, known):
    config = json.loads((folder / "emailTemplates" / "reset_email.json").read_text())
    data = {"user": {"email": known.email, "given_name": known.name}, "url": known.link}
    subject, body = config["subject"], (folder / "emailTemplates" / config["body"]).read_text()
    return Mail(*(liquid.Template(text).render(**data) for text in (subject, body)))


def pocketbase(folder, known):
    template = json.loads((folder / "collection.json").read_text())["resetPasswordTemplate"]
    words = {
        "{APP_NAME}": "Acme",
        "{APP_URL}": "https://elsewhere.example",
        "{TOKEN}": known.token,
        "{RECORD:email}": html.escape(known.email),
        "{RECORD:name}": html.escape(known.name),
    }
    texts = [template["subject"], template["body"]]
    for word, value in words.items():
        texts = [text.replace(word, value) for text in texts]
    return Mail(*texts)


def parse(folder, known):
    paths = json.loads((folder / "templates.json").read_text())["passwordResetEmail"]
    return render(
        ["node", "mustaches.js", "mustache", MUSTACHE],
        {"link": known.link, "username": known.email, "appName": "Acme"},
        subject=(folder / paths["subjectPath"]).read_text(),
        html=(folder / paths["htmlPath"]).read_text(),
        text=(folder / paths["textPath"]).read_text(),
    )


def django(folder, known):
    """djoser's own message class, in a process of its own: Django is configured once and for all."""
    user = {"email": known.email, "first_name": known.name}
    job = {"templates": str(folder / "templates"), "user": user, "uid": "MQ", "token": known.token}
    return Mail(**json.loads(run([sys.executable, "djoser_mail.py"], json.dumps(job))))


def jinja(folder, known):
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder), autoescape=jinja2.select_autoescape(), undefined=jinja2.StrictUndefined
    )
    data = {"token": known.token, "email": known.email, "name": known.name, "code": ""}
    names = ("reset-password.subject.txt", "reset-password.html", "reset-password.txt")
    return Mail(*(environment.get_template(name).render(data) for name in names))


def handlebars(folder, known):
    files = folder / "reset-password"
    return render(
        ["node", "mustaches.js", "handlebars", HANDLEBARS],
        {"email": known.email, "name": known.name, "token": quote(known.token, safe="")},
        **{part: (files / f"{part}.hbs").read_text() for part in ("subject", "html", "text")},
    )


def erb(folder, known):
    files = folder / "app" / "views" / "devise" / "mailer"
    locale = yaml.safe_load((folder / "config" / "locales" / "devise.emails.en.yml").read_text())
    mail = render(
        ["ruby", "erb.rb"],
        {"email": known.email, "name": known.name, "token": known.token},
        subject="",
        html=(files / "reset_password_instructions.html.erb").read_text(),
        text=(files / "reset_password_instructions.text.erb").read_text(),
    )
    mail.subject = locale["en"]["devise"]["mailer"]["reset_password_instructions"]["subject"]
    return mail


def blade(folder, known):
    files = folder / "resources" / "views" / "emails"
    return render(
        ["php", "blade.php"],
        {"email": known.email, "name": known.name, "token": known.token},
        subject=(files / "reset-password-subject.blade.php").read_text(),
        html=(files / "reset-password.blade.php").read_text(),
        text=(files / "reset-password-text.blade.php").read_text(),
    )


def postmark(folder, known):
    """By mustache.js, whose language Postmark's own takes after. What the two disagree on is not in a template of ours."""
    files = folder / "reset-password"
    return render(
        ["node", "mustaches.js", "mustache", MUSTACHE],
        {"email": known.email, "name": known.name, "token": quote(known.token, safe="")},
        subject=json.loads((files / "meta.json").read_text())["Subject"],
        html=(files / "content.html").read_text(),
        text=(files / "content.txt").read_text(),
    )


def missing():
    """What an engine needs and is not here; Debian has it all, other systems some of it."""
    needs = {
        supabase: shutil.which("go"),
        kratos: shutil.which("go"),
        keycloak: os.path.exists(FREEMARKER),
        parse: os.path.exists(MUSTACHE),
        postmark: os.path.exists(MUSTACHE),
        handlebars: os.path.exists(HANDLEBARS),
        erb: glob("/usr/share/rubygems-integration/*/gems/actionview-*"),
        blade: os.path.exists("/usr/share/php/Illuminate/View/autoload.php"),
    }
    return {system for system, found in needs.items() if not found}
