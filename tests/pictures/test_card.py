"""The result card: every layout fits its frame and is readable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from bot.pictures import Card, CardSeat, SheetLine
from bot.pictures.canvas import PAPER, Canvas, width
from bot.pictures.card import draw_card, palette

Make = Callable[..., Card]
NAMES = (
    "Ana",
    "Maximilienne de la Tour-Grandin du Lac",
    "山田太郎",
    "Zoé 🎲 Côté",
    "x" * 90,
    "",
    "مريم",
    "Øy",
    "😀",
    "W" * 32,
    "Louis-Philippe",
    "Marie-Ève",
)


def opened(picture: bytes) -> Image.Image:
    with Image.open(BytesIO(picture)) as image:
        assert image.format == "PNG"
        return image.convert("RGB")


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    """Find the palette before a test watches what is drawn."""
    palette()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[float, float, float, float], int]]:
    """Every text of a picture with its place, and the height of the picture; not those in narrow letters."""
    texts: list[tuple[str, tuple[float, float, float, float], int]] = []
    draw = ImageDraw.ImageDraw.text

    def noting(pen: ImageDraw.ImageDraw, place: Any, text: str, *more: Any, **named: Any) -> None:
        if pen.mode == "RGB":
            box = pen.textbbox(place, text, font=more[1], anchor=named.get("anchor"))
            texts.append((text, box, pen.im.size[1]))
        draw(pen, place, text, *more, **named)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", noting)
    return texts


@pytest.mark.sample(4)
@pytest.mark.parametrize("seats", range(1, 13))
@pytest.mark.parametrize(("columns", "boxes"), [(0, 0), (1, 12), (3, 22)])
def test_every_layout_is_a_small_png_in_the_frame(
    a_card: Make, written: list[Any], seats: int, columns: int, boxes: int
) -> None:
    picture = draw_card(a_card(NAMES[:seats], columns, boxes))
    width, height = opened(picture).size
    assert width == 1200
    assert 200 < height <= 1200
    assert len(picture) < 120_000
    for text, (left, top, right, bottom), _ in written:
        assert 0 <= left <= right <= width, text
        assert 0 <= top <= bottom <= height, text


@pytest.mark.sample(3)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("columns", [1, 3])
def test_sheets_are_shown_whole_for_up_to_four(a_card: Make, written: list[Any], seats: int, columns: int) -> None:
    card = a_card(NAMES[:seats], columns)
    draw_card(card)
    texts = [text for text, _, _ in written]
    for line in card.sheet:
        assert line.label in texts
    wanted = [cell for line in card.sheet for cells in line.cells for cell in cells]
    assert all(texts.count(cell) >= wanted.count(cell) for cell in set(wanted))


def test_words_of_a_sheet_do_not_touch(a_card: Make, written: list[Any]) -> None:
    """No two texts overlap, with the longest names and three columns each."""
    draw_card(a_card(NAMES[:4], 3))
    boxes = [box for text, box, _ in written if text]
    for place, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[place + 1 :]:
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert apart, (boxes[place], other)


def test_above_the_columns_of_four_a_name_stands_in_narrow_letters_before_any_is_cut(
    a_card: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    above: list[tuple[str, int]] = []

    def noted(canvas: Canvas, room: int, middle: tuple[int, int], text: str, *_: Any) -> None:
        above.append((text, room))

    monkeypatch.setattr(Canvas, "write_in", noted)
    names = ("Ana", "Timbale", "Marie-Ève", "Maximilien")
    draw_card(a_card(names, 1))
    assert [text for text, _ in above] == [*names, *names]
    assert max(room for _, room in above) < width("Marie-Ève", 20, bold=True), "usual letters have no room"


@pytest.mark.parametrize("seats", [5, 9, 12])
def test_no_bar_touches_a_name(a_card: Make, written: list[Any], monkeypatch: pytest.MonkeyPatch, seats: int) -> None:
    bars: list[tuple[int, int]] = []
    panel = Canvas.panel

    def noting(canvas: Canvas, left: int, top: int, width: int, height: int, colour: str, radius: int = 18) -> None:
        if height <= 12:
            bars.append((top, top + height))
        panel(canvas, left, top, width, height, colour, radius)

    monkeypatch.setattr(Canvas, "panel", noting)
    draw_card(a_card(NAMES[:seats]))
    assert len(set(bars)) == seats
    for text, (_, top, _, bottom), _ in written:
        assert all(bottom <= above or below <= top for above, below in bars) or text.isdigit(), text


def test_many_seats_have_the_ranking_only(a_card: Make, written: list[Any]) -> None:
    draw_card(a_card(NAMES[:5], 1))
    assert "Ones" not in [text for text, _, _ in written]


def test_a_sheet_too_long_to_be_read_is_left_out(a_card: Make, written: list[Any]) -> None:
    card = a_card(NAMES[:2], 3)
    draw_card(replace(card, sheet=card.sheet * 3))
    assert "Ones" not in [text for text, _, _ in written]


def test_players_stand_in_the_order_of_their_ranks(a_card: Make, written: list[Any]) -> None:
    card = a_card(("Third", "First", "Second"), 1)
    seats = tuple(replace(seat, rank=rank) for seat, rank in zip(card.seats, (3, 1, 2), strict=True))
    draw_card(replace(card, seats=seats, sheet=(SheetLine("Ones", (("31",), ("11",), ("21",))),)))
    ones = sorted((box[0], text) for text, box, _ in written if text in {"11", "21", "31"})
    assert [text for _, text in ones] == ["11", "21", "31"]
    names = sorted((box[0], text) for text, box, _ in written if text in {"First", "Second", "Third"} and box[1] < 300)
    assert [text for _, text in names] == ["First", "Second", "Third"]


@pytest.mark.parametrize(("seats", "columns"), [(1, 1), (4, 1), (5, 0)])
def test_the_shared_palette_has_the_colours_of_every_card(
    a_card: Make, monkeypatch: pytest.MonkeyPatch, seats: int, columns: int
) -> None:
    painted: list[Image.Image] = []
    finish = Canvas.finished_with

    def noting(canvas: Canvas, palette: Image.Image) -> bytes:
        painted.append(canvas.image)
        return finish(canvas, palette)

    monkeypatch.setattr(Canvas, "finished_with", noting)
    card = a_card(NAMES[:seats], columns)
    last = replace(card.seats[-1], left=seats > 1, note="has left")
    sheet = tuple(replace(line, gold=True) for line in card.sheet)
    shown = opened(draw_card(replace(card, seats=(*card.seats[:-1], last), sheet=sheet)))
    off = [bounds[1] for bounds in ImageStat.Stat(ImageChops.difference(shown, painted[0])).extrema]
    assert max(off) < 40


@pytest.mark.long
def test_each_difference_is_seen(a_card: Make) -> None:
    card = a_card(("Ana", "Ben"))
    changed = [
        card,
        replace(card, title="Yams"),
        replace(card, subtitle="Table WXYZ"),
        *(
            replace(card, seats=(card.seats[0], replace(card.seats[1], **change)))
            for change in (
                {"name": "Bob"},
                {"score": "9"},
                {"rank": 1},
                {"note": "left"},
                {"points": 20},
                {"points": None},
                {"left": True},
            )
        ),
        a_card(("Ana", "Ben"), 1),
        a_card(("Ana", "Ben"), 2),
    ]
    assert len({draw_card(each) for each in changed}) == len(changed)


def golden_in(image: Image.Image) -> int:
    """Golden pixels."""
    return sum(
        all(abs(one - other) < 12 for one, other in zip(pixel, (0xF0, 0xB2, 0x3F), strict=True))
        for pixel in (image.getpixel((x, y)) for x in range(image.width) for y in range(image.height))
        if isinstance(pixel, tuple)
    )


def test_a_yum_lies_on_gold_as_on_the_board_and_a_0_or_another_box_does_not(a_card: Make) -> None:
    def golden(points: str, *, yum: bool) -> int:
        card = a_card(("Ana", "Ben"), 1, 13)
        line = replace(card.sheet[3], cells=((points,), ("",)), gold=yum)
        return golden_in(opened(draw_card(replace(card, sheet=(*card.sheet[:3], line, *card.sheet[4:])))))

    without = golden("50", yum=False)
    assert golden("0", yum=True) == golden("", yum=True) == without
    assert golden("50", yum=True) > without + 1000


def test_bars_follow_the_points() -> None:
    """Ben's bar, below Ana's row, is the only gold of the card right of the medals."""

    def golden(points: float | None) -> int:
        best = None if points is None else 100
        seats = CardSeat("Ana", "100", 1, points=best), CardSeat("Ben", "50", 2, points=points)
        return golden_in(opened(draw_card(Card("5000", "", seats))).crop((160, 310, 1200, 430)))

    assert golden(50) / golden(20) == pytest.approx(2.5, rel=0.1)
    assert golden(0) == golden(None) == 0


def test_no_score_above_zero_needs_no_bar() -> None:
    seats = CardSeat("Ana", "0", 1, points=0), CardSeat("Ben", "-9", 2, points=-9)
    assert opened(draw_card(Card("5000", "", seats))).size[0] == 1200


def test_shapes_without_sense_are_refused() -> None:
    seat = CardSeat("Ana", "1", 1)
    with pytest.raises(ValueError, match="1 to 12 seats, not 0"):
        Card("Yams", "", ())
    with pytest.raises(ValueError, match="not 13"):
        Card("Yams", "", (seat,) * 13)
    with pytest.raises(ValueError, match="cells for every seat"):
        Card("Yams", "", (seat, seat), (SheetLine("Ones", (("1",),)),))
    with pytest.raises(ValueError, match="same columns"):
        Card("Yams", "", (seat, seat), (SheetLine("Ones", (("1",), ("1", "2"))),))
    with pytest.raises(ValueError, match="as many heads"):
        Card("Yams", "", (seat,), (SheetLine("Ones", (("1",),)),), ("×1", "×2"))


def test_corners_are_paper_so_that_every_background_will_do() -> None:
    picture = opened(Canvas(300).finished())
    assert "#{:02x}{:02x}{:02x}".format(*picture.getpixel((0, 299))) == PAPER  # type: ignore[misc]
