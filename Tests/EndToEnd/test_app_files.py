"""The files for apps in TypeScript, Kotlin and Dart: the same links as `AppLinks` recognises, and the formats that vendors publish.

Dart and Flutter can be had from neither Debian nor PyPI, so their files are parsed here but not run.
"""

import json
import plistlib
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import jsonschema
import programs
import pytest
import tree_sitter
import tree_sitter_dart_orchard

TABLE = json.loads((programs.ROOT / "Tests" / "Rules" / "links.json").read_text())
VECTORS = json.loads((programs.ROOT / "Tests" / "AppLinksTests" / "Vectors" / "link-parameters.json").read_text())["cases"]
APP = """\
name: %s
hosts: [%s]
support: help@example.com
ios: { app-id: ABCDE12345.example.app, scheme: %s }
android: { package: example.app, sha256: ["%s"] }
login: { app: "%s://login" }
links:
"""
PAGE = "---\ntitle: T\nstart: form\n---\n# form\nWords.\n"
NODE = """\
import { readFileSync, writeFileSync } from "fs";
const apps = JSON.parse(readFileSync(process.argv[2]));
const result = {};
for (const [name, app] of Object.entries(apps)) {
    const { linkOf, pathOf } = await import(`./${app.folder}/${app.type}.js`);
    const { linking } = await import(`./${app.folder}/linking.js`);
    result[name] = app.addresses.map((address) => {
        const link = linkOf(address);
        const path = link && pathOf(link);
        return { link, again: path && linkOf(`https://${app.host}${path}`), filter: linking.filter(address),
                 states: linking.prefixes.filter((prefix) => link && address.startsWith(prefix))
                     .map((prefix) => linking.getStateFromPath("/" + address.slice(prefix.length).replace(/^\\/+/, ""))) };
    });
}
console.log(JSON.stringify(result));
"""
CAPACITOR = """\
declare module "@capacitor/app" {
    export const App: { addListener(name: "appUrlOpen", listener: (event: { url: string }) => void): Promise<unknown> };
}
"""


def apps():
    """The apps by name: the table's, and one for each template of the vectors."""
    found = {"every": {"host": TABLE["hosts"][0], "hosts": TABLE["hosts"], "scheme": "fetchnews",
                       "links": {link["name"]: link["addresses"] for link in TABLE["links"]},
                       "cases": [(case["address"], case["link"], case["parameters"]) for case in TABLE["cases"]]}}  # fmt: skip
    templates = list(dict.fromkeys(case["template"] for case in VECTORS))
    for number, template in enumerate(templates):
        host = f"t{number}.example"
        cases = [("https://" + host + case["address"], case["parameters"] is not None and "link" or None, case["parameters"] or {})
                 for case in VECTORS if case["template"] == template]  # fmt: skip
        found[f"t{number}"] = {"host": host, "hosts": [host], "scheme": f"t{number}", "links": {"link": [template]}, "cases": cases}
    for name, app in found.items():
        app["type"] = name.capitalize() + "Link"
    return found


APPS = apps()


@pytest.fixture(scope="module")
def output(tmp_path_factory):
    """The files of all apps, as a build writes them."""
    folder = tmp_path_factory.mktemp("apps")
    for name, app in APPS.items():
        site = folder / "Site" / name
        site.mkdir(parents=True)
        text = APP % (name, ", ".join(app["hosts"]), app["scheme"], ":".join(["14"] * 32), app["scheme"])
        for link, addresses in app["links"].items():
            web = [address for address in addresses if address.startswith("/")]
            own = "".join(f", app: '{address}'" for address in addresses if not address.startswith("/"))
            text += f"  {link}: {{ web: {json.dumps(web)}{own}, page: form }}\n"
        (site / "app.yml").write_text(text)
        (site / "form.md").write_text(PAGE)
    result = programs.run(programs.LATCHKEY, "build", folder / "Site", "--output", folder / "Output")
    assert result.returncode == 0, result.stderr
    return lambda name, path: folder / "Output" / name / "app" / path


@pytest.mark.full
def test_typescript_recognises_the_links_that_the_library_does(output, tmp_path):
    """React Navigation passes the path without its prefix: https://reactnavigation.org/docs/navigation-container/#linkinggetstatefrompath."""
    question = {}
    for name, app in APPS.items():
        for stack in ["react-native", "capacitor", "expo"]:
            for file in output(name, stack).glob("*.ts"):
                (tmp_path / name / stack).mkdir(parents=True, exist_ok=True)
                (tmp_path / name / stack / file.name).write_text(file.read_text())
        question[name] = {"folder": f"built/{name}/react-native", "addresses": [case[0] for case in app["cases"]]} | app
    (tmp_path / "capacitor.d.ts").write_text(CAPACITOR)
    compiled = subprocess.run(
        ["tsc", "--strict", "--noUncheckedIndexedAccess", "--target", "es2020", "--module", "es2020", "--moduleResolution", "node",
         "--outDir", "built", "--rootDir", ".", "capacitor.d.ts", *map(str, sorted(tmp_path.rglob("*/*.ts")))],
        cwd=tmp_path, capture_output=True, text=True, timeout=programs.PATIENCE)  # fmt: skip
    assert compiled.returncode == 0, compiled.stdout
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for file in (tmp_path / "built").rglob("*.js"):
        file.write_text(re.sub(r'from "(\./\w+)"', r'from "\1.js"', file.read_text()))
    (tmp_path / "ask.js").write_text(NODE)
    (tmp_path / "question.json").write_text(json.dumps(question))
    ran = subprocess.run(["node", "ask.js", "question.json"], cwd=tmp_path, capture_output=True, text=True, timeout=programs.PATIENCE)
    assert ran.returncode == 0, ran.stderr
    for name, answers in json.loads(ran.stdout).items():
        for (address, link, parameters), answer in zip(APPS[name]["cases"], answers, strict=True):
            expected = {"name": link, "parameters": parameters} if link else None
            assert answer["link"] == expected, address
            assert answer["filter"] == (expected is not None), address
            assert answer["again"] == expected, address
            if "/__/auth/links" not in address:
                assert all(state == {"routes": [{"name": link, "params": parameters}]} for state in answer["states"]), address


def pascal(name):
    return "".join(word[:1].upper() + word[1:] for word in re.split("[-_]", name))


def printed(app, link, parameters):
    """A value as Kotlin's data classes print it."""
    if link is None:
        return "null"
    names = list(dict.fromkeys(re.findall(r"\{(\w+)\}", "".join(app["links"][link]))))
    values = ", ".join(f"{pascal(name)[:1].lower()}{pascal(name)[1:]}={parameters.get(name, 'null')}" for name in names)
    return f"{pascal(link)}({values})" if names else f"{app['type']}.{pascal(link)}"


def test_no_link_hides_a_type_that_the_code_in_kotlin_uses(tmp_path):
    code = re.sub(r"(?s)/\*\*.*?\*/|//[^\n]*|\"[^\"]*\"", "", (programs.ROOT / "Templates" / "stacks" / "Link.kt").read_text())
    used = set(re.findall(r"(?<![\w{])[A-Z][a-z]\w+", code))
    assert {"Regex", "Charsets", "Pair", "MutableMap", "ByteBuffer"} <= used
    names = [re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower() for name in sorted(used)]
    app = tmp_path / "Site" / "harbour"
    app.mkdir(parents=True)
    links = "".join(f'  {name}: {{ web: "/{name}?token={{token}}", app: "harbour://{name}?token={{token}}" }}\n' for name in names)
    (app / "app.yml").write_text(APP % ("Harbour", "harbour.example", "harbour", ":".join(["AA"] * 32), "harbour") + links)
    (app / "form.md").write_text(PAGE)
    programs.build(tmp_path / "Site", tmp_path / "out", warns=True)
    written = (tmp_path / "out" / "harbour" / "app" / "kotlin" / "HarbourLink.kt").read_text()
    classes = re.findall(r"^    data class (\w+)\(", written, re.MULTILINE)
    assert len(classes) == len(names) and not used & set(classes)


@pytest.mark.skipif(not shutil.which("kotlinc"), reason="kotlinc is not installed")
@pytest.mark.full
def test_kotlin_recognises_the_links_that_the_library_does(output, tmp_path):
    files = []
    main = ["fun main() {"]
    for name, app in APPS.items():
        file = tmp_path / f"{app['type']}.kt"
        file.write_text(output(name, f"kotlin/{app['type']}.kt").read_text())
        files.append(file)
        for address, _, _ in app["cases"]:
            literal = json.dumps(address).replace("$", "\\$")
            main.append(f"    println({app['type']}.of({literal}).toString().replace(Regex(\"@[0-9a-f]+$\"), \"\").replace('$', '.'))")
    (tmp_path / "Main.kt").write_text("\n".join([*main, "}"]))
    compiled = subprocess.run(
        ["kotlinc", "-Werror", "-include-runtime", "-d", "links.jar", *map(str, files), "Main.kt"],
        cwd=tmp_path, capture_output=True, text=True, timeout=programs.PATIENCE)  # fmt: skip
    assert compiled.returncode == 0, compiled.stderr
    ran = subprocess.run(["java", "-jar", "links.jar"], cwd=tmp_path, capture_output=True, text=True, timeout=programs.PATIENCE)
    assert ran.returncode == 0, ran.stderr
    expected = [printed(app, link, parameters).replace("$", ".") for app in APPS.values() for _, link, parameters in app["cases"]]
    assert ran.stdout.split("\n")[:-1] == expected


def test_dart_is_dart(output):
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_dart_orchard.language()))
    for name in APPS:
        for file in sorted(output(name, "flutter").glob("*.dart")):
            assert not parser.parse(file.read_bytes()).root_node.has_error, file
    assert parser.parse(b"class A { final String? a }").root_node.has_error


def test_dart_has_a_route_for_each_path_and_a_class_for_each_link(output):
    routes = output("every", "flutter/every_routes.dart").read_text()
    assert re.findall(r'GoRoute\(path: "(.*?)"', routes) == [
        "/auth", "/__/auth/action", "/__/auth/links", "/verify-email", "/news/:id", "/n/:id", "/news/newest", "/login",
    ]  # fmt: skip
    classes = re.findall(r"final class (\w+)Link extends EveryLink", output("every", "flutter/every_link.dart").read_text())
    assert classes == [pascal(link["name"]) for link in TABLE["links"]] + ["Login"]


def test_expo_has_the_form_that_its_vendor_publishes(output):
    """https://github.com/expo/expo/blob/main/docs/public/static/schemas/v58.0.0/app-config-schema.json"""
    schemas = json.loads((Path(__file__).parent / "schemas.json").read_text())
    validator = jsonschema.Draft202012Validator({"$ref": "#/$defs/expo", "$defs": schemas})
    config = json.loads(output("every", "expo/app.json").read_text())
    assert [error.message for error in validator.iter_errors(config)] == []
    assert list(validator.iter_errors({"expo": config["expo"] | {"unknown": 1}}))
    assert config["expo"]["scheme"] == "fetchnews"
    assert config["expo"]["ios"]["associatedDomains"] == [
        f"{kind}:{host}" for host in TABLE["hosts"] for kind in ["applinks", "webcredentials"]
    ]  # fmt: skip


def test_the_manifest_of_expo_has_the_paths_of_the_android_manifest(output):
    """Expo writes each entry of 'data' as an element with its members as attributes."""
    name = "{http://schemas.android.com/apk/res/android}"
    config = json.loads(output("every", "expo/app.json").read_text())
    (entry,) = config["expo"]["android"]["intentFilters"]
    verified = ElementTree.fromstring(output("every", "AndroidManifest.xml").read_text())[0]
    found = {(key.removeprefix(name), value) for data in verified.iter("data") for key, value in data.attrib.items()}
    assert {pair for data in entry["data"] for pair in data.items()} == found


def test_flutter_settings_precede_the_links(output):
    name = "{http://schemas.android.com/apk/res/android}"
    manifest = ElementTree.fromstring(output("every", "flutter/AndroidManifest.xml").read_text())
    assert [child.tag for child in manifest] == ["meta-data", "intent-filter", "intent-filter"]
    assert manifest[0].attrib == {f"{name}name": "flutter_deeplinking_enabled", f"{name}value": "true"}
    info = plistlib.loads(output("every", "flutter/Info.plist").read_bytes())
    plain = plistlib.loads(output("every", "Info.plist").read_bytes())
    assert info == plain | {"FlutterDeepLinkingEnabled": True}
