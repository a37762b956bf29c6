"""What the libraries for apps declare, held against a list that was reviewed."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from goldens import expect
from programs import LATCHKEY, PATIENCE

PRODUCTS = {
    "AppLinks": ["AppLinks", "Problems"],
    "AuthFlow": ["AuthContracts", "AuthFlow", "Problems"],
    "AuthFlowClient": ["AuthFlowClient"],
}
LIST = Path(__file__).parent / "products.txt"
MODULES = Path(LATCHKEY).resolve().parent / "Modules"


def target():
    """The triple that the compiler builds for."""
    info = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True, timeout=PATIENCE)
    return json.loads(info.stdout)["target"]["triple"]


def public_symbols(module, folder):
    """A module's public declarations in the symbol graph, members included, except those that the compiler synthesizes."""
    subprocess.run(
        ["swift-symbolgraph-extract", "-module-name", module, "-I", str(MODULES), "-target", target(),
         "-output-dir", str(folder), "-minimum-access-level", "public"],
        check=True, capture_output=True, timeout=PATIENCE,
    )
    symbols = json.loads((folder / f"{module}.symbols.json").read_text())["symbols"]
    return [symbol for symbol in symbols if "::SYNTHESIZED::" not in symbol["identifier"]["precise"]]


def name(symbol):
    """The full name of a declaration in its module."""
    return ".".join(symbol["pathComponents"])


@pytest.mark.skipif(not shutil.which("swift-symbolgraph-extract"), reason="swift-symbolgraph-extract comes with Swift")
@pytest.mark.skipif(not (MODULES / "AuthFlowClient.swiftmodule").exists(), reason="AuthFlowClient is built with the tests")
def test_a_product_declares_only_what_was_reviewed(tmp_path):
    lines = []
    without_comment = []
    for product, modules in PRODUCTS.items():
        lines.append(f"{product}:")
        for module in modules:
            symbols = public_symbols(module, tmp_path)
            lines += [f"  {module}.{each}" for each in sorted({name(symbol) for symbol in symbols})]
            without_comment += [f"{module}.{name(symbol)}" for symbol in symbols if "docComment" not in symbol]
    # The formatter's rule does not examine the cases of enumerations.
    assert without_comment == [], "write a doc comment"
    found = "\n".join(lines) + "\n"
    expect({LIST: found})
