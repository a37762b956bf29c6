"""The systems that send emails, as far as they put an email together: their engines, and how they find and load files.

Each function takes an app's exported folder and the values of one email, and returns the email as it would be sent. Where
the system's own loader runs here, it does; elsewhere a few lines apply the rule that its documentation or source gives.
`TABLE` names, for each dialect, what was run and what was not; Documentation/Dialects.md has the same table.
"""

import atexit
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from functools import cache
from glob import glob
from importlib import metadata
from pathlib import Path
from urllib.parse import quote

import jinja2
import liquid
import programs
import yaml

HERE = Path(__file__).parent
# Where Debian has what Homebrew has no formula for.
HANDLEBARS = "/usr/share/javascript/handlebars/handlebars.js"
MUSTACHE = "/usr/share/nodejs/mustache"
FREEMARKER = "/usr/share/java/freemarker.jar"
LARAVEL = "/usr/share/php/Illuminate/autoload.php"


@dataclass
class Email:
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
    # When, where and with what somebody asked.
    time: str = ""
    place: str = ""
    device: str = ""
    # The language that the system knows of the person, where it does.
    language: str = ""

    @property
    def moment(self):
        """What is known of the three, as an app passes it."""
        return {name: getattr(self, name) for name in ("time", "place", "device") if getattr(self, name)}


def run(command, text):
    """Runs an engine in its folder and returns what it says."""
    result = subprocess.run(
        list(map(str, command)), input=text, cwd=HERE, capture_output=True, text=True, timeout=programs.PATIENCE
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def render(command, data, **templates):
    """Renders templates by the parts that they are of; only 'html' is HTML. Takes JSON in and out."""
    jobs = [{"Template": text, "HTML": part == "html", "Data": data} for part, text in templates.items()]
    return Email(**dict(zip(templates, json.loads(run(command, json.dumps(jobs))))))


@cache
def go():
    """The program with Go's templates, compiled once."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    program = Path(folder) / "templates"
    subprocess.run(["go", "build", "-o", program, "templates.go"], cwd=HERE, check=True, timeout=programs.PATIENCE)
    return [program]


@cache
def freemarker():
    """The program with FreeMarker, compiled once."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    subprocess.run(["javac", "-cp", FREEMARKER, "-d", folder, "FreeMarker.java"], cwd=HERE, check=True, timeout=programs.PATIENCE)
    # Most of what is left is the start of a machine that optimises what it runs for long.
    return ["java", "-XX:TieredStopAtLevel=1", "-cp", f"{FREEMARKER}{os.pathsep}{folder}", "FreeMarker"]


@cache
def loaded(*command):
    """Starts a program that loads its libraries once and then answers jobs, a line in and a line out, each in a forked process."""
    process = subprocess.Popen(
        command, cwd=HERE, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )

    def end():
        process.stdin.close()
        process.wait(timeout=programs.PATIENCE)

    atexit.register(end)
    return process


def email_by(job, *command):
    """The email that such a program sends."""
    process = loaded(*command)
    print(json.dumps(job), file=process.stdin, flush=True)
    answer = json.loads(process.stdout.readline() or process.stderr.read())
    assert "error" not in answer, answer["error"]
    return Email(**answer)


SUPABASE = {"recovery", "confirmation", "magic_link", "invite", "email_change", "reauthentication"}
SUPABASE_NOTIFICATIONS = {
    "password_changed", "email_changed", "phone_changed", "identity_linked", "identity_unlinked", "mfa_factor_enrolled",
    "mfa_factor_unenrolled",
}  # fmt: skip


def supabase_config(folder):
    """The CLI's rules: known sections alone, and every content_path below the project's root (supabase/cli#6160).

    supabase/cli apps/cli-go/pkg/config/config.go, (*baseConfig).resolve and (*email).validate.
    """
    email = tomllib.loads((folder / "supabase" / "config.emails.toml").read_text())["auth"]["email"]
    assert set(email) <= {"template", "notification", "otp_expiry"}
    assert set(email.get("template", {})) <= SUPABASE
    assert set(email.get("notification", {})) <= SUPABASE_NOTIFICATIONS
    for section in [*email.get("template", {}).values(), *email.get("notification", {}).values()]:
        assert set(section) <= {"enabled", "subject", "content_path"}
        assert (folder / section["content_path"]).is_file()
    return email


def supabase(folder, known, name="recovery", redirect="https://elsewhere.example"):
    template = supabase_config(folder)["template"][name]
    data = {
        "Email": known.email,
        "Token": "123456",
        "TokenHash": known.token,
        "SiteURL": "https://elsewhere.example",
        "RedirectTo": redirect,
        "ConfirmationURL": "https://elsewhere.example/verify?token=burnt",
        "Data": {key: value for key, value in {"name": known.name, "lang": known.language}.items() if value},
    }
    # The subject is rendered by html/template as well.
    body = (folder / template["content_path"]).read_text()
    subject = render(go(), data, subject="", html=template["subject"]).html
    return Email(subject, render(go(), data, subject="", html=body).html)


def supabase_hook(folder, known, action="recovery", data=None, user=None):
    """Node runs the function's module with the payload that Supabase documents for the hook, and fills in nothing itself."""
    metadata = {key: value for key, value in {"name": known.name, "lang": known.language}.items() if value}
    payload = {
        "user": {"id": "u-1", "aud": "authenticated", "email": known.email, "user_metadata": metadata, **(user or {})},
        "email_data": {
            "token": "123456", "token_hash": known.token, "redirect_to": "", "email_action_type": action,
            "site_url": "https://elsewhere.example", "token_new": "", "token_hash_new": "", **(data or {}),
        },
    }  # fmt: skip
    program = f"""
        import {{ emails }} from {json.dumps(str(folder / "supabase" / "functions" / "send-email" / "hook.mjs"))};
        console.log(JSON.stringify(emails({json.dumps(payload)})));
    """
    sent = json.loads(run(["node", "--input-type=module", "-"], program))
    if data is not None:
        return sent
    [mail] = sent
    assert mail["to"] == known.email
    return Email(mail["subject"], mail["html"], mail["text"])


def firebase(folder, known, template="resetPasswordTemplate"):
    """The one without an engine to run: its words are replaced, and that is all there is to it."""
    config = json.loads((folder / "config.json").read_text())["notification"]["sendEmail"][template]
    words = {"%LINK%": known.link, "%EMAIL%": known.email, "%DISPLAY_NAME%": known.name, "%APP_NAME%": "project-1"}
    subject, body = config["subject"], config["body"]
    for word, value in words.items():
        subject = subject.replace(word, value)
        body = body.replace(word, html.escape(value))
    return Email(subject, body)


def cognito(folder, known, trigger="CustomMessage_ForgotPassword"):
    """Runs the trigger with the event that Cognito sends, then puts in what Cognito does, under Cognito's limits."""
    attributes = {"email": known.email, **({"given_name": known.name} if known.name else {})}
    event = {
        "version": "1", "region": "eu-west-1", "userPoolId": "eu-west-1_a", "userName": "u-1", "triggerSource": trigger,
        "callerContext": {"awsSdkVersion": "1", "clientId": "c"},
        "request": {"userAttributes": attributes, "codeParameter": "{####}", "usernameParameter": None},
        "response": {"smsMessage": None, "emailMessage": None, "emailSubject": None},
    }  # fmt: skip
    if trigger == "CustomMessage_AdminCreateUser":
        event["request"]["usernameParameter"] = "{username}"
    program = f"""
        import {{ handler }} from {json.dumps(str(folder / "custom-message" / "index.mjs"))};
        console.log(JSON.stringify(await handler({json.dumps(event)})));
    """
    answer = json.loads(run(["node", "--input-type=module", "-"], program))["response"]
    subject, body = answer["emailSubject"], answer["emailMessage"]
    assert len(body) <= 20_000 and len(subject) <= 140 and "{####}" in body
    assert trigger != "CustomMessage_AdminCreateUser" or "{username}" in body
    return Email(subject, body.replace("{####}", known.token).replace("{username}", "u-1"))


def kratos(folder, known, method="recovery"):
    """The courier's rule: the folder of template_override_path, and in it a folder for each method.

    ory/kratos courier/template/load_template.go, loadTemplate: the file of the name that the method's EmailSubject, EmailBody
    and EmailBodyPlaintext give (courier/template/email/recovery_valid.go), and the built-in one where it is missing.
    """
    config = yaml.safe_load((folder / "kratos.emails.yml").read_text())
    root = folder / Path(config["courier"]["template_override_path"]).name
    files = root / method / "valid"
    data = {"To": known.email, "RecoveryCode": known.token, "RecoveryURL": known.link}
    return render(
        go(),
        data,
        subject=(files / "email.subject.gotmpl").read_text(),
        html=(files / "email.body.gotmpl").read_text(),
        text=(files / "email.body.plaintext.gotmpl").read_text(),
    )


def keycloak(folder, known, name="password-reset", message="passwordResetSubject"):
    """FreeMarker finds the templates below the theme's email folder, as Keycloak's theme provider lets it."""
    [theme] = (folder / "themes").iterdir()
    assert (theme / "email" / "theme.properties").read_text() == "parent=base\n"
    given = [str(theme / "email"), message, name, known.link, known.email, known.name, known.place, known.language or "en"]
    return Email(*run(freemarker(), "\0".join(given)).split("\0"))


AUTH0 = {
    "verify_email", "verify_email_by_code", "reset_email", "reset_email_by_code", "welcome_email", "blocked_account",
    "stolen_credentials", "enrollment_email", "mfa_oob_code", "user_invitation",
}  # fmt: skip


def auth0(folder, known, name="reset_email"):
    """The Deploy CLI's rule: in the folder 'emails' every .json, and the file that its 'body' names; anything else is skipped.

    auth0/auth0-deploy-cli src/context/directory/handlers/emailTemplates.ts, parse; the names are EMAIL_TEMPLATES_TYPES in
    src/tools/constants.ts.
    """
    files = folder / "emails"
    for path in files.glob("*.json"):
        config = json.loads(path.read_text())
        assert config["template"] == path.stem and path.stem in AUTH0
        assert (files / config["body"]).samefile(files / f"{path.stem}.html")
    assert {path.parent for path in folder.rglob("*.*")} == {files}
    config = json.loads((files / f"{name}.json").read_text())
    user = {"email": known.email, "given_name": known.name, **({"user_metadata": {"lang": known.language}} if known.language else {})}
    data = {"user": user, "url": known.link}
    return Email(*(liquid.Template(text).render(**data) for text in (config["subject"], (files / config["body"]).read_text())))


POCKETBASE_LAYOUT = '<!doctype html><html lang="en"><head><title>%s</title></head><body>%s</body></html>'


def pocketbase(folder, known, name="resetPasswordTemplate"):
    """The rule of PocketBase: names are replaced, fields of the record escaped, the body put into a layout.

    pocketbase/pocketbase mails/record.go, resolveEmailTemplate, and core/collection_model_auth_options.go,
    EmailTemplate.Resolve, which replaces in no particular order.
    """
    template = json.loads((folder / "collection.json").read_text())[name]
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
    return Email(texts[0], POCKETBASE_LAYOUT % (html.escape(texts[0]), texts[1]))


def parse(folder, known):
    """The adapter's rule: the three paths of the option 'templates', each rendered as Mustache.

    parse-community/parse-server-api-mail-adapter src/ApiMailAdapter.js, _sendMail, _createApiData and _fillPlaceholders.
    """
    paths = json.loads((folder / "templates.json").read_text())["passwordResetEmail"]
    return render(
        ["node", "mustaches.js", "mustache", MUSTACHE],
        {"link": known.link, "username": known.name, "email": known.email, "appName": "Acme"},
        subject=(folder / paths["subjectPath"]).read_text(),
        html=(folder / paths["htmlPath"]).read_text(),
        text=(folder / paths["textPath"]).read_text(),
    )


def djoser(folder, known):
    """djoser's own message, up to Django's mailbox; in a process of its own, as Django is configured once and for all."""
    job = {"templates": str(folder / "templates"), "email": known.email, "name": known.name, "token": known.token, "language": known.language}
    return email_by(job, sys.executable, "djoser_email.py")


def django(folder, known):
    """The form of Django's own views, up to Django's mailbox; in a process of its own, as Django is configured once and for all."""
    job = {"templates": str(folder / "templates"), "email": known.email, "name": known.name, "token": known.token, "language": known.language}
    return email_by(job, sys.executable, "django_email.py")


def dj_rest_auth(folder, known):
    """dj-rest-auth's form with allauth's adapter, up to Django's mailbox; in a process of its own, as Django is configured once."""
    job = {"templates": str(folder / "templates"), "email": known.email, "name": known.name, "token": known.token, "language": known.language}
    return email_by(job, sys.executable, "dj_rest_auth_email.py")


def jinja(folder, known):
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder), autoescape=jinja2.select_autoescape(), undefined=jinja2.StrictUndefined
    )
    data = {"token": known.token, "email": known.email, "name": known.name, "code": "", **known.moment}
    stem = f"reset-password.{known.language}" if known.language else "reset-password"
    names = (f"{stem}.subject.txt", f"{stem}.html", f"{stem}.txt")
    return Email(*(environment.get_template(name).render(data) for name in names))


def handlebars(folder, known):
    files = folder / (f"reset-password.{known.language}" if known.language else "reset-password")
    return render(
        ["node", "mustaches.js", "handlebars", HANDLEBARS],
        {"email": known.email, "name": known.name, "token": quote(known.token, safe=""), **known.moment},
        **{part: (files / f"{part}.hbs").read_text() for part in ("subject", "html", "text")},
    )


def allauth(folder, known, prefix="account/email/password_reset_key"):
    """allauth's own flow and adapter, up to Django's mailbox; in a process of its own, as Django is configured once."""
    job = {
        "templates": str(folder / "templates"), "prefix": prefix, "email": known.email, "token": known.token,
        "name": known.name, "device": known.device, "language": known.language,
    }  # fmt: skip
    return email_by(job, sys.executable, "allauth_email.py")


def erb(folder, known, name="reset_password_instructions"):
    """Devise's own mailer in a Rails application, which has the views and the locale of Devise's generators as well."""
    data = {"email": known.email, "name": known.name, "token": known.token, "language": known.language}
    has_token = name.endswith("_instructions")
    job = {"root": str(folder), "template": name, "has_token": has_token, "data": data}
    return email_by(job, "ruby", "devise.rb")


def laravel_recipe():
    """What the dialect's file tells an application to do, as it stands there."""
    lines = (HERE.parents[2] / "Templates" / "dialects" / "blade.yml").read_text().splitlines()
    return "\n".join(line[6:] for line in lines if line.startswith("#     "))


def blade(folder, known, name="reset-password"):
    """Laravel's own notification, with the recipe, sent through its mailer."""
    data = {"email": known.email, "name": known.name, "token": known.token, "language": known.language}
    job = {
        "views": str(folder / "resources" / "views"), "name": name, "recipe": laravel_recipe(), "data": data,
        "place": known.place, "device": known.device,
    }  # fmt: skip
    return Email(**json.loads(run(["php", "laravel.php"], json.dumps(job))))


def mustachio(template, model, escape):
    """Mustachio's rules: what a tag is, and that a section is a scope in which its own value is all there is.

    ActiveCampaign/mustachio Mustachio/Tokenizer.cs, _tokenFinder; Parser.cs, HandleElementOpen; ContextObject.cs, Exists.
    """
    tokens = iter(re.split(r"([{]{2}[^{}]+?[}]{2}|[{]{3}[^{}]+?[}]{3})", template))

    def value(path, scope):
        return scope if path == "." else scope.get(path) if isinstance(scope, dict) else None

    def until(end, scope, is_shown):
        text = ""
        for content in tokens:
            text += content
            tag = next(tokens, None)
            if tag is None:
                break
            path = tag.strip("{}").lstrip("#/").strip()
            assert re.fullmatch(r"[\w]+|\.", path), tag
            if tag.startswith("{{/"):
                assert path == end, tag
                return text if is_shown else ""
            if tag.startswith("{{#"):
                inner = value(path, scope)
                text += until(path, inner, bool(inner))
            else:
                found = value(path, scope)
                text += "" if found is None else found if tag.startswith("{{{") else escape(found)
        assert end is None, f"{end} is open"
        return text

    return until(None, model, True)


def postmark(folder, known):
    """The rule of `postmark templates push`: a folder with a meta.json is a template, and its alias is its identity.

    ActiveCampaign/postmark-cli src/commands/templates/helpers.ts, createManifestItem, and push.ts.
    """
    files = folder / (f"reset-password-{known.language}" if known.language else "reset-password")
    aliases = [json.loads(path.read_text())["Alias"] for path in folder.rglob("meta.json")]
    assert len(set(aliases)) == len(aliases) and all(alias.startswith(f"{folder.name}-") for alias in aliases)
    model = {"email": known.email, "name": known.name, "token": quote(known.token, safe=""), **known.moment}
    return Email(
        mustachio(json.loads((files / "meta.json").read_text())["Subject"], model, str),
        mustachio((files / "content.html").read_text(), model, html.escape),
        mustachio((files / "content.txt").read_text(), model, str),
    )


@dataclass
class Run:
    """What the tests run for one dialect."""

    engine: str
    loader: str
    not_run: str


def version(command):
    """The first number of what a program says of itself; '-' where it is not here."""
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=programs.PATIENCE)
    except FileNotFoundError:
        return "-"
    found = re.search(r"\d+(\.\d+)+", result.stdout + result.stderr)
    return found[0] if found else "-"


TABLE = {
    "supabase": Run("Go html/template", "the rule of the CLI's config, in Python", "supabase start, the hosted service"),
    "supabase-hook": Run("Node, with the hook's payload", "Node imports the function's module", "Deno, the hosted service"),
    "firebase": Run("replacement, in Python", "the API's project configuration, in Python", "the hosted service"),
    "cognito": Run("Node, with Cognito's event", "Node imports the trigger", "Lambda, Cognito"),
    "kratos": Run("Go html/template, text/template", "the rule of the courier, in Python", "Kratos"),
    "keycloak": Run("FreeMarker, MessageFormat", "FreeMarker's file loader on the theme", "Keycloak"),
    "auth0": Run("python-liquid", "the rule of the Deploy CLI, in Python", "the Deploy CLI, the hosted service"),
    "pocketbase": Run("replacement, in Python", "the rule of mails/record.go, in Python", "PocketBase"),
    "parse": Run("mustache.js", "the adapter's option, in Python", "Parse Server, the adapter"),
    "djoser": Run("Django", "djoser's message, Django's loaders and mailbox", "an SMTP backend"),
    "dj-rest-auth": Run("Django", "dj-rest-auth's form, allauth's adapter; its API and SMTP for a whole reset", "–"),
    "django": Run("Django", "Django's form, loaders and mailbox", "an SMTP backend"),
    "allauth": Run("Django", "allauth's flow and adapter; its API and SMTP for a whole reset", "–"),
    "jinja": Run("Jinja", "Jinja's FileSystemLoader", "–"),
    "handlebars": Run("Handlebars", "file names", "–"),
    "erb": Run("Action View", "Devise's mailer in a Rails application, Action Mailer's test delivery", "an SMTP delivery"),
    "blade": Run("Blade", "Laravel's notifications and mailer, its array transport", "an SMTP transport"),
    "postmark": Run("Mustachio's rules, in Python", "the rule of templates push, in Python", "Mustachio, postmark-cli, the hosted service"),
}


def versions():
    """The versions of what `TABLE` names, as they run here."""
    gems = {Path(path).name.rsplit("-", 1)[0]: Path(path).name.rsplit("-", 1)[1] for path in glob("/usr/share/rubygems-integration/*/gems/*")}
    node = "const p = process.argv[1]; console.log(p.endsWith('.js') ? require(p).VERSION : require(p + '/package.json').version)"
    go_version = version(["go", "version"])
    return {
        "supabase": go_version,
        "supabase-hook": version(["node", "--version"]),
        "firebase": version([sys.executable, "--version"]),
        "cognito": version(["node", "--version"]),
        "kratos": go_version,
        "keycloak": version(["dpkg-query", "-W", "-f", "${Version}", "libfreemarker-java"]),
        "auth0": metadata.version("python-liquid"),
        "pocketbase": version([sys.executable, "--version"]),
        "parse": version(["node", "-e", node, MUSTACHE]),
        "djoser": f"{metadata.version('Django')}, djoser {metadata.version('djoser')}",
        "dj-rest-auth": f"{metadata.version('Django')}, dj-rest-auth {metadata.version('dj-rest-auth')}",
        "django": metadata.version("Django"),
        "allauth": f"{metadata.version('Django')}, allauth {metadata.version('django-allauth')}",
        "jinja": metadata.version("Jinja2"),
        "handlebars": version(["node", "-e", node, HANDLEBARS]),
        "erb": f"{gems.get('actionview', '-')}, Devise {gems.get('devise', '-')}",
        "blade": version(["dpkg-query", "-W", "-f", "${Version}", "php-laravel-framework"]),
        "postmark": version([sys.executable, "--version"]),
    }


def missing():
    """What an engine needs and is not here; Debian has it all, other systems some of it."""
    needs = {
        supabase: shutil.which("go"),
        kratos: shutil.which("go"),
        keycloak: os.path.exists(FREEMARKER),
        parse: os.path.exists(MUSTACHE),
        handlebars: os.path.exists(HANDLEBARS),
        erb: glob("/usr/share/rubygems-integration/*/gems/devise-*"),
        blade: os.path.exists(LARAVEL),
    }
    return {system for system, found in needs.items() if not found}
