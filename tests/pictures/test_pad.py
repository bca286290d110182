"""The drawn sheets of a board: what stands out in which place, and what a picture may cost."""

from __future__ import annotations

import random
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageColor

from bot.engine import Seat
from bot.games import CATALOGUE, make
from bot.games.yum.pad import pad_of
from bot.games.yum.rules import LatestTurn, Marked, Yum
from bot.games.yum.scoring.boxes import Cell
from bot.games.yum.sheet_lines import labels, two_columns
from bot.locales import LANGUAGES, words
from bot.pictures import Pad, PictureRenderer, canvas, flat, pad_alt
from bot.pictures import pad as drawing
from bot.pictures.canvas import CREAM, GOLD, INK
from bot.pictures.flat import LETTERS, TALL, WIDTH, Flat
from bot.pictures.pad import draw_pad
from bot.screens.kit import BoardView
from bot.screens.kit.values import PLAIN_GLYPHS, CellLook, PadCell, PadColumn, PadFoot, RenderContext
from bot.screens.table.board import table_screen
from tests.factories import table_of, users
from tests.pictures.above_boards import MOST_BYTES, opened

EN = words("en")
PHONE, LEGIBLE = 290, 11
LABELS = ((("Ones",), ("Twos",), ("Threes",)), (("Long Straight", "Long"), ("Yum",)))
LEFT, RIGHT = 3, 2
"""The boxes of its halves."""


def column(*points: str, lit: bool = False, head: str = "Ana", **looks: PadCell) -> PadColumn:
    cells = [PadCell(text, CellLook.LOST if text == "0" else CellLook.POINTS) for text in points]
    for place, cell in looks.items():
        cells[int(place[1:])] = cell
    return PadColumn((head,), tuple(cells), lit)


def two(**changes: Any) -> Pad:
    """Ana's turn; Ben has just written his 9, and leads with a Yum."""
    ana = column("3", "", "0", "20", "", lit=True)
    ben = column("", "4", "", "", "", c2=PadCell("9", fresh=True), c4=PadCell("50", CellLook.GOLD), head="Ben")
    feet = (
        PadFoot("Ana", "Player 1", "23", to_act=True, way=(21, 63)),
        PadFoot("Ben", "Player 2", "63", leads=True, way=(80, 0)),
    )
    return replace(Pad(LABELS, (ana, ben), feet, frozenset({1})), **changes)


class Drawn:
    """A picture, and where its cells are."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.png = draw_pad(pad)
        self.image = Image.open(BytesIO(self.png)).convert("RGB")

    def cell(self, column: int, place: int) -> set[tuple[int, ...]]:
        """The colours of a cell of a column, down the left half and then the right one."""
        half = place >= LEFT
        wide = drawing._COLUMNS[len(self.pad.columns)]
        edge = drawing._MARGIN + half * (drawing._HALF + drawing._GAP) + drawing._HALF - drawing._BETWEEN
        left = edge - wide * (len(self.pad.columns) - column)
        top = drawing._MARGIN + drawing._HEAD + (place - LEFT * half) * drawing._LINE
        return self.colours(left + 3, top + 4, left + wide - 3, top + drawing._LINE - 4)

    def foot(self, number: int) -> tuple[int, int, int, int]:
        wide = (WIDTH - 2 * drawing._MARGIN - drawing._GAP) // 2
        left = drawing._MARGIN + number * (wide + drawing._GAP)
        bottom = self.image.height - drawing._MARGIN
        return left + 4, bottom - drawing.FOOT + 4, left + wide - 4, bottom - 4

    def colours(self, *box: int) -> set[tuple[int, ...]]:
        colours = self.image.crop(box).getcolors(1 << 20)
        assert colours is not None
        return {colour for _, colour in colours if isinstance(colour, tuple)}


def rgb(colour: str) -> tuple[int, ...]:
    return ImageColor.getrgb(colour)


def test_the_box_just_written_has_a_ring_a_yum_is_gold_and_the_column_of_the_mover_is_lit() -> None:
    drawn = Drawn(two())
    green, glow, lit = (rgb(colour) for colour in (drawing.GREEN, drawing._GLOW, drawing.LIT))
    assert {green, glow, rgb(INK)} <= drawn.cell(1, 2)
    assert {rgb(GOLD), rgb(INK)} <= drawn.cell(1, 4)
    for place in range(LEFT + RIGHT):
        assert lit in drawn.cell(0, place)
        assert lit not in drawn.cell(1, place)
        assert (green in drawn.cell(1, place)) == (place == 2)
        assert (rgb(GOLD) in drawn.cell(1, place)) == (place == 4)


def test_an_open_box_is_empty_and_a_struck_one_is_paler_than_points() -> None:
    drawn = Drawn(two())
    assert drawn.cell(0, 1) == {rgb(drawing.LIT)}
    assert drawn.cell(1, 0) == {rgb(drawing.PANEL)}
    assert rgb(INK) in drawn.cell(0, 0)
    assert rgb(INK) not in drawn.cell(0, 2)
    assert rgb(drawing.STRUCK) in drawn.cell(0, 2)


def test_a_yum_that_was_just_written_is_gold_in_its_ring() -> None:
    pad = two()
    ben = replace(pad.columns[1], cells=(*pad.columns[1].cells[:4], PadCell("50", CellLook.GOLD, fresh=True)))
    colours = Drawn(replace(pad, columns=(pad.columns[0], ben))).cell(1, 4)
    assert {rgb(GOLD), rgb(drawing.GREEN), rgb(INK)} <= colours


def test_the_third_yum_of_a_player_has_a_ribbon_above_the_boxes_while_it_is_fresh_and_moves_nothing() -> None:
    table = table_of(make("yum_plus", {}), users(2))
    keys = [box.key for box in table.game.layout.boxes]

    def shown(*boxes: str, latest: str, seat: int = 0) -> Pad:
        held = tuple(Cell(30, 30) if key in boxes else None for key in keys)
        last = LatestTurn((5,) * 5, None, (Marked(Seat(seat), latest, 0, 30),))
        state = replace(table.state, sheets=((held,), *table.state.sheets[1:]), last=last)
        view = BoardView(names=("Ana", "Ben"), pictured=True)
        context = RenderContext(EN, PLAIN_GLYPHS)
        pad = table_screen(context, replace(table, state=state), view).picture
        assert isinstance(pad, Pad)
        return pad

    three = shown("yum", "yum2", "yum3", latest="yum3")
    assert three.shout == ("3 × YUM!", "3 YUM!", "YUM!"), "where there is little room, not a number alone"
    assert pad_alt(EN, replace(three, burst=None)).startswith("3 × YUM!; Ana")
    for other in (shown("yum", "yum2", latest="yum2"), shown("yum", "yum2", "yum3", "ones", latest="ones")):
        assert not other.shout
    with_ribbon, without = (Drawn(replace(three, burst=None, shout=shout)) for shout in (three.shout, ()))
    ribbon = drawing._MARGIN + 4, drawing._MARGIN, drawing._MARGIN + 100, drawing._MARGIN + drawing._HEAD - 6
    assert {rgb(GOLD), rgb(INK)} <= with_ribbon.colours(*ribbon)
    assert rgb(GOLD) not in without.colours(*ribbon)
    assert with_ribbon.image.size == without.image.size


def test_the_name_of_the_player_whose_columns_these_are_stands_beside_their_heads_and_makes_nothing_taller() -> None:
    owned = two(owner=("Sheet: Ana", "Ana"))
    beside = drawing._MARGIN + 4, drawing._MARGIN, drawing._MARGIN + 60, drawing._MARGIN + drawing._HEAD - 6
    with_name, without = Drawn(owned), Drawn(two())
    assert rgb(CREAM) in with_name.colours(*beside)
    assert rgb(CREAM) not in without.colours(*beside)
    assert with_name.image.size == without.image.size


def test_the_track_is_as_long_as_the_way_to_the_bonus_and_gold_behind_the_last_step() -> None:
    drawn = Drawn(two())
    left, _, right, bottom = drawn.foot(0)
    row = [drawn.image.getpixel((x, bottom - 9)) for x in range(left, right)]
    green, track = row.count(rgb(drawing.GREEN)), row.count(rgb(drawing._TRACK))
    assert green / (green + track) == pytest.approx(21 / 63, abs=0.03)
    assert rgb(GOLD) in drawn.colours(*drawn.foot(1))
    assert rgb(drawing.GREEN) not in drawn.colours(*drawn.foot(1))


def test_the_leader_has_a_crown() -> None:
    without = two(feet=(two().feet[0], PadFoot("Ben", "Player 2", "63")))
    assert rgb(GOLD) not in Drawn(without).colours(*Drawn(without).foot(1))
    crowned = replace(without, feet=(without.feet[0], PadFoot("Ben", "Player 2", "63", leads=True)))
    assert rgb(GOLD) in Drawn(crowned).colours(*Drawn(crowned).foot(1))


def test_what_was_written_in_a_column_that_is_not_there_glows_beside_the_total() -> None:
    def drawn(*wrote: str, look: CellLook = CellLook.POINTS) -> Drawn:
        return Drawn(two(feet=(two().feet[0], PadFoot("Ben", "Player 2", "63", wrote=wrote, look=look))))

    glow, gold = rgb(drawing._GLOW), rgb(GOLD)
    assert glow not in drawn().colours(*drawn().foot(1))
    written, yum = drawn("Minus ×3: 54", "+54"), drawn("Yum ×3: 150", "+150", look=CellLook.GOLD)
    assert {glow, rgb(INK)} <= written.colours(*written.foot(1))
    assert glow not in written.colours(*written.foot(0))
    assert gold in yum.colours(*yum.foot(1))
    assert yum.image.getpixel((0, yum.image.height // 2)) == gold, "a Yum is celebrated wherever it stands"


def test_where_both_have_no_room_the_way_to_the_bonus_goes_before_the_crown(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    write = drawing.Flat.write

    def noted(self: Any, left: int, top: int, text: str, *rest: Any, **how: Any) -> Any:
        said.append(text)
        return write(self, left, top, text, *rest, **how)

    monkeypatch.setattr(drawing.Flat, "write", noted)
    first, leader = two().feet[0], PadFoot("Ben", "Player 2", "62", leads=True, way=(42, 63))
    for foot, told in (
        (leader, {"42/63", drawing.CROWN}),
        (replace(leader, name="David", total="162", to_act=True), {"42/63"}),
        (replace(leader, name="Maximilian", total="162"), {drawing.CROWN}),
    ):
        said.clear()
        Drawn(two(feet=(first, foot)))
        assert {"42/63", drawing.CROWN} & set(said) == told, foot.name


def test_a_box_of_one_number_shows_its_die_where_that_has_room() -> None:
    left, top = drawing._MARGIN + drawing._LABEL, drawing._MARGIN + drawing._HEAD + drawing._LINE // 2 + 1
    ones = Drawn(two(faces=(1, 2, 3, 0, 0))).image
    assert ones.getpixel((left + drawing._DIE // 2, top)) == rgb(INK), "the pip of the 1"
    assert ones.getpixel((left + drawing._DIE // 4, top - drawing._DIE // 4)) == rgb(drawing.PANEL)
    assert Drawn(two()).image.getpixel((left + drawing._DIE // 2, top - drawing._DIE // 2)) == rgb(drawing.PANEL)


def test_what_is_written_and_what_is_struck_have_colours_of_their_own() -> None:
    drawn = Drawn(two())
    assert rgb(drawing._WRITTEN) in drawn.cell(0, 0)
    assert rgb(drawing._CLOSED) in drawn.cell(0, 2)
    assert rgb(drawing._WRITTEN) not in drawn.cell(0, 2)


def test_a_section_ends_with_a_stronger_line() -> None:
    x, y = drawing._MARGIN + 20, drawing._MARGIN + drawing._HEAD + 2 * drawing._LINE
    thin, thick = Drawn(two(breaks=frozenset())).image, Drawn(two()).image
    assert thin.getpixel((x, y - 2)) == rgb(drawing.PANEL)
    assert thick.getpixel((x, y - 2)) == rgb(drawing.LINE)


def test_heads_have_a_place_only_where_there_are_any() -> None:
    one = two(columns=(column("3", "", "0", "20", "", head=""),), feet=two().feet[:1])
    named = two(columns=(column("3", "", "0", "20", ""),), feet=two().feet[:1])
    assert Drawn(named).image.height - Drawn(one).image.height == drawing._HEAD - drawing._HEADLESS


# -- of every sheet ----------------------------------------------------------------------------------------------

SHEETS = [key for key in CATALOGUE if isinstance(make(key, {}), Yum)]
NAMES = ("Ana", "Benoît", "Chloé", "Maximilienne")


def test_below_the_sheets_it_says_who_has_left() -> None:
    table = table_of(make("yum_classic", {}), users(3), gone=(Seat(1),))
    assert isinstance(table.game, Yum)
    pad = pad_of(
        RenderContext(EN, PLAIN_GLYPHS), table, table.game, table.state, ("Ana", "Ben", "Chloé"), table.own_totals
    )
    assert pad is not None
    assert [foot.name for foot in pad.feet] == ["Ana", "Ben (left)", "Chloé"]


@pytest.mark.parametrize("key", ["yum_classic", "yum_extra", "triple_yum_plus"])
def test_the_sheets_shown_are_those_of_this_moment_whatever_the_board_showed_before(key: str, seed: str) -> None:
    """Throws and boxes, moves that are taken back, and somebody who is removed: each time as if drawn for the first."""
    chance, game, context = random.Random(seed), make(key, {}), RenderContext(EN, PLAIN_GLYPHS)
    assert isinstance(game, Yum)
    names, past = ("Ana", "Ben"), []
    table = table_of(game, users(2))
    for step in range(160):
        past.append(table)
        actions = game.legal_actions(table.state)
        if not actions:
            break
        after = game.apply(table.state, chance.choice(actions), Throws(chance)).state
        table = replace(table, state=after)
        if step % 7 == 6:
            table = past[-chance.randint(1, 5)]
        if step == 100:
            table = replace(table, removed=(Seat(1),))
        shown = table_screen(context, table, BoardView(pictured=True, names=names)).picture
        assert shown == pad_of(context, table, game, table.state, names, table.own_totals)


class Throws:
    """Dice that fall by chance."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> tuple[int, ...]:
        return tuple(self.chance.randint(1, sides) for _ in range(count))


def full(key: str, language: str, players: int) -> Pad:
    """The sheets of a game at its end, with the longest points."""
    t, game = words(language), make(key, {})
    assert isinstance(game, Yum)
    halves = two_columns(game.layout, tuple(range(len(game.layout.boxes))))
    short = labels(t, game.layout)
    names = tuple(tuple((t(game.layout.boxes[place].label), short[place]) for place in half) for half in halves)
    cells = tuple(
        PadCell(str(box.maximum), CellLook.GOLD if box.yum else CellLook.POINTS, fresh=number == 3)
        for number, box in enumerate(game.layout.boxes[place] for half in halves for place in half)
    )
    columns = tuple(PadColumn((name, name[:3], name[:2]), cells, lit=name == "Ana") for name in NAMES[:players])
    feet = tuple(PadFoot(name, "?", "1 234", name == "Ana", name != "Ana", (40, 63)) for name in NAMES[:players])
    return Pad(names, columns, feet, frozenset({5}), "Dan 120 · Eve 99" if players == 3 else "")


@pytest.mark.sample(8)
@pytest.mark.parametrize("key", SHEETS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", range(1, 5))
def test_every_sheet_is_small_and_its_boxes_are_named_in_whole_words(
    monkeypatch: pytest.MonkeyPatch, key: str, language: str, players: int
) -> None:
    sizes = set()
    font = canvas.font

    def noted(size: int, bold: bool = False) -> Any:
        sizes.add(size)
        return font(size, bold)

    cut: list[str] = []
    truncate = drawing.truncate_to_fit

    def truncated(text: str, room: int, size: int, bold: bool = False) -> str:
        shown = truncate(text, room, size, bold)
        if shown != text:
            cut.append(text)
        return shown

    for cache in (flat.drawn_word, drawing._empty, canvas.width):
        cache.cache_clear()
    for module in (drawing, flat):
        monkeypatch.setattr(module, "truncate_to_fit", truncated)
    monkeypatch.setattr(canvas, "font", noted)
    opened(draw_pad(full(key, language, players)))
    assert {LETTERS} <= sizes <= {LETTERS, TALL}
    assert LETTERS * PHONE / WIDTH >= LEGIBLE
    assert [text for text in cut if text not in NAMES] == []


async def test_names_on_sheets_can_be_forgotten() -> None:
    room = PictureRenderer()
    try:
        await room.picture(two())
        assert flat.drawn_word.cache_info().currsize
        room.forget()
        assert [kept.cache_info().currsize for kept in (flat.drawn_word, canvas.drawable_text, canvas.width)] == [
            0,
            0,
            0,
        ]
    finally:
        room.close()


# -- in words ----------------------------------------------------------------------------------------------------


def test_the_picture_in_words_says_totals_and_every_filled_box() -> None:
    assert pad_alt(EN, two()) == (
        "Ana 23, Ben 63; Ana: Ones 3, Threes 0, Long Straight 20; Ben: Twos 4, Threes 9, Yum 50"
    )
    assert pad_alt(EN, two(columns=(), others="Dan 12")) == "Ana 23, Ben 63; Dan 12"


def test_the_picture_in_words_says_what_yums_beyond_their_box_brought() -> None:
    table = table_of(make("yum_classic", {}), users(2))
    table = replace(table, state=replace(table.state, extra_yums=((0,), (2,))))
    view = BoardView(pictured=True, names=("Ana", "Ben"))
    shown = table_screen(RenderContext(EN, PLAIN_GLYPHS), table, view).picture
    assert isinstance(shown, Pad)
    assert pad_alt(EN, shown) == "Ana 0, Ben 200 (More Yums: +200)"


def test_the_words_become_short_before_they_are_cut() -> None:
    said = pad_alt(EN, full("yum_plus", "en", 4))
    assert len(said) <= 1024
    assert "Hi Str 40" in said
    assert "High Straight 40" in pad_alt(EN, full("yum_plus", "en", 1))


def test_a_yum_just_written_is_celebrated_until_the_next_box_is_and_a_struck_one_never() -> None:
    gold = rgb(GOLD)

    def golden(cell: PadCell) -> tuple[bool, bool]:
        """Whether the edge of the paper and the name of the box are golden."""
        ben = column("", "4", "9", "", "", c4=cell, head="Ben")
        drawn = Drawn(two(columns=(two().columns[0], ben)))
        top = drawing._MARGIN + drawing._HEAD + drawing._LINE
        left = drawing._MARGIN + drawing._HALF + drawing._GAP
        name = drawn.colours(left + 4, top + 4, left + 80, top + drawing._LINE - 4)
        assert len(drawn.png) <= MOST_BYTES
        return drawn.image.getpixel((0, drawn.image.height // 2)) == gold, gold in name

    assert golden(PadCell("50", CellLook.GOLD, fresh=True)) == (True, True)
    assert golden(PadCell("50", CellLook.GOLD)) == (False, False)
    assert golden(PadCell("0", CellLook.LOST, fresh=True)) == (False, False)


def test_names_above_columns_keep_their_letters_as_long_as_narrow_ones_have_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def heads(*names: str) -> list[str]:
        """What stands above the columns, in letters that nothing cuts."""
        table = table_of(make("yum_plus", {}), users(len(names)))
        context = RenderContext(EN, PLAIN_GLYPHS)
        pad = pad_of(context, table, table.game, table.state, names, table.own_totals)
        assert pad is not None
        drawn: list[str] = []
        write = Flat.write

        def noted(sheet: Any, left: int, middle: int, text: str, *about: Any, room: int = 0, **more: Any) -> int:
            wide = write(sheet, left, middle, text, *about, room=room, **more)
            if room:
                assert wide <= room
                drawn.append(text)
            return wide

        with monkeypatch.context() as spied:
            spied.setattr(Flat, "write", noted)
            draw_pad(pad)
        assert drawn[: len(names)] == drawn[len(names) : 2 * len(names)], "above both halves"
        return drawn[: len(names)]

    assert heads("Ana", "Chloé") == ["Ana", "Chloé"]
    assert heads("Ana", "Benoît", "Chloé") == ["Ana", "Benoît", "Chloé"]
    assert heads("Ana", "Lily", "Chloé", "Maximilienne") == ["Ana", "Lily", "Chloé", "Maxi."]
    assert heads("Ana", "Pichet", "Marie-Ève", "Anatole") == ["Ana", "Pichet", "Marie", "Anato."]
    assert heads("Ana", "Marie-Ève", "Timbale") == ["Ana", "Marie", "Timbale"]
    assert heads("Ana", "Marie-Ève", "Marie-Lou", "Ben")[1:3] == ["P2", "P3"], "Marie is not one of them alone"
    assert heads("Ana", "WWWWW", "Anouk", "Ben") == ["Ana", "WWW.", "Anouk", "Ben"]


@pytest.mark.parametrize("leads", [True, False])
@pytest.mark.parametrize("to_act", [True, False])
def test_below_the_sheets_of_three_everybody_has_the_way_to_the_bonus_and_the_leader_a_crown(
    monkeypatch: pytest.MonkeyPatch, leads: bool, to_act: bool
) -> None:
    said: list[str] = []
    write = drawing.Flat.write

    def noted(self: Any, left: int, top: int, text: str, *rest: Any, **how: Any) -> Any:
        said.append(text)
        return write(self, left, top, text, *rest, **how)

    monkeypatch.setattr(drawing.Flat, "write", noted)
    chloe = PadFoot("Chloé", "Player 3", "1,234", to_act, leads, way=(40, 63))
    opened(draw_pad(two(feet=(*two().feet[:1], replace(two().feet[0], to_act=False), chloe))))
    assert said.count("40/63") == 1
    assert said.count("21/63") == 2
    assert said.count(drawing.CROWN) == leads
    assert ("► Chloé" if to_act else "Chloé") in said, "the whole name"


def test_where_three_have_no_line_for_their_names_what_one_has_written_goes_before_a_crown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    write = drawing.Flat.write

    def noted(self: Any, left: int, top: int, text: str, *rest: Any, **how: Any) -> Any:
        said.append(text)
        return write(self, left, top, text, *rest, **how)

    monkeypatch.setattr(drawing.Flat, "write", noted)
    ana = PadFoot("Ana", "Player 1", "83", leads=True, wrote=("Chance ×1: 21", "+21"))
    others = PadFoot("Ben", "Player 2", "51", to_act=True), PadFoot("Chloé", "Player 3", "63")
    for high, shown in ((7, {"Ana", "+21", drawing.CROWN}), (11, {"Ana", "+21"})):
        said.clear()
        halves = tuple(tuple((f"{number}",) for number in range(high)) for _ in range(2))
        opened(draw_pad(two(halves=halves, columns=(column(*[""] * 2 * high, head="×1"),), feet=(ana, *others))))
        assert {"Ana", "+21", drawing.CROWN} & set(said) == shown


def test_where_three_have_no_line_for_their_names_a_name_goes_before_what_was_written_and_before_a_crown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    write = drawing.Flat.write

    def noted(self: Any, left: int, top: int, text: str, *rest: Any, **how: Any) -> Any:
        said.append(text)
        return write(self, left, top, text, *rest, **how)

    monkeypatch.setattr(drawing.Flat, "write", noted)
    halves = tuple(tuple((f"{number}",) for number in range(11)) for _ in range(2))
    ben = PadFoot("Ben", "Player 1", "1\u202f071", to_act=True, leads=True)
    david = PadFoot("David", "Player 2", "390", wrote=("2 paires ×3: 60", "+60"))
    chloe = PadFoot("Chloé", "Player 3", "1\u202f000", wrote=("Yum ×3: 300", "+300"), look=CellLook.GOLD)
    opened(draw_pad(two(halves=halves, columns=(column(*[""] * 22, head="×1"),), feet=(ben, david, chloe))))
    assert {"► Ben", "1\u202f071", "David", "390", "Chloé", "1\u202f000"} <= set(said)
