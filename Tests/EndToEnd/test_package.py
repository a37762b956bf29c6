"""What an app takes over: the library by itself, and the files that a build writes for the app's own project."""

import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import programs
import pytest
from harbour import ANDROID, IOS
from programs import LATCHKEY, ROOT, run

# One link of every kind that the specifications need.
APP = """\
name: Harbour
hosts: [harbour.example, links.harbour.example]
theme: { accent: "#1D4ED8" }
""" + IOS + ANDROID + """\
links:
  reset-password:
    web: /reset-password?token={token}
    app: harbour://reset-password?token={token}
    page: reset-password
  recover:
    web: ["/auth?token_hash={token_hash}&type=recovery", "/auth#access_token={access_token}&type=recovery", "/auth#error={error}"]
    app: harbour://recover
    page: recover
  firebase-reset:
    web: /__/auth/action?mode=resetPassword&oobCode={code}
    app: harbour://firebase/{code}
    page: firebase-reset
  firebase-verify:
    web: /__/auth/action?mode=verifyEmail&oobCode={code}
    app: harbour://verify/{code}
    page: firebase-verify
  firebase-wrapped:
    web: /__/auth/links?link={link}
    app: harbour://wrapped?link={link}
    page: firebase-wrapped
  article:
    web: ["/news/{id}", "/n/{id}"]
    app: harbour://article/{id}
    page: article
  newest:
    web: /news/newest
    app: harbour://newest
    page: newest
"""
PAGES = ["reset-password", "recover", "firebase-reset", "firebase-verify", "firebase-wrapped", "article", "newest"]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The release of an app that has every kind of link."""
    folder = tmp_path_factory.mktemp("harbour")
    app = folder / "Site" / "harbour"
    app.mkdir(parents=True)
    (app / "app.yml").write_text(APP)
    for page in PAGES:
        (app / f"{page}.md").write_text(f"---\ntitle: Harbour\nlink: {page}\nstart: form\n---\n# form\n## Hello\n\nWords.\n")
    programs.build(folder / "Site", folder / "out")
    return folder / "out" / "harbour"


def association_files(release, app):
    """The association files of a release, under the names that the platforms know."""
    manifest = json.loads((release / "release.json").read_text())
    names = {file["name"] for each in manifest["apps"] if each["name"] == app for file in each["files"]}
    return [release / app / "web" / name for name in names if name.startswith(("apple-app-site-association", "assetlinks"))]


class TestFilesForTheApp:
    @pytest.mark.skipif(not shutil.which("plutil"), reason="plutil comes with Swift and with macOS")
    def test_property_lists_are_sound(self, built):
        lists = sorted([*(built / "app").glob("*.plist"), *(built / "app").glob("*.entitlements")])
        assert [file.name for file in lists] == ["Harbour.entitlements", "Info.plist"]
        result = run(shutil.which("plutil"), "-lint", *lists)
        assert (result.returncode, result.stdout.count(": OK")) == (0, 2), result.stdout

    def test_the_entitlements_name_every_host(self, built):
        text = (built / "app" / "Harbour.entitlements").read_text()
        for host in ("harbour.example", "links.harbour.example"):
            assert f"<string>applinks:{host}</string>" in text
            assert f"<string>webcredentials:{host}</string>" in text

    def test_the_intent_filters_are_xml_with_every_host_and_scheme(self, built):
        android = "{http://schemas.android.com/apk/res/android}"
        activity = ElementTree.parse(built / "app" / "AndroidManifest.xml").getroot()
        data = [each.attrib for each in activity.iter("data")]
        assert {each.get(f"{android}scheme") for each in data} - {None} == {"https", "harbour"}
        assert {"harbour.example", "links.harbour.example"} <= {each.get(f"{android}host") for each in data}

    @pytest.mark.parametrize("app", ["harbour", "artitec"])
    def test_the_association_files_pass_the_lint(self, built, release, app):
        files = association_files(built.parent if app == "harbour" else release, app)
        assert len(files) == (2 if app == "harbour" else 1)
        result = run(LATCHKEY, "links", "lint", *files)
        assert (result.returncode, result.stdout, result.stderr) == (0, "No findings.\n", "")


PACKAGE = """\
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "app",
    dependencies: [.package(path: "{root}")],
    targets: [
        .executableTarget(name: "plain", dependencies: [.product(name: "AppLinks", package: "{name}")]),
        .executableTarget(name: "app", dependencies: [.product(name: "AppLinks", package: "{name}")]),
    ],
    swiftLanguageModes: [.v6]
)
"""

PLAIN = """\
import AppLinks

let recognizer = LinkRecognizer(hosts: ["e.example"], addresses: ["reset": ["/reset?token={token}"]])
print(recognizer.link(for: "https://e.example/reset/?token=a%2Bb")?.parameters["token"] ?? "none")
"""

# The enumeration in the file that `build` writes, as an app would switch over it.
MAIN = """\
import Foundation

func screen(for text: String) -> String {
    guard let url = URL(string: text), let link = HarbourLink(url) else { return "none" }
    return switch link {
    case .resetPassword(let token): "reset-password \\(token)"
    case .recover(let hash, let accessToken, let error): "recover \\(hash ?? "-") \\(accessToken ?? "-") \\(error ?? "-")"
    case .firebaseReset(let code): "firebase-reset \\(code)"
    case .firebaseVerify(let code): "firebase-verify \\(code)"
    case .firebaseWrapped(let link): "firebase-wrapped \\(link)"
    case .article(let id): "article \\(id)"
    case .newest: "newest"
    }
}

for text in CommandLine.arguments.dropFirst() { print(screen(for: text)) }
"""

ADDRESSES = {
    "https://harbour.example/reset-password?token=a%2Bb": "reset-password a+b",
    "harbour://reset-password?token=abc": "reset-password abc",
    "harbour:///reset-password?token=abc": "reset-password abc",
    "https://harbour.example/auth?token_hash=h&type=recovery": "recover h - -",
    "https://harbour.example/auth#type=recovery&access_token=t": "recover - t -",
    "https://harbour.example/auth#error=expired&error_code=1": "recover - - expired",
    "https://links.harbour.example/__/auth/action?apiKey=k&mode=resetPassword&oobCode=c": "firebase-reset c",
    "https://harbour.example/__/auth/action?mode=verifyEmail&oobCode=c": "firebase-verify c",
    "https://harbour.example/__/auth/links?link=https%3A%2F%2Fharbour.example%2Fnews%2F7": "article 7",
    "https://harbour.example/__/auth/links?link=x": "firebase-wrapped x",
    "https://harbour.example/n/7": "article 7",
    "https://harbour.example//news/newest/": "newest",
    "https://harbour.example/auth?utm_source=mail&amp;type=recovery&amp;token_hash=h": "recover h - -",
    "https://harbour.example/reset-password": "none",
    "https://elsewhere.example/reset-password?token=abc": "none",
    "mailto:a@harbour.example": "none",
}


@pytest.fixture(scope="module")
def package(built, tmp_path_factory):
    """A package of somebody's own that depends on the library alone, built where no system library can be found."""
    swift = shutil.which("swift")
    if not swift:
        pytest.skip("there is no Swift toolchain")
    folder = tmp_path_factory.mktemp("package")
    (folder / "Package.swift").write_text(PACKAGE.replace("{root}", str(ROOT)).replace("{name}", ROOT.name.lower()))
    for target in ("plain", "app"):
        (folder / "Sources" / target).mkdir(parents=True)
    (folder / "Sources" / "plain" / "main.swift").write_text(PLAIN)
    (folder / "Sources" / "app" / "main.swift").write_text(MAIN)
    shutil.copy(built / "app" / "HarbourLink.swift", folder / "Sources" / "app")
    # Whoever asks pkg-config finds nothing.
    environment = {**os.environ, "PKG_CONFIG_LIBDIR": str(folder / "none"), "PKG_CONFIG_PATH": ""}
    result = subprocess.run(
        [swift, "build", "--package-path", folder], env=environment, capture_output=True, text=True, timeout=600
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "warning: " not in result.stdout + result.stderr
    return folder / ".build" / "debug"


@pytest.mark.full  # a build of its own: a minute and a half
class TestTheLibraryByItself:
    def test_it_builds_and_runs(self, package):
        assert run(package / "plain").stdout == "a+b\n"

    @pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux's loader would load")
    def test_it_needs_swift_and_the_systems_own_libraries_alone(self, package):
        dynamic = subprocess.run(["readelf", "--dynamic", package / "plain"], capture_output=True, text=True, check=True)
        needed = [line.split("[")[1].rstrip("]\n") for line in dynamic.stdout.splitlines() if "(NEEDED)" in line]
        own = ("libswift", "libc.so", "libm.so", "libgcc_s.so", "libstdc++.so", "libpthread.so", "libdl.so", "ld-linux")
        assert needed and [name for name in needed if not name.startswith(own)] == []

    def test_only_what_the_library_is_made_of_was_compiled(self, package):
        compiled = {path.parent.name.removesuffix(".build") for path in Path(package).resolve().glob("*.build/*.o")}
        # SwiftPM builds a package's tools for whoever depends on it; this one embeds templates, and links nothing.
        assert compiled - {"embed_templates-tool"} == {"AppLinks", "Problems", "TextEncoding", "plain", "app"}

    def test_the_generated_file_reads_every_link(self, package):
        result = run(package / "app", *ADDRESSES)
        assert dict(zip(ADDRESSES, result.stdout.splitlines(), strict=True)) == ADDRESSES
