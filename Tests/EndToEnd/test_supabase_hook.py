"""The edge function for Supabase's send email hook: whose requests it takes, and what it sends for them.

Deno does not run here. Node runs the function's module; `index.ts` is run with what Deno gives it, by Node's removal of types.
"""

import base64
import hashlib
import hmac
import json
import subprocess

import engines
import programs
import pytest
from engines import Known
from engines.received import Reader
from test_dialects import SYSTEMS, WORDS, write_site

# The vector of the specification's libraries: standard-webhooks, libraries/python/tests/test_webhooks.py.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
ID, TIMESTAMP, BODY = "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
OTHER = "whsec_" + base64.b64encode(b"another secret, of 32 bytes at all").decode()


@pytest.fixture(scope="module")
def function(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hook")
    site = write_site(folder, SYSTEMS["supabase-hook"].shape, "Acme", WORDS.replace("LITERALS", ""))
    for name in ("change-email", "email-changed"):
        code = "`{{code}}`" if name == "change-email" else "Your address was changed."
        words = f"---\nsubject: {name}\npreheader: P\n---\n# {name}\nFor {{{{email}}}}\n\n{code}\n"
        (site / "acme" / "emails" / f"{name}.md").write_text(words)
    result = programs.run(programs.LATCHKEY, "emails", "export", site, "--dialect", "supabase-hook", "--output", folder / "out")
    assert result.returncode == 0, result.stderr
    return folder / "out" / "acme"


def node(folder, program):
    text = f'import * as hook from {json.dumps(str(folder / "supabase/functions/send-email/hook.mjs"))};\n{program}'
    return engines.run(["node", "--input-type=module", "-"], text).strip()


def verified(folder, secrets=SECRET, body=BODY, now=TIMESTAMP, **headers):
    headers = {"id": ID, "timestamp": str(TIMESTAMP), "signature": SIGNATURE, **headers}
    given = {f"webhook-{name}": value for name, value in headers.items() if value is not None}
    call = f"hook.verify({json.dumps(secrets)}, new Headers({json.dumps(given)}), {json.dumps(body)}, {now})"
    return node(folder, f"console.log(await {call}.then(() => 'ok', error => error.message));")


@pytest.mark.parametrize(
    "given, answer",
    [
        ({}, "ok"),
        ({"secrets": f"v1,{SECRET}"}, "ok"),
        ({"secrets": f"v1,{OTHER}|v1,{SECRET}"}, "ok"),
        ({"signature": f"v1,{'A' * 43}= v1a,{SIGNATURE[3:]} {SIGNATURE}"}, "ok"),
        ({"now": TIMESTAMP + 300}, "ok"),
        ({"now": TIMESTAMP - 300}, "ok"),
        ({"now": TIMESTAMP + 301}, "the timestamp is too old or too new"),
        ({"now": TIMESTAMP - 301}, "the timestamp is too old or too new"),
        ({"timestamp": "soon"}, "the timestamp is too old or too new"),
        ({"timestamp": f"{TIMESTAMP}.5"}, "the timestamp is too old or too new"),
        ({"timestamp": str(TIMESTAMP + 1)}, "no signature matches"),
        ({"id": "msg_other"}, "no signature matches"),
        ({"body": BODY + " "}, "no signature matches"),
        ({"secrets": OTHER}, "no signature matches"),
        ({"signature": SIGNATURE[3:]}, "no signature matches"),
        ({"signature": f"v2,{SIGNATURE[3:]}"}, "no signature matches"),
        ({"signature": f"v1,{SIGNATURE[3:-2]}="}, "no signature matches"),
        ({"signature": None}, "a header of the signature is missing"),
        ({"id": None}, "a header of the signature is missing"),
        ({"timestamp": None}, "a header of the signature is missing"),
    ],
)
def test_only_a_request_with_a_valid_signature_of_now_is_taken(function, given, answer):
    assert verified(function, **given) == answer


def test_the_vector_is_what_the_specification_says():
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    made = hmac.new(key, f"{ID}.{TIMESTAMP}.{BODY}".encode(), hashlib.sha256).digest()
    assert SIGNATURE == "v1," + base64.b64encode(made).decode()


def sent(folder, action, data=None, **user):
    mails = engines.supabase_hook(folder, Known("ada@example.com", "hash"), action, data=data or {"token": "123456"}, user=user)
    return [(mail["to"], mail["subject"], *[code for code in ("123456", "654321") if code in mail["text"]]) for mail in mails]


def test_a_changed_address_is_confirmed_from_both_where_it_is_secure(function):
    data = {"token": "123456", "token_new": "654321", "token_hash": "h", "token_hash_new": "n"}
    assert sent(function, "email_change", data, new_email="new@example.com") == [
        ("new@example.com", "change-email", "654321"),
        ("ada@example.com", "change-email", "123456"),
    ]
    assert sent(function, "email_change", new_email="new@example.com") == [("new@example.com", "change-email", "123456")]


def test_a_notice_of_a_changed_address_goes_to_the_old_one(function):
    assert sent(function, "email_changed_notification", {"old_email": "old@example.com"}) == [("old@example.com", "email-changed")]


def test_an_email_that_the_app_lacks_is_an_error_unless_it_is_a_notice(function):
    def told(action):
        call = f"hook.emails({{ user: {{}}, email_data: {{ email_action_type: '{action}' }} }})"
        return node(function, f"try {{ console.log(JSON.stringify({call})) }} catch (error) {{ console.log(error.message) }}")

    assert told("invite") == "there is no email for 'invite'"
    assert told("new_notification") == "[]"


@pytest.mark.parametrize(
    "is_signed, status, answer", [(True, 200, {}), (False, 401, {"error": {"http_code": 401, "message": "Error: no signature matches"}})]
)
def test_the_function_sends_a_signed_requests_email_by_the_service(function, tmp_path, is_signed, status, answer):
    """The function with what Deno gives it; the request to the service is kept instead of sent."""
    folder = function / "supabase/functions/send-email"
    payload = {
        "user": {"email": "ada@example.com", "user_metadata": {"name": "Ada"}},
        "email_data": {"email_action_type": "recovery", "token": "1", "token_hash": "a-b_c", "redirect_to": ""},
    }
    program = f"""
        import {{ readFileSync, writeFileSync }} from "node:fs";
        import {{ createHmac }} from "node:crypto";
        let handler, kept = [];
        const settings = {{ SEND_EMAIL_HOOK_SECRET: "v1,{SECRET}", EMAIL_FROM: "Acme <a@acme.example>", RESEND_API_KEY: "key" }};
        globalThis.Deno = {{ env: {{ get: name => settings[name] }}, serve: given => (handler = given) }};
        globalThis.fetch = async (url, options) => (kept.push({{ url, ...options, body: JSON.parse(options.body) }}), Response.json({{}}));
        await import({json.dumps(str(folder / "index.mjs"))});
        const body = {json.dumps(json.dumps(payload))}, id = "msg_1", timestamp = String(Math.floor(Date.now() / 1000));
        const key = Buffer.from("{SECRET.removeprefix('whsec_')}", "base64");
        const made = createHmac("sha256", key).update(`${{id}}.${{timestamp}}.${{body}}{'' if is_signed else '!'}`).digest("base64");
        const headers = {{ "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${{made}}` }};
        const response = await handler(new Request("https://f.example/", {{ method: "POST", body, headers }}));
        console.log(JSON.stringify({{ status: response.status, body: await response.json(), kept }}));
    """
    # Debian has TypeScript's compiler, which the page's script is checked with.
    (folder / "index.mjs").write_text(subprocess.run(
        ["node", "-e", "const ts = require('/usr/share/nodejs/typescript'); const fs = require('fs');"
         "process.stdout.write(ts.transpileModule(fs.readFileSync(process.argv[1], 'utf8'), { compilerOptions: { module: 'esnext', target: 'es2022' } }).outputText)",
         str(folder / "index.ts")], capture_output=True, text=True, check=True, timeout=programs.PATIENCE).stdout)  # fmt: skip
    got = json.loads(engines.run(["node", "--input-type=module", "-"], program))
    assert (got["status"], got["body"]) == (status, answer)
    if not is_signed:
        assert got["kept"] == []
        return
    [mail] = got["kept"]
    assert mail["url"] == "https://api.resend.com/emails" and mail["headers"]["Idempotency-Key"] == "msg_1-0"
    assert {key: mail["body"][key] for key in ("from", "to", "subject")} == {
        "from": "Acme <a@acme.example>", "to": ["ada@example.com"], "subject": "Reset Acme: it's {0} @if(1) 100%",
    }  # fmt: skip
    assert "https://acme.example/reset?token_hash=a-b_c&type=recovery" in Reader(mail["body"]["html"]).links
    assert "Hello Ada," in mail["body"]["text"]
