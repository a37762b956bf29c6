"""Contact sheets: every typical state of a page on a phone, light and dark side by side, as approved by a reviewer.

`sheets/<app>/<page>.<engine>.png` is the approved reference. The current page is compared with it picture by picture; only
small differences of edges, as between machines, are tolerated.
"""

import io
import json

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont, PngImagePlugin
from goldens import UPDATE
from programs import ROOT

REFERENCES = ROOT / "Tests" / "EndToEnd" / "sheets"
# The folder for sheets that differ from their references.
FRESH = ROOT / ".build" / "screenshots" / "sheets"

# In pixels of the sheet, each of which is two by two pixels of the page.
SCALE = 2
ACROSS, GAP, LABEL = 4, 12, 16
# How often a picture is taken until it is as on its sheet, or with UPDATE=1 as the one before.
TAKES = 6

# Two pictures are equal if, after blurring, at most `SPECKS` pixels differ by `EDGES` of 255 or more, at most the fraction
# `SURFACE` differs by `TINTS` or more, and their heights differ by at most `LINE` pixels. Text with whole-pixel instead of
# subpixel positioning stays within these limits (23 at most, a hundredth over 10); another word of the same length does not.
BLUR, EDGES, SPECKS, TINTS, SURFACE, LINE = 1.5, 24, 4, 10, 0.025, 2


class Sheet:
    """The pictures of one page in one engine, in the order in which they were taken."""

    def __init__(self, app, page, engine, states):
        """`states` are those that the page has, of which a run may picture a part."""
        self._every = states
        self.path = f"{app}/{page}.{engine}.png"
        self._reference = REFERENCES / self.path
        self._known = pictures(self._reference) if self._reference.exists() else {}
        self._states = {}

    def add(self, state, dark, take, height):
        """Adds the screenshot file that `take` makes of a page that is `height` CSS pixels high, in a window that may be higher.

        A picture that is not as on its sheet is taken again: on a busy machine a browser may give one of before its last change.
        """
        scheme = "dark" if dark else "light"
        known = self._known.get(f"{state} {scheme}")
        for _ in range(TAKES):
            with Image.open(take()) as image:
                fresh = image.convert("RGB").crop((0, 0, image.width, min(round(height), image.height))).reduce(SCALE)
            if known and not difference(known, fresh):
                break
            known = fresh if UPDATE else known
        self._states.setdefault(state, []).append((scheme, fresh))

    def findings(self):
        """The differences from the reference, by state. If there are any, the new sheet is written, with UPDATE=1 as reference."""
        reference, known = self._reference, self._known
        fresh = {f"{state} {scheme}": picture for state, pair in self._states.items() for scheme, picture in pair}
        gone = {name for name in known if name.rpartition(" ")[0] not in self._every}
        found = {f"{self.path} {name}": "is not there any more" for name in gone}
        for name, picture in fresh.items():
            if words := difference(known[name], picture) if name in known else "is new":
                found[f"{self.path} {name}"] = words
        (FRESH / self.path).unlink(missing_ok=True)
        if found:
            self._write(reference if UPDATE else FRESH / self.path)
        return found

    def _write(self, path):
        sheet = Image.new("RGB", (ACROSS * (self._widest + GAP) + GAP, 100_000), "#777")
        draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(11)
        places, top = {}, GAP
        states = list(self._states.items())
        for row in (states[first : first + ACROSS] for first in range(0, len(states), ACROSS)):
            for column, (state, pair) in enumerate(row):
                left = GAP + column * (self._widest + GAP)
                draw.text((left, top), state, "white", font)
                for scheme, picture in pair:
                    sheet.paste(picture, (left, top + LABEL))
                    places[f"{state} {scheme}"] = [left, top + LABEL, left + picture.width, top + LABEL + picture.height]
                    left += picture.width
            top += LABEL + max(picture.height for _, pair in row for _, picture in pair) + GAP
        # The positions of the pictures are stored in the file itself.
        notes = PngImagePlugin.PngInfo()
        notes.add_text("places", json.dumps(places))
        path.parent.mkdir(parents=True, exist_ok=True)
        # 256 colours, chosen so that rare ones are preserved: the red of errors, the green of ticks.
        sheet = sheet.crop((0, 0, sheet.width, top)).quantize(
            method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE
        )
        sheet.save(path, pnginfo=notes, optimize=True)

    @property
    def _widest(self):
        return max(sum(picture.width for _, picture in pair) for pair in self._states.values())


def pictures(path):
    """The pictures on a sheet, by state and scheme: `form idle dark`."""
    with Image.open(path) as sheet:
        places, sheet = json.loads(sheet.text["places"]), sheet.convert("RGB")
        return {name: sheet.crop(place) for name, place in places.items()}


def difference(known, fresh):
    """A description of the visible difference between two pictures; None if they are equal."""
    if abs(known.height - fresh.height) > LINE or known.width != fresh.width:
        higher = (fresh.height - known.height) * SCALE
        return f"is {abs(higher)} px {'higher' if higher > 0 else 'lower'} than on its sheet"
    box = (0, 0, known.width, min(known.height, fresh.height))
    if max(high for _, high in ImageChops.difference(known.crop(box), fresh.crop(box)).getextrema()) < TINTS:
        return None  # a blurred difference is no greater
    known, fresh = (picture.crop(box).filter(ImageFilter.GaussianBlur(BLUR)) for picture in (known, fresh))
    apart = ImageChops.difference(known, fresh).split()
    apart = ImageChops.lighter(ImageChops.lighter(apart[0], apart[1]), apart[2])
    counts = apart.histogram()
    if sum(counts[EDGES:]) > SPECKS or sum(counts[TINTS:]) > SURFACE * sum(counts):
        left, top, right, bottom = (side * SCALE for side in apart.point(lambda value: value >= TINTS and 255).getbbox())
        return f"is not as on its sheet, from {left}, {top} to {right}, {bottom} px"
    return None
