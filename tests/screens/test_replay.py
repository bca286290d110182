"""A finished game step by step: every position of random games fits Discord and says what happened."""

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.dice import FairDice
from bot.engine.gate import legal, play_recorded
from bot.engine.types import DROP, Seat
from bot.games import make
from bot.locales import LANGUAGES, words
from bot.screens.kit.values import PLAIN_GLYPHS, Button, Menu, RenderContext, Screen
from bot.screens.table.replay import choosing_screen, replay_screen
from bot.tables.model.store import JournalRow
from bot.tables.model.table import DEFAULT_SETTINGS, AbsencePolicy, Status, Table, TableId, TableSettings
from bot.tables.storage.journal import Replay, prepare_replay
from bot.ui.discord.adapter import render
from tests.factories import LARGEST, LONGEST, USER, table_of, users
from tests.limits import problems

GLYPHS = {name: f"<:{name}_0123abcd:{10**18 + number}>" for number, name in enumerate(PLAIN_GLYPHS)}

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("yum_plus", 8, {"power": True}),
    ("triple_yum_plus", 1, {}),
    ("yamslam", 3, {}),
    ("421", 3, {}),
    ("5000", 3, {}),
    ("ambition", 3, {}),
    ("cant_stop", 3, {}),
]


async def game(key: str, seats: int, options: dict[str, Any], drop_at: int | None = 40) -> tuple[Table, Replay]:
    """A random game to its end; where there are enough, one player leaves on the way."""
    rules, dice, chance = make(key, options), FairDice(b"k" * 32, "entropy"), random.Random(11)
    state, rows, gone = rules.new(seats), [], ()
    while (turn := rules.turn(state)) is not None:
        choices = list(legal(rules, state))
        throws = [do for do in choices if do.startswith(("keep", "roll"))]
        do = chance.choice(throws if throws and chance.random() < 0.6 else choices)
        if len(rows) == drop_at and seats > 2:
            do, gone = DROP, (turn,)
        step, entry = play_recorded(rules, state, turn, do, dice)
        rows.append(JournalRow(LARGEST, len(rows), entry.seat, entry.do, entry.dice, 0))
        state = step.state
    table = table_of(
        rules,
        users(seats),
        **LONGEST,
        gone=gone,
        status=Status.FINISHED,
        state=state,
        entries=len(rows),
        undoable=Seat(0),
    )
    return table, await prepare_replay(table, rows)


def buttons(screen: Screen) -> dict[str, Button]:
    return {item.do: item for row in screen.rows for item in row if isinstance(item, Button)}


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "seats", "options"), GAMES, ids=[key for key, *_ in GAMES])
async def test_every_position_fits_discord(key: str, seats: int, options: dict[str, Any], language: str) -> None:
    context = RenderContext(words(language), GLYPHS)
    table, played = await game(key, seats, options)
    for number in range(len(played.entries) + 1):
        screen = replay_screen(context, played.at(table, number))
        assert problems(render(screen, GLYPHS, table.code, table.step)) == []
        found = buttons(screen)
        assert list(found) == [
            f"replay {number} {word}" for word in ("read", "back", "on", "turn_back", "turn_on", "first", "last")
        ]
        assert re.findall(r"\d+", screen.footer)[-2:] == [str(number), str(len(played.entries))]
        assert context.t("Press **Throw**.") not in screen.body
        entry = played.entries[number - 1] if number else None
        if entry is not None and entry.dice and entry.do.startswith(("roll", "keep")) and not options:
            assert f"**{'-'.join(map(str, entry.dice[0]))}**" in screen.body


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_throw_of_all_dice_is_told_once(language: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    table, played = await game("yum_original", 2, {})
    told = [
        context.t(line, free="", dice="").rstrip("*") for line in ("No dice held: **{free}**", "All dice: **{dice}**")
    ]
    once, of_some = 0, 0
    for number, entry in enumerate(played.entries[:-1], 1):
        position = played.at(table, number)
        body = replay_screen(context, position).body
        if entry.do in ("roll", "keep"):
            once += 1
            assert not any(line in body for line in told), body
            assert body.count("-".join(map(str, entry.dice[0]))) == 1
        elif entry.dice:
            of_some += any(line in body for line in told)
    assert once
    assert of_some, "what some dice became beside those that were kept is no repetition"


@pytest.mark.parametrize(("key", "seats", "options"), GAMES, ids=[key for key, *_ in GAMES])
async def test_both_ends_lead_only_inwards(key: str, seats: int, options: dict[str, Any]) -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    table, played = await game(key, seats, options)
    first, middle, last = (replay_screen(context, played.at(table, number)) for number in (0, 1, len(played.entries)))
    assert [one.disabled for one in buttons(first).values()] == [False] + [True, False] * 3
    assert not any(one.disabled for one in buttons(middle).values())
    assert [one.disabled for one in buttons(last).values()] == [False] + [False, True] * 3
    assert first.body.startswith("The game begins.")
    assert "final result" in last.body
    assert table.seed.secret.hex() not in str(last)


@pytest.mark.long
async def test_what_each_kind_of_move_says() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    said: dict[str, list[set[str]]] = {}
    for key, seats, options in GAMES:
        table, played = await game(key, seats, options)
        for number, entry in enumerate(played.entries[:-1], 1):
            body = re.sub(r"<@\d+>", "Ana", replay_screen(context, played.at(table, number)).body)
            lines = {re.sub(r"[\d★-]+( \d+)*", "#", line) for line in body.split("\n")}
            said.setdefault(f"{key} {entry.do.split()[0]}", []).append(lines)

    def says(kind: str, *sentences: str) -> None:
        """One of these sentences describes each move of this kind, and each sentence describes some."""
        told = [[line for line in sentences if any(one.startswith(line) for one in lines)] for lines in said[kind]]
        assert all(told), kind
        assert {line for lines in told for line in lines} == set(sentences), kind

    for key in ("421", "5000", "ambition", "cant_stop", "yamslam", "triple_yum_plus"):
        says(f"{key} roll", "Ana throws **#**.")
    says("yum_plus roll", "Ana throws **# + Power #**.")
    says("421 keep", "Ana keeps **#** and throws **#**.", "Ana throws all dice again: **#**.")
    says("5000 keep", "Ana sets **#** aside and throws **#**.")
    says(
        "yum_plus keep",
        "Ana keeps **#** and throws **# + Power #**.",
        "Ana keeps **#** and throws **Power #**.",
        "Ana keeps **#** and the Power die and throws **#**.",
        "Ana keeps the Power die and throws **#**.",
        "Ana throws all dice again: **# + Power #**.",
    )
    says(
        "cant_stop move",
        "Ana climbs in column #.",
        "Ana climbs in columns # and #.",
        "Ana climbs two steps in column #.",
    )
    two = ("Ana: # in **", "Ana: **# in ")  # Boxes of a Double: the dice lie above.
    says("yum_plus mark", "Ana: # → ", "Ana: # ×# → ", "Power #, Double: ", *two)
    says("yum_plus strike", "Ana: # → ", "Ana: # ×# → ", "Power #, Double: # in **", *two)
    says("yum_plus done", "Ana leaves it at one box.")
    says("yamslam take", "Ana: # → **")
    says("yamslam pass", "Ana: # → no chip")
    says("5000 bank", "Ana: # → **+#")
    says("ambition stop", "Ana: # → **+#**")
    says("cant_stop stop", "Ana stops: cones in ", "Ana wins **column")
    says("421 stand", "Ana stops.")
    for key, seats, _ in GAMES:
        if seats > 2:
            says(f"{key} drop", "Ana leaves the game.")


async def test_5000_shows_the_dice_its_player_chose() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    table, played = await game("5000", 2, {})
    chosen = 0
    for number, entry in enumerate(played.entries):
        word, *faces = entry.do.split(" ")
        if word in ("keep", "bank"):
            assert f"Chosen **{'-'.join(faces)}** = " in replay_screen(context, played.at(table, number)).body
            chosen += 1
    assert chosen


@pytest.mark.parametrize("language", LANGUAGES)
async def test_sheets_of_a_game_that_was_played_apart(language: str) -> None:
    context = RenderContext(words(language), GLYPHS)
    public, _ = await game("yum_plus", 12, {}, drop_at=None)
    own, played = await game("yum_plus", 1, {})
    public = replace(public, settings=TableSettings(simultaneous=True))
    own = replace(own, id=TableId(7), parent=public.id, players=(public.players[3],))
    for screen in (
        choosing_screen(context, public),
        *(replay_screen(context, played.at(own, number), public) for number in range(len(played.entries) + 1)),
    ):
        assert problems(render(screen, GLYPHS, own.code, own.step)) == []
        menu = screen.rows[-1][0]
        assert isinstance(menu, Menu)
        assert all(f"{seat}. <@{player}>" in screen.body for seat, player in enumerate(public.players, 1))
        assert [choice.do for choice in menu.choices] == [f"replay sheet {seat}" for seat in range(12)]
    assert f"4. <@{public.players[3]}>" in choosing_screen(context, public).body
    assert public.code not in f"{screen.body}{screen.footer}", "nobody needs it"
    assert all(f"<@{player}>" in screen.body for player in public.players)


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_dice_of_their_own_and_players_who_were_erased(language: str) -> None:
    context = RenderContext(words(language), GLYPHS)
    table, played = await game("yum_plus", 2, {})
    table = replace(table, settings=TableSettings(real_dice=True), players=(-5, USER))
    for number in range(len(played.entries) + 1):
        screen = replay_screen(context, played.at(table, number))
        assert problems(render(screen, GLYPHS, table.code, table.step)) == []
        assert set(buttons(screen)) == set(
            buttons(replay_screen(context, played.at(replace(table, settings=DEFAULT_SETTINGS), number)))
        )
        assert "<@-5>" not in screen.body
        assert context.t("Throw your dice, then press **Enter throw**.") not in screen.body


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "settings",
    [*(TableSettings(absent=absent, patience=3600) for absent in AbsencePolicy), TableSettings(daily=20260914)],
    ids=str,
)
async def test_a_game_that_is_over_waits_for_nobody(language: str, settings: TableSettings) -> None:
    table, played = await game("yum_plus", 1 if settings.daily else 3, {})
    plain = RenderContext(words(language), PLAIN_GLYPHS)
    for number in range(0, len(played.entries), 7):
        as_usual = replay_screen(plain, played.at(table, number))
        assert replay_screen(plain, played.at(replace(table, settings=settings, skips=9), number)).body == as_usual.body
