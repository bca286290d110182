"""Every screen of random games fits Discord, in both languages."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.engine.dice import FairDice
from bot.engine.gate import legal, play
from bot.engine.types import Seat
from bot.games import CATALOGUE, make
from bot.locales import LANGUAGES, words
from bot.screens.kit.board import BoardView
from bot.screens.kit.values import PLAIN_GLYPHS, TABLE_WIDTH, RenderContext, Screen
from bot.screens.players import preferences
from bot.screens.server import settings
from bot.screens.server.help import TOPICS, about_screen, help_screen
from bot.screens.table.board import broken_screen, sheets_screen, table_screen
from bot.screens.table.rules import NOTES, SHORT, WHOLE, rules_screen, whole_rules
from bot.tables.model.choices import GuildChoices, Preferences
from bot.tables.model.table import Status, Table, TableId
from bot.ui.discord.adapter import render
from tests.factories import LARGEST, LONGEST, USER, table_of, users
from tests.limits import problems

GLYPHS = {name: f"<:{name}_0123abcd:{10**18 + number}>" for number, name in enumerate(PLAIN_GLYPHS)}
BOARDS = 60
"""How many boards of one game to look at."""


def lobby(key: str, players: int, language: str, **options: object) -> Table:
    return table_of(
        make(key, options),
        users(players),
        **LONGEST,
        language=language,
        capacity=CATALOGUE[key].seats[-1],
        status=Status.LOBBY,
    )


def dice_on(table: Table) -> int:
    """The number of dice that lie there, the Power die among them."""
    return len(table.state.dice) + (getattr(table.state, "power", None) is not None)


def seated(key: str, players: int) -> int:
    """A number of players close to this one that the game takes."""
    return min(CATALOGUE[key].seats, key=lambda seats: abs(seats - players))


def every_state(key: str, players: int, language: str, **options: object) -> Iterator[tuple[Table, BoardView]]:
    """The lobby, every fourth board or so of a random game with random holds, and the result."""
    table = lobby(key, players, language, **options)
    yield table, BoardView()
    chance, dice = random.Random(7), FairDice(b"k" * 32, "entropy")
    table = replace(table, status=Status.PLAYING, state=table.game.new(players), undoable=Seat(0))
    news: tuple[object, ...] = ()
    boards = 0
    while (turn := table.game.turn(table.state)) is not None:
        held = frozenset(place for place in range(dice_on(table)) if chance.random() < 0.4)
        if boards < BOARDS and chance.random() < 0.25:
            boards += 1
            column = chance.choice([None, 1, 3])
            yield table, BoardView(held, chance.random() < 0.3, column, news)  # type: ignore[arg-type]
        choices = list(legal(table.game, table.state))
        fills = [do for do in choices if not do.startswith(("keep", "roll"))]
        do = chance.choice(fills if fills and chance.random() < 0.5 else choices)
        step = play(table.game, table.state, turn, do, dice)
        table, news = replace(table, state=step.state), step.events
    yield replace(table, status=Status.FINISHED), BoardView()
    yield replace(table, status=Status.FINISHED, rematch=TableId(5)), BoardView()
    yield replace(table, status=Status.ENDED), BoardView()


def too_wide(screen: Screen) -> list[str]:
    """The lines of code blocks that a phone of 320 pixels would wrap, and words that would run out of their line."""
    inside, found = False, []
    for line in "\n".join((screen.title, screen.body, *(field.value for field in screen.fields))).split("\n"):
        if line.startswith("```"):
            inside = not inside
        elif inside and len(line) > TABLE_WIDTH:
            found.append(line)
        elif not inside:
            found += [word for word in _NO_WORD.sub("", line).split(" ") if len(word) > TABLE_WIDTH]
    return found


_NO_WORD = re.compile(r"<[^>]*>|\]\([^)]*\)|https?://\S+|[*`_]")
"""Emojis and mentions, which are short on a screen, addresses and signs."""


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "power"), [(1, True), (3, False), (12, False)])
@pytest.mark.parametrize("key", CATALOGUE)
async def test_every_board_fits_discord_and_a_phone(key: str, players: int, power: bool, language: str) -> None:
    context = RenderContext(words(language), GLYPHS)
    knows = any(rule.key == "power" for rule in CATALOGUE[key].rules)
    options = {"power": power} if knows else {}
    for table, view in every_state(key, seated(key, players), language, **options):
        screen = table_screen(context, table, view)
        assert problems(render(screen, GLYPHS, table.code, table.step)) == []
        assert too_wide(screen) == []
        for page in range(4):
            sheets = sheets_screen(context, table, page)
            assert problems(render(sheets, GLYPHS, table.code, table.step)) == []
            assert too_wide(sheets) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_page_fits_discord(language: str) -> None:
    context = RenderContext(words(language), GLYPHS)
    pages = [about_screen(context, USER, 2**53), broken_screen(context, LARGEST and "1y2p0ij32e8e7")]
    for key, listing in CATALOGUE.items():
        pages += [whole_rules(context, make(key, preset.options)) for preset in listing.presets]
        pages += [
            table_screen(context, lobby(key, seated(key, 12), language, **preset.options), BoardView())
            for preset in listing.presets
        ]
    for page in pages:
        assert problems(render(page, GLYPHS, "1y2p0ij32e8e7", 1)) == [], page.title
        assert too_wide(page) == [], page.title


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
def test_no_page_of_rules_runs_over_the_narrowest_phone(key: str, language: str) -> None:
    context, game = RenderContext(words(language), PLAIN_GLYPHS), make(key, {})
    for page in (SHORT, WHOLE, NOTES):
        assert too_wide(rules_screen(context, game, page)) == [], page


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_of_settings_preferences_or_help_runs_over_the_narrowest_phone(language: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    pages = [settings.settings_screen(context, GuildChoices(), page) for page in settings.PAGES]
    pages += [preferences.preferences_screen(context, Preferences(), page) for page in preferences.PAGES]
    pages += [help_screen(context, topic) for topic in TOPICS]
    for page in pages:
        assert too_wide(page) == [], page.title


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
def test_every_choice_of_every_house_rule_has_words(key: str, language: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    for rule in CATALOGUE[key].rules:
        for choice in rule.choices:
            if choice != rule.default:
                screen = whole_rules(context, make(key, {rule.key: choice}))
                assert context.t(rule.label) in screen.fields[-1].value


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("key", "options"),
    [
        *((key, {"tiebreak": "roll_off"}) for key in ("triple_yum_plus", "yams", "5000", "ambition", "421")),
        *((key, {"teams": 4}) for key in ("triple_yum_plus", "yams", "5000", "ambition")),
    ],
)
async def test_twelve_people_in_a_match_fit_discord_and_a_phone(key: str, options: dict[str, object]) -> None:
    context = RenderContext(words("fr"), GLYPHS)
    options = {"games_in_match": 2, "power": True, **options}
    for number, (table, view) in enumerate(every_state(key, 12, "fr", **options)):
        for screen in (table_screen(context, table, view), *(sheets_screen(context, table, page) for page in range(7))):
            assert problems(render(screen, GLYPHS, table.code, table.step)) == [], number
            assert too_wide(screen) == [], number
