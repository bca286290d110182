"""Moments: what is worth a bold line. A board shows one at most, and a third in a row only if it is great."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.engine import Rolled, Seat
from bot.engine.dice import ScriptedDice
from bot.engine.gate import play
from bot.games import make
from bot.locales import words
from bot.screens.kit import GOLD, Screen
from bot.screens.kit.board import BoardView, Moment, Shown, Tone, bust
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import PLAIN_GLYPHS, RenderContext, glyphs_for
from bot.screens.table.board import table_screen
from bot.tables.model.table import Table, TableId
from tests.boards import DESK, after, begun
from tests.factories import table_of, users

ANN, BEN = users(2)


class Game:
    """A game whose dice fall as told."""

    def __init__(self, key: str, players: int = 2, **options: object) -> None:
        self.game = make(key, options)
        self.state = self.game.new(players)
        self.players = players

    def does(self, do: str, *throws: tuple[int, ...]) -> str:
        """Make a move by which these dice fall; return the moment that its board shows, empty for none."""
        before, seat = self.state, self.game.turn(self.state)
        assert seat is not None
        step = play(self.game, before, seat, do, ScriptedDice(throws))
        self.state = step.state
        found = face_of(self.game.key).moment(self.game, before, self.state, step.events)
        self.tone = None if found is None else found.tone
        self.great = found is not None and found.great
        self.ways = [] if found is None else [self.said(found, step) for step in range(3)]
        return "" if found is None else self.ways[0]

    def said(self, found: Moment, step: int, language: str = "en") -> str:
        """Return what the board of this step says."""
        table = table_of(self.game, users(self.players), id=TableId(3), step=step)
        return found.said(RenderContext(words(language), PLAIN_GLYPHS), table)


def test_a_yum_is_told_when_it_falls_and_once_more_when_it_is_written() -> None:
    game = Game("yum_plus", 1)
    assert game.does("roll", (4, 4, 4, 4, 2)) == ""
    assert game.does("keep 4 4 4 4", (4,)) == "YUM! Five 4s on the second throw."
    assert game.does("mark yum") == f"<@{ANN}>: Yum, 50!"
    assert game.does("roll", (6, 6, 6, 6, 6)) == "A second YUM! Five 6s."
    assert game.does("keep 6 6 6 6", (6,)) == "", "it has fallen before"
    assert game.does("mark yum2") == f"<@{ANN}>: 2nd Yum, 100!"


def test_what_a_player_does_well_is_told_in_three_ways_and_each_step_has_its_own() -> None:
    for game, moves in {
        Game("yum_plus", 1): (("roll", (6, 6, 6, 6, 6)), ("mark yum",)),
        Game("421"): (("roll", (4, 2, 1)), ("stand",)),
        Game("yamslam"): (("roll", (3, 3, 3, 3, 3)), ("take ls",)),
        Game("ambition"): (("roll", (1, 5, 2)),),
        Game("5000"): (("roll", (1, 1, 1, 5, 5)), ("keep 1 1 1 5 5", (1, 1, 2, 3, 4)), ("bank 1 1",)),
    }.items():
        for do, *throws in moves:
            game.does(do, *throws)
            assert len(set(game.ways)) == (3 if game.great else 1 if game.ways else 0), game.ways


def test_a_step_has_the_same_words_however_often_its_board_is_drawn() -> None:
    game = Game("421")
    game.does("roll", (4, 2, 1))
    found = Moment(("One.", "Two.", "Three."), Seat(0))
    assert [game.said(found, step) for step in (4, 4, 5, 6, 7)] == ["Two.", "Two.", "Three.", "One.", "Two."]


def test_the_third_yum_of_a_game_shouts_and_the_others_do_not() -> None:
    game = Game("yum_plus", 1)
    tones = []
    for box in ("yum", "yum2", "yum3"):
        game.does("roll", (6, 6, 6, 6, 6))
        said = game.does(f"mark {box}")
        tones.append(game.tone)
    assert said == f"<@{ANN}>: THIRD YUM, 100!"
    assert tones == [Tone.TRIUMPH, Tone.TRIUMPH, Tone.SHOUT]


def test_a_yum_beyond_its_box_tells_all_that_it_brings() -> None:
    game = Game("yum_classic", 1)
    game.does("roll", (6, 6, 6, 6, 6))
    game.does("mark yum")
    game.does("roll", (4, 4, 4, 4, 4))
    assert game.does("mark fours") == f"<@{ANN}>: 2nd Yum, 120!"


def test_a_yum_has_a_star_on_the_sheet_until_the_next_box_is_written() -> None:
    def sheet(table: Table) -> str:
        return table_screen(DESK, table, BoardView()).body

    table = after(begun("yum_plus", 2), ("roll", "4-4-4-4-4"), ("mark yum", ""))
    assert re.search(r"Yum +★50", sheet(table))
    table = after(table, ("roll", "1-2-3-4-6"))
    assert re.search(r"Yum +★50", sheet(table)), "a throw does not end it"
    table = after(table, ("mark chance", ""))
    assert "★" not in sheet(table)
    assert "»16" in sheet(table), "other boxes have the usual mark"
    assert "»" not in sheet(after(table, ("roll", "1-2-3-4-6"))), "which a throw ends"


@pytest.mark.parametrize(("key", "dice", "said"), [("yams", 5, "YAMS! Five"), ("maxi_yum", 6, "MAXI YUM! Six")])
def test_a_yum_has_the_name_that_its_sheet_has_for_it(key: str, dice: int, said: str) -> None:
    assert Game(key, 1).does("roll", (3,) * dice) == f"{said} 3s on the first throw."


def test_a_struck_yum_box_does_not_make_the_next_yum_the_second() -> None:
    game = Game("yum_plus", 1)
    game.does("roll", (1, 2, 3, 4, 6))
    game.does("mark yum")
    assert game.does("roll", (6, 6, 6, 6, 6)) == "YUM! Five 6s on the first throw."


def test_the_bonus_is_told_with_the_box_that_earns_it() -> None:
    game = Game("yum_classic", 1)
    for face, box in enumerate(("ones", "twos", "threes", "fours", "fives"), 1):
        game.does("roll", (face, face, face, 6 if face < 6 else 1, 6))
        assert game.does(f"mark {box}") == ""
    game.does("roll", (6, 6, 6, 1, 2))
    assert game.does("mark sixes") == f"Bonus! 35 points more for <@{ANN}>."


def test_a_full_hand_and_the_opening_of_5000() -> None:
    game = Game("5000", 2)
    assert game.does("roll", (1, 1, 1, 5, 5)) == ""
    assert game.does("keep 1 1 1 5 5", (1, 1, 2, 3, 4)) == "Full hand! 1,100 points at risk."
    assert game.does("bank 1 1") == f"<@{ANN}> opens with 1,300!"


def test_passing_the_leader_is_told_and_leading_on_is_not() -> None:
    game = Game("5000", 2)
    game.does("roll", (1, 1, 1, 2, 3))
    game.does("bank 1 1 1")
    game.does("roll", (1, 1, 1, 1, 2))
    assert game.does("bank 1 1 1 1") == f"<@{BEN}> opens with 1,100!"
    game.does("roll", (1, 2, 3, 4, 6))
    assert game.does("bank 1") == ""  # Both have 1,100: nobody leads.
    game.does("roll", (5, 2, 3, 4, 6))
    assert game.does("bank 5") == ""  # Ben was not behind.
    game.does("roll", (1, 2, 3, 4, 6))
    assert game.does("bank 1") == f"<@{ANN}> takes the lead!"
    game.does("roll", (2, 3, 4, 6, 6))
    game.does("roll", (1, 1, 1, 2, 3))
    assert game.does("bank 1 1 1") == f"<@{ANN}> writes 1,000 in one turn!", "who leads on can still throw well"


def test_a_leap_from_far_behind_is_a_comeback() -> None:
    game = Game("5000", 2)
    game.does("roll", (1, 1, 1, 2, 3))
    game.does("bank 1 1 1")
    game.does("roll", (1, 1, 1, 1, 3))
    game.does("bank 1 1 1 1")
    for _ in (ANN, BEN):
        game.does("roll", (6, 6, 6, 2, 3))
        said = game.does("bank 6 6 6")
    assert said == f"<@{BEN}> makes up 500 and leads!"


def test_421_and_the_nenette() -> None:
    game = Game("421", 2)
    assert game.does("roll", (4, 2, 1)) == "4-2-1!"
    assert game.does("stand") == f"<@{ANN}> stops at 4-2-1!"
    assert game.does("roll", (2, 2, 1)) == ""
    assert game.does("stand") == f"Nénette! <@{BEN}> stops at 2-2-1."


def test_a_4_2_1_that_a_last_throw_brings_is_told_once_the_round_is_settled() -> None:
    """Nothing is left to choose after a last throw: the player stops with it by itself, in the same press."""
    game = Game("421", 2)
    game.does("roll", (5, 3, 1))
    game.does("stand")
    before = game.state
    game.does("roll", (4, 2, 1))
    step = play(game.game, game.state, Seat(1), "stand", ScriptedDice([]))
    events = (Rolled(Seat(1), (4, 2, 1)), *step.events)
    found = face_of("421").moment(game.game, before, step.state, events)
    assert found is not None
    assert game.said(found, 0) == f"<@{BEN}> stops at 4-2-1!"


def test_a_column_won_and_three_runners_lost() -> None:
    game = Game("cant_stop", 2)
    for _ in range(2):
        game.does("roll", (1, 1, 6, 6))
        game.does("move 2 12")
    game.does("roll", (1, 1, 6, 6))
    game.does("move 2 12")
    assert game.does("stop") == f"<@{ANN}> wins columns 2 + 12!"
    for throw, move in (((3, 3, 4, 4), "move 6 8"), ((1, 2, 5, 5), "move 3 10")):
        game.does("roll", throw)
        if move == "move 3 10":
            move = "move 3"
        game.does(move)
    assert game.does("roll", (5, 5, 6, 4)) == f"<@{BEN}> loses 3 steps in 3, 6 and 8!"
    assert game.tone is Tone.BUST


def test_qualifying_in_ambition() -> None:
    assert Game("ambition", 2).does("roll", (1, 5, 2)) == f"Both stars: <@{ANN}> is qualified!"


@pytest.mark.parametrize(("ahead", "said"), [(1200, ""), (1300, f"<@{ANN}> takes the lead!")])
def test_a_lead_in_ambition_is_told_once_somebody_has_a_quarter_of_the_goal(ahead: int, said: str) -> None:
    game = Game("ambition", 2)
    game.state = replace(game.state, totals=((ahead - 50,), (ahead,)), qualified=(True, True))
    game.does("roll", (1, 2, 3))
    assert game.does("stop") == said


@pytest.mark.parametrize(("points", "said"), [(1000, "writes 1,000 on one die!"), (900, "")])
def test_a_fifth_of_the_goal_in_one_turn_is_great_and_says_on_how_many_dice(points: int, said: str) -> None:
    game = Game("ambition", 2, set_aside=True)
    game.state = replace(game.state, risk=points - 100, qualified=(True, True), throws=1, dice=(2, 1, 5))
    game.does("roll", (1,))
    assert game.does("stop") == (f"<@{ANN}> {said}" if said else "")


def test_a_lost_turn_looks_lost_whatever_it_cost_and_the_board_says_by_what_throw() -> None:
    game = Game("5000", 2)
    assert game.does("roll", (2, 3, 4, 6, 6)) == ""
    assert game.tone is Tone.BUST
    game = Game("ambition", 2)
    game.state = replace(game.state, qualified=(True, True))
    game.does("roll", (1, 2, 3))
    assert game.tone is None
    assert game.does("roll", (2, 3, 4)) == ""
    assert game.tone is Tone.BUST
    game = Game("cant_stop", 1)
    game.does("roll", (1, 1, 6, 6))
    game.does("move 2 12")
    game.does("stop")
    assert game.tone is None, "to stop is no loss"


def test_a_yamslam_is_told_when_it_falls_and_when_its_chip_is_taken() -> None:
    game = Game("yamslam", 2)
    assert game.does("roll", (3, 3, 3, 3, 3)) == f"YAMSLAM! <@{ANN}> takes any chip."
    assert game.does("take ls") == f"<@{ANN}>: Yamslam, 50!"


def test_a_moment_gives_way_to_what_the_player_holds() -> None:
    table = after(begun("yum_plus", 1), ("roll", "4-4-4-4-4"))
    moment = "YUM! Five 4s on the first throw."
    shown, touched = (
        table_screen(DESK, table, BoardView(held, moment=moment, tone=Tone.TRIUMPH))
        for held in (None, frozenset({0, 1}))
    )
    assert f"★ **{moment}**" in shown.body
    assert shown.colour == GOLD
    assert moment not in touched.body
    assert "Held **4-4** · to throw **4-4-4**" in touched.body
    assert touched.colour != GOLD


def test_a_board_shouts_in_gold_and_tells_a_lost_turn_without_a_star() -> None:
    table = begun("cant_stop", 2)

    def board(tone: Tone, said: str = "") -> Screen:
        return table_screen(DESK, table, BoardView(moment=said, tone=tone))

    shout, triumph, bust = (board(tone, "Oh!") for tone in (Tone.SHOUT, Tone.TRIUMPH, Tone.BUST))
    assert "★★★ **Oh!**" in shout.body
    assert shout.colour == triumph.colour == GOLD
    assert "**Oh!**" in bust.body
    assert "★" not in bust.body
    assert bust.colour not in (GOLD, table_screen(DESK, table, BoardView()).colour)
    silent = board(Tone.BUST)
    assert silent.body == table_screen(DESK, table, BoardView()).body, "the board's own words say it"
    assert silent.colour == bust.colour


def test_a_voice_reads_no_stars() -> None:
    context = replace(DESK, glyphs=glyphs_for(PLAIN_GLYPHS, plain=False, spoken=True))
    body = table_screen(context, begun("yum_plus", 1), BoardView(moment="Oh!", tone=Tone.SHOUT)).body
    assert "**Oh!**" in body
    assert "★" not in body


def test_lost_turns_are_always_told_and_make_no_row() -> None:
    small, lost = Moment(("{player} takes the lead!",), Seat(0)), bust(Seat(1))
    second = Shown().followed_by(small).followed_by(small)
    assert second.followed_by(lost).moment is lost
    assert second.followed_by(lost).followed_by(small).moment is small


def test_the_third_moment_in_a_row_is_told_only_if_it_is_great() -> None:
    small, great = Moment(("{player} takes the lead!",), Seat(0)), Moment(("4-2-1!",), Seat(0), great=True)
    second = Shown().followed_by(small).followed_by(small)
    assert second.moment is small
    assert second.followed_by(small).moment is None
    assert second.followed_by(great).moment is great
    assert second.followed_by(None).followed_by(small).moment is small
