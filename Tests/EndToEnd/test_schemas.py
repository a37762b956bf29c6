"""The keys of `app.yml`, pages, emails, contracts and dialects: `latchkey schema`, and the tables of the documents."""

import io
import json
import os
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import jsonschema
import programs
import pytest
from ruamel.yaml import YAML

BROKEN = Path(__file__).with_name("broken")
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
    if file.parent.name in ("backend", "backends", "documented"):
        return "contract"
    return "dialect" if file.parent.name == "dialects" else "app"


def files():
    """Every file of the repository that a schema is for and that Latchkey accepts."""
    root = programs.ROOT
    return sorted(
        [
            *root.glob("Site/*/app.yml"), *root.glob("Site/*/*.md"), *root.glob("Site/*/emails/*.md"),
            *root.glob("Templates/backends/*.yml"), *root.glob("Templates/catalog/backend/*.yml"),
            *root.glob("Templates/dialects/*.yml"), *root.glob("Tests/AuthFlowVectors/Vectors/documented/*.yml"),
        ]
    )  # fmt: skip


def test_every_schema_is_one(tmp_path):
    assert NAMES == ["app", "environment", "page", "email", "contract", "dialect"]
    for name in NAMES:
        (tmp_path / f"{name}.json").write_text(json.dumps(schema(name)))
    checked = subprocess.run(
        [Path(sys.executable).with_name("check-jsonschema"), "--check-metaschema", *sorted(tmp_path.glob("*.json"))],
        capture_output=True, text=True,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout


def test_an_unknown_schema_gets_the_nearest():
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


# What `latchkey build` says of a broken site, where a schema can know it too.
KNOWN = re.compile(
    r"(?m)^(Site/\S+?|Templates/\S+?):[\d:]+ error: "
    r"(unknown key|missing key|expected |the key '.*' is called|'.*' is not a (colour|length of time|rule\b))"
)


def test_every_mistake_of_the_broken_sites_that_a_schema_can_know_is_known():
    known = 0
    for case in sorted(BROKEN.iterdir()):
        for file in {case / match[1] for match in KNOWN.finditer((case / "expected.txt").read_text())}:
            assert mistakes(read(file), schema_of(file)), file
            known += 1
    assert known >= 8


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


def test_latchkey_reads_the_examples_as_they_are(tmp_path):
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
    brand = Path(__file__).parent / "branded" / "Site" / "harbour"
    (app / "public" / "legal").mkdir(parents=True)
    for name, source in {"icon-180.png": "touch.png", "harbour-sans.woff2": "harbour-serif.woff2", "public/legal/terms.pdf": "public/robots.txt"}.items():
        (app / name).write_bytes((brand / source).read_bytes())
    for name in ("logo.svg", "logo-dark.svg", "logo.png", "logo-dark.png", "icon.svg"):
        (app / name).write_bytes((brand / name).read_bytes())
    result = programs.run(programs.LATCHKEY, "build", cwd=tmp_path / "harbour")
    assert (result.returncode, result.stderr) == (0, "")


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
        return ", or ".join(dict.fromkeys(kind(each) for each in named))
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
            return "list of mappings, below" if one == "mapping, below" else f"list of {one}{'es' if one.endswith('s') else 's'}"
        case "object":
            values = kind(node["additionalProperties"])
            if values.startswith("`"):
                return f"names with {values} each"
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
    listed = []
    for document in DOCUMENTS:
        written = document.read_text()
        generated = MARKED.sub(lambda match: match[1] + table(mapping(match[2])), written)
        # With UPDATE_REFERENCE set the page takes over what the program says.
        if "UPDATE_REFERENCE" in os.environ:
            document.write_text(written := generated)
        assert written == generated
        listed += [match[2] for match in MARKED.finditer(written)]
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
