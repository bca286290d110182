"""The text of the boards of score sheets: what helps to decide, what the last dice became, whose turn it is."""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from bot.engine import Seat
from bot.engine.game import Match
from bot.engine.gate import legal, play
from bot.games import CATALOGUE, make
from bot.games.yum.board import last_line
from bot.games.yum.rules import LatestTurn, Marked, State, Yum
from bot.games.yum.scoring.boxes import Cell
from bot.games.yum.sheet_lines import board_sheet, head, would_write
from bot.games.yum.sheet_lines import legend as explained_by
from bot.locales import LANGUAGES, words
from bot.pictures import pad_alt
from bot.screens.kit import PLAIN_GLYPHS, TABLE_WIDTH, WORDS_ONLY, BoardView, Menu, Pad, RenderContext, Screen
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import IN_WORDS as IN_SENTENCES
from bot.screens.kit.values import CellLook, PadCell
from bot.screens.table.board import own_sheet_screen, table_screen
from bot.tables.model.table import AbsencePolicy, Status, TableSettings
from tests.factories import table_of, users

ENGLISH = RenderContext(words("en"), PLAIN_GLYPHS)
FRENCH = RenderContext(words("fr"), PLAIN_GLYPHS)
IN_WORDS = RenderContext(words("en"), WORDS_ONLY)
ANA, BEN, CHLOE, DAVID = users(4)
NAMES = ("Ana", "Ben", "Chloé", "David", "Eva", "Finn")

BALUT = {"asian_sheet": "balut"}
SHEETS = [key for key in CATALOGUE if isinstance(make(key, {}), Yum)]


class Loaded:
    """Dice that fall as told, then as chance wants."""

    def __init__(self, *throws: str, seed: int = 0) -> None:
        self.throws, self.chance = list(throws), random.Random(seed)

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> tuple[int, ...]:
        if self.throws:
            return tuple(map(int, self.throws.pop(0)))
        return tuple(self.chance.randint(1, 6) for _ in range(count))


class Shown:
    """A table of score sheets, and its board."""

    def __init__(self, key: str, seats: int, **options: Any) -> None:
        self.game: Any = make(key, options)
        self.table = table_of(self.game, users(seats))

    @property
    def state(self) -> State:
        state: State = self.table.state
        return state

    def put(self, **changes: Any) -> Shown:
        self.table = replace(self.table, state=replace(self.state, **changes))
        return self

    def write(self, seat: int, column: int = 0, **points: int) -> Shown:
        """Fill boxes of ``seat``."""
        sheets = [[list(cells) for cells in sheet] for sheet in self.state.sheets]
        for key, written in points.items():
            sheets[seat][column][self.game.layout.index(key)] = Cell(written, written)
        return self.put(sheets=tuple(tuple(map(tuple, sheet)) for sheet in sheets))

    def do(self, *actions: str, dice: Sequence[str] = ()) -> Shown:
        thrown = Loaded(*dice)
        for action in actions:
            self.put_state(play(self.game, self.state, Seat(self.state.turn or 0), action, thrown).state)
        return self

    def put_state(self, state: State) -> None:
        self.table = replace(self.table, state=state)

    def screen(self, context: RenderContext = ENGLISH, **view: Any) -> Screen:
        return table_screen(context, self.table, BoardView(names=NAMES[: len(self.table.players)], **view))

    def lines(self, context: RenderContext = ENGLISH, **view: Any) -> list[str]:
        return self.screen(context, **view).body.split("\n")

    def sheet(self, context: RenderContext = ENGLISH) -> list[str]:
        said = self.screen(context).body
        return said.split("```\n", 1)[1].split("\n```", 1)[0].split("\n")

    def line(self, beginning: str) -> str:
        """The line of the sheet with this box."""
        return next(line for line in self.sheet() if beginning in line)

    @property
    def status(self) -> tuple[str, str]:
        """What the dice are, and whose turn it is."""
        *_, what, who = self.lines()
        return what, who


# -- the sheet ---------------------------------------------------------------------------------------------------


def legend(key: str, context: RenderContext = ENGLISH, **options: Any) -> str:
    """What a board explains to people who are new to it."""
    board = Shown(key, 2, **options)
    said = (line.removeprefix("-# ") for line in board.lines(context, explained=True) if line.startswith("-# "))
    return next(said, "").replace("\N{NO-BREAK SPACE}", " ")


def test_a_board_explains_its_short_words_where_somebody_is_new_to_it() -> None:
    low, high = "Low: 21+, under High", "High: 22+, over Low"
    names = f"Lo Str: 1–5 · Hi Str: 2–6 · {low} · {high} · Minus: 36 − dice · Yum 2: after Yum"
    assert legend("yum_plus") == names
    assert legend("yum_original") == f"Lo Str: 1–5 · Hi Str: 2–6 · {low} · {high}"
    assert "High: over Low · " in legend("yum_plus", high_min="none")
    assert f"Low: 21+ · {high}" in legend("yum_plus", low_first=True)
    assert legend("yum_plus", low_high="yahtzee").startswith("Lo Str: 4 in a row · Hi Str: 5 in a row")
    assert legend("triple_yum") == "pts: these dice · col: columns still open"
    assert legend("triple_yum_plus") == f"{names} · {legend('triple_yum')}"
    assert legend("yams", grids=2) == "pts: these dice · #: grids still open"
    assert legend("yum_plus", FRENCH).startswith("Basse : 1–5 · Haute : 2–6 · Low : 21+, sous High · ")
    assert legend("yum_classic") == legend("asian_yum", asian_sheet="balut") == ""
    assert f"-# {names}" not in Shown("yum_plus", 2).lines(), "nobody is new to it"


SMALL_ACROSS = 46
"""Letters of small print in a line of a phone."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", SHEETS)
def test_what_a_drawn_sheet_explains_takes_three_lines_of_a_phone_at_most(key: str, language: str) -> None:
    said = explained_by(RenderContext(words(language), PLAIN_GLYPHS), make(key, {}), drawn=True)
    assert len(textwrap.wrap(said.replace("\N{NO-BREAK SPACE}", "_"), SMALL_ACROSS)) <= 3, said


def test_at_a_large_table_only_the_player_to_act_has_a_line() -> None:
    board = Shown("yum_plus", 8).write(0, ones=3).write(1, chance=23).write(2, chance=24)
    scores = board.lines()[-6:-3]
    assert scores[1].startswith(f"►\N{NO-BREAK SPACE}**<@{ANA}> 3** · upper 3 of 63")
    assert scores[2].startswith(f"<@{CHLOE}>\N{NO-BREAK SPACE}24 · <@{BEN}>\N{NO-BREAK SPACE}23 · ")
    assert scores[2].count("<@") == 3, "only the best of the others"
    assert scores[2].endswith(" · 4 more")
    said = board.lines(IN_WORDS)
    assert f"### <@{CHLOE}> 24 · upper 0 of 63" in said, "a line each reads best aloud"


def test_two_players_stand_side_by_side() -> None:
    board = Shown("yum_plus", 2).write(0, ones=3, threes=9, sixes=18, one_pair=22, long_straight=20, low_score=22)
    board.write(1, twos=6, fives=15, sixes=24, two_pair=18, full_house=25, short_straight=15, chance=23)
    assert board.do("roll", dice=["44426"]).sheet() == [
        "      Ana Ben│       Ana Ben",
        "Ones    3   ·│Short    ·  15",
        "Twos   +2   6│Long    20   ·",
        "Threes  9   ·│Lo Str   ·   ·",
        "Fours +12   ·│Hi Str   ·   ·",
        "Fives   ·  15│Low     22   ·",
        "Sixes  18  24│High     ·   ·",
        "1 Pair 22   ·│Chance +20  23",
        "2 Pair  ·  18│Minus  +16   ·",
        "3 Kind+20   ·│Yum      ·   ·",
        "4 Kind  ·   ·│Yum 2    ·   ·",
        "Full H  ·  25│Yum 3    ·   ·",
    ]


def test_of_three_only_the_player_to_act_has_a_column_so_that_no_other_changes_its_name() -> None:
    board = Shown("yum_plus", 3).write(0, ones=3).write(1, ones=1, chance=23).write(2, ones=4, chance=29)
    for heads, ones, chance in (("Ana", "3", "·"), ("Ben", "1", "23"), ("Chl", "4", "29")):
        assert board.sheet()[0] == f"{heads:>9}│{heads:>10}"
        assert board.line("Ones").split("│")[0].split() == ["Ones", ones]
        assert board.line("Chance").split("│")[1].split() == ["Chance", chance]
        board.put(turn=Seat((board.state.turn + 1) % 3))


def test_open_boxes_show_what_the_dice_would_write_only_for_the_player_to_act() -> None:
    board = Shown("yum_classic", 2)
    assert "+" not in "\n".join(board.sheet())
    board.do("roll", dice=["33355"])
    assert board.line("Threes").startswith("Threes +9   ·")
    assert board.line("Full H").endswith("Full H +25   ·")
    board.do("mark full_house")
    assert "+" not in "\n".join(board.sheet())


def test_the_power_die_multiplies_what_would_be_written() -> None:
    board = Shown("yum_classic", 1, power=True).do("roll", dice=["333553"])
    assert board.line("Three").startswith("Threes+27")


def test_the_box_just_written_is_marked_until_the_next_throw() -> None:
    board = Shown("yum_classic", 2).do("roll", "mark full_house", dice=["33355"])
    assert board.line("Full H").endswith("Full H »25   ·")
    board.do("roll", dice=["12346"])
    assert "»" not in board.screen().body
    assert board.line("Full H").endswith("Full H  25   ·")


def test_heads_are_the_first_letters_of_names_or_the_numbers_of_seats() -> None:
    both = (Seat(0), Seat(1))
    assert [head(("Ana", "Ben"), seat, both) for seat in both] == ["Ana", "Ben"]
    assert [head(("Marie", "Marc"), seat, both) for seat in both] == ["P1", "P2"]
    assert [head(("Ana", ""), seat, both) for seat in both] == ["Ana", "P2"]
    assert [head((), seat, both) for seat in both] == ["P1", "P2"]
    assert head(("🎲 `Zoë`", "Ben"), Seat(0), both) == "Zoë"
    assert head(("日本", "דנה"), Seat(0), both) == "P1"
    assert head(("日本", "דנה"), Seat(1), both) == "P2"


def test_alone_one_column_needs_no_name() -> None:
    board = Shown("yum_plus", 1).do("roll", dice=["11123"])
    assert board.sheet()[0] == "Ones   +3│Short    ·"
    assert board.sheet()[7] == "2 Pair  ·│Minus  +28"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["yum_classic", "yum_deluxe", "yum_low_high", "triple_yum"])
def test_no_digits_touch_the_digit_that_a_label_begins_with(key: str, language: str) -> None:
    """ "12 3 par." would read as one number."""
    context = RenderContext(words(language), PLAIN_GLYPHS)
    for seats in (1, 2):
        board = Shown(key, seats).write(0, ones=3, fives=20).do("roll", dice=["66612"])
        lines = board_sheet(context, board.game, board.state, would_write(board.game, board.state), NAMES)
        digits = [match for line in lines for match in re.finditer(r"\d ?(?:Kind|Pair|par)", line)]
        assert any(match.start() > 8 for match in digits), lines
        assert all(match.string[match.start() - 1] == "│" for match in digits if match.start() > 8), lines


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("key", "options"),
    [*((key, options) for key in SHEETS for options in ({}, {"power": True})), ("yams", {"grids": 3})],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_fits_a_phone(key: str, language: str, options: dict[str, Any]) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    board, dice = Shown(key, 2, **options), Loaded(seed=1)
    while (turn := board.state.turn) is not None:
        lines = board_sheet(context, board.game, board.state, would_write(board.game, board.state), NAMES)
        assert all(len(line) <= TABLE_WIDTH for line in lines), lines
        choices = [do for do in legal(board.game, board.state) if not do.startswith("keep")]
        board.put_state(play(board.game, board.state, turn, dice.chance.choice(choices), dice).state)


def test_bonus_and_upper_section_stay_together_on_the_page_of_sheets() -> None:
    board = Shown("yum_classic", 1)
    lines = face_of("yum_classic").sheet(ENGLISH, board.game, board.state, Seat(0))
    assert [line.split()[0] for line in lines if line.strip()][:8] == [
        *("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes", "Upper", "Bonus")
    ]
    assert lines[0].split("│")[1].startswith("3 Kind")


def test_three_columns_show_the_open_boxes_of_the_player_to_act() -> None:
    board = Shown("triple_yum_plus", 2)
    for column in range(3):
        board.write(0, column, **dict.fromkeys(("twos", "fives", "high_score", "minus"), 0))
    board.write(0, 0, fours=8, one_pair=20).write(0, 2, one_pair=21)
    board.do("roll", dice=["44426"])
    shown = board.sheet()
    assert shown[0] == "Open  pts col│Open   pts col"
    assert not any(label in line for line in shown for label in ("Twos", "Fives", "High ", "Minus"))
    assert "Fours +12 ·23" in "\n".join(shown)
    assert "1 Pair+20 ·2·" in "\n".join(shown)
    assert "Chance +20 123" in "\n".join(shown)


def test_balut_shows_every_cell_and_where_the_dice_would_go() -> None:
    board = Shown("asian_yum", 1, asian_sheet="balut").do("roll", "mark fours", "roll", dice=["44426", "44123"])
    assert board.line("Fours").split() == ["Fours", "12", "+8", "·", "·"]


# -- scores and bonus --------------------------------------------------------------------------------------------


def test_the_bonus_stands_with_the_score_and_names_the_next_one() -> None:
    board = Shown("yum_plus", 2).write(0, sixes=24, ones=6).write(1, sixes=30, fives=25, fours=11)
    ana, ben = (line for line in board.lines() if "upper" in line)
    assert ana == f"►\N{NO-BREAK SPACE}**<@{ANA}> 30** · upper 30 of 63"
    assert ben == f"<@{BEN}> 101 · upper +35, 66 of 71"
    board.write(1, fours=20, threes=3)
    assert f"<@{BEN}> 153 · upper +75" in board.lines()
    assert "Upper" not in board.screen().body


def test_yams_alone_has_aces_and_a_prime() -> None:
    french = RenderContext(words("fr"), PLAIN_GLYPHS)
    for key, ones, bonus in (("yams", "As", "prime"), ("yum_classic", "Un", "bonus")):
        board = Shown(key, 1).write(0, sixes=24, fives=20)
        needed = board.game.layout.bonus.steps[0][0]
        assert f"haut 44 sur {needed}" in board.screen(french).body
        sheet = face_of(key).sheet(french, board.game, board.state, Seat(0))
        assert sheet[0].startswith(ones)
        assert any(line.startswith(bonus.title()) for line in sheet)
        board.do("roll", dice=["11166"])
        menu = board.screen(french).rows[-1][0]
        assert isinstance(menu, Menu)
        said = {choice.label: choice.description for choice in menu.choices}
        assert f"47 sur {needed} pour l" in said[f"{ones}\N{NO-BREAK SPACE}: 3 points"]
        assert bonus in said[f"{ones}\N{NO-BREAK SPACE}: 3 points"]
    english = Shown("yams", 1, grids=2).screen()
    assert "upper Grid 1: 0 of 64" in english.body
    assert "prime" not in english.body


def test_the_bonus_may_look_at_the_points_before_the_power_die() -> None:
    for raw, said in ((False, "upper 36 of 63"), (True, "upper 12 of 63")):
        board = Shown("yum_classic", 1, power=True, power_bonus_base=raw)
        board.do("roll", "mark sixes", dice=["661233"])
        assert said in board.screen().body


def test_the_player_to_act_sees_the_bonus_of_the_column_on_offer_and_in_words_of_each() -> None:
    board = Shown("triple_yum_plus", 2).write(0, 0, sixes=24).write(0, 1, sixes=30, fives=25, fours=8)
    assert f"►\N{NO-BREAK SPACE}**<@{ANA}> 220** · upper ×3: 0 of 63" in board.lines()
    assert f"<@{BEN}> 0" in board.lines()
    assert f"### <@{ANA}> 220 (to play) · upper ×1: 24 of 63; ×2: +35, 63 of 71; ×3: 0 of 63" in board.lines(IN_WORDS)


# -- the last dice, and whose turn it is -------------------------------------------------------------------------


def test_before_the_first_throw_the_game_begins() -> None:
    board = Shown("yum_plus", 2)
    assert board.status == ("The game begins.", f"**<@{ANA}>**, your turn · 3 throws")
    assert board.screen().content == "**Yum Plus** · turn 1 of 22"


def test_held_dice_and_those_to_throw() -> None:
    board = Shown("yum_plus", 2).do("roll", dice=["42464"])
    assert board.status == ("No dice held: **2-4-4-4-6**", f"**<@{ANA}>** · 2 throws left")
    assert board.lines(held=frozenset({0, 2, 4}))[-2] == "Held **4-4-4** · to throw **2-6**"
    assert board.lines(held=frozenset(range(5)))[-2] == "All dice held: **2-4-4-4-6**"


def test_after_the_last_throw_nothing_is_to_be_thrown() -> None:
    board = Shown("yum_plus", 2).do("roll", "keep 4 4 4", "keep 4 4 4", dice=["42464", "26", "42"])
    assert board.status == ("All dice: **4-4-4-4-2**", f"**<@{ANA}>** · choose a box")


def test_where_nothing_is_left_to_throw_and_no_box_scores_one_is_to_be_struck() -> None:
    board = Shown("yum_classic", 1)
    board.write(0, **{box.key: 1 for box in board.game.layout.boxes[1:]})
    for dice, asked in (((2, 2, 3, 4, 6), "strike a box"), ((1, 2, 3, 4, 6), "choose a box")):
        board.put(dice=dice, throws=3)
        assert board.status[1] == f"**<@{ANA}>** · {asked}"
        told = face_of("yum_classic").next_step(ENGLISH, board.game, board.state)
        assert told == f"{asked} below"


@pytest.mark.parametrize("context", [ENGLISH, FRENCH], ids=LANGUAGES)
def test_no_line_later_in_a_turn_is_longer_than_that_after_the_first_throw(context: RenderContext) -> None:
    """Else it takes a second line of a phone and moves the buttons."""
    board, face = Shown("yum_classic", 1), face_of("yum_classic")
    board.write(0, **{box.key: 1 for box in board.game.layout.boxes[1:]})

    def told(*dice: int, throws: int) -> int:
        board.put(dice=dice, throws=throws)
        return len(face.next_step(context, board.game, board.state))

    first = told(2, 2, 3, 4, 6, throws=1)
    assert max(told(2, 2, 3, 4, 6, throws=3), told(1, 2, 3, 4, 6, throws=3)) <= first


def test_what_further_yums_brought_stands_below_the_sheet_drawn_or_not() -> None:
    board = Shown("yum_classic", 2).write(0, yum=50).write(1, yum=50)
    assert not any("More Yums" in line for line in board.lines(pictured=True))
    board.put(extra_yums=((2,), (0,)))
    for pictured in (False, True):
        assert f"More Yums: <@{ANA}> **+200**" in board.lines(pictured=pictured)
    assert f"More Yums: <@{ANA}> **+200**." in board.lines(RenderContext(words("en"), IN_SENTENCES))
    alone = Shown("yum_classic", 1).write(0, yum=50).put(extra_yums=((1,),))
    assert "More Yums: **+100**" in alone.lines(pictured=True)


def test_somebody_new_who_holds_every_die_chooses_a_box_or_lets_dice_go() -> None:
    board, face = Shown("yum_classic", 1), face_of("yum_classic")
    board.put(dice=(2, 2, 3, 4, 6), throws=1)
    assert face.next_step(ENGLISH, board.game, board.state) == "choose dice to hold, then **Throw**"
    assert face.next_step(ENGLISH, board.game, board.state, all_held=True).startswith("choose a box")
    board.write(0, **{box.key: 1 for box in board.game.layout.boxes[1:]})
    assert face.next_step(ENGLISH, board.game, board.state, all_held=True) == "let dice go, then **Throw**"


def test_the_last_dice_stay_with_what_they_became() -> None:
    board = Shown("yum_plus", 2).do("roll", "mark full_house", dice=["35353"])
    assert "# ⚂ ⚄ ⚂ ⚄ ⚂" in board.lines()
    assert board.status == (
        f"<@{ANA}>: 3-3-3-5-5 → **25 in Full House**",
        f"**<@{BEN}>**, your turn · 3 throws",
    )
    assert f"## <@{ANA}>: 3-3-3-5-5, **25 in Full House**" in board.lines(IN_WORDS)
    board.do("roll", "strike sixes", dice=["66111"])
    assert board.status[0] == f"<@{BEN}>: 1-1-1-6-6 → 0 in **Sixes**"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_dice_became_has_one_line_on_the_narrowest_phone_at_sheets_of_several_columns_too(language: str) -> None:
    """A line more before the next throw would move every button by that throw."""
    game = make("triple_yum_plus", {})
    context, alone = RenderContext(words(language), PLAIN_GLYPHS), table_of(game, [ANA])
    for box in game.layout.boxes:
        for points in (0, box.maximum):
            turn = LatestTurn((3, 3, 3, 5, 5), None, (Marked(Seat(0), box.key, 2, points),))
            line = last_line(context, alone, game, turn)
            assert len(line.replace("*", "").removeprefix(f"<@{ANA}>")) <= 30, line
            assert words(language)(box.label) in line


def test_a_joker_and_the_bonus_for_a_further_yum_are_told_in_the_same_line() -> None:
    board = Shown("yum_classic", 1).write(0, yum=50, sixes=18).do("roll", "mark large_straight", dice=["66666"])
    assert board.status[0] == f"<@{ANA}>: **40 in Large** as a joker, **+100**", "a line has no room for the dice too"


def test_a_fine_is_told_to_those_who_pay_it() -> None:
    board = Shown("yum_color", 2, kismet_penalty=True).write(0, yum=80).do("roll", "mark sixes", dice=["66666"])
    assert board.status == (
        f"<@{ANA}>: **30 in Sixes**, a 0 for the others",
        f"**<@{BEN}>**, your turn · write a 0",
    )
    board.do("strike twos")
    assert board.status[0] == f"<@{BEN}>: 0 in **Twos**, as a fine"
    assert board.line("Twos").startswith("Twos    ·  »0")


def test_the_power_die_says_what_it_does() -> None:
    def after(power: int, *, turn: str = "roll", **rules: bool) -> tuple[str, str]:
        return Shown("yum_plus", 1, power=True, **rules).do(turn, dice=[f"44426{power}"]).status

    assert after(4) == ("❄ Power 4, Freeze: **4-4-4-2-6** counts", f"**<@{ANA}>** · choose a box")
    assert after(3) == ("No dice held: **2-4-4-4-6 + Power 3**", f"**<@{ANA}>** · 2 throws left · points ×3")
    assert after(5)[1] == f"**<@{ANA}>** · 2 throws left · two boxes"
    assert after(1)[1] == f"**<@{ANA}>** · 2 throws left · points ×1"
    assert after(6)[1] == f"**<@{ANA}>** · 2 throws left · held: a 4th throw"
    board = Shown("yum_plus", 1, power=True).do("roll", "keep 4 4 4", "keep 4 4 4", dice=["444261", "262", "266"])
    assert board.status[1] == f"**<@{ANA}>** · 1 throw left · a 4th throw"
    board.do("keep 4 4 4 p", dice=["66"])
    assert board.status[1] == f"**<@{ANA}>** · choose a box"  # The fourth throw has been made.
    board = Shown("yum_plus", 1, power=True).do("roll", "mark fours", dice=["444263"])
    assert board.status[0] == f"<@{ANA}>: 4-4-4-2-6 ×3 → **36 in Fours**"


def test_after_the_last_throw_double_says_how_many_boxes_to_choose() -> None:
    for must, left, said in ((False, 2, "one box or two"), (True, 2, "two boxes"), (False, 1, "a box")):
        board = Shown("yum_classic", 1, power=True, double_mandatory=must)
        board.write(0, **{box.key: 1 for box in board.game.layout.boxes[left:]})
        assert board.put(dice=(4, 4, 4, 2, 1), power=5, throws=3).status[1] == f"**<@{ANA}>** · choose {said}"


def test_double_says_what_is_written_before_the_second_box() -> None:
    board = Shown("yum_plus", 2, power=True).do("roll", "mark fours", dice=["444265"])
    assert board.status == ("Power 5, Double: **12 in Fours**", f"**<@{ANA}>** · a second box, or none")
    assert board.line("Fours").startswith("Fours »12")
    assert board.line("3 Kind").startswith("3 Kind+20")
    board.do("mark three_kind")
    assert board.status[0] == f"<@{ANA}>: **12 in Fours**, **20 in 3 Kind**"
    must = Shown("yum_plus", 2, power=True, double_mandatory=True).do("roll", "mark fours", dice=["444265"])
    assert must.status[1] == f"**<@{ANA}>** · choose a second box"


def test_the_last_dice_go_into_the_next_game_of_a_match_but_mark_no_empty_box() -> None:
    board, dice = Shown("yum_classic", 2, games_in_match=2), Loaded()
    while not board.state.match.earlier:
        do = next(do for do in legal(board.game, board.state) if not do.startswith("keep"))
        step = play(board.game, board.state, Seat(board.state.turn or 0), do, dice)
        board.put_state(step.state)
    screen = board.screen(news=step.events)
    assert screen.content == "**Yum Classic** · game 2/2 · turn 1"
    assert screen.body.startswith("End of this game: ")
    assert screen.body.split("\n")[1].startswith("Before this game: ")
    assert board.status[0].startswith(f"<@{BEN}>: ")
    assert re.search(r"»\d", screen.body) is None


def test_the_clock_stands_at_the_top_so_that_nothing_moves_below_the_dice() -> None:
    board = Shown("yum_plus", 2)
    settings = TableSettings(absent=AbsencePolicy.SKIP, patience=3600)
    board.table = replace(board.table, settings=settings, status=Status.PLAYING)
    lines = board.lines()
    assert lines[0].startswith("⏳ Unless ")
    assert lines[-1] == f"**<@{ANA}>**, your turn · 3 throws"


# -- rounds ------------------------------------------------------------------------------------------------------


def test_rounds_count_turns_even_if_a_turn_fills_two_boxes() -> None:
    board = Shown("yum_plus", 2, power=True)
    rounds = []
    for dice, box in (("444265", "fours"), ("444261", "fours"), ("555261", "fives"), ("555261", "fives")):
        board.do("roll", f"mark {box}", dice=[dice])
        if board.state.second:
            rounds.append(board.state.round)
            board.do("mark three_kind")
        rounds.append(board.state.round)
    assert rounds == [1, 1, 2, 2, 3]
    assert board.screen().content == "**Yum Plus** · turn 3 of at most 22"


def test_no_more_rounds_are_said_to_come_than_boxes_are_open() -> None:
    board = Shown("yum_plus", 1, power=True)
    assert board.screen().content == "**Yum Plus** · turn 1 of at most 22"
    board.do("roll", "mark fours", dice=["444265"])
    board.do("mark three_kind")
    assert board.screen().content == "**Yum Plus** · turn 2 of at most 21"
    both = Shown("yum_plus", 2, power=True)
    both.do("roll", "mark fours", "mark three_kind", dice=["444265"])
    assert both.screen().content == "**Yum Plus** · turn 1 of at most 22"
    both.do("roll", "mark fours", "mark three_kind", dice=["444265"])
    assert both.screen().content == "**Yum Plus** · turn 2 of at most 21"


def test_rounds_of_a_game_are_counted_from_who_began_it() -> None:
    board = Shown("yum_plus", 2, power=True, games_in_match=2).put(turn=Seat(1), match=Match(first=Seat(1)))
    rounds = []
    for dice, *boxes in (("444261", "fours"), ("555265", "fives", "chance"), ("555261", "fives")):
        board.do("roll", f"mark {boxes[0]}", dice=[dice])
        for box in boxes[1:]:
            board.do(f"mark {box}")
        rounds.append((board.state.turn, board.state.round))
    assert rounds == [(0, 1), (1, 2), (0, 2)]
    # Ben has 20 boxes left after his turn 2, Ana 20 before hers.
    assert "turn 2 of at most 22" in board.screen(IN_WORDS).content


def test_on_a_sheet_of_columns_the_line_says_the_points_on_the_card_and_what_they_count() -> None:
    board = Shown("triple_yum_plus", 2).do("roll", "mark minus 3", dice=["33336"])
    assert board.lines()[-2].endswith("→ **18 ×3 in Minus**")
    assert board.game.scores(board.state)[0] == 54
    board.do("roll", "mark minus 1", dice=["33336"])
    assert board.lines()[-2].endswith("→ **18 ×1 in Minus**")


def test_each_player_has_one_turn_a_round_to_the_end() -> None:
    board, dice = Shown("yum_original", 3, power=True), Loaded(seed=3)
    turns: list[tuple[int, int]] = []
    while (turn := board.state.turn) is not None:
        if not turns or turns[-1] != (board.state.round, turn):
            turns.append((board.state.round, turn))
        choices = [do for do in legal(board.game, board.state) if not do.startswith("keep")]
        board.put_state(play(board.game, board.state, turn, dice.chance.choice(choices), dice).state)
    assert turns == sorted(set(turns))
    assert turns[-1][0] <= 12


# -- the sheet as a picture --------------------------------------------------------------------------------------


def pad(board: Shown, **view: Any) -> Pad:
    """The picture of a board that is drawn."""
    picture = board.screen(pictured=True, **view).picture
    assert isinstance(picture, Pad)
    return picture


def cells(board: Shown, seat: int = 0) -> dict[str, PadCell]:
    """What stands in the boxes of a column, by their names."""
    shown = pad(board)
    names = [forms[0] for half in shown.halves for forms in half]
    return dict(zip(names, shown.columns[seat].cells, strict=True))


def test_a_drawn_board_leaves_out_the_table_and_scores_and_keeps_dice_and_buttons() -> None:
    board = Shown("yum_plus", 2).write(0, sixes=18).do("roll", dice=["66612"])
    text, drawn = board.screen(), board.screen(pictured=True)
    assert "```" in text.body
    assert text.picture is None
    *_, dice, what, who = text.body.split("\n")
    assert drawn.body.split("\n") == [dice, what, who]
    *rows, (menu,) = drawn.rows
    assert isinstance(menu, Menu)
    assert (*rows, (structs.replace(menu, placeholder="All boxes"),)) == text.rows


@pytest.mark.parametrize("context", [IN_WORDS, RenderContext(words("en"), IN_SENTENCES)], ids=["words", "sentences"])
def test_people_who_want_words_have_them_where_sheets_are_drawn(context: RenderContext) -> None:
    board = Shown("yum_plus", 2).do("roll")
    assert board.screen(context, pictured=True) == board.screen(context)


def test_the_drawn_sheet_shows_points_zeros_and_yums() -> None:
    board = Shown("yum_plus", 2).write(0, sixes=18, chance=0).write(1, yum=50, yum2=0)
    assert cells(board)["Sixes"] == PadCell("18")
    assert cells(board)["Chance"] == PadCell("0", CellLook.LOST)
    assert cells(board, 1)["Yum"] == PadCell("50", CellLook.GOLD)
    assert cells(board, 1)["2nd Yum"] == PadCell("0", CellLook.LOST)
    assert cells(board, 1)["Ones"] == PadCell()
    assert [(foot.total, foot.to_act, foot.leads, foot.way) for foot in pad(board).feet] == [
        ("18", True, False, (18, 63)),
        ("50", False, True, (0, 63)),
    ]


def test_the_box_just_written_stands_out_through_the_whole_next_turn_and_its_picture_stays_the_same() -> None:
    board = Shown("yum_plus", 2).do("roll", "mark sixes", dice=["66612"])
    written = pad(board)
    assert cells(board)["Sixes"] == PadCell("18", fresh=True)
    assert [column.lit for column in written.columns] == [False, True]
    assert pad(board.do("roll", dice=["11223"])) == written
    assert pad(board, held=frozenset({0, 1})) == written
    assert pad(board.do("keep 1 1", dice=["456"]), striking=True) == written
    assert pad(board.do("mark ones")) != written
    assert not cells(board)["Sixes"].fresh
    assert cells(board, 1)["Ones"] == PadCell("2", fresh=True)


def test_undo_shows_the_picture_before() -> None:
    board = Shown("yum_plus", 2).do("roll", dice=["66612"])
    before, state = pad(board), board.state
    assert pad(board.do("mark sixes")) != before
    board.put_state(state)
    assert pad(board) == before


def test_the_way_to_the_bonus_ends_behind_its_last_step() -> None:
    board = Shown("yum_plus", 1).write(0, sixes=36, fives=25, fours=2)
    assert [foot.way for foot in pad(board).feet] == [(63, 71)]
    assert [foot.way for foot in pad(board.write(0, fours=20)).feet] == [(81, 0)]
    assert [foot.way for foot in pad(Shown("asian_yum", 1, asian_sheet="balut")).feet] == [None]


def test_four_have_a_column_each_and_of_more_three_neighbours_until_the_turn_passes_to_others() -> None:
    assert [column.heads[0] for column in pad(Shown("yum_plus", 4)).columns] == list(NAMES[:4])
    names = ("Ana", "Ben", "Chloé", "David", "")
    board = Shown("yum_plus", 5).write(1, chance=25).write(4, chance=7)

    def shown() -> Pad:
        picture = table_screen(ENGLISH, board.table, BoardView(names=names, pictured=True)).picture
        assert isinstance(picture, Pad)
        return picture

    for turn, lit in ((0, 0), (1, 1), (2, 2), (3, 1), (4, 2)):
        columns = shown().columns
        assert [column.heads[0] for column in columns] == ["Ana", "Ben", "Chloé", "David", "P5"][2 * (turn > 2) :][:3]
        assert [column.lit for column in columns] == [place == lit for place in range(3)]
        if not turn:
            assert [(foot.name, foot.total, foot.leads) for foot in shown().feet] == [
                ("Ana", "0", False),
                ("Ben", "25", True),
                ("Chloé", "0", False),
            ]
            assert shown().others == "David 0 · Player 5 7"
        board.put(turn=Seat((turn + 1) % 5))


def test_players_without_a_name_or_with_like_ones_have_numbers() -> None:
    board = Shown("yum_plus", 2)

    def heads(*names: str) -> list[tuple[str, ...]]:
        shown = table_screen(ENGLISH, board.table, BoardView(names=names, pictured=True)).picture
        assert isinstance(shown, Pad)
        return [column.heads for column in shown.columns]

    assert heads("Ana", "Ana") == heads("", "") == [("P1",), ("P2",)]
    assert heads("Marie", "Max") == [("Marie", "Mari.", "Mar.", "P1"), ("Max", "P2")]
    assert heads("Ana", "Anatole") == [("Ana", "P1"), ("Anatole", "Anatol.", "Anato.", "Anat.", "P2")]


@pytest.mark.parametrize(
    ("key", "options", "heads"),
    [("triple_yum", {}, ["×1", "×2", "×3"]), ("yams", {"grids": 2}, ["1", "2"]), ("asian_yum", BALUT, [""] * 4)],
)
def test_a_sheet_of_several_columns_has_all_of_the_mover(key: str, options: Any, heads: list[str]) -> None:
    board = Shown(key, 2, **options)
    box = board.game.layout.boxes[0]
    board.write(0, 1, **{box.key: 4}).write(1, 0, **{box.key: 3})
    shown = pad(board)
    assert [column.heads[0] for column in shown.columns] == heads
    written = [cells(board, column)[box.label].points for column in range(len(heads))]
    assert written == ["", "4", *[""] * (len(heads) - 2)]
    assert not any(column.lit for column in shown.columns)
    assert len(shown.feet) == 2


def test_a_mark_is_seen_below_the_sheet_of_the_next_player() -> None:
    """Ana's columns give way to Ben's: what she wrote stands beside her total, until he has written."""
    board = Shown("triple_yum_plus", 2).do("roll", "mark minus 3", dice=["33336"])
    ana, ben = pad(board).feet
    assert (ana.wrote, ben.wrote) == (("Minus: 18 ×3", "+54"), ())
    assert "Ana 54 (Minus: 18 ×3), Ben 0" in pad_alt(ENGLISH.t, pad(board))
    board.do("roll", dice=["11112"])
    assert pad(board).feet[0].wrote == ana.wrote
    board.do("mark yum 1")
    ana, ben = pad(board).feet
    assert (ana.wrote, ben.wrote, ben.look) == ((), ("Yum ×1: 0", "0"), CellLook.LOST)


@pytest.mark.parametrize(
    ("key", "options"), [("triple_yum", {}), ("triple_yum_plus", {}), ("yams", {"grids": 2}), ("asian_yum", BALUT)]
)
def test_where_all_columns_are_those_of_one_player_the_card_says_whose_they_are(key: str, options: Any) -> None:
    board = Shown(key, 2, **options)
    box = board.game.layout.boxes[0]
    board.write(0, 0, **{box.key: 4}).write(1, 0, **{box.key: 3})
    for name in ("Ana", "Ben"):
        assert pad(board).owner == (f"Sheet: {name}", name)
        said = pad_alt(ENGLISH.t, pad(board))
        assert said.index(f"Sheet: {name}") < said.index(ENGLISH.t(box.label))
        board.put(turn=Seat(1))
    assert not pad(Shown(key, 1, **options)).owner, "nobody else has a sheet"
    assert not pad(Shown("yum_plus", 2)).owner, "everybody has a column"


def test_a_bonus_that_was_just_reached_is_gold_beside_the_total_until_the_next_box() -> None:
    board = Shown("yum_classic", 2).write(0, ones=3, twos=6, threes=9, fours=12, fives=15)
    board.do("roll", "mark sixes", dice=["66612"])
    ana, ben = pad(board).feet
    assert (ana.wrote, ana.look, ben.wrote) == (("Bonus: +35", "+35"), CellLook.GOLD, ())
    board.do("roll", "mark chance", dice=["66612"])
    assert not any(foot.wrote for foot in pad(board).feet)


def test_my_sheet_shows_one_player_without_heads_and_does_not_change_while_others_play() -> None:
    board = Shown("yum_plus", 2).do("roll", "mark sixes", dice=["66612"])

    def mine() -> Pad:
        shown = own_sheet_screen(ENGLISH, board.table, Seat(0), 0, NAMES[:2])
        assert "```" not in shown.body
        assert isinstance(shown.picture, Pad)
        return shown.picture

    (column,), (foot,) = mine().columns, mine().feet
    assert (column.heads, [cell.points for cell in column.cells if cell.points]) == (("",), ["18"])
    assert (foot.name, foot.total, foot.to_act) == ("Ana", "18", False)
    before = mine()
    board.do("roll", "mark chance", dice=["66665"])
    assert mine() == before
    assert own_sheet_screen(IN_WORDS, board.table, Seat(0), 0, NAMES[:2]).picture is None


def test_of_a_crowd_the_one_who_has_just_written_is_told_though_their_column_is_not_there() -> None:
    board = Shown("yum_plus", 6)
    for _ in range(3):
        board.do("roll", "mark chance", dice=["33336"])
    assert pad(board).others.endswith("Chloé 18 (+18)")


def test_beside_a_sheet_of_several_columns_the_bonus_of_the_mover_stands_in_words() -> None:
    board = Shown("triple_yum", 2).write(0, 2, sixes=18)
    said = board.screen(pictured=True, column=3).body
    assert "upper ×3: 18 of 63" in said.replace("\N{NO-BREAK SPACE}", " ")
    assert f"<@{BEN}>" not in said


def test_a_drawn_board_explains_boxes_by_their_whole_names_where_columns_leave_room() -> None:
    said, several = (
        Shown(key, 2).screen(pictured=True, explained=True).body.replace("\N{NO-BREAK SPACE}", " ")
        for key in ("yum_plus", "triple_yum_plus")
    )
    assert "-# Low Straight: 1–5 · High Straight: 2–6" in said
    assert "-# " not in several


def test_the_totals_of_teams_stay_in_words() -> None:
    board = Shown("yum_plus", 4, teams=True).write(0, chance=20).write(2, chance=22)
    first, *_ = board.screen(pictured=True).body.split("\n")
    assert "**42**" in first


@pytest.mark.parametrize("key", SHEETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_can_be_drawn(key: str, language: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    shown = Shown(key, 2).screen(context, pictured=True).picture
    assert isinstance(shown, Pad)
    boxes = len(make(key, {}).layout.boxes)  # type: ignore[attr-defined]
    assert {len(column.cells) for column in shown.columns} == {boxes} == {sum(map(len, shown.halves))}
