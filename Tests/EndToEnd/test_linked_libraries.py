"""What may be linked into the server: it runs for months on small machines, in reach of everybody."""

import subprocess
import sys

import pytest
from programs import SERVER


@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux's loader would load")
@pytest.mark.parametrize("library", ["Foundation", "curl", "libcmark", "libyaml", "libexpat", "libbrotli", "libxml2", "libz."])
def test_the_server_links_nothing_it_does_not_need(library):
    loaded = subprocess.run(["ldd", SERVER], capture_output=True, text=True, check=True).stdout
    assert "libgnutls" in loaded
    # GnuTLS brings what it likes; what counts is what the server itself asks for.
    needed = subprocess.run(["readelf", "--dynamic", SERVER], capture_output=True, text=True, check=True).stdout
    assert library not in needed
    if library == "Foundation":
        assert library not in loaded


@pytest.mark.skipif(sys.platform != "linux", reason="reads the symbols of an ELF file")
def test_the_server_calls_no_regular_expressions():
    symbols = subprocess.run(["nm", SERVER], capture_output=True, text=True, check=True).stdout
    assert "HTTPListener" in symbols
    # Linked statically, one call of the kind (`contains` of a text, `replacing`) brings an engine of 0.9 MB.
    called = [line for line in symbols.splitlines() if "17_StringProcessing" in line]
    assert not called, "\n".join(called)
