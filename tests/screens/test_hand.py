"""The pages of managers fit Discord in both languages, and say what a press does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from bot.engine import Level
from bot.engine.duplicate import Scoring
from bot.games import make
from bot.locales import LANGUAGES, words
from bot.screens.kit.values import PLAIN_GLYPHS, WORDS_ONLY, Button, RenderContext, Screen
from bot.screens.players.games import HistoryPage, game_screen, judge_question
from bot.screens.players.hand import (
    block_question,
    blocked_screen,
    end_table_screen,
    expulsion_question,
    hand_entrant_screen,
    hand_person_screen,
    hand_table_screen,
    hand_tournament_screen,
    log_screen,
    on_removal,
    open_tables_screen,
    reason_form,
    removal_question,
    removed_entrant_screen,
)
from bot.screens.players.tables import MyTable, tables_screen
from bot.screens.server.settings import told_in_log
from bot.screens.table.leaving import more_screen
from bot.screens.table.options import options_screen
from bot.tables.hand import EVERYWHERE, LONGEST_WHY, PAGE, Block, ChangedChoices, Deed, Did, log_file
from bot.tables.model.choices import GuildChoices
from bot.tables.model.table import AbsencePolicy, Computer, Status, Table, TableId, TableSettings
from bot.tables.tournaments import (
    RoundGame,
    Tournament,
    TournamentEntry,
    TournamentField,
    TournamentPace,
    TournamentStatus,
)
from bot.ui.discord.adapter import render
from tests.factories import LARGEST, LONGEST, NOW, USER, lobby_of, table_of, users
from tests.limits import problems

LINK = f"https://discord.com/channels/{USER}/{USER}/{USER}"


def desk(language: str) -> RenderContext:
    return RenderContext(words(language), PLAIN_GLYPHS)


def name_of(_: object) -> str:
    return "W" * 40


def seen(table: Table) -> MyTable:
    return MyTable(table, LINK, None, "c" * 100)


def crowd(**about: Any) -> Table:
    """A game of eleven people and a computer."""
    table = table_of(make("maxi_yum", {}), users(12), **{**LONGEST, **about})
    return replace(table, players=(*table.players[:11], Computer(1, Level.CHAMPION)))


def field(**about: Any) -> TournamentField:
    """A tournament of many people, some of whom managers have removed."""
    plan = ((RoundGame("maxi_yum", make("maxi_yum", {}).written),) * 5, TournamentPace.OPEN, 86_400)
    opened = Tournament(TableId(LARGEST), USER, USER, "en", USER, *plan, Scoring.MATCHPOINTS, bytes(32), NOW, ends=NOW)
    entries = [TournamentEntry(number, user, None) for number, user in enumerate(users(95), 1)]
    playing = replace(opened, status=TournamentStatus.PLAYING, **about)
    return TournamentField(playing, entries[:90], [], None, [one._replace(removed=True) for one in entries[90:]])


def pages(language: str) -> list[Screen]:
    context, table, entered = desk(language), crowd(), field()
    lobby = lobby_of(make("maxi_yum", {}), users(3))
    blocks = [Block(USER, USER + number, NOW) for number in range(25)]
    many = [seen(replace(table, id=TableId(LARGEST - number))) for number in range(12)]
    deeds = [Deed(USER, NOW, USER, do, USER + 1, LARGEST, "W" * LONGEST_WHY) for do in (*Did, *Did)][:PAGE]
    voids = [Deed(USER, NOW, USER, Did.COUNT, USER + 1, LARGEST, "W" * LONGEST_WHY)] * PAGE
    everywhere = ChangedChoices.of(GuildChoices(), GuildChoices(channels=(LARGEST,) * 25))
    chosen = Deed(USER, NOW, USER, Did.SETTING, why=msgspec.json.encode(everywhere).decode())
    return [
        open_tables_screen(context, [], 0, 0),
        open_tables_screen(context, many[:PAGE], 3, 9999, news="n" * 100),
        hand_table_screen(context, seen(table), name_of, news="n" * 100),
        hand_table_screen(context, seen(lobby), lambda _: ""),
        end_table_screen(context, table),
        end_table_screen(context, lobby),
        hand_person_screen(context, table, USER, 1),
        hand_person_screen(context, table, USER + 1, USER),
        removal_question(context, table, USER),
        blocked_screen(context, [], 0, name_of),
        blocked_screen(context, blocks, 1, lambda _: "", news="n" * 100),
        blocked_screen(context, [Block(USER, -5, NOW)], 0, lambda _: ""),
        log_screen(context, [], 0, 0),
        log_screen(context, deeds, 3, 9999),
        log_screen(context, deeds, 0, 9, manages=False),
        log_screen(context, deeds, 3, 9999, tables={LARGEST: table}),
        log_screen(context, voids, 3, 9999, tables={LARGEST: table}),
        log_screen(context, [told_in_log(context, chosen)] * PAGE, 3, 9999),
        block_question(context, USER, "W" * 200),
        block_question(context, USER, ""),
        judge_question(context, table, HistoryPage(USER, "maxi_yum", 9999), "void"),
        judge_question(context, table, HistoryPage(USER, "maxi_yum", 9999), "count"),
        tables_screen(context, many, many[0], USER, True, 0),
        more_screen(context, table, USER, True),
        more_screen(context, lobby, USER + 1, True),
        options_screen(context, lobby, helps=True),
        open_tables_screen(context, [], 0, 1, tournaments=[entered.tournament]),
        hand_tournament_screen(context, entered, 9, name_of, LINK, news="n" * 100),
        hand_tournament_screen(context, entered._replace(entries=[], removed=[]), 0, name_of, LINK),
        hand_entrant_screen(context, entered, USER, USER + 1),
        hand_entrant_screen(context, entered, USER, 1),
        removed_entrant_screen(context, entered, USER + 92, 1, blocked=False),
        removed_entrant_screen(context, entered, USER + 92, 1, blocked=True),
        removed_entrant_screen(context, entered, USER + 92, USER, blocked=False),
        expulsion_question(context, entered.tournament, USER),
        block_question(context, USER, "W" * 200, own_game=True, own_tournament=True),
        game_screen(context, replace(table, status=Status.ENDED), HistoryPage(USER), LINK, voided=True, judges=True),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_managers_fits_discord(language: str) -> None:
    for screen in pages(language):
        for glyphs in (PLAIN_GLYPHS, WORDS_ONLY):
            assert problems(render(screen, glyphs, "1y2p0ij32e8e7", 9999)) == [], screen.title


RULES = {
    AbsencePolicy.WAIT: "the seat leaves",
    AbsencePolicy.DROP: "the seat leaves",
    AbsencePolicy.SKIP: "skips their turns",
    AbsencePolicy.VOTE: "the others decide",
    AbsencePolicy.COMPUTER: "a computer plays",
}


@pytest.mark.parametrize(("rule", "said"), RULES.items())
def test_the_page_of_a_person_says_what_becomes_of_the_seat(rule: AbsencePolicy, said: str) -> None:
    table = crowd(settings=TableSettings(absent=rule, patience=3600))
    assert said in on_removal(desk("en"), table)
    assert "the seat leaves" in on_removal(desk("en"), replace(table, settings=TableSettings(absent=rule)))
    alone = table_of(make("maxi_yum", {}), users(1), settings=table.settings)
    assert "the seat leaves" in on_removal(desk("en"), alone)


def test_the_file_of_the_log_holds_ids_and_reasons() -> None:
    deeds = [
        Deed(1, 0, 5, Did.BLOCK, 7, why="left, again"),
        Deed(1, 86_400, 5, Did.END, None, TableId(35), "=1+1"),
    ]
    assert log_file(deeds).splitlines() == [
        "time,manager,did,user,table,why",
        '1970-01-01T00:00:00+00:00,5,block,7,,"left, again"',
        "1970-01-02T00:00:00+00:00,5,end,,z,'=1+1",
    ]


def test_the_log_says_why_below_what_was_done() -> None:
    deeds = [Deed(1, 0, 5, Did.BLOCK, 7, why="left, again"), Deed(1, 0, 5, Did.LIFT, 7)]
    lines = log_screen(desk("en"), deeds, 0, 2).body.splitlines()
    assert lines[1] == "> left, again"
    assert lines[2].endswith("lifted the block of <@7>")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ({}, {"starters": "managers"}, {"en": "Allowed to start games: ", "fr": "Peut ouvrir une table"}),
        (
            {"post_channel": 9, "zone": "America/Toronto"},
            {"post_week": False},
            {"en": "Sunday evening: Nothing", "fr": "Dimanche soir"},
        ),
        (
            {"starter_roles": (5,)},
            {"starters": "roles"},
            {"en": "Roles that may start games: <@&5>", "fr": "Rôles qui peuvent ouvrir\N{NO-BREAK SPACE}: <@&5>"},
        ),
    ],
)
def test_the_log_says_what_was_chosen_in_the_language_of_its_reader(
    before: dict[str, Any], after: dict[str, Any], said: dict[str, str]
) -> None:
    was = replace(GuildChoices(), **before)
    chosen = msgspec.json.encode(ChangedChoices.of(was, replace(was, **after))).decode()
    for language, line in said.items():
        assert line in told_in_log(desk(language), Deed(1, 0, 5, Did.SETTING, why=chosen)).why
    older = Deed(1, 0, 5, Did.SETTING, why="Allowed to start games: Managers")
    assert told_in_log(desk("fr"), older) is older, "a line of before has its words"
    for data in ('{"now":{"starters":"ghosts"}}', '{"now":["ghosts"]}', '{"now":'):
        gone = Deed(1, 0, 5, Did.SETTING, why=data)
        assert told_in_log(desk("en"), gone).why == "", "nothing of this version says it"


def test_a_page_of_the_log_cuts_no_mention_of_a_long_choice() -> None:
    everywhere = ChangedChoices.of(GuildChoices(), GuildChoices(channels=tuple(range(10**18, 10**18 + 25))))
    chosen = Deed(1, 0, 5, Did.SETTING, why=msgspec.json.encode(everywhere).decode())
    told = told_in_log(desk("en"), chosen)
    line = log_screen(desk("en"), [told], 0, 1).body.splitlines()[1]
    assert len(told.why) > LONGEST_WHY, "the file keeps all of it"
    assert line.endswith(" …")
    assert line.count("<#") == line.count(">") - 1 >= 2, "whole mentions, behind the sign of a quotation"


def test_the_log_says_whose_game_of_which_day_it_was() -> None:
    day = table_of(make("yams", {}), (7,), settings=TableSettings(daily=20261121), status=Status.FINISHED)
    game = replace(crowd(), id=TableId(36), opened=NOW, players=(*users(4), Computer(1, Level.CHAMPION)))
    deeds = [
        Deed(1, 0, 5, Did.VOID, 7, day.id, "copied"),
        Deed(1, 0, 5, Did.REMOVE, 7, game.id),
        Deed(1, 0, 5, Did.END, None, game.id),
        Deed(1, 0, 5, Did.VOID, None, TableId(35)),
    ]
    lines = log_screen(desk("en"), deeds, 0, 4, tables={day.id: day, game.id: game}).body.splitlines()
    when = words("en").day(NOW)
    first, second, third = (f"<@{user}>" for user in users(3))
    assert [line.partition(" · ")[2] or line for line in lines[:5]] == [
        f"<@5> voided a result · Daily of 21 Nov 2026: Yams · <@7> · `{day.code}`",
        "> copied",
        f"<@5> removed <@7> · Maxi Yum · {when} · `10`",
        f"<@5> ended a table · Maxi Yum · {when} · {first}, {second}, {third} and 2 others · `10`",
        "<@5> voided a result · `z`",
    ]


def test_a_block_is_asked_once_and_says_what_it_does() -> None:
    asked = block_question(desk("en"), 7, "Ben")
    assert asked.title == "Block Ben?"
    assert "I do nothing for them on this server any more" in asked.body
    assert [item.do for row in asked.rows for item in row if isinstance(item, Button)] == [
        "hand surely 7 yes",
        "hand surely 7 why",
        "hand people 0 no",
    ]
    assert reason_form(desk("en"), "hand surely 7 yes").longest == LONGEST_WHY


@pytest.mark.parametrize(("manages", "back"), [(True, "settings page overview"), (False, "mygames page 0 back")])
def test_every_page_of_managers_leads_back(manages: bool, back: str) -> None:
    for screen in (
        open_tables_screen(desk("en"), [], 0, 0, manages=manages),
        blocked_screen(desk("en"), [], 0, name_of, manages=manages),
        log_screen(desk("en"), [], 0, 0, manages=manages),
    ):
        assert back in [item.do for row in screen.rows for item in row if isinstance(item, Button)]


def test_a_block_of_the_host_is_none_of_the_managers() -> None:
    assert Block(EVERYWHERE, 5, 0).by_host
    assert Block(5, 0, 0).by_host
    assert not Block(5, 6, 0).by_host
