"""Paper, panels and the red band with the dice cup: the parts of both pictures.

Edges are smooth because each shape is drawn once, four times too large, and then kept. Pictures have no transparent
parts, so they look the same on Discord's dark and light backgrounds.
"""

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from bot import art
from bot.pictures.text import drawable_text, font, shrink_to_fit
from bot.screens.kit import CUP_RED, LEAF_GREEN

WIDTH = 1200
"""The width of cards and profiles. Discord shows half of that or less, so pictures are sharp on every screen."""
MOST_HEIGHT = 1200
MARGIN = 36
BAND = 148

RED = f"#{CUP_RED:06x}"
GREEN = f"#{LEAF_GREEN:06x}"
DEEP_GREEN = "#2c6a43"
DEEP_RED = "#8a2a20"
CREAM = "#ffe9c4"
PAPER = "#f8f1e2"
PANEL = "#fffdf8"
TINT = "#f4ead3"
LINE = "#e3d6b8"
INK = "#2a2521"
SOFT = "#6b5f50"
GOLD = "#f0b23f"
SILVER = "#b9c0c9"
BRONZE = "#d09a6b"

_SCALE = 4
_COLOURS = 128
"""Colours of a finished picture: enough for smooth edges, few enough for a small file."""


@lru_cache(maxsize=128)
def _rounded(width: int, height: int, radius: int) -> Image.Image:
    """The mask of a rectangle with round corners."""
    mask = Image.new("L", (width * _SCALE, height * _SCALE), 0)
    box = (0, 0, width * _SCALE - 1, height * _SCALE - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * _SCALE, fill=255)
    return mask.resize((width, height), Image.Resampling.BOX)


@lru_cache(maxsize=64)
def _drawing(name: str, size: int, degrees: float = 0) -> Image.Image:
    """A picture of :mod:`bot.art`, turned."""
    with Image.open(BytesIO(art.read(name))) as source:
        image = source.convert("RGBA")
    if degrees:
        image = image.rotate(degrees, Image.Resampling.BICUBIC, expand=True)
    return image.resize((round(image.width * size / 128), round(image.height * size / 128)), Image.Resampling.LANCZOS)


class Canvas:
    """A picture in the making."""

    def __init__(self, height: int, width: int = WIDTH, paper: str = PAPER) -> None:
        self.image = Image.new("RGB", (width, height), paper)
        self.pen = ImageDraw.Draw(self.image)

    def panel(self, left: int, top: int, width: int, height: int, colour: str, radius: int = 18) -> None:
        """Paint a rectangle with round corners."""
        radius = min(radius, width // 2, height // 2)
        self.image.paste(colour, (left, top), _rounded(width, height, radius))

    def write(
        self, place: tuple[float, float], text: str, size: int, colour: str, *, bold: bool = False, anchor: str = "lm"
    ) -> None:
        """Write ``text``; ``anchor`` as Pillow names them (left, middle, right; the middle of the letters' height)."""
        self.pen.text(place, text, colour, font(size, bold), anchor=anchor)

    def drawing(self, name: str, left: int, top: int, size: int, degrees: float = 0) -> None:
        """Lay one of the bot's drawings, ``size`` pixels wide before it is turned, on the paper."""
        image = _drawing(name, size, degrees)
        self.image.paste(image, (left, top), image)

    def star(self, middle: tuple[float, float], size: int) -> None:
        """Draw a golden star."""
        self.pen.text(middle, "★", GOLD, font(size), anchor="mm", stroke_width=2, stroke_fill=INK)

    def lay(self, image: Image.Image, top: int = 0) -> None:
        """Lay a picture with clear parts over everything from ``top`` on."""
        self.image.paste(image, (0, top), image)

    def band(self, title: str, subtitle: str) -> None:
        """Paint the top of the picture: the dice cup, two lines of words, and dice at the other end."""
        self.pen.rectangle((0, 0, WIDTH, BAND - 1), RED)
        self.pen.rectangle((0, BAND - 8, WIDTH, BAND - 1), DEEP_RED)
        self.drawing("gobelet", 28, 10, 120)
        self.drawing("die_5", WIDTH - 124, 18, 74, -14)
        self.drawing("die_2", WIDTH - 200, 44, 62, 16)
        left, room = 172, WIDTH - 172 - 216
        middle = (BAND - 8) // 2
        shown, size = shrink_to_fit(drawable_text(title), room, 54, 40, bold=True)
        self.write((left, middle - 26 if subtitle else middle), shown, size, "#ffffff", bold=True)
        if subtitle:
            shown, size = shrink_to_fit(drawable_text(subtitle), room, 32, 24)
            self.write((left, middle + 34), shown, size, CREAM)

    def finished(self) -> bytes:
        """The picture as a PNG file, with the colours that suit it."""
        return _as_png(self.with_palette(_COLOURS))

    def finished_with(self, palette: Image.Image) -> bytes:
        """The picture as a PNG file with the colours of another one: forty times as quick as to find its own."""
        return _as_png(self.image.quantize(palette=palette, dither=Image.Dither.NONE))

    def with_palette(self, colours: int) -> Image.Image:
        """The picture in so many colours."""
        return self.image.quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _as_png(image: Image.Image) -> bytes:
    """The file of a picture. Pillow's ``optimize`` would make it a tenth smaller, and take seven times as long."""
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
