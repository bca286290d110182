"""The button that starts a game from the lobby."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games import make
from bot.locales import words
from bot.screens.kit import Button, Menu, RenderContext, Style
from bot.screens.kit.values import PLAIN_GLYPHS
from bot.screens.table.board import lobby_screen
from bot.screens.table.leaving import more_screen
from bot.screens.table.options import options_screen
from bot.tables.model.table import Table
from tests.factories import lobby_of, table_of, users

ENGLISH = RenderContext(words("en"), PLAIN_GLYPHS)


def start(table: Table) -> Button:
    return buttons(table)["start"]


def buttons(table: Table) -> dict[str, Button]:
    """What the lobby of ``table`` asks for, by its buttons."""
    return {one.do: one for row in lobby_screen(ENGLISH, table).rows for one in row if isinstance(one, Button)}


@pytest.mark.parametrize("key", ["5000", "ambition", "421"])
def test_a_game_for_several_cannot_be_started_by_one(key: str) -> None:
    assert start(lobby_of(make(key, {}), users(1))).disabled
    assert not start(lobby_of(make(key, {}), users(2))).disabled


@pytest.mark.parametrize(("key", "dice"), [("yum_plus", "⚅ ⚅ ⚅ ⚅ ⚅"), ("maxi_yum", "⚅ ⚅ ⚅ ⚅ ⚅ ⚅"), ("421", "⚃ ⚁ ⚀")])
def test_a_lobby_shows_a_hand_of_its_game(key: str, dice: str) -> None:
    assert lobby_screen(ENGLISH, lobby_of(make(key, {}), users(2))).body.startswith(f"# {dice}\n")


def test_who_starts_a_rematch_before_the_others_are_in_reads_that_they_would_play_alone() -> None:
    game, people = make("yum_plus", {}), users(2)
    assert start(lobby_of(game, people[:1])).label == "Start (alone)"
    waiting = replace(lobby_of(game, people[:1]), invited=people)
    assert (start(waiting).label, start(waiting).style) == ("Start (alone)", Style.SECONDARY)
    assert start(replace(waiting, players=people)).label == "Start"


def test_a_rematch_of_three_says_on_its_start_who_would_play_and_asks_nobody_who_is_in_to_join() -> None:
    game, people = make("yum_plus", {}), users(3)
    waiting = replace(lobby_of(game, people[:2]), invited=people)
    assert (start(waiting).label, start(waiting).style) == ("Start (2 of 3)", Style.SECONDARY)
    assert buttons(waiting)["join"].style is Style.SECONDARY
    both = replace(lobby_of(make("421", {}), people[:1]), invited=people[:2])
    assert (start(both).label, start(both).disabled) == ("Start (1 of 2)", True), "nobody plays it alone"
    everybody = replace(waiting, players=people)
    assert (start(everybody).label, start(everybody).style) == ("Start", Style.SUCCESS)
    assert buttons(lobby_of(game, people[:1]))["join"].style is Style.PRIMARY, "anybody may come"


@pytest.mark.parametrize("key", ["yum_plus", "421", "cant_stop"])
def test_the_buttons_of_a_lobby_stay_where_they_are_and_a_computer_fills_a_free_seat(key: str) -> None:
    lobby = replace(lobby_of(make(key, {}), users(1)), capacity=3)
    for here in range(1, 4):
        rows = lobby_screen(ENGLISH, replace(lobby, players=users(here)), offered=True).rows
        first, second = ([getattr(one, "do", "") for one in row] for row in rows[:2])
        assert (first, second) == (["join", "start", "more"], ["computers add regular", "guide"])
        assert rows[1][0].disabled == (here == 3), "every seat is taken"
    awaited = lobby_screen(ENGLISH, replace(lobby, invited=users(2))).rows
    assert "computers add regular" not in buttons(replace(lobby, invited=users(2))), "the seat is somebody's"
    assert [getattr(one, "do", "") for one in awaited[0]] == ["join", "start", "more"]


def test_the_lobby_of_a_rematch_tells_the_evening_once_somebody_has_won() -> None:
    people = users(2)
    waiting = replace(lobby_of(make("421", {}), people), invited=people, evening=people, evening_wins=(0, 0))
    assert "Series:" not in lobby_screen(ENGLISH, waiting).body
    assert (
        f"Series: **<@{people[1]}> 1** – <@{people[0]}> 0"
        in lobby_screen(ENGLISH, replace(waiting, evening_wins=(0, 1))).body
    )


def test_to_wait_for_others_is_more_natural_than_to_start_alone() -> None:
    game, people = make("yum_plus", {}), users(2)
    alone = lobby_screen(ENGLISH, lobby_of(game, people[:1]))
    assert start(lobby_of(game, people[:1])).style is Style.SECONDARY
    assert "Anybody here may press **Join**." in alone.body
    rematch = replace(lobby_of(game, people[:1]), invited=people)
    assert "Anybody here may" not in lobby_screen(ENGLISH, rematch).body, "it waits for those who were there"
    assert "free" not in lobby_screen(ENGLISH, rematch).body, "and counts no seats"
    assert "free" in lobby_screen(ENGLISH, replace(rematch, players=people)).body
    assert start(lobby_of(game, people)).style is Style.SUCCESS
    assert "Anybody here may" not in lobby_screen(ENGLISH, lobby_of(game, people)).body


@pytest.mark.parametrize("key", ["cant_stop", "yum_plus", "421"])
def test_more_has_few_rows_on_a_phone(key: str) -> None:
    """A row of at most three short buttons is one line at 390 pixels, and so is a menu."""
    lobby = lobby_of(make(key, {}), users(2))
    playing = table_of(make(key, {}), users(2))
    for screen in (
        more_screen(ENGLISH, lobby, lobby.host, manager=True),
        more_screen(ENGLISH, playing, playing.host, manager=True, hints=True),
        more_screen(ENGLISH, replace(playing, players=users(2, 7)), 9, manager=False),
    ):
        assert len(screen.rows) <= 4
        assert all(len(row) == 1 if isinstance(row[0], Menu) else len(row) <= 3 for row in screen.rows)
    options = options_screen(ENGLISH, lobby)
    doors = options.rows
    assert len(doors) <= 4 + (key == "yum_plus"), "sheets have a menu of their own"
