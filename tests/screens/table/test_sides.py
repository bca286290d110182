"""What people see of sides: the lobby where they choose, the colours of boards and results, and refusals."""

from __future__ import annotations

import pytest

from bot.games import make
from bot.locales import LANGUAGES, words
from bot.screens.kit.board import BoardView
from bot.screens.kit.values import PLAIN_GLYPHS, WORDS_ONLY, Button, RenderContext
from bot.screens.table.board import table_screen
from bot.screens.table.dice_proof import number_lines
from bot.screens.table.rules import players_words
from bot.tables.model import errors
from bot.tables.model.store import LobbyRow
from bot.tables.model.table import Table
from bot.tables.moves import lobbies
from bot.ui.discord.adapter import render
from bot.ui.discord.errors import sentence
from tests.factories import LONGEST, lobby_of, table_of, users
from tests.limits import problems

ENGLISH = RenderContext(words("en"), PLAIN_GLYPHS)
RED, BLUE, GREEN, YELLOW = range(4)
ANA, BEN, CHLOE, DAVID = users(4)


def chose(table: Table, **sides: int | None) -> Table:
    for name, side in sides.items():
        table = lobbies.choose_side(table, globals()[name], side, 2, 0).table
    return table


def buttons(table: Table) -> dict[str, Button]:
    rows = table_screen(ENGLISH, table, BoardView()).rows
    return {item.do: item for row in rows for item in row if isinstance(item, Button)}


def test_a_lobby_offers_its_sides_and_says_who_chose_which() -> None:
    table = chose(lobby_of(make("5000", {"teams": True}), (ANA, BEN)), ANA=BLUE, CHLOE=RED)
    shown = table_screen(ENGLISH, table, BoardView()).body
    assert f"1. <@{ANA}> · host · 🔵 Blue team\n2. <@{BEN}>\n3. <@{CHLOE}> · 🔴 Red team" in shown
    assert "🔴 Red team and 🔵 Blue team: if you choose none, the dice choose for you at the start." in shown
    offered = buttons(table)
    assert offered["side 0"].label == "🔴 Join red"
    assert offered["side dealt"].label == "Any team"
    assert "side 2" not in offered
    assert not any(do.startswith("side") for do in buttons(lobby_of(make("5000", {}), (ANA,))))


def test_a_full_side_is_offered_to_nobody() -> None:
    table = lobby_of(make("cant_stop", {"teams": True}), (ANA, BEN))
    assert "join" not in buttons(table)
    assert not buttons(table)["side dealt"].disabled
    table = chose(table, ANA=RED, BEN=RED)
    assert (buttons(table)["side 0"].disabled, buttons(table)["side 1"].disabled) == (True, False)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["yum_plus", "5000", "ambition"])
def test_the_largest_lobby_with_sides_fits_discord(game: str, language: str) -> None:
    people = users(12)
    table = lobby_of(make(game, {"teams": 4}), people, id=LONGEST["id"], language=language)
    for number, user in enumerate(people):
        table = lobbies.choose_side(table, user, number % 4, 2, 0).table
    context = RenderContext(words(language), PLAIN_GLYPHS)
    assert problems(render(table_screen(context, table, BoardView()), PLAIN_GLYPHS, table.code, 99_999)) == []


@pytest.mark.parametrize(("game", "sides"), [("5000", 3), ("ambition", 4)])
def test_a_board_keeps_the_colours_that_people_chose(game: str, sides: int) -> None:
    people = users(4 if sides == 2 else sides * 2)
    rules = make(game, {"teams": True if sides == 2 else sides})
    table = table_of(rules, people, choosers=(people[1],), chosen_sides=(RED,))
    body = table_screen(ENGLISH, table, BoardView()).body
    red = next(line for line in body.splitlines() if "🔴 **" in line)
    assert f"<@{people[1]}>" in red
    assert f"<@{people[0]}>" not in red
    first = next(line for line in body.splitlines() if "►" in line)
    assert f"►\N{NO-BREAK SPACE}**<@{people[0]}>" in first
    in_words = table_screen(RenderContext(ENGLISH.t, WORDS_ONLY), table, BoardView()).body
    assert any("Red team **" in line and f"<@{people[1]}>" in line for line in in_words.splitlines())


def test_a_sheet_board_puts_the_colour_before_each_player() -> None:
    people = users(4)
    table = table_of(make("yum_plus", {"teams": True}), people, choosers=(people[1],), chosen_sides=(RED,))
    lines = table_screen(ENGLISH, table, BoardView()).body.splitlines()
    assert "🔵 Blue team **0** · 🔴 Red team **0**" in lines
    assert [line.split(" ", 1)[0] for line in lines if "· upper" in line] == ["🔵", "🔴", "🔵", "🔴"]


def test_the_cones_have_the_colours_that_people_chose() -> None:
    people = users(4)
    table = table_of(make("cant_stop", {"teams": True}), people, choosers=(people[1],), chosen_sides=(RED,))
    lines = table_screen(ENGLISH, table, BoardView()).body.splitlines()
    assert lines[0] == "🔵 Blue team **0** · 🔴 Red team **0**"
    assert [line.replace("►\N{NO-BREAK SPACE}**", "")[0] for line in lines[1:5]] == ["🔵", "🔴", "🔵", "🔴"]


def test_a_refusal_and_the_rules_say_in_the_same_words_how_many_may_play() -> None:
    for game, said in (
        (make("5000", {"teams": True}), "4, 6, 8, 10 and 12 players."),
        (make("yum_plus", {}), "1 to 12 players, 25 all at once."),
    ):
        refused = str(sentence(words("en"), errors.NoSuchCapacity(game)))
        assert said in refused
        assert refused.endswith(players_words(words("en"), game))


def test_refusals_name_the_side() -> None:
    full = sentence(words("en"), errors.SideFull(BLUE))
    assert full == "🔵 Blue team: every place is taken. Choose another team, or let the dice choose."
    crowded = sentence(words("en"), errors.CrowdedSide(RED, 3, 2))
    assert crowded == "🔴 Red team: 3 people chose it, but each team has 2 places. Somebody has to change teams."
    assert "Équipe rouge" in str(sentence(words("fr"), errors.CrowdedSide(RED, 3, 2)))


def test_seal_and_secret_name_who_chose_a_side_after_the_last_words() -> None:
    table = lobby_of(make("5000", {"teams": True}), (ANA, BEN, CHLOE, DAVID))
    said = [("open", ANA), ("join", BEN), ("stir " + "0" * 64, BEN), ("side 1", ANA), ("options 2", ANA)]
    rows = [LobbyRow(table.id, step, user, do, None, 0) for step, (do, user) in enumerate(said)]
    lines = "\n".join(number_lines(ENGLISH, table, rows))
    assert f"After them: <@{ANA}> chose a team, <@{ANA}> changed the options." in lines
