"""One form of address, and no gender of the reader in brackets, slashes or stars.

`other-address:` of the language's data are the words of the form that the language does not use, as regular expressions."""

import re

from ..documents import LINK, SLOT, plain
from . import each_text

NAME = "register"
# "connecté(e)", "Nutzer*in", "obrigado/a", "bienvenid@".
GENDER = re.compile(r"\w\((?:e|a|o|in|innen|as|os|ka|ła|а|ла|ה|ת|ة)\)|[^\W\d_][*·•_:]in(?:nen)?\b|\w[oae]/[oae]s?\b|\w@(?!\w)", re.IGNORECASE)


def check(_, translation, language):
    words = plain(translation.words, slot="")
    for pattern in language.data.get("other-address") or []:
        # A capital tells the forms of some languages apart, so only an inline flag ignores it.
        for found in re.finditer(pattern, words):
            yield found[0], f"'{found[0]}' is of the other form of address"
    # With the stars, which are emphasis or a gender's.
    for found in GENDER.finditer(SLOT.sub("", LINK.sub(lambda link: link[1], translation.words))):
        yield found[0], f"'{found[0]}' tries to have every gender at once"


judge = each_text(NAME, check)
