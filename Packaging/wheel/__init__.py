"""Starts the programs that this wheel contains."""

import os
import sys
from pathlib import Path


def _run(name):
    program = str(Path(__file__).with_name("bin") / name)
    os.execv(program, [program, *sys.argv[1:]])


def latchkey():
    """Becomes `latchkey`, with the arguments of this process."""
    _run("latchkey")


def latchkey_server():
    """Becomes `latchkey-server`, with the arguments of this process."""
    _run("latchkey-server")
