"""Makes MkDocs read the pages where they are in the repository, so that their links work both on GitHub and in the site.

Documentation/README.md is the table of contents: each level-two heading is a tab, and each row of the table below it a page.
"""

import json
import re
from pathlib import Path

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[2]
START, CONTENTS = "README.md", "Documentation/README.md"
# Scripts/build-documents writes it after MkDocs, which would take the link in Markdown for a broken one.
STORYBOARD = '\n\n<p>The five examples of the repository, <a href="{0}storyboard/live.html">in use</a> and <a href="{0}storyboard/index.html">state by state</a>, as <code>latchkey storyboard</code> writes them.</p>\n'
LINK = re.compile(r"\[([^]]*)\]\((?![a-z]+:|/)([^)#\s]+)(#[^)\s]*)?\)")


def target(page, link):
    """The path in the repository that a link of a page leads to."""
    return (ROOT / page).parent.joinpath(link).resolve().relative_to(ROOT)


def on_config(config):
    sections = (ROOT / CONTENTS).read_text().split("\n## ")[1:]
    rows = {section.partition("\n")[0]: re.findall(r"^\| .* \| \[(.*)\]\((.*)\) \|$", section, flags=re.MULTILINE) for section in sections}
    pages = [{name: [{title: str(target(CONTENTS, link))} for title, link in links]} for name, links in rows.items()]
    config.nav = [{"Start": [{"Latchkey": START}, {"All pages": CONTENTS}]}, *pages]
    return config


def on_files(files, config):
    """The theme's files, the pages, and every file that a page links to."""
    found, left = [], [START, CONTENTS]
    while left:
        page = left.pop()
        if page in found:
            continue
        found.append(page)
        if page.endswith(".md"):
            text = (ROOT / page).read_text()
            links = [link for _, link, _ in LINK.findall(text)] + re.findall(r'<img src="([^"]*)"', text)
            left += [str(path) for path in (target(page, link) for link in links) if (ROOT / path).is_file()]
    theme = [file for file in files if file.src_dir != config.docs_dir]
    found += [*config.extra_css, *map(str, config.extra_javascript)]
    return Files([*theme, *(File.generated(config, path, abs_src_path=str(ROOT / path)) for path in found)])


def on_page_markdown(markdown, page, **_):
    """A folder can be opened on GitHub only: the site has its name without the link. The search shows the documents of users first."""
    if not page.file.src_uri.startswith("Documentation/"):
        page.meta["search"] = {"boost": 0.5, "exclude": page.file.src_uri.startswith("Tests/")}
    if page.file.src_uri in (START, CONTENTS):
        markdown += STORYBOARD.format("../" if page.file.src_uri == CONTENTS else "")
    return LINK.sub(lambda match: match[1] if (ROOT / target(page.file.src_uri, match[2])).is_dir() else match[0], markdown)


def on_post_page(output, **_):
    """The theme's search has a role, and no name."""
    return output.replace('data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"')


def on_post_build(config):
    """Lists the versions above the folder of this one, with a start page that leads to the latest. Folders of other versions stay, so
    that a host that keeps them has a site of all versions."""
    site = Path(config.site_dir)
    # These need the address of the site, which whoever hosts it knows.
    for name in ("404.html", "sitemap.xml", "sitemap.xml.gz"):
        (site / name).unlink()
    folders = [folder.name for folder in site.parent.iterdir() if re.fullmatch(r"[0-9]+([.][0-9]+)*", folder.name)]
    versions = sorted(folders, key=lambda name: [int(part) for part in name.split(".")], reverse=True)
    entries = [{"version": name, "title": name, "aliases": ["latest"] if name == versions[0] else []} for name in versions]
    (site.parent / "versions.json").write_text(json.dumps(entries, indent=2) + "\n")
    (site.parent / "index.html").write_text(
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Latchkey</title>\n'
        f'<meta http-equiv="refresh" content="0; url={versions[0]}/">\n<a href="{versions[0]}/">Latchkey {versions[0]}</a>\n'
    )
