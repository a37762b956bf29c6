"""The sites with mistakes in `broken/`, one file each, in the txtar format (https://pkg.go.dev/golang.org/x/tools/txtar).

A file of the site follows its heading `-- path --`. The last heading, `-- stderr --`, is followed by all that `latchkey build Site`
writes to standard error. Files of `default.txtar` that a case omits are as they are there. What is above the first heading is a
shell script that runs in the finished folder: it removes or links files, and makes those that are no text.
"""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("broken")
BRANDED = Path(__file__).with_name("branded")
HEADING = re.compile(r"^-- (.+) --\n", re.MULTILINE)


def sections(path):
    """The script of an archive, and its files by name."""
    script, *rest = HEADING.split(path.read_text())
    return script, dict(zip(rest[::2], rest[1::2], strict=True))


@dataclass(frozen=True)
class BrokenSite:
    path: Path
    script: str
    # The text of each file that the case has itself.
    files: dict
    stderr: str

    @classmethod
    def read(cls, path):
        script, files = sections(path)
        return cls(path, script, files, files.pop("stderr"))

    def text(self, stderr):
        """The text of the case's file with another expected output."""
        return self.path.read_text().removesuffix(self.stderr) + stderr

    def write(self, folder):
        """Writes the site below a folder, and returns the folder."""
        for name, text in (sections(FOLDER / "default.txtar")[1] | self.files).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        if self.script:
            environment = os.environ | {"BRANDED": str(BRANDED)}
            subprocess.run(["sh", "-e"], input=self.script, text=True, cwd=folder, env=environment, check=True)
        return folder


CASES = {path.stem: BrokenSite.read(path) for path in sorted(FOLDER.glob("*.txtar")) if path.stem != "default"}
