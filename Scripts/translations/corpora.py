"""The translations of other projects, as pairs of English text and translation, from their packages in this environment."""

import pickle
import re
import sys
from pathlib import Path

# The folder of each package, and the names that it may give a language. All have been translated by people who are not us.
PACKAGES = {
    "Django": "django",
    "allauth": "allauth",
    "Flask-Security": "flask_security",
    "two-factor": "two_factor",
    "Wagtail": "wagtail",
    "Plone": "plone",
    "pretix": "pretix",
    "CKAN": "ckan",
}
NAMES = {
    "zh-Hans": ("zh_Hans", "zh_CN", "zh-cn", "zh_Hans_CN"),
    "pt-BR": ("pt_BR", "pt-br"),
    "de": ("de", "de_DE"),
    "uk": ("uk", "uk_UA"),
}


def folders(tag):
    language = tag.split("-")[0]
    names = NAMES.get(tag, (language, f"{language}_{language.upper()}", {"ja": "ja_JP", "ko": "ko_KR", "he": "he_IL"}.get(language, language)))
    return [re.compile(rf"/{name}/LC_MESSAGES/[\w-]+\.po$") for name in names]


def corpora(tag, cache, longest):
    """A mapping of project to its pairs for a language. The result is kept in the folder `cache`."""
    kept = Path(cache) / f"{tag}.pickle"
    if kept.exists():
        return pickle.loads(kept.read_bytes())
    found, patterns = {}, folders(tag)
    for name, package in PACKAGES.items():
        root = next((Path(path) / package for path in sys.path if (Path(path) / package).is_dir()), None)
        if root is None:
            raise SystemExit(f"error: the package of {name} is not installed: run 'make translations'")
        files = [file for file in root.rglob("*.po") if any(each.search(file.as_posix()) for each in patterns)]
        pairs = {pair for file in files for pair in entries(file, longest)}
        if pairs:
            found[name] = sorted(pairs)
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(pickle.dumps(found))
    return found


def entries(file, longest):
    """The pairs of a .po file. Plone's texts have names, and their English in a comment."""
    from translate.storage.pypo import pofile

    with file.open("rb") as opened:
        units = pofile(opened).units
    for unit in units:
        if unit.isheader() or unit.isobsolete() or unit.isfuzzy() or not unit.target:
            continue
        default = re.search(r'Default: "?(.*?)"?$', unit.getnotes("developer").strip())
        source, target = default[1] if default else str(unit.source), str(unit.target)
        if len(source) <= longest and source != target:
            yield source, target
