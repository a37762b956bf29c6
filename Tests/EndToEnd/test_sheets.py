"""What the comparison with a contact sheet sees, and what it overlooks."""

import pytest
import sheets
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from programs import SITE, originals
from states import APPS

# Artitec's first page, light: where its heading, its button and its way back are, in pixels of the sheet.
HEADING, BUTTON, BACK = (40, 118, 156, 138), (20, 227, 174, 250), (60, 255, 136, 275)


@pytest.fixture
def known():
    return sheets.pictures(sheets.REFERENCES / "artitec" / "forgot-password.chromium.png")["form idle light"]


def heading(picture):
    ImageDraw.Draw(picture).rectangle(HEADING, "white")
    ImageDraw.Draw(picture).text((42, 120), "Lost your password?", "#111", ImageFont.load_default(12))
    return picture


def colour(picture):
    """The button, a little closer to orange."""
    red, green, blue = picture.crop(BUTTON).split()
    picture.paste(Image.merge("RGB", (red, green.point(lambda value: value - 16), blue)), BUTTON)
    return picture


def button(picture):
    ImageDraw.Draw(picture).rectangle(BUTTON, "white")
    return picture


def way_back(picture):
    ImageDraw.Draw(picture).rectangle(BACK, "white")
    return picture


@pytest.mark.parametrize("change", [heading, colour, button, way_back], ids=lambda change: change.__name__)
def test_a_change_that_a_person_would_see_is_seen(known, change):
    words = sheets.difference(known, change(known.copy()))
    assert words and words.startswith("is not as on its sheet, from ")


def test_a_page_that_grew_is_seen(known):
    taller = known.resize((known.width, known.height + 4))
    assert sheets.difference(known, taller) == "is 8 px higher than on its sheet"


def test_softer_edges_are_not_a_change(known):
    """As another machine's, or the next version's of a browser."""
    assert sheets.difference(known, known.filter(ImageFilter.GaussianBlur(0.4))) is None


def test_every_sheet_is_of_a_page_that_there_is():
    pages = {f"{app}/{page.stem}.{engine}.png" for app in APPS for page in originals((SITE / app).glob("*.md")) for engine in ("chromium", "webkit")}
    assert {str(path.relative_to(sheets.REFERENCES)) for path in sheets.REFERENCES.rglob("*.png")} == pages
