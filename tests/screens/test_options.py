"""Option screens, boards for dice of the players' own, sides and matches fit Discord in both languages."""

import itertools
import random
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.game import BOTH_WAYS, BOTH_WAYS_WARNING, Command
from bot.engine.gate import legal, play
from bot.engine.types import Level, Seat
from bot.games import CATALOGUE, FAMILIES, make
from bot.locales import LANGUAGES, words
from bot.screens.kit.board import BoardView
from bot.screens.kit.real_dice import enter_dice_form
from bot.screens.kit.values import PLAIN_GLYPHS, Button, Menu, RenderContext, Screen
from bot.screens.table.board import lobby_screen, table_screen
from bot.screens.table.leaving import end_question, leave_question, more_screen
from bot.screens.table.options import (
    back_row,
    computers_screen,
    options_screen,
    present,
    preset_in_force,
    question_screen,
    questions,
    rule_screen,
    tab_of,
    tabs,
)
from bot.screens.table.waiting import clock_screen
from bot.tables.model.memory import EnteredDice
from bot.tables.model.table import Computer, Status, Table, TableSettings
from bot.tables.moves.playing import next_throw
from bot.ui.discord.adapter import form_json, render
from cogs.start import options_of
from tests.factories import LONGEST, USER, lobby_of, table_of, users
from tests.limits import form_problems, problems
from tests.openings import OPENINGS

GLYPHS = {name: f"<:{name}_0123abcd:{10**18 + number}>" for number, name in enumerate(PLAIN_GLYPHS)}
YUMS = [key for key, family in FAMILIES.items() if family == "yum"]
REAL = TableSettings(real_dice=True)


def lobby(key: str, players: int, language: str, **options: object) -> Table:
    return table_of(
        make(key, options),
        users(players),
        **LONGEST,
        language=language,
        capacity=players,
        status=Status.LOBBY,
        settings=REAL,
    )


def playing(key: str, players: int, language: str = "en", **options: object) -> Table:
    table = lobby(key, players, language, **options)
    return replace(table, status=Status.PLAYING, state=table.game.new(players), undoable=Seat(0))


def fits(screen: Screen, table: Table) -> None:
    assert problems(render(screen, GLYPHS, table.code, table.step)) == [], screen.title


def test_more_says_what_a_hint_costs_before_the_first_one_is_given() -> None:
    context, table = RenderContext(words("en"), PLAIN_GLYPHS), playing("yum_classic", 1)

    def said(table: Table, *, hints: bool = True, hints_later: bool = False) -> str:
        shown = more_screen(context, table, table.people[0], manager=False, hints=hints, hints_later=hints_later)
        return shown.body

    assert said(table) == "**Hint**: with one, this game does not count in leaderboards, ratings and records."
    assert said(replace(table, hinted=(0,))) == "", "it has cost that already"
    assert said(table, hints=False) == "", "there is none"
    assert said(table, hints=False, hints_later=True) == "**Hint** stands here once you have something to choose."
    shown = more_screen(context, table, table.people[0], manager=False, hints_later=True, only_move=True)
    assert shown.body == "No **Hint** now: only one move is possible."


def test_panels_beside_a_table_tell_no_code_that_nobody_needs() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    for table in (lobby("yum_classic", 2, "en"), playing("yum_classic", 2)):
        host = table.people[0]
        for screen in (
            more_screen(context, table, host, manager=True),
            leave_question(context, table, host),
            end_question(context, table),
            clock_screen(context, table),
            computers_screen(context, table),
        ):
            assert table.code not in f"{screen.title} {screen.body} {screen.footer}", screen.title


def asks(screen: Screen) -> list[str]:
    """Everything that live buttons and the lines of menus ask for."""
    found = []
    for row in screen.rows:
        for item in row:
            if isinstance(item, Menu):
                found.extend(choice.do for choice in item.choices)
            elif isinstance(item, Button) and not item.disabled:
                found.append(item.do)
    return found


@pytest.mark.sample(1, each="key")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
def test_every_rule_can_be_reached_and_fits(key: str, language: str) -> None:
    context = RenderContext(words(language), GLYPHS)
    listing = CATALOGUE[key]
    last = {rule.key: rule.choices[-1] for rule in listing.rules if rule.choices[-1] != rule.default}
    for options in ({}, *({name: value} for name, value in last.items())):
        table = lobby(key, 1, language, **options)
        if table.game.both_ways:  # The players' own dice cannot be exchanged.
            table = replace(table, settings=TableSettings())
        listed: set[str] = set()
        for tab in tabs(table):
            screen = options_screen(context, table, tab)
            fits(screen, table)
            listed.update(asks(screen))
        for question in questions(table):
            asked = question_screen(context, table, question, back_row(context, "game"))
            fits(asked, table)
            apart = f"option ask {question.key}" in listed
            if apart:
                listed.update(asks(asked))
            for answer in question.answers:
                chosen = question.key != "sheet" and not apart and answer.value == present(table, question)
                assert (f"option pick {question.key} {answer.word}" in listed) is not chosen
        for rule in listing.rules:
            if tab_of(rule) not in tabs(table):
                continue
            shown = rule_screen(context, table, rule)
            fits(shown, table)
            assert f"option tab {tab_of(rule)}" in asks(shown)
            for number in range(len(rule.choices)):
                chosen = options.get(rule.key, rule.default) == rule.choices[number]
                assert (f"option set {rule.key} {number}" in asks(shown)) is not chosen
                if rule.choices[number] != BOTH_WAYS:  # The next test says where that is offered.
                    assert (f"option set {rule.key} {number}" in listed) is not chosen
        for preset in listing.presets if len(listing.presets) > 1 else ():
            assert f"option preset {preset.key}" in listed


@pytest.mark.parametrize("key", CATALOGUE)
def test_the_numbers_of_players_stand_among_all_other_choices_where_25_lines_hold_them(key: str) -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    for at_once in (False, True):
        settings = TableSettings(simultaneous=at_once)
        if at_once and key not in YUMS:
            continue
        most = settings.mode.seats(make(key, {}))[-1]
        table = replace(lobby(key, 1, "en"), settings=settings, capacity=most)
        items = [item for row in options_screen(context, table).rows for item in row if isinstance(item, Menu)]
        (menu,) = [item for item in items if item.do == "option rules"]
        numbers = [choice.do for choice in menu.choices if choice.do.startswith("option pick capacity")]
        asked = [choice for choice in menu.choices if choice.do == "option ask capacity"]
        possible = len(settings.mode.seats(table.game)) - 1
        others = len(menu.choices) - len(numbers) - len(asked)
        assert (len(numbers), len(asked)) == ((possible, 0) if others + possible <= 25 else (0, 1))


def test_two_are_offered_to_play_both_ways_with_the_bots_dice() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    both = f"option set games_in_match {len(CATALOGUE['421'].rules[-2].choices) - 1}"
    for players, settings in itertools.product((1, 2, 3), (TableSettings(), REAL)):
        table = replace(lobby("421", players, "en"), settings=settings)
        assert (both in asks(options_screen(context, table))) is (players <= 2 and settings != REAL)


@pytest.mark.parametrize(("command", "key"), OPENINGS)
def test_what_a_start_does_not_ask_for_is_on_the_first_page_of_the_lobbys_options(command: Command, key: str) -> None:
    said = {option.key for option in options_of(command)}
    assert len(said) <= 6
    assert {"computers", "level", "rules", "thread"} < said
    context, rules = RenderContext(words("en"), PLAIN_GLYPHS), {rule.key for rule in CATALOGUE[key].rules}
    table = replace(lobby(key, 1, "en"), capacity=CATALOGUE[key].seats[-1])
    first = asks(options_screen(context, table))
    wanted = {"option pick real_dice fair"}
    assert any(do in first for do in ("option ask capacity", "option pick capacity 2", "option pick capacity 1"))
    wanted |= {f"option set {rule} 1" for rule in ("games_in_match", "power", "teams") if rule in rules}
    if "pace" in said:
        wanted.add("option pick simultaneous parallel")
        at_once = replace(table, settings=replace(REAL, simultaneous=True))
        assert "option pick hidden_totals end" in asks(options_screen(context, at_once))
    assert wanted <= set(first)


@pytest.mark.parametrize("key", CATALOGUE)
def test_ready_made_rules_are_recognised(key: str) -> None:
    for preset in CATALOGUE[key].presets:
        found = preset_in_force(make(key, preset.options))
        assert found is not None
        assert found.options == preset.options


def test_a_changed_rule_is_told_in_words() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    table = lobby("yum_plus", 1, "en", power=True, yum_is_full_house=True)
    game, rules = (options_screen(context, table, tab).body for tab in ("game", "rules"))
    assert "● Power die: **On** (changed)" in game
    assert "Teams: Everybody alone" in game
    assert "Ready-made rules: **rules of your own**" in rules
    assert "● A Yum is a Full House: **On** (changed)" in rules


def test_what_differs_from_the_usual_stands_first() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    table = lobby("yum_plus", 1, "en", yum_is_full_house=True, teams=True)
    for tab in ("game", "rules"):
        lines = [line for line in options_screen(context, table, tab).body.splitlines() if ": " in line]
        changed = [line.startswith("●") for line in lines if not line.startswith("Ready-made")]
        assert changed == sorted(changed, reverse=True)
        assert any(changed)


def test_rules_of_the_power_die_have_a_page_while_it_is_played() -> None:
    assert tabs(lobby("yum_plus", 1, "en")) == ("game", "rules")
    assert tabs(lobby("yum_plus", 1, "en", power=True)) == ("game", "rules", "power")


@pytest.mark.parametrize(
    ("key", "players", "asked"),
    [
        ("yum_plus", 2, {"sheet", "capacity", "simultaneous", "real_dice", "hints"}),
        ("yum_plus", 12, {"sheet", "simultaneous", "real_dice", "hints"}),
        ("cant_stop", 2, {"capacity", "simultaneous", "real_dice", "hints"}),
        ("421", 2, {"capacity", "real_dice", "hints"}),
    ],
)
def test_a_lobby_asks_only_what_has_several_answers(key: str, players: int, asked: set[str]) -> None:
    assert {question.key for question in questions(lobby(key, players, "en"))} == asked


def _real_boards(key: str, players: int, language: str, **options: object) -> Any:
    """Boards of a random game with dice of the players' own, also while somebody enters a throw face by face."""
    chance, table = random.Random(3), playing(key, players, language, **options)
    yield lobby(key, players, language, **options), BoardView()
    for _ in range(_MOST_MOVES):
        turn = table.game.turn(table.state)
        if turn is None:
            break
        held = frozenset(place for place in range(len(table.state.dice) + 1) if chance.random() < 0.5)
        choices = list(legal(table.game, table.state))
        throws = [do for do in choices if do.startswith(("keep", "roll"))]
        shown = chance.random() < _SHOWN
        if shown:
            yield table, BoardView(held, chance.random() < 0.3, chance.choice([None, 1, 3]))
        if throws and shown:
            action = max(throws, key=len)
            asked = next_throw(table.game, table.state, action)
            assert asked is not None
            yield table, BoardView(held, entered=EnteredDice(action, (6,) * chance.randrange(asked.dice)))
        fills = [do for do in choices if not do.startswith(("keep", "roll"))]
        do = chance.choice(fills if fills and chance.random() < 0.7 else choices)
        step = play(table.game, table.state, turn, do, _Loaded(chance))
        table = replace(table, state=step.state)
    yield replace(table, status=Status.FINISHED), BoardView()
    yield replace(table, status=Status.ENDED), BoardView()


_SHOWN = 0.4
"""Of the boards of a random game, and the share of its moves after which somebody looks at it."""
_MOST_MOVES = 250
"""Of a random game; the screens of a long one are much alike."""


class _Loaded:
    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> tuple[int, ...]:
        return tuple(self._chance.randint(1, sides) for _ in range(count))


_ON_SHEETS = ((1, {"power": True}), (12, {"teams": 4}), (2, {"games_in_match": 2}))


@pytest.mark.parametrize("simultaneous", [False, True])
@pytest.mark.parametrize("key", CATALOGUE)
def test_only_ready_made_rules_that_go_with_the_table_are_offered(key: str, simultaneous: bool) -> None:
    """Where everybody plays at once, nobody can pay the fine of Kismet's own rules."""
    if simultaneous and CATALOGUE[key].make({}).only_in_turns:
        return
    table = lobby_of(make(key, {}), users(1), TableSettings(simultaneous=simultaneous))
    screen = options_screen(RenderContext(words("en"), PLAIN_GLYPHS), table, "rules")
    menus = [one for row in screen.rows for one in row if isinstance(one, Menu) and one.do == "option presets"]
    offered = {choice.do.rpartition(" ")[2] for menu in menus for choice in menu.choices}
    refused = {"source"} if (key, simultaneous) == ("yum_color", True) else set()
    ready_made = {preset.key for preset in CATALOGUE[key].presets} - refused
    assert offered == (ready_made if CATALOGUE[key].rules else set()), "where there is nothing to choose, no menu is"


def most_in_turns(key: str) -> int:
    return CATALOGUE[key].seats[-1]


_OTHERS = [key for key in CATALOGUE if key not in YUMS]


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("key", "players", "options"),
    [
        *((key, players, options) for key in YUMS for players, options in _ON_SHEETS),
        *((key, players, {}) for key in _OTHERS for players in {min(2, most_in_turns(key)), most_in_turns(key)}),
        *(
            (key, min(3, most_in_turns(key)), {"power": True})
            for key in _OTHERS
            if any(rule.key == "power" for rule in CATALOGUE[key].rules)
        ),
    ],
)
async def test_boards_for_real_dice_fit(key: str, players: int, options: dict[str, object], language: str) -> None:
    context = RenderContext(words(language), GLYPHS)
    for table, view in _real_boards(key, players, language, **options):
        screen = table_screen(context, table, view)
        fits(screen, table)
        asked = [do.split(" ")[0] for do in asks(screen)]
        assert {"rules", "more"} & set(asked)
        assert "roll" not in asked
        assert "keep" not in asked
        for do in asks(screen):
            if do.startswith("type "):
                entered = view.entered or EnteredDice(do.removeprefix("type "))
                form = form_json(enter_dice_form(context, table, entered), table.code, table.step)
                assert form_problems(form) == []


@pytest.mark.sample(1, each="key")
@pytest.mark.parametrize("power", [False, True])
@pytest.mark.parametrize("key", YUMS)
def test_a_board_has_rules_and_at_most_five_commands(key: str, power: bool) -> None:
    context = RenderContext(words("fr"), GLYPHS)
    for table, view in _real_boards(key, 1, "fr", power=power):
        fair = replace(table, settings=TableSettings())
        screen = table_screen(context, fair, view)
        assert {"rules", "more"} & set(asks(screen))
        assert all(len(row) <= 5 for row in screen.rows)
        assert ("done" in asks(screen)) <= ("roll" not in asks(screen))


def test_sides_are_named_in_lobby_board_and_result() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    table = playing("yum_plus", 4, teams=True)
    for step in ("roll", "mark sixes"):
        table = replace(table, state=play(table.game, table.state, Seat(0), step, _Sixes()).state)
    told = table_screen(context, replace(table, status=Status.LOBBY, state=None), BoardView())
    assert "🔴 Red team and 🔵 Blue team" in told.body
    board = table_screen(context, table, BoardView())
    assert (
        "🔴 Red team **30** · 🔵 Blue team **0**\n"
        f"🔴 <@{USER}> 30 · upper 30 of 63\n"
        f"🔵 ►\N{NO-BREAK SPACE}**<@{USER + 1}> 0** · upper 0 of 63\n"
        f"🔴 <@{USER + 2}> 0 · upper 0 of 63\n"
    ) in board.body
    while (turn := table.game.turn(table.state)) is not None:
        do = next(do for do in legal(table.game, table.state) if not do.startswith("keep"))
        table = replace(table, state=play(table.game, table.state, turn, do, _Sixes()).state)
    result = table_screen(context, replace(table, status=Status.FINISHED), BoardView())
    scores = table.game.scores(table.state)
    assert "team wins!**" in result.content or "tie for first place" in result.content
    for side, name in enumerate(("🔴 Red team", "🔵 Blue team")):
        assert f"**{scores[side]}** points · {name}" in result.body


@pytest.mark.parametrize(
    ("at_once", "real", "offered"), [(True, True, False), (True, False, True), (False, True, True)]
)
def test_one_more_throw_is_offered_only_where_somebody_can_throw_it(at_once: bool, real: bool, offered: bool) -> None:
    settings = TableSettings(simultaneous=at_once, real_dice=real)
    table = replace(lobby("yum_plus", 2, "en"), settings=settings)
    screen = options_screen(RenderContext(words("en"), PLAIN_GLYPHS), table, "rules")
    lines = [one.label for row in screen.rows for item in row if isinstance(item, Menu) for one in item.choices]
    assert ("In a tie: One more throw" in lines) is offered
    assert "In a tie: Most Yums" in lines


class _Sixes:
    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> tuple[int, ...]:
        return (6,) * count


def test_a_match_tells_the_standing_between_its_games() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    table = playing("yum_classic", 2, games_in_match=2)
    first: tuple[int, ...] = ()
    while (turn := table.game.turn(table.state)) is not None:
        do = next(do for do in legal(table.game, table.state) if not do.startswith("keep"))
        table = replace(table, state=play(table.game, table.state, turn, do, _Loaded(random.Random(5))).state)
        if table.state is not None and table.state.match.earlier and not first:
            first = table.game.scores(table.state)
            board = table_screen(context, table, BoardView())
            assert f"Before this game: <@{USER}> **{first[0]}** · <@{USER + 1}> **{first[1]}**" in board.body
            assert board.content == "**Yum Classic** · game 2/2 · turn 1"
            assert board.body.startswith("Before this game: ")
    assert first
    result = table_screen(context, replace(table, status=Status.FINISHED), BoardView())
    for seat, total in enumerate(table.game.scores(table.state)):
        games = "\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}".join(map(str, (first[seat], total - first[seat])))
        assert f"**{total}** points · <@{USER + seat}> ({games})" in result.body


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["421", "cant_stop"])
def test_both_ways_is_explained_before_two_people_choose_it(key: str, language: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    meaning = context.t(BOTH_WAYS_WARNING)
    alone, three = (lobby_of(make(key, {}), users(many)) for many in (1, 3))
    assert f"-# {context.t('Both ways')}" in options_screen(context, alone).body
    assert meaning in options_screen(context, alone).body
    assert meaning not in options_screen(context, three).body, "it is for two"
    assert meaning not in options_screen(context, replace(alone, settings=REAL)).body, "the dice must be the bot's"
    chosen = lobby_of(make(key, {"games_in_match": BOTH_WAYS}), users(2), capacity=2)
    assert meaning in lobby_screen(context, chosen).body
    assert len(meaning) <= 100, "a line of a menu has it whole"


@pytest.mark.parametrize("key", ["421", "5000", "ambition", "cant_stop", "yamslam", "yum_classic"])
def test_two_who_sit_at_a_game_in_turns_read_that_they_may_exchange_their_dice(key: str) -> None:
    def offers(many: int, *, options: dict[str, Any] | None = None, settings: TableSettings | None = None) -> bool:
        lobby = lobby_of(make(key, options or {}), users(many))
        lobby = lobby if settings is None else replace(lobby, settings=settings)
        return "**Both ways** has you play" in lobby_screen(RenderContext(words("en"), PLAIN_GLYPHS), lobby).body

    assert offers(2) is (key != "yum_classic"), "sheets have tournaments"
    assert not any(map(offers, (1, 3)))
    assert not offers(2, settings=REAL)
    if key != "yum_classic":
        assert not offers(2, options={"games_in_match": BOTH_WAYS}), "they have chosen it"
        context, two = RenderContext(words("en"), PLAIN_GLYPHS), lobby_of(make(key, {}), users(2))
        beside_computer = replace(two, players=(two.players[0], Computer(1, Level.REGULAR)))
        assert "**Both ways**" not in lobby_screen(context, beside_computer).body
        assert "**Both ways**" not in lobby_screen(context, two, newcomers=True).body, "first the game itself"
