"""What the libraries for apps declare, held against a list that was reviewed."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from programs import LATCHKEY, ROOT

PRODUCTS = {"AppLinks": ["AppLinks"], "AuthFlow": ["AuthContracts", "AuthFlow"], "AuthFlowClient": ["AuthFlowClient"]}
LIST = Path(__file__).parent / "products.txt"
MODULES = Path(LATCHKEY).resolve().parent / "Modules"


def target():
    """The triple that the compiler builds for."""
    info = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True, timeout=60)
    return json.loads(info.stdout)["target"]["triple"]


def public_names(module, folder):
    """The full names of a module's public declarations, members included, but for those that the compiler synthesizes."""
    subprocess.run(
        ["swift-symbolgraph-extract", "-module-name", module, "-I", str(MODULES), "-target", target(),
         "-output-dir", str(folder), "-minimum-access-level", "public"],
        check=True, capture_output=True, timeout=120,
    )
    symbols = json.loads((folder / f"{module}.symbols.json").read_text())["symbols"]
    return sorted({".".join(symbol["pathComponents"]) for symbol in symbols if "::SYNTHESIZED::" not in symbol["identifier"]["precise"]})


@pytest.mark.skipif(not shutil.which("swift-symbolgraph-extract"), reason="swift-symbolgraph-extract comes with Swift")
@pytest.mark.skipif(not (MODULES / "AuthFlowClient.swiftmodule").exists(), reason="AuthFlowClient is built with the tests")
def test_a_product_declares_only_what_was_reviewed(tmp_path):
    lines = []
    for product, modules in PRODUCTS.items():
        lines.append(f"{product}:")
        for module in modules:
            lines += [f"  {module}.{name}" for name in public_names(module, tmp_path)]
    found = "\n".join(lines) + "\n"
    if os.environ.get("UPDATE_EXPECTED"):
        LIST.write_text(found)
    assert found == LIST.read_text(), f"review the list in {LIST.relative_to(ROOT)}"
