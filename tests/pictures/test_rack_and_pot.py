"""The rack above the board of Yamslam and the tokens above that of 421: who has what, what just moved, who acts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs
from PIL import Image, ImageColor

from bot.engine import Seat
from bot.games import make
from bot.games.four_two_one.rules import Settled
from bot.games.yamslam.rules import FULL, KINDS, NONE, Ended
from bot.locales import LANGUAGES, words
from bot.pictures import board_alt, pot, rack
from bot.pictures.canvas import GOLD, NARROW
from bot.pictures.flat import MOST_HEIGHT, WIDTH, fitting
from bot.pictures.pad import HALO
from bot.pictures.renderer import draw
from bot.screens.kit import IN_WORDS, PLAIN_GLYPHS, WORDS_ONLY, BoardView, Pot, Rack, RenderContext
from bot.screens.table.board import table_screen
from bot.tables.model.table import NAMES as NAMES_OF_COMPUTERS
from bot.tables.model.table import Table
from tests.factories import table_of, users
from tests.pictures.above_boards import opened

NAMES = ("Ana", "Benoît", "Chloé", "Maximilienne", "Dan", "Eve", "Zoé", "Jean-François")
NAMES += ("Max", "Léa", "Théo", "\N{SNOWMAN}" * 9)
EN = RenderContext(words("en"), {**PLAIN_GLYPHS, "die_1": "<:die_1:5>"})


def of(key: str, seats: int = 2, options: Any = None, **state: Any) -> Table:
    """A table whose state has these fields."""
    game = make(key, options or {})
    return table_of(game, users(seats), state=replace(game.new(seats), **state))


def board(table: Table, context: RenderContext = EN) -> Any:
    return table_screen(context, table, BoardView(pictured=True, names=NAMES[: len(table.players)]))


def image(shown: Rack | Pot) -> Image.Image:
    return opened(draw(shown))


def painted(drawn: Image.Image, colour: str) -> int:
    """How many pixels have a colour."""
    counted = drawn.getcolors(WIDTH * MOST_HEIGHT) or []
    return {found: number for number, found in counted}.get(ImageColor.getrgb(colour), 0)


# -- Yamslam ---------------------------------------------------------------------------------------------------------

TAKEN = {
    "rack": (1, 4, 3, 4, 4, 4, 2),
    "out": (0, 0, 0, 0, 0, 0, 1),
    "taken": ((2, 0, 1, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0, 1)),
    "ended": Ended(1, (2, 3, 4, 5, 6), None, ("ls",)),
}


def test_the_rack_shows_the_chips_left_who_has_the_others_and_the_points() -> None:
    screen = board(of("yamslam", **TAKEN))
    shelves = {shelf.drawing: shelf for shelf in screen.picture.shelves}
    assert [shelf.left for shelf in screen.picture.shelves] == [1, 4, 3, 4, 4, 4, 2]
    assert [claim.heads[:1] for claim in shelves["chip_2p"].claims] == [("Ana",), ("Ana",), ("Benoît",)]
    assert [claim.mine for claim in shelves["chip_2p"].claims] == [True, True, False]
    assert [(claim.heads[:1], claim.fresh) for claim in shelves["chip_ls"].claims] == [((), False), (("Benoît",), True)]
    assert all(shelf.left + len(shelf.claims) == 4 for shelf in screen.picture.shelves)
    feet = [(foot.name, foot.total, foot.to_act, foot.leads, foot.way) for foot in screen.picture.feet]
    assert feet == [("Ana", "30", True, False, (2, 7)), ("Benoît", "55", False, True, (2, 7))]


def test_a_drawn_board_of_yamslam_leaves_rack_and_points_to_the_picture() -> None:
    table = of("yamslam", **TAKEN)
    body, said = board(table).body, table_screen(EN, table, BoardView()).body
    assert "●" in said
    assert "<@1300000000000000001> 55" in said
    assert "●" not in body
    assert "55" not in body
    assert body.split("\n")[-2:] == said.split("\n")[-2:]


def test_the_picture_of_a_rack_is_the_same_for_all_throws_of_a_turn() -> None:
    before = of("yamslam", **TAKEN)
    thrown = replace(before, state=replace(before.state, dice=(2, 2, 2, 5, 5), throws=2))
    assert board(before).picture == board(thrown).picture


def test_a_chip_that_was_just_taken_glows_and_those_of_the_mover_are_gold() -> None:
    def glow(**state: Any) -> int:
        return painted(image(board(of("yamslam", **{**TAKEN, **state})).picture), HALO)

    edges = glow(ended=None)  # Of drawings, whose colours come near to it.
    assert glow() > 10 * edges
    assert glow(ended=None, second="2p", dice=(1, 1, 2, 2, 3)) > 10 * edges
    mine, none = (
        painted(image(board(of("yamslam", taken=taken, rack=FULL)).picture), GOLD)
        for taken in (((1, 0, 0, 0, 0, 0, 0), NONE), (NONE, (1, 0, 0, 0, 0, 0, 0)))
    )
    assert mine > none


def test_a_set_that_was_just_made_whole_is_golden_until_the_next_chip_is_taken() -> None:
    def golden(*sides: int, latest: str = "fh") -> int:
        """How much of a rack is gold where these sides have the chips of one kind."""
        taken = [[sides.count(one) if kind.key == "fh" else 0 for kind in KINDS] for one in (0, 1)]
        shown = of("yamslam", taken=tuple(map(tuple, taken)), rack=tuple(4 - sum(n) for n in zip(*taken, strict=True)),
                   turn=1, ended=Ended(0, (3, 3, 3, 5, 5), None, (latest,)))  # fmt: skip
        return painted(image(board(shown).picture), GOLD)

    whole = golden(0, 0, 0, 0)
    for other in (golden(0, 0, 0), golden(0, 0, 0, 1), golden(0, 0, 0, 0, latest="2p")):
        assert whole > other + 5000


def test_each_kind_of_chip_has_a_colour_and_a_drawing_of_its_own() -> None:
    assert list(rack.CHIPS) == [f"chip_{kind.key}" for kind in KINDS]
    assert len(set(rack.CHIPS.values())) == len(KINDS)


def test_names_that_begin_alike_have_numbers_on_chips_and_partners_their_initials() -> None:
    taken = ((1, *NONE[1:]), (1, *NONE[1:]))
    view = BoardView(pictured=True, names=("Maxime", "Maximilienne"))
    alike = table_screen(EN, of("yamslam", taken=taken), view).picture
    assert isinstance(alike, Rack)
    assert [claim.heads for claim in alike.shelves[0].claims] == [("P1",), ("P2",)]
    assert [foot.name for foot in alike.feet] == ["P1 Maxime", "P2 Maximilienne"]
    partners = board(of("yamslam", 4, {"teams": True}, taken=taken)).picture
    assert [claim.heads[0] for claim in partners.shelves[0].claims] == ["A+C", "B+M"]
    assert [foot.name for foot in partners.feet] == ["Ana & Chloé", "Benoît & Maximilienne"]


def test_a_name_that_is_too_long_for_a_chip_has_its_first_part_or_initials_that_no_other_has() -> None:
    """The bot's computer of a table for two fits, and no name is cut in the middle."""
    names = ("Pichenotte", "Jean-François", "Pichet", "Zoé")
    table = of("yamslam", 4, taken=((1, *NONE[1:]),) * 4, rack=(0, *FULL[1:]))
    shown = table_screen(EN, table, BoardView(pictured=True, names=names)).picture
    assert isinstance(shown, Rack)
    heads = [claim.heads for claim in shown.shelves[0].claims]
    room = int(rack._NAME_ROOM / NARROW)
    assert [fitting(forms, room) for forms in heads] == ["P1", "Jean", "P3", "Zoé"], "Pi begins two names"
    view = BoardView(pictured=True, names=("Maximilienne", NAMES_OF_COMPUTERS[0], "Mona", "Zoé"))
    shown = table_screen(EN, table, view).picture
    assert isinstance(shown, Rack)
    heads = [claim.heads for claim in shown.shelves[0].claims]
    assert [fitting(forms, room) for forms in heads] == ["Ma", "Pichet", "Mona", "Zoé"]
    whole = [fitting(shelf.labels, 223) for shelf in shown.shelves]
    assert "Three of a Kind" in whole, "the kinds keep their names beside it"


def test_a_rack_in_words_says_what_is_left_and_whose_the_others_are() -> None:
    said = board_alt(EN.t, board(of("yamslam", **TAKEN)).picture, ())
    assert said.startswith("Ana 30; Benoît 55; 2 Pairs, 5: 1 left, Ana 2, Benoît 1; Three of a Kind, 10: 4 left; ")
    assert said.endswith("; Large Straight, 50: 2 left, 1 removed, Benoît 1")


# -- 421 -------------------------------------------------------------------------------------------------------------

ROUND = {
    "pot": 12,
    "tokens": (4, 5, 0),
    "hands": ((4, 2, 1), (2, 2, 1), ()),
    "turn": 2,
    "stood": 1,
    "limit": 1,
}


def test_the_table_shows_pot_tokens_hands_and_what_is_at_stake() -> None:
    shown = board(of("421", 3, **ROUND)).picture
    assert (shown.tokens, shown.phase, shown.about, shown.over) == (12, "Charge, round 1", "at stake: 10", False)
    assert [(one.lane.points, one.lane.to_act) for one in shown.holders] == [(4, False), (5, False), (0, True)]
    assert [(one.hand, one.best, one.worst, one.fresh) for one in shown.holders] == [
        ((4, 2, 1), True, False, False),
        ((2, 2, 1), False, True, True),
        ((), False, False, False),
    ]


def test_the_first_hand_of_a_round_has_beaten_nobody_and_wears_no_crown() -> None:
    first = ROUND | {"hands": ((2, 2, 1), (), ()), "turn": 1, "stood": 0}
    shown = board(of("421", 3, **first)).picture
    assert next((one.hand, one.best, one.worst) for one in shown.holders) == ((2, 2, 1), False, False)


def test_the_board_after_a_round_marks_the_tokens_that_moved_until_somebody_stops() -> None:
    end = Settled(((4, 2, 1), (6, 5, 4), (6, 6, 1)), 4, 1, 0, (-4, 4, 0))
    state = {"pot": 0, "discharge": True, "tokens": (2, 9, 10), "hands": ((),) * 3, "last": end, "round": 7, "stood": 2}
    table = of("421", 3, turn=1, **state)
    shown = board(table).picture
    assert (shown.tokens, shown.phase, shown.about) == (None, "Discharge, round 7", "hands of round 6")
    assert [(one.lane.gained, one.lane.lost) for one in shown.holders] == [(0, "4"), (4, ""), (0, "")]
    assert [(one.best, one.worst) for one in shown.holders] == [(True, False), (False, True), (False, False)]
    gold = painted(image(shown), GOLD)
    assert gold > painted(image(replace(shown, holders=(shown.holders[0], *shown.holders[2:]))), GOLD)
    next_hand = replace(table, state=replace(table.state, hands=((), (6, 5, 1), ()), stood=1, turn=2, limit=1))
    assert [one.lane.gained for one in board(next_hand).picture.holders] == [0, 0, 0]
    assert not board(next_hand).picture.over


def test_a_drawn_board_of_421_leaves_tokens_and_hands_to_the_picture() -> None:
    table = of("421", 3, **ROUND)
    body, said = board(table).body, table_screen(EN, table, BoardView()).body
    assert "leads" in said
    assert "Pot" in said
    assert "leads" not in body
    assert "Pot" not in body
    assert body.split("\n")[-2:] == said.split("\n")[-2:]


def test_the_picture_of_421_is_the_same_for_all_throws_of_a_turn() -> None:
    before = of("421", 3, **ROUND)
    thrown = replace(before, state=replace(before.state, dice=(6, 2, 1), throws=1))
    assert board(before).picture == board(thrown).picture


def test_a_4_2_1_lies_on_gold_and_the_table_has_a_golden_rim_while_it_is_the_latest_hand() -> None:
    def drawn(hand: tuple[int, ...], **state: Any) -> Image.Image:
        return image(board(of("421", hands=(hand, ()), turn=Seat(1), limit=1, stood=Seat(0), **state)).picture)

    best, other = drawn((4, 2, 1)), drawn((4, 1, 1))
    assert painted(best, GOLD) > painted(other, GOLD) + 2000
    assert best.getpixel((0, 0)) == ImageColor.getrgb(GOLD) != other.getpixel((0, 0))
    later = image(board(of("421", seats=3, hands=((4, 2, 1), (6, 5, 3), ()), turn=Seat(2), limit=1,
                           stood=Seat(1))).picture)  # fmt: skip
    assert later.getpixel((0, 0)) == other.getpixel((0, 0))


def test_a_player_who_sits_out_is_dimmed_and_the_picture_says_so() -> None:
    playing, out = (board(of("421", 3, **{**ROUND, "out": seats})).picture for seats in ((), (0,)))
    assert (out.holders[0].lane.note, out.holders[0].lane.barred) == ("sits out", True)
    assert painted(image(out), pot._OUT) > painted(image(playing), pot._OUT) == 0


def test_the_tokens_in_words_say_all_that_the_picture_shows() -> None:
    assert board_alt(EN.t, board(of("421", 3, **ROUND)).picture, ()) == (
        "Charge, round 1; In the pot: 12 tokens; at stake: 10; Ana: 4 tokens, 4-2-1 (best hand); "
        "Benoît: 5 tokens, 2-2-1 (worst hand); Chloé: 0 tokens"
    )
    french = board_alt(words("fr"), board(of("421", 3, **ROUND), replace(EN, t=words("fr"))).picture, ())
    assert "en jeu" in french
    assert "4-2-1 (meilleure main)" in french


# -- Both ------------------------------------------------------------------------------------------------------------


def full(key: str, seats: int) -> Table:
    """Everything there is to draw: all chips taken, or all tokens and hands on the table."""
    if key == "yamslam":
        shares = tuple(tuple(int(chip % seats == seat) * 4 for chip in range(7)) for seat in range(seats))
        return of(key, seats, taken=shares, rack=NONE, ended=Ended(0, (1,) * 5, None, ("2p",)))
    tokens = (*(1 for _ in range(seats - 1)), 22 - seats)
    hands = tuple((6, 5, 1 + seat % 4) for seat in range(seats - 1))
    return of(key, seats, pot=21, tokens=tokens, hands=(*hands, ()), stood=0, turn=seats - 1, limit=1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "seats"), [("yamslam", 1), ("yamslam", 2), ("yamslam", 8), ("421", 2), ("421", 12)])
def test_the_fullest_tables_fit_a_phone_in_few_bytes(key: str, seats: int, language: str) -> None:
    shown = board(full(key, seats), replace(EN, t=words(language))).picture
    image(shown)


@pytest.mark.parametrize(
    ("key", "state", "said"),
    [
        ("yamslam", TAKEN, "Chips with names are taken · 3/7: kinds won"),
        ("421", ROUND, "Charge: ▼ the worst takes bad tokens"),
        ("421", {**ROUND, "pot": 0, "discharge": True}, "Discharge: ♛ gives to ▼ · none left wins"),
    ],
)
def test_what_a_picture_means_is_told_while_somebody_new_plays(key: str, state: Any, said: str) -> None:
    table = of(key, 3 if key == "421" else 2, **state)
    view = BoardView(pictured=True, names=NAMES[: len(table.players)])
    assert f"-# {said}" in table_screen(EN, table, structs.replace(view, explained=True)).body.split("\n")
    assert "-# " not in table_screen(EN, table, view).body


@pytest.mark.parametrize("key", ["yamslam", "421"])
@pytest.mark.parametrize("glyphs", [WORDS_ONLY, IN_WORDS], ids=["words", "sentences"])
def test_boards_in_words_have_no_picture(key: str, glyphs: Any) -> None:
    assert board(full(key, 2), RenderContext(words("en"), glyphs)).picture is None
