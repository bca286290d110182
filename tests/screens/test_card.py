"""The picture of a result adds up, for every game, in both languages."""

from __future__ import annotations

import io
import random
import re
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from bot.engine.dice import FairDice
from bot.engine.gate import JournalEntry, legal, play, play_recorded
from bot.engine.types import Seat
from bot.games import CATALOGUE, FAMILIES, make
from bot.locales import LANGUAGES, words
from bot.pictures import Pad, card_alt
from bot.pictures.card import draw_card
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import (
    IN_WORDS,
    MOST_SHEETS,
    PLAIN_GLYPHS,
    WORDS_ONLY,
    Card,
    RenderContext,
    Weight,
)
from bot.screens.table.result import ResultView, has_course, result_card, result_screen, with_course
from bot.tables.model.table import Status, Table, TableId, TableSettings
from bot.tables.storage.results import Course, collect_stats
from tests.factories import table_of, users

NAMES = ("Ana", "Ben", "", "David", "Eve", "Frank", "Gina", "Hugo")
HOUSE = {
    "yum_plus": [{}, {"power": True, "games_in_match": 3}, {"teams": True}],
    "yum_classic": [{}, {"yum_bonus": True}],
    "yams": [{}, {"grids": 3}],
    "asian_yum": [{}, {"asian_sheet": "balut"}],
    "yamslam": [{}, {"games_in_match": 3}],
}


def finished(key: str, seats: int, leaver: int | None = None, **options: object) -> Table:
    """A table after a random game; ``leaver`` left on the way."""
    game = make(key, options)
    table = table_of(game, users(seats, 11))
    chance, dice = random.Random(seats), FairDice(b"k" * 32, "entropy")
    state, presses = table.state, 0
    while (turn := game.turn(state)) is not None:
        presses += 1
        if leaver is not None and presses == 20:
            state = game.drop(state, Seat(leaver), dice).state
            table = replace(table, gone=(Seat(leaver),))
            continue
        choices = list(legal(game, state))
        fills = [do for do in choices if not do.startswith(("keep", "roll"))]
        state = play(
            game, state, turn, chance.choice(fills if fills and chance.random() < 0.5 else choices), dice
        ).state
    return replace(table, state=state, status=Status.FINISHED)


def card_of(table: Table, language: str = "en") -> Card:
    card = result_card(RenderContext(words(language), PLAIN_GLYPHS), table, NAMES[: len(table.players)])
    assert card is not None
    return card


@pytest.mark.sample(8)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", [key for key in CATALOGUE if key != "cant_stop"])
def test_every_game_has_a_card(key: str, language: str) -> None:
    for options in HOUSE.get(key, [{}]):
        for seats in sorted({CATALOGUE[key].seats[0], 2, 4} & set(CATALOGUE[key].seats)):
            if options.get("teams") and seats < 4:
                continue
            table = finished(key, seats, **options)
            card, outcome = card_of(table, language), table.outcome
            assert outcome is not None
            assert [seat.rank == 1 for seat in card.seats] == [seat in outcome.winners for seat in range(seats)]
            assert "Table" not in card.subtitle, "nobody needs its code once the game is over"
            assert not any("*" in text for seat in card.seats for text in (seat.score, seat.note))
            assert (FAMILIES[key] in ("yum", "yamslam")) == bool(card.sheet)
            adds_up(table, card)


@pytest.mark.parametrize(
    "key", ["yum_plus", "triple_yum_plus", "yum_extra", "yum_color", "asian_yum", "maxi_yum", "yams"]
)
def test_boxes_stand_in_the_order_of_the_board_on_the_card_on_sheets_and_in_words(key: str) -> None:
    table, face, context = finished(key, 1), face_of(key), RenderContext(words("en"), PLAIN_GLYPHS)
    board = face.last_picture(context, table, table.game, table.state, NAMES[:1])
    assert isinstance(board, Pad)
    boxes = [names[0] for half in board.halves for names in half]
    short = {names[0]: names[1] if len(names) > 1 else names[0] for half in board.halves for names in half}
    assert [line.label for line in card_of(table).sheet if line.weight is Weight.BOX] == boxes
    heard = "\n".join(face.sheet_in_words(context, table.game, table.state, Seat(0))).split("\n")[0]
    assert re.findall(r" in (.+?)[,.](?= |$)", heard) == boxes
    sheet = "\n".join(face.sheet(context, table.game, table.state, Seat(0)))
    halves = sheet if table.game.layout.columns > 1 else "\n".join(
        line[place] for place in (slice(0, 14), slice(14, None)) for line in sheet.split("\n")
    )  # fmt: skip
    places = [halves.index(short[box]) for box in boxes if halves.count(short[box]) == 1]
    assert places == sorted(places)
    assert len(places) > len(boxes) // 2


@pytest.mark.parametrize(("key", "yums"), [("yum_plus", 3), ("yum_classic", 1), ("yams", 1)])
def test_the_boxes_of_yums_are_gold_on_the_card(key: str, yums: int) -> None:
    table = finished(key, 2)
    gold = [line.label for line in card_of(table).sheet if line.gold]
    assert gold == [box.label for box in table.game.layout.boxes if box.yum]
    assert len(gold) == yums


def adds_up(table: Table, card: Card) -> None:
    """The last line of the sheets is the score, and the lines above it add up to that."""
    if not card.sheet:
        return
    total = card.sheet[-1]
    assert total.weight is Weight.TOTAL
    assert sum(line.weight is Weight.TOTAL for line in card.sheet) == 1
    if not table.game.options.get("teams"):
        assert [cells[-1] for cells in total.cells] == [seat.score.split()[0] for seat in card.seats]
    if card.columns == 1 and not table.game.options and table.game.key != "yamslam":
        bonus = next((line for line in card.sheet if line.label in ("Bonus",)), None)
        for seat, cells in enumerate(total.cells):
            boxes = [line.cells[seat][0] for line in card.sheet if line.weight is Weight.BOX]
            points = [*boxes, *([bonus.cells[seat][0]] if bonus else [])]
            assert sum(map(int, points)) == int(cells[0])


@pytest.mark.parametrize(("language", "others"), [("en", "and 13 more"), ("fr", "et 13 de plus")])
def test_of_25_people_a_card_shows_the_best_and_says_how_many_others_there_are(language: str, others: str) -> None:
    game = make("yum_classic", {})
    alone = [finished("yum_classic", 1).state] + [game.new(1)] * 23 + [finished("yum_classic", 2).state]
    state = game.merge(alone, gone=())
    table = table_of(game, users(25, 11), state=state, status=Status.FINISHED)
    context = RenderContext(words(language), PLAIN_GLYPHS)
    card = result_card(context, table, [f"P{seat}" for seat in range(25)])
    assert card is not None
    assert len(card.seats) == 12
    assert card.others == others
    assert {card.seats[seat].name for seat in card.ranking[:2]} == {"P0", "P24"}
    assert others in card_alt(words(language), card)
    picture = Image.open(io.BytesIO(draw_card(card)))
    assert (picture.width, picture.height <= 1200) == (1200, True)


def test_columns_and_what_they_count() -> None:
    card = card_of(finished("triple_yum_plus", 2))
    assert card.heads == ("×1", "×2", "×3")
    lines = {line.label: line for line in card.sheet}
    for seat in range(2):
        sums, multiplied = (tuple(map(int, lines[label].cells[seat])) for label in ("Sum", "Multiplied"))
        assert multiplied == tuple(number * points for number, points in enumerate(sums, 1))
        assert lines["Total"].cells[seat] == ("", "", str(sum(multiplied)))


def test_several_sheets_of_three_columns_show_their_sums_alone_so_that_a_phone_can_show_them() -> None:
    card = card_of(finished("triple_yum_plus", 2))
    assert [line.label for line in card.sheet] == ["Upper", "Bonus", "Lower", "Sum", "Multiplied", "Total"]
    lines = {line.label: line for line in card.sheet}
    for seat in range(2):
        upper, bonus, lower, sums = (
            list(map(int, lines[one].cells[seat])) for one in ("Upper", "Bonus", "Lower", "Sum")
        )
        assert [sum(parts) for parts in zip(upper, bonus, lower, strict=True)] == sums
    assert "Full House" in {line.label for line in card_of(finished("triple_yum_plus", 1)).sheet}


def test_a_match_tells_its_games() -> None:
    card = card_of(finished("yum_plus", 2, games_in_match=3))
    lines = {line.label: line for line in card.sheet}
    for seat, shown in enumerate(card.seats):
        games = list(map(int, shown.note.split("\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}")))
        assert len(games) == 3
        assert lines["This game"].cells[seat] == (str(games[-1]),)
        assert lines["Earlier games"].cells[seat] == (str(sum(games[:-1])),)
        assert shown.score == f"{sum(games)} points"


def test_partners_share_their_place() -> None:
    card = card_of(finished("yum_plus", 4, teams=True))
    assert sorted(seat.rank for seat in card.seats) in ([1, 1, 2, 2], [1, 1, 1, 1])
    assert [seat.note for seat in card.seats] == ["Red team", "Blue team"] * 2
    assert [seat.score for seat in card.seats[:2]] == [seat.score for seat in card.seats[2:]]


def test_who_left_is_told() -> None:
    card = card_of(finished("5000", 3, leaver=0))
    assert (card.seats[0].left, card.seats[0].note) == (True, "has left")
    assert card.seats[0].rank == 3


def test_names_and_what_stands_for_them() -> None:
    card = card_of(finished("421", 3), "fr")
    assert [(seat.name, seat.instead) for seat in card.seats] == [
        ("Ana", words("fr")("Player {number}", number=1)),
        ("Ben", words("fr")("Player {number}", number=2)),
        ("", words("fr")("Player {number}", number=3)),
    ]
    assert all(seat.points is None for seat in card.seats)


def test_with_many_players_there_is_the_ranking_only() -> None:
    assert card_of(finished("yum_classic", MOST_SHEETS)).sheet
    assert not card_of(finished("yum_classic", MOST_SHEETS + 1)).sheet


def test_a_game_nobody_else_sees_or_without_an_end_has_none() -> None:
    table = finished("yum_original", 1)
    assert table.public_result
    for other in (
        replace(table, parent=TableId(9)),
        replace(table, settings=TableSettings(daily=20261121)),
        replace(table, status=Status.ENDED),
        replace(table, status=Status.PLAYING),
    ):
        assert not other.public_result
        assert result_card(RenderContext(words("en"), PLAIN_GLYPHS), other, NAMES[:1]) is None


@pytest.mark.parametrize(
    ("key", "seats", "label"), [("5000", 2, "Points"), ("ambition", 6, "Points"), ("421", 4, "Jetons")]
)
async def test_the_card_of_a_game_without_sheets_tells_its_course(key: str, seats: int, label: str) -> None:
    game, chance, dice = make(key, {}), random.Random(seats), FairDice(b"k" * 32, "entropy")
    table, entries = table_of(game, users(seats, 11)), list[JournalEntry]()
    state: Any = table.state
    while (turn := game.turn(state)) is not None:
        choices = list(legal(game, state))
        ends = [do for do in choices if not do.startswith(("keep", "roll"))]
        do = chance.choice(ends if ends and chance.random() < 0.5 else choices)
        step, entry = play_recorded(game, state, turn, do, dice)
        state = step.state
        entries.append(entry)
    table = replace(table, state=state, status=Status.FINISHED)
    context = RenderContext(words("fr"), PLAIN_GLYPHS)
    card = card_of(table, "fr")
    assert has_course(table, card)
    course = Course(game, seats)
    await collect_stats(game, seats, entries, course)
    rounds = course.rounds
    assert set(rounds[0]) == {0}
    assert rounds[-1] == game.scores(state)
    assert len(rounds) - 1 <= sum(entry.do.startswith("roll") for entry in entries) / 2, "a round has turns of several"
    told = with_course(context, table, card, rounds)
    assert told.course is not None
    assert told.course.label.startswith(f"{label} après chaque ")
    ranked = sorted(range(seats), key=lambda seat: card.seats[seat].rank)  # A line has the number of its player's rank.
    assert [line.name for line in told.course.lines] == [card.seats[seat].name for seat in ranked]
    assert [line.values[-1] for line in told.course.lines] == [abs(game.scores(state)[seat]) for seat in ranked]
    assert f"{label} après chaque " in card_alt(words("fr"), told)
    picture = Image.open(io.BytesIO(draw_card(told)))
    assert (picture.width, picture.height <= 1200) == (1200, True)


def test_a_card_with_sheets_or_too_many_players_has_no_course() -> None:
    for key, seats in (("yum_classic", 2), ("421", 8)):
        table = finished(key, seats)
        assert not has_course(table, card_of(table))


def test_the_mountain_of_cant_stop_takes_the_place_of_a_card_but_in_a_match() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    table = finished("cant_stop", 2)
    assert result_card(context, table, NAMES[:2]) is None
    shown = result_screen(context, table)
    assert shown.picture is not None
    assert [climber.cones for climber in shown.picture.climbers] == list(table.state.cones)
    assert shown.picture.runners == ()
    match = finished("cant_stop", 2, games_in_match=3)
    assert card_of(match).sheet
    assert result_screen(context, match).picture is None


@pytest.mark.parametrize(
    ("glyphs", "key", "seats", "options", "ranked"),
    [
        (PLAIN_GLYPHS, "yum_classic", 3, {}, False),
        (WORDS_ONLY, "yum_classic", 3, {}, True),
        (IN_WORDS, "yum_classic", 3, {}, True),
        (PLAIN_GLYPHS, "yum_plus", 4, {"teams": True}, True),
        (PLAIN_GLYPHS, "yum_plus", 2, {"games_in_match": 2}, True),
    ],
)
def test_below_its_card_a_result_ranks_nobody_again_unless_the_card_says_less(
    glyphs: dict[str, str], key: str, seats: int, options: dict[str, object], ranked: bool
) -> None:
    context, table = RenderContext(words("en"), glyphs), finished(key, seats, **options)
    alone, below = (result_screen(context, table, ResultView(carded=carded)).body for carded in (False, True))
    assert (alone == below) is ranked
    assert all(below.count(f"<@{player}>") < 2 for player in table.players) or ranked


@pytest.mark.parametrize(("glyphs", "said"), [(PLAIN_GLYPHS, "🔒 Throws fit"), (IN_WORDS, "Every throw fits")])
def test_a_result_speaks_of_its_dice_only_where_they_bind_who_runs_the_bot(glyphs: dict[str, str], said: str) -> None:
    """Without a word of anybody's they could have been chosen; of dice that were not computed again nobody knows."""
    context, table = RenderContext(words("en"), glyphs), finished("yum_classic", 2)
    mixed = replace(table, seed=replace(table.seed, entropy="2").with_words("three cats"))
    for shown, checked, tells in ((mixed, True, True), (mixed, False, False), (table, True, False)):
        footer = result_screen(context, shown, ResultView(verified=checked)).footer
        assert footer.startswith(said) if tells else footer == ""
