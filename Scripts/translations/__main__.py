"""`make translations`: every judge over every language. Writes the states and the published table; prints what is found."""

import argparse
import sys
from pathlib import Path

from . import judging, status, table

ROOT = Path(__file__).resolve().parents[2]


def main():
    options = argparse.ArgumentParser(prog="make translations", description=__doc__)
    options.add_argument("--only", metavar="TAG", action="append", help="judge this language only, and write nothing")
    options.add_argument("--quick", action="store_true", help="leave out the judges that need packages, and write nothing")
    options.add_argument("--templates", type=Path, default=ROOT / "Templates")
    options = options.parse_args()
    results = judging.judge_all(options.templates, options.only, slow=not options.quick, cache=ROOT / ".build/translations-corpora")
    number = 0
    for result in results:
        for finding in result.left:
            print(f"Templates/{finding}")
        for each in result.unused:
            print(f"Scripts/translations/data/{result.language.tag}.yml: the reason for '{each['of']}' ({each['judge']}) is not needed any more")
        number += len(result.left) + len(result.unused)
        print(f"{result.language.tag}: {result.texts} texts, {len(result.left)} findings, {len(result.excused)} with a reason", file=sys.stderr)
    if not options.only and not options.quick:
        (options.templates / "languages.yml").write_text(status.text([each.language for each in results]), encoding="utf-8")
        document = ROOT / "Documentation/Translations.md"
        document.write_text(table.into(document.read_text(encoding="utf-8"), results), encoding="utf-8")
    sys.exit(1 if number else 0)


if __name__ == "__main__":
    main()
