"""Everybody at once: the public board, the private ones and their results fit Discord, in both languages."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.game import Match, PlayedGame
from bot.engine.gate import legal
from bot.engine.types import Seat
from bot.games import FAMILIES, make
from bot.games.yum.scoring.boxes import Cell
from bot.locales import LANGUAGES, words
from bot.screens.kit.board import BoardView
from bot.screens.kit.values import PLAIN_GLYPHS, TABLE_WIDTH, WORDS_ONLY, RenderContext, Screen
from bot.screens.table.board import sheets_screen, simultaneous_screen, table_screen
from bot.tables.model.table import Status, Table, TableId, TableSettings
from bot.tables.moves import playing, simultaneous
from bot.ui.discord.adapter import render
from tests import factories
from tests.factories import LARGEST, NOW, lobby_of
from tests.limits import problems

GLYPHS = {name: f"<:{name}_0123abcd:{10**18 + number}>" for number, name in enumerate(PLAIN_GLYPHS)}
EIGHT = factories.users(8)


def lobby(key: str, language: str, users: tuple[int, ...] = EIGHT, **settings: bool) -> Table:
    return lobby_of(make(key, {}), users, TableSettings(simultaneous=True, **settings), id=LARGEST, language=language)


def begun(table: Table) -> tuple[Table, dict[int, Table]]:
    ids = (TableId(2**63 - 26 + number) for number in range(25))
    moved = simultaneous.start(table, table.host, 3, ids, NOW)
    return moved.table, {own.players[0]: own for own in moved.other_tables}


def played(own: Table, chance: random.Random, actions: int) -> Table:
    user = own.players[0]
    for _ in range(actions):
        if own.over:
            break
        fills = [do for do in legal(own.game, own.state) if not do.startswith("keep")]
        own = playing.act(own, user, own.step, chance.choice(fills), NOW).table
    return own


def every_moment(key: str, language: str, **settings: bool) -> Iterator[tuple[Table, dict[int, Table]]]:
    """The start, two moments with somebody ahead and somebody gone, and the end."""
    chance = random.Random(3)
    table, family = begun(lobby(key, language, **settings))
    yield table, family
    for _ in range(2):
        family = {user: played(own, chance, chance.randrange(20)) for user, own in family.items()}
        gone = next(user for user, own in family.items() if not own.over)
        moved = simultaneous.leave(table, family, gone, NOW)
        table, family = moved.other_tables[0], {**family, gone: moved.table}
        yield table, family
    family = {user: played(own, chance, 10_000) for user, own in family.items()}
    yield simultaneous.after_player_done(table, family, NOW), family


def fits(screen: Screen, table: Table) -> None:
    assert problems(render(screen, GLYPHS, table.code, table.step)) == []
    for block in screen.body.split("```")[1::2]:
        assert all(len(line) <= TABLE_WIDTH for line in block.split("\n")), block


@pytest.mark.sample(1, each="key")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("key", [key for key, family in FAMILIES.items() if family == "yum"])
async def test_every_screen_fits(key: str, hidden: bool, language: str) -> None:
    context = RenderContext(words(language), GLYPHS)
    fits(table_screen(context, lobby(key, language, hidden_totals=hidden), BoardView()), lobby(key, language))
    for table, family in every_moment(key, language, hidden_totals=hidden):
        fits(table_screen(context, table, own_tables=family), table)
        for page in range(3):
            fits(sheets_screen(context, simultaneous.with_current_sheets(table, family), page), table)
        for own in family.values():
            fits(table_screen(context, own, BoardView()), own)
            fits(sheets_screen(context, own), own)
    assert table.status is Status.FINISHED


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("options", [{"games_in_match": 6, "power": True}, {"games_in_match": 6, "teams": 4}])
async def test_25_people_fit_every_screen_of_the_largest_game(language: str, plain: bool, options: Any) -> None:
    context = RenderContext(words(language), WORDS_ONLY if plain else GLYPHS)
    people = factories.users(24 if "teams" in options else 25)
    joined = replace(lobby("triple_yum_plus", language, people), game=make("triple_yum_plus", options))
    fits(table_screen(context, joined, BoardView()), joined)
    table, family = begun(joined)
    fits(table_screen(context, table, own_tables=family), table)
    state = family[table.players[0]].game.new(1)
    most = PlayedGame((99_999,), (Seat(0),), ((99_999,),))
    state = replace(
        state,
        sheets=tuple(tuple(tuple(Cell(9_999, 9_999) for _ in column) for column in sheet) for sheet in state.sheets),
        turn=None,
        match=Match((most,) * 5),
    )
    family = {user: replace(own, state=state, status=Status.FINISHED) for user, own in family.items()}
    fits(table_screen(context, table, own_tables=family), table)
    over = simultaneous.after_player_done(table, family, NOW)
    fits(table_screen(context, over, BoardView()), over)
    text = simultaneous_screen(context, table, family).body
    assert all(text.count(f"<@{user}>") == 1 for user in people)
    pages = {sheets_screen(context, over, page).body for page in range(40)}
    # A sheet of their own, and a line in each game of the match before.
    assert all(sum(page.count(f"<@{user}>") for page in pages) == 6 for user in people)
    for page in range(40):
        fits(sheets_screen(context, over, page), over)


@pytest.mark.parametrize("hidden", [False, True])
async def test_partners_stand_together_below_the_total_of_their_side(hidden: bool) -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    sided = replace(
        lobby("yum_classic", "en", EIGHT[:4], hidden_totals=hidden), game=make("yum_classic", {"teams": True})
    )
    table, family = begun(sided)
    family = {user: played(own, random.Random(user), 12) for user, own in family.items()}
    totals = [family[user].game.scores(family[user].state)[0] for user in table.players]
    body = simultaneous_screen(context, table, family).body
    without_progress = re.sub(r"`[█░]+` | · \d+ of 13 boxes", "", body)
    named = [line for line in without_progress.split("\n") if line.startswith(("🔴", "🔵", "<@"))]
    first, second, third, fourth = (
        f"<@{user}>" + ("" if hidden else f" **{total}** {'point' if total == 1 else 'points'}")
        for user, total in zip(table.players, totals, strict=True)
    )
    red, blue = totals[0] + totals[2], totals[1] + totals[3]
    assert named == [
        "🔴 Red team" + ("" if hidden else f" **{red}**"),
        first,
        third,
        "🔵 Blue team" + ("" if hidden else f" **{blue}**"),
        second,
        fourth,
    ]


@pytest.mark.parametrize("hidden", [False, True])
async def test_many_players_are_told_in_numbers_below_each_other(hidden: bool) -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    table, family = begun(lobby("yum_classic", "en", factories.users(9), hidden_totals=hidden))
    ana, ben, chloe, *_ = table.players
    family[ana] = played(family[ana], random.Random(1), 6)
    family[ben] = played(family[ben], random.Random(2), 100)
    moved = simultaneous.leave(table, family, chloe, NOW)
    table, family[chloe] = moved.other_tables[0], moved.table
    lines = simultaneous_screen(context, table, family).body.split("\n")[-9:]
    shown = ["" if hidden else f"{family[user].game.scores(family[user].state)[0]:>5}" for user in (ana, ben)]
    assert lines[:3] == [
        f"`██░░░░{shown[0]}` <@{ana}>",
        f"`██████{shown[1]}` <@{ben}> ✅",
        f"<@{chloe}> (left)",
    ]


@pytest.mark.parametrize("hidden", [False, True])
async def test_the_public_board_tells_how_far_everybody_is(hidden: bool) -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    table, family = begun(lobby("yum_classic", "en", EIGHT[:3], hidden_totals=hidden))
    ana, ben, chloe = table.players
    family[ana] = played(family[ana], random.Random(1), 6)
    family[ben] = played(family[ben], random.Random(2), 100)
    moved = simultaneous.leave(table, family, chloe, NOW)
    table, family[chloe] = moved.other_tables[0], moved.table
    body = simultaneous_screen(context, table, family).body
    points = [family[user].game.scores(family[user].state)[0] for user in (ana, ben)]
    assert f"`██░░░░` <@{ana}>" + ("" if hidden else f" **{points[0]}** points") + " · 3 of 13 boxes\n" in body
    assert f"`██████` <@{ben}>" + ("" if hidden else f" **{points[1]}** points") + " · sheet full\n" in body
    assert f"<@{chloe}> (left)" in body
    assert ("Totals are shown at the end." in body) == hidden


async def test_an_empty_sheet_has_no_bar_but_where_numbers_stand_below_each_other() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    few, family = begun(lobby("yum_classic", "en", EIGHT))
    lines = simultaneous_screen(context, few, family).body.split("\n")[-8:]
    assert lines == [f"<@{user}> **0** points · 0 of 13 boxes" for user in few.players]
    many, family = begun(lobby("yum_classic", "en", factories.users(9)))
    lines = simultaneous_screen(context, many, family).body.split("\n")[-9:]
    assert lines == [f"`░░░░░░    0` <@{user}>" for user in many.players]


@pytest.mark.parametrize("status", ["full", "left", "ended"])
async def test_how_ones_own_sheet_ends(status: str) -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    table, family = begun(lobby("yum_classic", "en", EIGHT[:2]))
    user = table.players[0]
    if status == "full":
        own = played(family[user], random.Random(1), 100)
    elif status == "left":
        own = simultaneous.leave(table, family, user, NOW).table
    else:
        own = next(
            one for one in simultaneous.end(table, family, EIGHT[0], False, NOW).other_tables if one.players == (user,)
        )
    screen = table_screen(context, own, BoardView())
    said = {"full": "You finish with", "left": "You have left with", "ended": "does not count"}[status]
    assert said in screen.body
    assert ("your sheet is full" in screen.title) == (status == "full")
    assert [button.do for row in screen.rows for button in row] == ["sheets"]  # type: ignore[union-attr]


async def test_a_match_counts_the_boxes_of_all_games() -> None:
    match = replace(lobby("yum_classic", "en", EIGHT[:3]), game=make("yum_classic", {"games_in_match": 2}))
    table, family = begun(match)
    user, other, left = table.players
    family[user] = played(family[user], random.Random(1), 28)
    assert simultaneous.progress(family[user]) == (14, 26, 0)
    family[left] = played(family[left], random.Random(9), 6)
    moved = simultaneous.leave(table, family, left, NOW)
    family = {one: played(own, random.Random(one), 1000) for one, own in family.items()} | {left: moved.table}
    over = simultaneous.after_player_done(moved.other_tables[0], family, NOW)
    assert over.status is Status.FINISHED
    assert over.outcome is not None
    assert over.outcome.scores == tuple(family[one].game.scores(family[one].state)[0] for one in table.players)
    assert over.outcome.ranks[-1] == (2,)
    assert family[other].game.progress(family[other].state, 0) == (26, 26, 0)  # type: ignore[attr-defined]
