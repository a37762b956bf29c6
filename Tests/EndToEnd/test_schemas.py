"""The keys of `app.yml`, pages, emails, contracts and dialects: `latchkey schema`, and the tables of the documents."""

import io
import json
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import jsonschema
import programs
import pytest
from broken_sites import CASES
from goldens import expect
from ruamel.yaml import YAML
from test_documents import FEEDBACK, blocks
from test_documents import text as document

APP_PAGE = programs.ROOT / "Documentation" / "App.md"
DOCUMENTS = [programs.ROOT / "Documentation" / f"{name}.md" for name in ("App", "Pages", "Emails", "Contracts", "Dialects")]
NAMES = re.findall(r"(?m)^([a-z]+) ", programs.run(programs.LATCHKEY, "schema").stdout)


@lru_cache
def schema(name):
    result = programs.run(programs.LATCHKEY, "schema", name)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def mistakes(value, name):
    """What the schema has against a value of a file."""
    return [each.message for each in jsonschema.Draft7Validator(schema(name)).iter_errors(value)]


def read(file):
    """The value of a YAML file, or of the front matter of a Markdown file."""
    text = file.read_text(encoding="utf-8-sig")
    return YAML(typ="safe", pure=True).load(text.split("\n---", 1)[0] if file.suffix == ".md" else text)


def schema_of(file):
    """The name of the schema of a file, by where it is."""
    if file.suffix == ".md":
        return "email" if file.parent.name == "emails" else "page"
    if file.name == "backend.yml" or file.parent.name in ("contract", "backends"):
        return "contract"
    return "dialect" if file.parent.name == "dialects" else "app"


def files():
    """Every file of the repository that a schema is for and that Latchkey accepts."""
    root = programs.ROOT
    return sorted(
        [
            *root.glob("Site/*/app.yml"), *root.glob("Site/*/backend.yml"),
            *programs.originals([*root.glob("Site/*/*.md"), *root.glob("Site/*/emails/*.md")]),
            *root.glob("Templates/backends/*.yml"), *root.glob("Templates/catalog/contract/*.yml"),
            *root.glob("Templates/dialects/*.yml"),
        ]
    )  # fmt: skip


def test_schema_prints_a_valid_json_schema_for_each_name(tmp_path):
    assert NAMES == ["app", "environment", "page", "email", "contract", "dialect"]
    for name in NAMES:
        (tmp_path / f"{name}.json").write_text(json.dumps(schema(name)))
    checked = subprocess.run(
        [Path(sys.executable).with_name("check-jsonschema"), "--check-metaschema", *sorted(tmp_path.glob("*.json"))],
        capture_output=True, text=True,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout


def test_schema_with_an_unknown_name_exits_with_64_and_suggests_the_nearest():
    result = programs.run(programs.LATCHKEY, "schema", "contrakt")
    assert result.returncode == 64
    assert result.stderr.startswith("Error: There is no schema 'contrakt'. Did you mean 'contract'? Choose one of: app, ")


@pytest.mark.parametrize(
    ["text", "message"],
    [
        ("support: null\nlinks: { reset: { page: null, lives: 5m }, other: ~ }\nlocal: true\n", None),
        ('theme: { radius: "${RADIUS}", accent: "${ACCENT}" }\nlocal: "${LOCAL}"\nbackend: { base: "https://${HOST}", timeout: "${T}" }\n', None),
        ("hosts: null", "None is not of type 'array'"),
        ("hosts: []", "[] should be non-empty"),
        ("links: { reset: { web: null } }", "{'reset': {'web': None}} is not valid under any of the given schemas"),
        ("them: { radius: 1 }", "Additional properties are not allowed ('them' was unexpected)"),
        ("theme: { radius: nine }", "{'radius': 'nine'} is not valid under any of the given schemas"),
    ],
)  # fmt: skip
def test_an_environment_overrides_some_keys(text, message):
    found = mistakes(YAML(typ="safe", pure=True).load(text), "environment")
    assert found == ([message] if message else [])


def test_every_file_of_the_repository_is_valid():
    found = files()
    assert {schema_of(file) for file in found} == set(NAMES) - {"environment"} and len(found) > 60
    assert {str(file): mistakes(read(file), schema_of(file)) for file in found if mistakes(read(file), schema_of(file))} == {}


# What the broken sites have wrong in their front matter and YAML, and what of it the schemas find at the same line. The rest is
# about other files, other keys, Markdown, or what is no YAML.
LEAST = 65


def lines(value, errors):
    """The lines where the schema has something against a value, or against what contains it."""
    for error in errors:
        node, place = value, getattr(value, "lc", None)
        line = place.line if place else 0
        for step in error.absolute_path:
            data = node.lc.data.get(step) if isinstance(node, (dict, list)) and node.lc.data else None
            line = data[-2] if data else line
            node = node[step]
        yield line + 1
        # A key too many or misspelt is told where it stands.
        if isinstance(node, dict) and error.validator in ("additionalProperties", "propertyNames"):
            yield from (node.lc.data[key][0] + 1 for key in node if node.lc.data and key in node.lc.data)
        yield from lines(value, error.context)


def test_schemas_report_mistakes_of_broken_sites_at_the_lines_of_the_build(tmp_path):
    told = found = 0
    for case in CASES.values():
        site = case.write(tmp_path / case.path.stem)
        places = {}
        for name, line in re.findall(r"(?m)^((?:Site|Templates)/\S+\.(?:yml|md)):(\d+):\d+: error: ", case.stderr):
            places.setdefault(name, []).append(int(line))
        for name, at in places.items():
            text = (site / name).read_text(encoding="utf-8-sig", errors="replace")
            head = text.split("\n---", 1)[0] if name.endswith(".md") else text
            told += sum(line <= head.count("\n") + 1 for line in at)
            try:
                value = YAML(typ="rt", pure=True).load(head)
            except Exception:  # It is no YAML, or one that ruamel refuses too.
                continue
            known = {*lines(value, jsonschema.Draft7Validator(schema(schema_of(site / name))).iter_errors(value))}
            found += sum(line in known for line in at)
    print(f"\nSchemas find {found} of {told} mistakes in front matter and YAML")
    assert found >= LEAST


# What a schema cannot know: another file or key, two of a kind.
UNKNOWABLE = re.compile(
    r"there is neither a key 'contract' nor a file|there is no (page|contract|link|picture|such state)|no such state|has no field|nothing (supplies|leads)|no page, file or link|no state follows|no move leads|"
    r"not a link of this page|does not say that it receives|neither a transition nor a message|needs the setting|leads to (no|the) page|opens (no|the) page|is not the app's|is not an outcome|"
    r"no fields to wait for|no state is given|is not a variable of this email|names no link|no lifetime in app.yml|this choice has no options|two options send|"
    r"rule \d matches every|this rule also matches 429|nothing supplies it|no rule (has|can have) the outcome|no page and no email uses|is not kept by|is not a value"
)
VALUES = [None, [], {}, "", " ", 0, 1.5, True, "X y", ["x", "x"], {"A b": None}]


def changed(value, path, new):
    """A copy of a value with another one at a path."""
    if not path:
        return new
    copied = value.copy()
    copied[path[0]] = changed(value[path[0]], path[1:], new)
    return copied


def places(value, path=()):
    for key, below in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*path, key)
        yield from places(below, (*path, key))


def copy_brand(app):
    """The files that the example of app.yml names."""
    brand = Path(__file__).parent / "branded" / "Site" / "harbour"
    (app / "public" / "legal").mkdir(parents=True)
    for name, source in {"icon-180.png": "touch.png", "harbour-sans.woff2": "harbour-serif.woff2", "public/legal/terms.pdf": "public/robots.txt"}.items():
        (app / name).write_bytes((brand / source).read_bytes())
    for name in ("logo.svg", "logo-dark.svg", "logo.png", "logo-dark.png", "icon.svg"):
        (app / name).write_bytes((brand / name).read_bytes())


def write_app(folder, value):
    folder.mkdir(parents=True)
    (folder / "app.yml").write_text(json.dumps(value))
    words = ["email-refused", "password-too-long", "account-disabled", "needs-second-factor", "needs-login"]
    for page in ("forgot-password", "reset-password"):
        text = (programs.ROOT / "Templates" / "starter" / f"{page}.md").read_text()
        (folder / f"{page}.md").write_text(text + "".join(f"- **{outcome}** No.\n" for outcome in words))
    copy_brand(folder)


def write_page(folder, value):
    folder.mkdir(parents=True)
    example = next(each for each in blocks(document("Documentation/Pages.md"), "markdown") if each.startswith("---\n"))
    (folder / "app.yml").write_text(
        f"name: H\nhosts: [{folder.name}.example]\nelsewhere: [/forgot-password]\nbackend: {{ contract: artitec, base: https://a.example }}\n"
        "links: { reset-password: { web: '/reset?token={token}', page: reset-password, lives: 1h } }\n"
    )
    (folder / "reset-password.md").write_text(f"---\n{json.dumps(value)}\n---\n{example.split(chr(10) + '---' + chr(10), 1)[1]}")


def write_email(folder, value):
    (folder / "emails").mkdir(parents=True)
    (folder / "app.yml").write_text(
        f"name: H\nhosts: [{folder.name}.example]\nlinks: {{ reset-password: {{ web: '/reset?token={{token}}', page: p, lives: 1h }} }}\n"
    )
    (folder / "p.md").write_text("---\ntitle: T\nlink: reset-password\nstart: a\n---\n# a\nWords.\n")
    (folder / "emails" / "reset-password.md").write_text(f"---\n{json.dumps(value)}\n---\n[Reset]({{{{link}}}})\n\n{{{{plan}}}} {{{{expires}}}}\n")


def write_contract(folder, value):
    folder.mkdir(parents=True)
    (folder / "app.yml").write_text(f"name: H\nhosts: [{folder.name}.example]\nbackend: {{ base: https://a.example }}\n")
    (folder / "backend.yml").write_text(json.dumps(value))


def valid(name):
    """A value with as many keys as possible."""
    if name in ("app", "email"):
        return example(schema(name))
    if name == "contract":
        return read(programs.ROOT / "Templates" / "backends" / "flask-security.yml")
    header = next(each for each in blocks(document("Documentation/Pages.md"), "markdown") if each.startswith("---\n"))
    return YAML(typ="safe", pure=True).load(header.split("\n---", 1)[0])


@pytest.mark.parametrize(
    ["name", "write", "file"],
    [
        ("app", write_app, "app.yml"), ("page", write_page, "reset-password.md"),
        ("email", write_email, "emails/reset-password.md"), ("contract", write_contract, "backend.yml"),
    ],
)  # fmt: skip
@pytest.mark.sampled(4)
def test_a_schema_and_the_reader_accept_the_same_values_at_every_place(name, write, file, tmp_path, is_full):
    """Each place of a value gets each of some values; every such file is an app's of one site. `make test` tries one place in six."""
    base = json.loads(json.dumps(valid(name)))
    cases = {}
    for path in list(places(base))[:: 1 if is_full else 6]:
        # The operations of a contract are all alike.
        if name == "contract" and path[:1] == ("operations",) and path[1:2] not in ((), ("reset-password",), ("check-link",)):
            continue
        for new in VALUES:
            value = changed(base, path, new)
            app = f"a{len(cases)}"
            if name == "app" and path[0] != "hosts":
                value["hosts"] = [f"{app}.example"]
            cases[app] = path, new, value
            write(tmp_path / "Site" / app, value)
    if name == "page":
        backends = tmp_path / "Templates" / "backends"
        backends.mkdir(parents=True)
        (backends / "artitec.yml").write_text((programs.SITE / "artitec" / "backend.yml").read_text() + FEEDBACK)
    result = programs.run(programs.LATCHKEY, "check", "--format", "json", cwd=tmp_path)
    messages = {}
    for each in json.loads(result.stdout)["diagnostics"]:
        app = re.search(r"a\d+", each["file"])[0]
        if each["severity"] == "error" and each["file"].endswith(f"{app}/{file}"):
            messages.setdefault(app, []).append(each["message"])
    assert len(messages) > len(cases) / 2
    differences = []
    for app, (path, new, value) in cases.items():
        told = messages.get(app, [])
        wrong = mistakes(value, name)
        if wrong and not told and new is not True:
            differences.append(f"the reader takes {new!r} at {path}, and the schema says {wrong[0][:80]}")
        if told and not wrong and not all(UNKNOWABLE.search(message) for message in told):
            differences.append(f"the schema takes {new!r} at {path}, and the reader says {told}")
    assert differences == []


def nodes(value):
    """Every schema within a schema."""
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from nodes(each)
    if isinstance(value, list):
        for each in value:
            yield from nodes(each)


@pytest.mark.parametrize("name", NAMES)
def test_examples_and_defaults_are_valid_themselves_and_every_key_has_one(name):
    for node in nodes(schema(name)):
        for value in [*node.get("examples", []), *([node["default"]] if "default" in node else [])]:
            assert not [*jsonschema.Draft7Validator(node).iter_errors(value)], node
        if "description" in node:
            assert node["description"].endswith("."), node
            assert "examples" in node or [each for each in nodes(node) if each is not node and "examples" in each], node


def example(node):
    """A value that sets every key, made of the examples."""
    if "examples" in node:
        return node["examples"][0]
    if "anyOf" in node:
        return example(node["anyOf"][-1])
    if node["type"] == "array":
        return [example(node["items"])]
    if "properties" in node:
        return {name: example(value) for name, value in node["properties"].items()}
    return {"reset-password": example(node["additionalProperties"])}


def test_build_accepts_the_examples_of_the_schemas(tmp_path):
    assert programs.run(programs.LATCHKEY, "init", "harbour", cwd=tmp_path).returncode == 0
    app = tmp_path / "harbour" / "Site" / "harbour"
    (app / "app.yml").write_text(json.dumps(example(schema("app"))))
    (app / "emails" / "reset-password.md").write_text(
        f"---\n{json.dumps(example(schema('email')))}\n---\n[Reset]({{{{link}}}})\n\n{{{{plan}}}} {{{{expires}}}}\n"
    )
    # The starter's pages have no words for what this contract alone can say.
    more = {"forgot-password": ["email-refused"], "reset-password": ["password-too-long", "account-disabled", "needs-second-factor", "needs-login"]}  # fmt: skip
    for page, outcomes in more.items():
        with (app / f"{page}.md").open("a") as file:
            file.writelines(f"- **{outcome}** That did not work.\n" for outcome in outcomes)
    copy_brand(app)
    result = programs.run(programs.LATCHKEY, "build", cwd=tmp_path / "harbour")
    # The starter's texts are not translated, and the examples of 'continue' and of a link are of different apps.
    lines = [line for line in result.stderr.splitlines() if re.search(r": (error|warning|note): ", line)]
    assert (result.returncode, [line for line in lines if "translated" not in line and "redirect_to" not in line]) == (0, [])


# The tables of the documents


def mapping(name):
    """The table of a name such as `page.states.*.fields[]`."""
    node = schema(name.split(".")[0])
    for step in re.findall(r"\*|[a-z][a-z-]*|\[\]", name)[1:]:
        node = keyed(node)
        node = node.get("additionalProperties") if step == "*" else node.get("items") if step == "[]" else node["properties"][step]
    return keyed(node)


NULL = {"type": "null"}


def keyed(node):
    """The mapping, or else the list, among the values that a node may be."""
    kinds = [each for each in node.get("anyOf", [node]) if each != NULL]
    return next((each for each in kinds if "properties" in each), kinds[0])


def mappings(node, name):
    """The names of all mappings of keys below a node, itself first."""
    node = keyed(node)
    if "properties" in node:
        yield name
        for key, value in node["properties"].items():
            yield from mappings(value, f"{name}.{key}")
    if isinstance(node.get("additionalProperties"), dict):
        yield from mappings(node["additionalProperties"], f"{name}.*")
    if "items" in node:
        yield from mappings(node["items"], f"{name}[]")


def kind(node):
    """What a value may be, for people."""
    if "anyOf" in node:
        # That a key may have no value and that a variable may stand anywhere is said once.
        kinds = node["anyOf"][1:] if node["anyOf"][0] == NULL else node["anyOf"]
        named = [each for each in kinds if each.get("type") != "string" or "title" in each]
        first = ", or ".join(dict.fromkeys(kind(each) for each in named if each.get("type") != "array"))
        lists = ["list of these" if ", or " in kind(each["items"]) else kind(each) for each in named if each.get("type") == "array"]
        return ", or ".join([first, *lists] if first else lists)
    if node == NULL:
        return "`~`"
    if not node.keys() - {"description", "examples"}:
        return "any value"
    if "enum" in node:
        return ", ".join(f"`{word}`" for word in node["enum"])
    if "properties" in node:
        return "mapping, below"
    if "title" in node:
        return node["title"]
    match node["type"]:
        case "array":
            one = kind(node["items"])
            if one.startswith("`"):
                return f"list of {one}"
            return "list of mappings, below" if one == "mapping, below" else f"list of {one}{'es' if one.endswith('s') else 's'}"
        case "object":
            values = kind(node["additionalProperties"])
            if values.startswith("`"):
                return f"names with {values} each"
            if ", or " in values:
                return f"names, each with {values}"
            return f"names with a {values.partition(',')[0]} each{', below' if values.endswith('below') else ''}"
        case "integer" if node["minimum"] == 1:
            return "whole number"
        case "integer":
            return f"{node['minimum']} to {node['maximum']}"
        case "boolean":
            return "`true` or `false`"


def flow(value):
    """A value as YAML on one line."""
    out = io.StringIO()
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style, yaml.width = True, 1_000
    yaml.dump(value, out)
    return out.getvalue().removesuffix("...\n").strip()


def cell(text):
    return text.replace("|", "\\|")


def table(node):
    rows = ["| key | value | default | example | meaning |", "| --- | --- | --- | --- | --- |"]
    others = node["additionalProperties"]
    for key, value in [*node["properties"].items(), *([("…", others)] if others else [])]:
        default = "required" if key in node.get("required", []) else f"`{flow(value['default'])}`" if "default" in value else ""
        shown = f"`{flow(value['examples'][0])}`" if "examples" in value else ""
        name = "an operation" if key == "…" else f"`{key}`"
        rows.append(f"| {name} | {cell(kind(value))} | {default} | {cell(shown)} | {cell(value['description'])} |")
    return "\n".join(rows) + "\n"


MARKED = re.compile(r"(?m)^(<!-- keys: (\S+) -->\n)((?:\|.*\n)*)")


def test_the_reference_has_every_key_as_it_is_read():
    written = {document: document.read_text() for document in DOCUMENTS}
    expect({document: MARKED.sub(lambda match: match[1] + table(mapping(match[2])), text) for document, text in written.items()})
    listed = [match[2] for text in written.values() for match in MARKED.finditer(text)]
    # What several keys have in common is listed once, under the shortest name.
    wanted = {}
    for each in NAMES:
        if each != "environment":
            for name in mappings(schema(each), each):
                wanted.setdefault(json.dumps(mapping(name)["properties"]), []).append(name)
    assert sorted(listed) == sorted(min(names, key=len) for names in wanted.values())


def unset(node, value, name):
    """The keys of a schema that a value does not have."""
    node = keyed(node)
    for key, below in node.get("properties", {}).items():
        if not isinstance(value, dict) or key not in value:
            yield f"{name}.{key}"
        else:
            yield from unset(below, value[key], f"{name}.{key}")
    if isinstance(node.get("additionalProperties"), dict) and isinstance(value, dict):
        for key, each in value.items():
            yield from unset(node["additionalProperties"], each, f"{name}.{key}")


def test_the_example_of_the_reference_sets_every_key():
    value = YAML(typ="safe", pure=True).load(re.search(r"```yaml\n(# Site.*?)```", APP_PAGE.read_text(), re.DOTALL)[1])
    assert mistakes(value, "app") == []

    assert [*unset(schema("app"), value, "app.yml")] == []


def test_the_starter_names_every_key(tmp_path):
    """Its comments are keys that can be uncommented: all of them together are an app.yml."""
    assert programs.run(programs.LATCHKEY, "init", "harbour", cwd=tmp_path).returncode == 0
    written = (tmp_path / "harbour" / "Site" / "harbour" / "app.yml").read_text()
    value = YAML(typ="safe", pure=True).load(re.sub(r"(?m)^( *)# ( *(?!yaml-)[a-z][a-z0-9-]*:( .*)?)$", r"\1\2", written))
    assert mistakes(value, "app") == []
    assert [*unset(schema("app"), value, "app.yml")] == []
