"""`python -m latchkey` is `latchkey`."""

from latchkey import latchkey

latchkey()
