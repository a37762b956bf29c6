"""Files of expected output that are reviewed and committed. With UPDATE=1 in the environment they take over what the programs
write; a test that changed one fails and names it, so that nothing is accepted unseen."""

import os

import pytest
from programs import ROOT

UPDATE = os.environ.get("UPDATE") == "1"


def expect(texts):
    """Compares texts with the files at their paths."""
    known = {path: path.read_text() if path.exists() else None for path in texts}
    if UPDATE and known != texts:
        changed = [path for path, text in texts.items() if known[path] != text]
        for path in changed:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts[path])
        pytest.fail(f"UPDATE=1 has written {', '.join(str(path.relative_to(ROOT)) for path in changed)}: review it", pytrace=False)
    for path, text in texts.items():
        assert text == known[path], path.relative_to(ROOT)
