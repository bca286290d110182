"""Matches on boards, results and pictures: the number of the game, who won the last one, and how everybody stands."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.game import GAMES, Match, PlayedGame
from bot.engine.gate import play
from bot.engine.types import Event, Seat
from bot.games import CATALOGUE, make
from bot.games.yum.scoring.boxes import Cell
from bot.locales import LANGUAGES, words
from bot.screens.kit.board import BoardView
from bot.screens.kit.values import PLAIN_GLYPHS, Menu, RenderContext, Screen
from bot.screens.table.board import lobby_screen, sheets_screen, table_screen
from bot.screens.table.options import options_screen
from bot.screens.table.result import result_card
from bot.screens.table.rules import whole_rules
from bot.tables.model.table import Status, Table
from bot.tables.moves import playing as moves
from tests.factories import lobby_of, table_of, users

DESK = RenderContext(words("en"), PLAIN_GLYPHS)
PLUS = "\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}"
STRAIGHT = (("roll", "1-2-3-4-5"), ("bank 1 2 3 4 5", ""))


class Shown:
    """A table in a match, and what it shows after each move."""

    def __init__(self, key: str, seats: int = 2, **options: object) -> None:
        self.table: Table = table_of(make(key, options), users(seats, 11))
        self.events: tuple[Event, ...] = ()

    def put(self, **changes: Any) -> "Shown":
        """As if the game had come so far."""
        self.table = replace(self.table, state=replace(self.table.state, **changes))
        return self

    def do(self, *moves: tuple[str, str]) -> "Shown":
        """Play these texts with the throws that each causes, such as ``"3-3-4 1-1-2"``."""
        for do, thrown in moves:
            turn = self.table.game.turn(self.table.state)
            assert turn is not None
            dice = ScriptedDice([tuple(map(int, throw.split("-"))) for throw in thrown.split()])
            step = play(self.table.game, self.table.state, turn, do, dice)
            status = Status.FINISHED if self.table.game.turn(step.state) is None else Status.PLAYING
            self.table, self.events = replace(self.table, state=step.state, status=status), step.events
        return self

    @property
    def screen(self) -> Screen:
        """The board or the result."""
        return table_screen(DESK, self.table, BoardView(news=self.events))

    def sheet(self) -> list[tuple[str, ...]]:
        """The lines of the picture: a label and a number for each player."""
        card = result_card(DESK, self.table, ["Ann", "Ben", "Cat", "Dan"][: len(self.table.players)])
        assert card is not None
        return [(line.label, *(cell for (cell,) in line.cells)) for line in card.sheet]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", [key for key in CATALOGUE if GAMES in make(key, {}).house_rules])
def test_the_title_of_a_match_says_the_game_and_where_it_stands_in_words(key: str, language: str) -> None:
    table = table_of(make(key, {GAMES: 2}), users(2), language=language)
    title = table_screen(RenderContext(words(language), PLAIN_GLYPHS), table, BoardView()).content
    assert "1/2" in title
    # The longest name has no room for the round.
    assert re.search(r"\d", title.split("1/2", 1)[1]) or "petite et grande" in title
    assert not re.search(r"· \d+/\d+$", title)


def test_a_board_names_the_game_of_the_match_and_says_how_everybody_stands() -> None:
    shown = Shown("5000", games_in_match=3)
    assert shown.screen.content == "**5000** · game 1/3 · first to 5,000"
    assert "Before this game" not in shown.screen.body
    ann, ben = (f"<@{player}>" for player in shown.table.players)
    shown.put(totals=((4000,), (3200,)), opened=(True, True)).do(*STRAIGHT)
    assert shown.screen.content == "**5000** · game 2/3 · first to 5,000"
    lines = shown.screen.body.split("\n")
    assert lines[0] == f"**Game 1 goes to {ann}.** The next one begins."
    assert lines[-2] == f"{ann}: 1-2-3-4-5 → **+1,500**"
    assert f"Before this game: {ann} **5,500** · {ben} **3,200**" in lines
    assert f"{ann} (not open)\n" in shown.screen.body
    shown.do(("roll", "1-2-3-4-6"))
    assert "The next one begins." not in shown.screen.body
    assert "Before this game" in shown.screen.body


@pytest.mark.parametrize("ends", [True, False])
def test_the_mark_that_ends_a_game_of_a_match_stays(ends: bool) -> None:
    """The card of that game is posted; in the middle of a game the last mark may be taken back."""
    game: Any = make("yum_classic", {"games_in_match": 2})
    full = (tuple(Cell(5, 5) for _ in game.layout.boxes),)
    last: Any = ((*full[0][:-1], None),)
    state = replace(game.new(2), sheets=(full if ends else last, last), turn=Seat(1), dice=(1, 2, 3, 4, 6), throws=1)
    table = table_of(game, users(2, 11), state=state)
    marked = moves.act(table, 12, table.step, f"mark {game.layout.boxes[-1].key}", 0).table
    assert marked.status is Status.PLAYING
    assert marked.undoable == (None if ends else 1)


def test_a_game_that_several_win_is_shared() -> None:
    shown = Shown("5000", games_in_match=2, last_round=True).put(totals=((4000,), (4000,)), opened=(True, True))
    shown.do(*STRAIGHT, *STRAIGHT)
    ann, ben = (f"<@{player}>" for player in shown.table.players)
    assert f"**Game 1 is a tie: {ann} and {ben}.** The next one begins." in shown.screen.body


def test_partners_win_a_game_together() -> None:
    shown = Shown("5000", 4, games_in_match=2, teams=True).put(totals=((4000,), (3000,)), opened=(True, True))
    shown.do(*STRAIGHT)
    assert "**Game 1 goes to 🔴 Red team.** The next one begins." in shown.screen.body
    assert "Before this game: 🔴 Red team **5,500** · 🔵 Blue team **3,000**" in shown.screen.body


def test_a_result_has_the_sum_of_the_games_and_the_throws_for_a_tie() -> None:
    shown = Shown("5000", games_in_match=2, tiebreak="roll_off").put(totals=((3500,), (4500,)), opened=(True, True))
    shown.do(*STRAIGHT).put(totals=((4500,), (3500,)), opened=(True, True), turn=1)
    shown.do(STRAIGHT[0], ("bank 1 2 3 4 5", "1-1-1-1-2 1-1-1-1-2 1-1-1-1-2 6-6-6-6-6"))
    ann, ben = (f"<@{player}>" for player in shown.table.players)
    body = shown.screen.body
    assert f"Tie for the first place: {ann} 1-1-1-1-2 · {ben} 1-1-1-1-2\n" in body
    assert (
        f"Tie for the first place: {ann} 1-1-1-1-2 · {ben} 6-6-6-6-6\n🥇 **9,500** points · {ben} (4,500{PLUS}5,000)"
        in body
    )
    assert shown.sheet() == [("Game 1", "5,000", "4,500"), ("Game 2", "4,500", "5,000"), ("Total", "9,500", "9,500")]


def test_the_page_of_sheets_tells_every_game_that_is_over() -> None:
    shown = Shown("5000", games_in_match=4)
    ann, ben = (f"<@{player}>" for player in shown.table.players)
    assert "Game 1" not in sheets_screen(DESK, shown.table).body
    for _ in range(2):
        shown.put(totals=((4000,), (3200,)), opened=(True, True), turn=0).do(*STRAIGHT)
    assert f"Game 2: {ann} **5,500** · {ben} **3,200**" in shown.screen.body.split("\n")
    lines = sheets_screen(DESK, shown.table).body.split("\n")
    assert lines[:2] == [f"Game {number}: {ann} **5,500** · {ben} **3,200**" for number in (1, 2)]
    assert lines[2:4] == ["", f"{ann} **11,000** points"]


def test_the_games_of_a_match_of_yamslam_stand_beside_their_sum() -> None:
    shown = Shown("yamslam", games_in_match=2)
    last = {"rack": (1, 0, 0, 0, 0, 0, 0), "taken": ((3, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 1))}
    take = (("roll", "1-1-2-2-5"), ("take 2p", ""))
    shown.put(**last).do(*take).put(**last, turn=1).do(*take)
    ann, ben = (f"<@{player}>" for player in shown.table.players)
    body = shown.screen.body
    assert f"{ann} (70{PLUS}15)" in body
    assert f"{ben} (50{PLUS}75)" in body


def test_a_long_match_has_the_sums_only() -> None:
    shown = Shown("5000", games_in_match="to_15000").put(
        match=Match(((PlayedGame((1000, 100), (Seat(0),), ((), ()))),) * 10)
    )
    shown.put(totals=((4000,), (0,)), opened=(True, True)).do(*STRAIGHT)
    assert shown.table.status is Status.FINISHED
    assert shown.sheet() == [
        ("This game", "5,500", "0"),
        ("Earlier games", "10,000", "1,000"),
        ("Total", "15,500", "1,000"),
    ]
    assert " + " not in shown.screen.body


def test_ambition_says_who_won_the_game_and_how_everybody_stands() -> None:
    shown = Shown("ambition", games_in_match=2, tiebreak="roll_off", goal=2000)
    assert shown.screen.content == "**Ambition** · game 1/2 · goal 2,000"
    shown.put(totals=((1850,), (1000,)), qualified=(True, True)).do(("roll", "1-5-3"))
    ann, ben = (f"<@{player}>" for player in shown.table.players)
    lines = shown.screen.body.split("\n")
    assert lines[0] == f"**Game 1 goes to {ann}.** The next one begins."
    assert lines[-2] == f"{ann}: ★1-3-★5 → **+150**"
    assert f"Before this game: {ann} **2,000** · {ben} **1,000**" in lines
    shown.put(totals=((1000,), (1850,)), qualified=(True, True)).do(("roll", "1-5-3 1-1-1 1-1-2"))
    assert (
        f"Tie for the first place: {ann} 1-1-1 · {ben} 1-1-2\n🥇 **3,000** points · {ben} (1,000{PLUS}2,000)"
        in shown.screen.body
    )
    assert shown.sheet() == [("Game 1", "2,000", "1,000"), ("Game 2", "1,000", "2,000"), ("Total", "3,000", "3,000")]


def test_cant_stop_says_who_won_the_game_and_how_everybody_stands() -> None:
    shown = Shown("cant_stop", games_in_match=3)
    assert shown.screen.content == "**Can't Stop** · game 1/3 · 3 columns"
    win = (("roll", "3-4-3-4"), ("move 7", ""), ("stop", ""))
    near = (((2, 3), (3, 5), (7, 12)), ((12, 3),))
    shown.put(cones=near, won=((2, 3), (12,))).do(*win)
    ann, ben = (f"<@{player}>" for player in shown.table.players)
    lines = shown.screen.body.split("\n")
    assert f"{ann} wins **column 7**!" in lines
    assert lines[0] == f"**Game 1 goes to {ann}.** The next one begins."
    assert f"Before this game: {ann} **3** · {ben} **1**" in lines
    for _ in range(2):
        shown.put(turn=0, cones=near, won=((2, 3), (12,))).do(*win)
    assert f"**9** columns · 🔴 ▲ {ann} (3{PLUS}3{PLUS}3)" in shown.screen.body
    assert shown.sheet()[-1] == ("Total", "9", "3")


@pytest.mark.parametrize("key", ["5000", "yamslam"])
def test_the_board_says_when_dice_are_exchanged(key: str) -> None:
    exchanged = "Now each throws the other's dice, turn by turn."
    for length in ("both_ways", 2):
        shown = Shown(key, games_in_match=length)
        if key == "5000":
            shown.put(totals=((4000,), (3200,)), opened=(True, True)).do(*STRAIGHT)
        else:
            shown.put(rack=(1, 0, 0, 0, 0, 0, 0)).do(("roll", "1-1-2-2-5"), ("take 2p", ""))
        assert "2/2" in shown.screen.content
        assert (exchanged in shown.screen.body) is (length == "both_ways")


def test_the_lobby_and_its_options_warn_of_dice_that_come_again() -> None:
    warned = "In game 2 each of you throws what the other threw in game 1"
    for length in ("both_ways", 2):
        game = make("cant_stop", {"games_in_match": length})
        assert (warned in lobby_screen(DESK, lobby_of(game, users(2))).body) is (length == "both_ways")
    lines = options_screen(DESK, lobby_of(make("cant_stop", {}), users(2))).rows
    choices = [choice for row in lines for menu in row if isinstance(menu, Menu) for choice in menu.choices]
    assert [choice.label for choice in choices if warned in choice.description] == [
        "Games in a match: Both ways (2 games, dice exchanged)"
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"games_in_match": "both_ways"}, "Both ways"),
        ({"games_in_match": "both_ways", "tokens": 11}, "Both ways · House rules"),
        ({"tokens": 11}, "House rules"),
    ],
)
def test_the_picture_of_a_result_says_that_it_was_both_ways(options: dict[str, Any], said: str) -> None:
    shown, many = Shown("421", **options), options.get("tokens", 21)
    for game in range(1 + ("games_in_match" in options)):
        tokens = (4, many - 4) if game == 0 else (many - 4, 4)
        shown.put(pot=0, tokens=tokens, discharge=True, turn=game, first=game)
        shown.do(("roll", "4-2-1"), ("stand", ""), ("roll", "6-5-3"), ("stand", ""))
    card = result_card(DESK, shown.table, ["Ann", "Ben"])
    assert card is not None
    assert card.subtitle == f"Final result · {said}"


def test_a_result_both_ways_says_what_parted_equal_columns() -> None:
    shown = Shown("cant_stop", games_in_match="both_ways")
    win = (("roll", "3-4-3-4"), ("move 7", ""), ("stop", ""))
    near = {"won": ((2, 3), (12,)), "cones": (((2, 3), (3, 5), (7, 12)), ((12, 3),))}
    shown.put(**near).do(*win)
    shown.put(turn=1, won=((3,), (11, 12)), cones=(((3, 5),), ((7, 12), (11, 5), (12, 3)))).do(*win)
    ann, ben = (f"<@{player}>" for player in shown.table.players)
    assert f"Equal columns: the steps of all cones decide. {ann} **26** · {ben} **24**" in shown.screen.body
    assert f"{ann} wins" in shown.screen.content


def test_421_says_who_won_the_game_and_how_many_games_everybody_has_won() -> None:
    shown = Shown("421", games_in_match=2, tiebreak="roll_off")
    near: dict[str, Any] = {"pot": 0, "tokens": (4, 17), "discharge": True, "turn": 0, "first": 0}
    won = (("roll", "4-2-1"), ("stand", ""), ("roll", "6-5-3"))
    shown.put(**near).do(*won, ("stand", ""))
    ann, ben = (f"<@{player}>" for player in shown.table.players)
    assert shown.screen.content == "**421** · game 2/2 · charge, round 1"
    lines = shown.screen.body.split("\n")
    assert lines[0] == f"**Game 1 goes to {ann}.** The next one begins."
    assert f"Games won: {ann} **1** · {ben} **0**" in lines
    shown.put(**near | {"tokens": (17, 4), "turn": 1, "first": 1}).do(*won, ("stand", "6-6-5 2-1-1"))
    body = shown.screen.body
    assert f"Tie for the first place: {ann} 6-6-5 · {ben} 2-1-1\n🥇 **1** game won · {ben} (0{PLUS}1)" in body
    assert f"🥈 **1** game won · {ann} (1{PLUS}0)" in body
    assert shown.sheet() == [("Game 1", "1", "0"), ("Game 2", "0", "1"), ("Total", "1", "1")]
    card = result_card(DESK, shown.table, ["Ann", "Ben"])
    assert card is not None
    assert [seat.score for seat in card.seats] == ["1 game won"] * 2


@pytest.mark.parametrize(
    ("key", "total"), [("5000", "15.000"), ("ambition", "15.000"), ("cant_stop", "10"), ("421", "3")]
)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("length", [1, 6, "to"])
@pytest.mark.parametrize("tiebreak", ["share", "roll_off"])
def test_the_rules_say_how_a_match_goes(key: str, total: str, language: str, length: object, tiebreak: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    if length == "to":
        length = f"to_{total.replace('.', '')}"
    screen = whole_rules(context, make(key, {"games_in_match": length, "tiebreak": tiebreak}))
    said = {field.name: field.value for field in screen.fields}
    match, ties = context.t("Games in a match"), context.t("In a tie")
    assert (match in said) == (length != 1)
    assert (ties in said) == (length != 1)
    if length != 1:
        assert re.search("6 " if length == 6 else total, said[match])


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("cant_stop", {"columns_to_win": 4}),  # Columns may run out.
        ("5000", {"last_round": True}),
        ("421", {"ties": "none"}),
        ("421", {"espagnole": True}),
    ],
)
def test_a_game_that_may_end_in_a_tie_says_what_ties_do(key: str, options: dict[str, object]) -> None:
    def told(**more: object) -> str | None:
        screen = whole_rules(DESK, make(key, {**options, **more}))
        return next((field.value for field in screen.fields if field.name == "In a tie"), None)

    assert told() == "They share the place."
    assert "throw" in (told(tiebreak="roll_off") or "")
    if key != "421":
        assert told(tiebreak="games_won") == told(), "those who tie have won the only game"
