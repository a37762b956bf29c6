"""Which language visitors get, against two other matchers.

10,000 random Accept-Language headers are sent to latchkey-server, and matched by langcodes (CLDR's distances) and by Babel (tags,
aliases and their beginnings). Where these two agree, the server has to agree with at least 99.5 % of them; 10,000 malformed headers
have to be answered with a page.

    .build/translations/bin/python -m translations.negotiation .build/debug
"""

import http.client
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import langcodes
from babel.core import negotiate_locale

OWN = "en"
TAGS = ["fr", "de", "es", "es-419", "pt-BR", "pt-PT", "it", "nl", "nb", "pl", "ru", "uk", "tr", "ar", "he", "ja", "ko", "zh-Hans", "zh-Hant", "sr", "en-GB"]
LANGUAGES = "en fr de es pt it nl nb no nn da sv pl ru uk be tr ar he iw ja ko zh yue sr bs hr fi hu cs el cy gsw lb ca eu fa hi th vi id in".split()
REGIONS = {
    "en": "US GB AU IN CA ZA", "fr": "FR CA BE CH", "de": "DE AT CH", "es": "ES MX AR US", "pt": "BR PT AO MZ", "it": "IT CH",
    "nl": "NL BE", "zh": "CN TW HK SG MO", "ar": "EG SA MA", "sr": "RS BA ME", "ru": "RU KZ", "tr": "TR", "pl": "PL", "he": "IL",
    "ja": "JP", "ko": "KR", "nb": "NO", "uk": "UA",
}  # fmt: skip
SCRIPTS = {"zh": ["Hans", "Hant"], "sr": ["Latn", "Cyrl"]}
COUNT = 10_000


def site(folder):
    """A site with one page in each language."""
    app = folder / "Site" / "acme"
    app.mkdir(parents=True)
    (app / "app.yml").write_text(f"name: Acme\nhosts: [acme.example]\nlanguages: [{', '.join(TAGS)}]\n")
    (app / "hello.md").write_text("---\ntitle: Hello\nstart: hello\n---\n# hello\n## Hello\n")
    for tag in TAGS:
        (app / f"hello.{tag}.md").write_text(f"---\ntitle: Hello {tag}\n---\n# hello\n## Hello {tag}\n")


def random_tag(source):
    language = source.choice(LANGUAGES)
    tag = language
    if language in SCRIPTS and source.random() < 0.3:
        tag += "-" + source.choice(SCRIPTS[language])
    if language in REGIONS and source.random() < 0.5:
        tag += "-" + source.choice(REGIONS[language].split())
    return source.choice([tag, tag, tag.lower(), tag.upper()])


def random_header(source):
    """The ranges in the order of preference, and the header that asks for them."""
    ranges, items, weight = [], [], 10
    for _ in range(source.choice([1, 1, 2, 2, 3, 4, 5])):
        tag = random_tag(source)
        ranges.append(tag)
        items.append(tag if weight == 10 else f"{tag};q=0.{weight}")
        weight = max(1, weight - source.choice([1, 2, 3]))
    return ranges, source.choice([", ", ","]).join(items)


def malformed_header(source):
    letters = [chr(code) for code in range(0x20, 0x7F)] + ["é", "\t"]
    return "".join(source.choice(letters if source.random() < 0.5 else list("en-,;q=.*01 fr")) for _ in range(source.randrange(120)))


def by_langcodes(ranges):
    matches = (langcodes.closest_match(each, [OWN, *TAGS])[0] for each in ranges)
    return next((each for each in matches if each != "und"), OWN)


def by_babel(ranges):
    matches = (negotiate_locale([each], [OWN, *TAGS], sep="-") for each in ranges)
    return next((each for each in matches if each), OWN).lower()


def main(programs):
    source = random.Random(29)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        site(folder)
        subprocess.run([programs / "latchkey", "build"], cwd=folder, check=True, capture_output=True)
        server = subprocess.Popen(
            [programs / "latchkey-server", folder / "Output", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        try:
            port = int(re.search(r"127\.0\.0\.1:(\d+)", server.stdout.readline())[1])
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

            def answer(header):
                connection.request("GET", "/hello", headers={"Host": "acme.example", "Accept-Language": header.encode("latin-1")})
                response = connection.getresponse()
                response.read()
                return response.status, response.getheader("Content-Language")

            agreed, others = 0, []
            for _ in range(COUNT):
                ranges, header = random_header(source)
                wanted = by_langcodes(ranges)
                status, got = answer(header)
                assert status == 200, header
                if wanted.lower() == by_babel(ranges):
                    agreed += 1
                    if got != wanted:
                        others.append((header, got, wanted))
            for _ in range(COUNT):
                header = malformed_header(source)
                status, got = answer(header)
                assert status == 200 and got in [OWN, *TAGS], repr(header)
        finally:
            server.terminate()
            server.wait()
    same = 100 * (agreed - len(others)) / agreed
    print(f"of {COUNT:,} headers langcodes and Babel agree on {agreed:,}, and the server with {same:.2f} % of these; {COUNT:,} malformed ones get a page")
    for header, got, wanted in others:
        print(f"  {header}: {got}, not {wanted}")
    return 0 if same >= 99.5 else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
