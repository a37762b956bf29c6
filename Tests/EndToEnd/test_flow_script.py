"""The page's script: the checked-in files, their size, and the vectors that it shares with the apps."""

import hashlib
import json
import re
import shutil
import subprocess

import brotli
import programs
import pytest
import realservers
import yaml
from browsers import Look

pytestmark = pytest.mark.engines_differ

BUILD_SCRIPT = programs.ROOT / "Scripts" / "build-script"
MODULES = programs.ROOT / "Templates" / "pages" / "script"
CONTRACTS = programs.ROOT / "Templates" / "backends"
VECTORS = programs.ROOT / "Tests" / "AuthFlowVectors" / "Vectors"


def joined(*modules):
    """Modules and all that they import, as one text."""
    return programs.run(BUILD_SCRIPT, "--join", *modules).stdout


def test_the_checked_in_script_was_made_of_the_present_sources():
    """Without the tools that minify."""
    made = MODULES.parent / ".minified.sha256"
    folders = {"../../Scripts": "build-script", "../hosts": "*.js", "../hosts/min": "*.js", "script": "*.js", "script.min": "*.js",
               "style": "*.css", "style.min": "*.css"}  # fmt: skip
    found = {
        f"{folder}/{file.name}": hashlib.sha256(file.read_bytes()).hexdigest()
        for folder, names in folders.items()
        for file in (made.parent / folder).glob(names)
    }
    assert {name: digest for digest, name in map(str.split, made.read_text().splitlines())} == found, "run 'make script'"


@pytest.mark.full  # for 20 s; the test above fails if a source was changed since 'make script', which checks its types
def test_build_script_makes_the_checked_in_files():
    if not (shutil.which("terser") and shutil.which("tsc")):
        pytest.skip("terser and tsc are not here; 'make script' installs them")
    result = subprocess.run([BUILD_SCRIPT, "--check"], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_no_pages_script_takes_more_than_7050_bytes(release):
    sizes = {}
    for page in release.rglob("*.html"):
        script = re.search(r"<script>(.*?)</script>", page.read_text(), re.DOTALL)
        if script:
            sizes[page.name] = len(brotli.compress(script[1].encode()))
    assert sizes
    assert {name: size for name, size in sizes.items() if size > 7050} == {}


def test_modules_call_nothing_that_parses_markup_or_code():
    for module in MODULES.glob("*.js"):
        # What a page stores goes through one function.
        text = module.read_text() if module.name != "data.js" else re.sub("(session|local)Storage", "", module.read_text())
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|Function\(|Storage\b", text), module


def pruned(contracts):
    """The form in which pages ship contracts, by their names."""
    result = subprocess.run([realservers.RUNNER, "--prune"], input=json.dumps(contracts), capture_output=True, text=True, timeout=programs.PATIENCE)
    assert result.returncode == 0, result.stdout + result.stderr
    return json.loads(result.stdout)


# Runs the cases of a file, and answers for each what was sent and what it came to.
RUN = """
// A driver would put the members of an object in an order of its own.
const [vectors, contracts] = [...arguments].slice(0, 2).map(text => JSON.parse(text)), done = arguments[2];
const run = async vector => {
  const sent = [], answers = vector.exchanges.map(exchange => exchange.answer);
  const result = await runOperation(contracts[vector.contract].operations[vector.operation], vector.values, async request => {
    const answer = answers[sent.length];
    sent.push({ method: request.method, url: request.url, headers: request.headers, body: request.body ?? "" });
    // A page cannot tell a refused answer from none; it may only be told so here.
    if (typeof answer === "string") throw { outcome: answer === "refused" ? "not-allowed" : answer };
    const lower = Object.fromEntries(Object.entries(answer.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
    return {
      status: answer.status,
      text: (answer.body.repeat === String.prototype.repeat ? answer.body : answer.body.repeat.repeat(answer.body.times)).replace(/^\\ufeff/, ""), // as a browser decodes it
      header: name => lower[name.toLowerCase()],
      cookie: name => answer.cookies?.[name] && decodeURIComponent(answer.cookies[name]),
    };
  });
  return { sent, result };
};
Promise.all(vectors.map(vector => run(vector).catch(error => ({ error: String(error) })))).then(done);
"""


@pytest.fixture
def blank(browser):
    """A page with nothing on it."""
    browser.look(Look())
    browser.open("about:blank")
    return browser


@pytest.mark.parametrize("name", sorted(str(path.relative_to(VECTORS)) for path in VECTORS.rglob("*.json")))
def test_contracts_have_the_results_of_the_vectors(blank, name):
    document = json.loads((VECTORS / name).read_text())
    contracts = document.get("contracts", {})
    for key in {vector["contract"] for vector in document["cases"]} - contracts.keys():
        own = programs.SITE / key / "backend.yml"
        contracts[key] = yaml.safe_load((own if own.exists() else CONTRACTS / f"{key}.yml").read_text())
    contracts = pruned(contracts)
    script = joined("interpreter.js", "requests.js", "selectors.js", "patterns.js", "sources.js", "steps.js") + RUN
    wrong = {}
    results = blank.driver.execute_async_script(script, json.dumps(document["cases"]), json.dumps(contracts))
    for vector, found in zip(document["cases"], results, strict=True):
        outcome = vector["outcome"]
        expected = {
            "sent": [exchange["request"] for exchange in vector["exchanges"]],
            "is": outcome["is"],
            "wait": outcome.get("wait"),
            "kept": vector["kept"],
        }
        result = found.get("result") or {}
        actual = {
            "sent": found.get("sent"),
            "is": result.get("outcome"),
            "wait": result.get("wait") if result.get("outcome") == "rate-limited" else None,
            "kept": result.get("kept"),
        }
        if actual != expected:
            wrong[vector["name"]] = {key: (actual[key], expected[key]) for key in expected if actual[key] != expected[key]} | found
    assert wrong == {}


REQUIREMENTS = [
    ("at-least 2", "a", False), ("at-least 2", "ab", True), ("at-least 2", "e\u0301", True), ("at-least 2", "😀", False),
    ("at-most 2", "abc", False), ("at-most 3 bytes", "é", True), ("at-most 3 bytes", "éé", False),
    ("upper", "É", True), ("upper", "ǅ", False), ("lower", "ß", True), ("lower", "A1", False),
    ("digit", "٣", True), ("digit", "²", False), ("special", "aB3", False), ("special", "a B", True),
    ("special", "²", True), ("same", "", False), ("same", "copy", True), ("same", "cop", False),
]  # fmt: skip


def test_requirements_count_scalars_by_their_categories(blank):
    script = joined("rules.js", "kinds.js") + "return arguments[0].map(([rule, password]) => isRequirementMet(rule, password, 'copy'));"
    cases = [(dict(zip(["rule", "number", "unit"], rule.split())), password) for rule, password, _ in REQUIREMENTS]
    assert [*zip(REQUIREMENTS, blank.run(script, cases))] == [(case, case[2]) for case in REQUIREMENTS]


def shape(template):
    """A URL template as the script has it: segments and items, a parameter's name in a list."""

    def value(text):
        return [text[1:-1]] if text.startswith("{") else text

    def items(text):
        return {name: value(text) for name, _, text in (item.partition("=") for item in text.split("&"))}

    rest, _, fragment = template.partition("#")
    path, _, query = rest.partition("?")
    parts = {"path": [value(segment) for segment in path.split("/") if segment], "query": query, "fragment": fragment}
    return {key: items(text) if isinstance(text, str) else text for key, text in parts.items() if text or key == "path"}


MATCH = "return matchTemplate(arguments[0], new URL('https://a.example' + arguments[1])) ?? null;"


def test_addresses_have_the_parameters_of_the_vectors(blank):
    cases = json.loads((programs.ROOT / "Tests" / "AppLinksTests" / "Vectors" / "link-parameters.json").read_text())["cases"]
    assert len(cases) > 20
    script = joined("address.js") + MATCH
    found = {case["name"]: blank.run(script, shape(case["template"]), case["address"]) for case in cases}
    assert found == {case["name"]: case["parameters"] for case in cases}


def test_the_placeholder_of_a_read_parameter_is_no_value(blank):
    """The page takes a parameter out of the address bar and leaves '-' there."""
    assert blank.run(joined("address.js") + MATCH, shape("/v/{token}"), "/v/-") is None


LISTED = ["https://shop.example/account", "https://app.example", "https://port.example:8443/a/"]
# The address that a link names, and the one that a page offers; None if it is refused.
CONTINUATIONS = [
    ("https://shop.example/account", "https://shop.example/account"), ("https://shop.example/account/", "https://shop.example/account/"),
    ("https://shop.example/account/orders?id=1&next=/x#top", "https://shop.example/account/orders?id=1&next=/x#top"),
    ("HTTPS://SHOP.example/account", "https://shop.example/account"), ("https://shop.example:443/account", "https://shop.example/account"),
    ("https://shop.example/x/../account/y", "https://shop.example/account/y"), ("https://app.example", "https://app.example/"),
    ("https://app.example/anything", "https://app.example/anything"), ("https://app.example?x=1", "https://app.example/?x=1"),
    ("https://port.example:8443/a", "https://port.example:8443/a"), ("https://port.example:8443/a/b", "https://port.example:8443/a/b"),
    # Another path, origin or scheme.
    ("https://shop.example/", None), ("https://shop.example/accounts", None), ("https://shop.example/account.evil", None),
    ("https://shop.example/Account", None), ("https://shop.example/account/../admin", None), ("https://shop.example/account/%2e%2e/admin", None),
    ("https://shop.example/account/..%2fadmin", None), ("https://shop.example/account/..%5Cadmin", None),
    ("https://shop.example/account/%252e%252e/admin", None), ("https://port.example/a", None), ("https://app.example:8443/", None),
    ("http://app.example/", None), ("javascript:alert(1)//https://app.example/", None), ("data:text/html,https://app.example", None),
    # Hosts that only begin, end or look like a listed one.
    ("https://app.example.evil.test/", None), ("https://evilapp.example/", None), ("https://app.example@evil.test/", None),
    ("https://app.example:x@evil.test/", None), ("https://evil.test@app.example/", None), ("https://evil.test\\@app.example/", None),
    ("https://app.example\\.evil.test/", None), ("https://app.example%2eevil.test/", None), ("https://evil.test/https://app.example/", None),
    ("https://evil.test#https://app.example/", None), ("https://evil.test?https://app.example/", None), ("https://app.example./", None),
    ("https://аpp.example/", None), ("https://xn--pp-6kc.example/", None), ("https://app.example。evil.test/", None),
    # What programs read differently.
    ("//app.example/", None), ("/\\app.example/", None), ("https:app.example", None), ("https:/app.example/", None), ("https:///app.example/", None),
    ("https:\\\\app.example/", None), ("https://app.example//evil.test", None), ("https://app.example/\\evil.test", None),
    ("https://app.example/\tx", None), ("https://app.exa\nmple/", None), (" https://app.example/", None), ("https://app.example/ ", None),
    ("https://app.example/é", None), ("https://app.example/\u202egnp.exe", None), ("https://[::1]/", None), ("https://", None), ("", None), ("app.example", None),
]  # fmt: skip


def test_an_address_to_go_on_at_is_one_of_the_list_or_refused(blank):
    script = joined("listed-address.js") + "return arguments[0].map((text) => listedAddress(text, arguments[1]) ?? null);"
    found = blank.run(script, [text for text, _ in CONTINUATIONS], LISTED)
    assert [(text, address) for (text, _), address in zip(CONTINUATIONS, found)] == CONTINUATIONS
    # Whatever is offered is on a listed origin, at or below its path.
    for address in filter(None, found):
        assert re.match(r"https://(shop\.example/account(?![^/?#])|app\.example/|port\.example:8443/a(?![^/?#]))", address)
