"""The seal with all 64 digits, and stirring, on any phone and in both languages; what Verify says."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.games import make
from bot.locales import LANGUAGES, words
from bot.screens.daily import dice_field
from bot.screens.kit.seal import in_line, stir_buttons, stir_form
from bot.screens.kit.values import IN_WORDS, PLAIN_GLYPHS, TABLE_WIDTH, WORDS_ONLY, Button, Choice, Menu, RenderContext
from bot.screens.table.board import cancelled_screen, lobby_screen
from bot.screens.table.dice_proof import compared, fair_dice_screen, number_lines, verify_lines, verify_rows
from bot.screens.table.leaving import more_screen
from bot.tables.model.place import own_place
from bot.tables.model.store import LobbyRow
from bot.tables.model.table import DiceSeed, Table, TableId, TableSettings
from bot.tables.moves import lobbies, playing, stirring
from bot.tables.moves.playing import MoveResult
from bot.ui.discord.adapter import form_json, render
from tests.limits import form_problems, problems

ANN, BOB, CAT = 10**18 + 1, 10**18 + 2, 10**18 + 3


class Lobby:
    """A lobby, and what happened in it."""

    def __init__(self, **about: Any) -> None:
        self.rows: list[LobbyRow] = []
        opened = lobbies.open_table(
            TableId(2**40), guild=10**18, channel=10**18, host=ANN, game=make("yum_plus", {}), capacity=None,
            language="en", secret=bytes(32), now=0, **about,
        )  # fmt: skip
        self.do(opened)

    def do(self, moved: MoveResult) -> Lobby:
        self.table: Table = moved.table
        self.rows += moved.lobby
        return self

    def join(self, user: int) -> Lobby:
        return self.do(lobbies.join(self.table, user, 1, 0))

    def leave(self, user: int) -> Lobby:
        return self.do(lobbies.leave(self.table, user, 0))

    def stir(self, user: int, said: str = "words") -> Lobby:
        return self.do(stirring.stir(self.table, user, said, 0))

    def over(self) -> Lobby:
        """The game has begun and ended."""
        self.do(lobbies.start(self.table, self.table.host, 1, 0))
        return self.do(playing.end(self.table, self.table.host, False, 0))


@pytest.fixture(params=LANGUAGES)
def desk(request: pytest.FixtureRequest) -> RenderContext:
    return RenderContext(words(request.param), PLAIN_GLYPHS)


@pytest.fixture
def english() -> RenderContext:
    return RenderContext(words("en"), PLAIN_GLYPHS)


def offers_stir(table: Table, context: RenderContext, user: int = ANN) -> bool:
    """Whether More offers it to ``user``."""
    rows = more_screen(context, table, user, manager=False).rows
    lines = [line for row in rows for item in row for line in (item.choices if isinstance(item, Menu) else [item])]
    return any(line.do == "stir" for line in lines if isinstance(line, Button | Choice))


def seal_of(table: Table, context: RenderContext) -> str:
    return "\n".join(lobby_screen(context, table).body.splitlines()[-2:])


# -- the lobby ---------------------------------------------------------------------------------------------------


def test_the_lobby_shows_all_digits_of_the_seal_last_in_two_lines_that_no_phone_wraps(desk: RenderContext) -> None:
    table = Lobby().join(BOB).table
    name = {"en": "Seal to check the dice:", "fr": "Sceau, preuve des dés\N{NO-BREAK SPACE}:"}[desk.t.language]
    for context, lock in ((desk, "🔒 "), (replace(desk, glyphs=WORDS_ONLY), "")):
        before, *shown = lobby_screen(context, table).body.splitlines()[-3:]
        assert before.endswith(f". {name}"), "behind the rules, so the name takes no line of its own"
        assert [line.startswith(f"-# {lock}") for line in shown] == [True, not lock]
        lines = [line.removeprefix("-# ").removeprefix(lock) for line in shown]
        assert max(map(len, shown)) <= len("-# 🔒 ") + 35, "what a phone of 390 pixels shows of small print in a line"
    ruled = replace(table, game=make("yum_plus", {"low_first": True}))
    assert lobby_screen(desk, ruled).body.splitlines()[-3] == name
    assert [re.fullmatch(r"([0-9a-f]{8} ){3}[0-9a-f]{8}", line) is not None for line in lines] == [True] * 2
    assert "".join("".join(lines).split()) == table.seed.commitment
    block = fair_dice_screen(desk, table, "").body.split("```")[1].strip().splitlines()
    assert "".join("".join(block).split()) == table.seed.commitment
    assert max(map(len, block)) <= TABLE_WIDTH
    assert "proof" in str(fair_dice_screen(desk, table, "").rows)
    assert table.seed.secret.hex() not in str(lobby_screen(desk, table))


def test_a_lobby_in_words_says_where_the_digits_of_the_seal_are_and_reads_none_aloud(english: RenderContext) -> None:
    """The public lobby has them for everybody; 64 digits by ear help nobody to choose a seat."""
    table = Lobby().join(BOB).table
    said = lobby_screen(replace(english, glyphs=IN_WORDS), table).body
    assert said.endswith("\nThe seal of the dice is on the table's message, and to copy under More, Fair dice.")
    assert not re.search(r"[0-9a-f]{8} [0-9a-f]{8}", said)


def test_a_seal_is_whole_and_in_the_same_groups_wherever_it_stands(desk: RenderContext) -> None:
    """So people compare what they noted group by group, whether they copied it from a form, a lobby or a page."""
    lobby = Lobby().join(BOB)
    table = lobby.table
    form = form_json(stir_form(desk, table), table.code, table.step)
    copied = form["components"][1]["component"]["value"]
    shown = [seal_of(table, desk), fair_dice_screen(desk, table, "").body, copied]
    shown += [
        dice_field(desk, table.seed, over=False).value,
        "\n".join(number_lines(desk, lobby.over().table)),
    ]
    whole = re.findall("." * 8, table.seed.commitment)
    for said in shown:
        assert re.findall(r"(?<![0-9a-f])[0-9a-f]{8}(?![0-9a-f])", said) == whole, said


def test_the_part_of_a_seal_that_version_0_1_showed_is_told_as_its_beginning(english: RenderContext) -> None:
    old = replace(Lobby().table, seed=DiceSeed(bytes(32), "join:1"))
    assert f"The seal begins: `{old.seed.commitment[:16]}`" in seal_of(old, english)


def test_the_lobby_shows_who_stirred_and_who_left_since(desk: RenderContext) -> None:
    lobby = Lobby().join(BOB).join(CAT).stir(ANN).stir(CAT).leave(CAT)
    mark = desk.t(" · word mixed in")
    body = lobby_screen(desk, lobby.table).body
    assert re.findall(rf"^\d\. <@(\d+)>.*{re.escape(mark)}$", body, re.M) == [str(ANN)]
    assert desk.t("Mixed in a word and left: {players}.", players=f"<@{CAT}>") in body


def test_a_lobby_many_have_passed_through_fits_a_message(desk: RenderContext) -> None:
    lobby = Lobby()
    for user in range(10**18 + 100, 10**18 + 200):
        lobby.join(user).stir(user).leave(user)
    for user in range(10**18 + 200, 10**18 + 207):
        lobby.join(user).stir(user)
    screen = lobby_screen(desk, lobby.table)
    assert problems(render(screen, PLAIN_GLYPHS, lobby.table.code, lobby.table.step)) == []
    assert "90" in screen.body


def test_stir_is_offered_to_who_sits_here_until_they_have(english: RenderContext) -> None:
    lobby = Lobby().join(BOB).stir(ANN)
    assert not offers_stir(lobby.table, english, ANN)
    assert offers_stir(lobby.table, english, BOB)
    assert not offers_stir(lobby.table, english, CAT)
    assert offers_stir(lobby.join(CAT).table, english, CAT)


def test_where_no_words_are_mixed_in_none_are_asked_for(desk: RenderContext) -> None:
    real = Lobby(settings=TableSettings(real_dice=True)).table
    old = replace(Lobby().table, seed=DiceSeed(bytes(32), "join:1"))
    for table in (real, old):
        assert not offers_stir(table, desk)
    assert old.seed.commitment[:16] in seal_of(old, desk)
    assert real.seed.commitment[:16] not in str(lobby_screen(desk, real))


def test_what_is_over_leaves_its_secret_and_seal_to_verify(desk: RenderContext) -> None:
    lobby = Lobby().stir(ANN)
    closed = lobbies.cancel(lobby.table, ANN, False, 0).table
    shown, told = str(cancelled_screen(desk, closed)), "\n".join(number_lines(desk, closed))
    for digits in (closed.seed.secret.hex(), in_line(closed.seed.commitment)):
        assert digits not in shown
        assert digits not in "\n".join(verify_lines(desk, closed, lobby.rows, True))
        assert digits in told


def test_a_closed_lobby_has_what_proves_its_dice_and_where_people_threw_their_own_nothing(desk: RenderContext) -> None:
    for settings, doors in ((TableSettings(), ["verify"]), (TableSettings(real_dice=True), [])):
        closed = lobbies.cancel(Lobby(settings=settings).table, ANN, False, 0).table
        assert [door.do for row in cancelled_screen(desk, closed).rows for door in row] == doors


# -- the form ----------------------------------------------------------------------------------------------------


def test_the_form_takes_64_characters_and_holds_the_seal_to_copy(desk: RenderContext) -> None:
    table = Lobby().table
    form = form_json(stir_form(desk, table), table.code, table.step)
    assert form_problems(form) == []
    offered = [item.label for item in stir_buttons(desk, table, ANN) if isinstance(item, Button)]
    assert offered == [form["title"]]
    assert form["components"][0]["label"].startswith(form["title"])
    line, copied = (part["component"] for part in form["components"])
    assert (line["min_length"], line["max_length"], line["required"], "value" in line) == (1, 64, True, False)
    assert "".join(copied["value"].split()) == table.seed.commitment
    assert not copied["required"]
    assert len(copied["value"]) <= copied["max_length"]


# -- Verify ------------------------------------------------------------------------------------------------------


def told(context: RenderContext, lobby: Lobby, *, honest: bool = True, reader: int = 0) -> str:
    """All of Verify, and the numbers behind its button."""
    answer = verify_lines(context, lobby.table, lobby.rows, honest, reader)
    return "\n".join((*answer, *number_lines(context, lobby.table)))


def test_verify_names_who_gave_the_last_words_and_what_came_after(english: RenderContext) -> None:
    lobby = Lobby().join(BOB).stir(BOB).stir(ANN)
    over = Lobby().join(BOB).stir(BOB).stir(ANN).over()
    said = told(english, over)
    assert f"<@{BOB}> and <@{ANN}>." in said
    assert f"<@{ANN}> was the last to mix in a word, and can know that nobody chose the dice" in said
    assert "Your word is the last one mixed in. If you noted the seal" in told(english, over, reader=ANN)
    answer, stood, proven, *small = verify_lines(english, over.table, over.rows, True)
    assert "No throw was changed" in answer
    assert "The seal stood at the table" in stood
    assert "the last to mix in a word" in proven
    assert all(line.startswith("-# ") for line in small)
    assert "After them nobody joined, left, chose a team or changed options." in said
    late = [*over.rows[:-1], replace(over.rows[-1], at=120)]
    assert "for everybody to read" in verify_lines(english, over.table, late, True)[1]
    assert "from <t:0:f> until the game began on <t:120:f>" in verify_lines(english, over.table, late, True)[1]
    own = replace(over.table, guild=own_place(over.table.host))
    for table, rows in ((own, late), (over.table, [*over.rows[:-1], replace(over.rows[-1], at=59)])):
        said = verify_lines(english, table, rows, True)[1]
        assert said.startswith(f"- The seal stood at the table until the game began on <t:{rows[-1].at}:f>. "), said
    lobby.join(CAT).do(lobbies.choose_game(lobby.table, ANN, make("yum_plus", {"power": True}), 0)).leave(BOB)
    said = told(english, lobby.over())
    assert f"After them: <@{CAT}> joined, <@{ANN}> changed the options, <@{BOB}> left." in said
    assert f"Mixed in by the players: `{lobby.table.seed.entropy}`" in said
    assert lobby.table.seed.secret.hex() in said


@pytest.mark.parametrize(
    ("language", "counted"), [("en", "game: 105 throws, all"), ("fr", "partie\xa0: 105 lancers, tous")]
)
def test_verify_counts_the_throws_it_computed_and_says_no_bound(language: str, counted: str) -> None:
    lobby = Lobby().join(BOB).over()
    lobby.table = replace(lobby.table, thrown=105)
    assert counted in told(RenderContext(words(language), PLAIN_GLYPHS), lobby)


def test_verify_says_where_nobody_stirred(english: RenderContext) -> None:
    lobby = Lobby().join(BOB).over()
    said, trust = told(english, lobby), "you trust the person who runs me not to have chosen the dice"
    assert f"Nobody mixed in a word, so {trust}" in said
    assert "prove" not in said
    lobby.table = replace(lobby.table, settings=TableSettings(daily=20261121))
    assert "Nobody mixes a word into the dice of a day, so the person who runs me could have" in told(english, lobby)
    assert "prove" not in told(english, lobby)
    assert trust not in told(english, Lobby().join(BOB).stir(BOB).over())
    closed = Lobby()
    assert trust not in told(english, closed.do(lobbies.cancel(closed.table, ANN, False, 0))), "nothing was thrown"
    assert "the last to" not in said
    assert "Mixed in" not in said, "the number of the recipe is no word of anybody's"


def test_verify_speaks_of_words_in_the_dice_of_a_tournament_only_where_there_are_some(english: RenderContext) -> None:
    for lobby, said in (
        (Lobby().join(BOB), "Nobody mixed in a word, so"),
        (Lobby().join(BOB).stir(BOB), "The words that players mixed in are in these dice."),
    ):
        table = replace(lobby.over().table, settings=TableSettings(tournament=1))
        _, proven, *_ = verify_lines(english, table, (), True)  # A round has no lobby.
        assert proven.startswith(f"- {said}")


def test_verify_names_a_way_without_the_bot_where_there_is_one(english: RenderContext) -> None:
    way = "take the **Game file** and the program in `docs/fair-dice.md`"
    assert way in told(english, Lobby().stir(ANN).over())
    closed = Lobby()
    assert way not in told(english, closed.do(lobbies.cancel(closed.table, ANN, False, 0))), "it has no record"


def test_verify_says_in_three_lines_without_digits_what_holds_for_who_noted_nothing(desk: RenderContext) -> None:
    """The message that showed the seal is named where it is there still; digits are for people who compute."""
    lobby = Lobby().join(BOB).over()
    lobby.rows = [replace(row, at=1_000 * step) for step, row in enumerate(lobby.rows, 1)]
    for link in ("", "https://discord.com/channels/1/2/3"):
        answer, stood, _ = verify_lines(desk, lobby.table, lobby.rows, True, link=link)
        assert answer.startswith("✅")
        assert stood.index("<t:1000:f>") < stood.index(f"<t:{1_000 * len(lobby.rows)}:f>"), "a lobby may stand for days"
        assert desk.t("Compare with a seal") in stood
        assert (f"({link})" in stood) == bool(link)
        assert not re.search("[0-9a-f]{8}", answer + stood.replace(link, ""))
    asked = [item.do for row in verify_rows(desk) for item in row if isinstance(item, Button)]
    assert asked == ["seal", "secret", "proof"]


def test_verify_tells_of_no_lobby_where_there_was_none(english: RenderContext) -> None:
    lobby = Lobby().over()
    old = replace(lobby.table, seed=DiceSeed(bytes(32), "join:1"))
    daily = replace(lobby.table, settings=TableSettings(daily=20261121))
    for table, rows in ((old, lobby.rows), (daily, ()), (lobby.table, ())):
        assert "The seal stood" not in "\n".join(verify_lines(english, table, rows, True))
    assert "The seal stood" not in "\n".join(verify_lines(english, lobby.table, lobby.rows, False))


@pytest.mark.parametrize("spaced", ["{}", " {} ", "`", "upper", "groups"])
def test_verify_compares_the_seal_somebody_noted(english: RenderContext, spaced: str) -> None:
    lobby = Lobby().over()
    seal = lobby.table.seed.commitment
    noted = {
        "upper": seal.upper(),
        "groups": "\n".join(re.findall("....", seal)),
        "`": f"`{seal}`",
    }.get(spaced, spaced.format(seal))
    assert "✅ The seal you noted is the seal of these dice." in compared(english, seal, noted)
    assert "❌ The seal you noted is not" in compared(english, seal, seal[:-1] + ("0" if seal[-1] != "0" else "1"))
    assert "✅ The seal of these dice begins with the 16 characters you noted." in compared(english, seal, seal[:16])
    for noted in (seal[:7], seal[1:17], seal + "0"):
        said = compared(english, seal, noted)
        assert f"it has 64 characters (digits and letters a to f), you gave {len(noted)}" in said


def test_verify_of_version_0_1_does_not_claim_that_the_seal_was_shown(english: RenderContext) -> None:
    lobby = Lobby()
    lobby.table = replace(lobby.table, seed=DiceSeed(bytes(32), "join:1"))
    said = told(english, lobby.over())
    assert "of which the table showed the first 16 characters" in said
    assert "mixed in a word" not in said.lower()
    assert "Mixed in: `join:1 start:1`" in said


def test_verify_of_a_closed_lobby_and_of_a_broken_promise(english: RenderContext) -> None:
    lobby = Lobby()
    lobby.do(lobbies.cancel(lobby.table, ANN, False, 0))
    assert "nothing was thrown" in told(english, lobby)
    assert told(english, Lobby().over(), honest=False).startswith("❌")


def test_verify_in_both_languages_and_without_emojis(desk: RenderContext) -> None:
    lobby = Lobby().join(BOB).stir(ANN).join(CAT).leave(CAT).over()
    for daily in (desk, RenderContext(desk.t, WORDS_ONLY)):
        assert in_line(lobby.table.seed.commitment) in told(daily, lobby)
