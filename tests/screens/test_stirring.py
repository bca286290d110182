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
        self.do(playing.end(self.table, self.table.host, False, 0))
        self.table = replace(self.table, thrown=63)
        return self


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


def test_the_lobby_shows_all_digits_of_the_seal_last_in_two_lines_that_no_phone_wraps_badly(
    desk: RenderContext,
) -> None:
    """A phone of 320 pixels shows 32 digits of small print; one that shows fewer breaks the middle."""
    table = Lobby().join(BOB).table
    name = {"en": "Seal to check the dice:", "fr": "Sceau des dés\N{NO-BREAK SPACE}:"}[desk.t.language]
    half = "[0-9a-f]{8}\N{NARROW NO-BREAK SPACE}[0-9a-f]{8}"
    for context in (desk, replace(desk, glyphs=WORDS_ONLY)):
        before, *shown = lobby_screen(context, table).body.splitlines()[-3:]
        assert before.endswith(f". {name}"), "behind the rules, so the name takes no line of its own"
        assert [re.fullmatch(f"-# {half}\N{THIN SPACE}{half}", line) is not None for line in shown] == [True] * 2
    ruled = replace(table, game=make("yum_plus", {"low_first": True}))
    assert lobby_screen(desk, ruled).body.splitlines()[-3] == name
    assert "".join("".join(shown).replace("-#", "").split()) == table.seed.commitment
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
    copied = form["components"][0]["component"]["value"]
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


def test_the_lobby_shows_whose_word_came_last(desk: RenderContext) -> None:
    lobby = Lobby().join(BOB).stir(BOB).stir(ANN)
    for last, mark in ((ANN, " · last word mixed in"), (BOB, " · word mixed in")):
        assert re.search(rf"<@{last}>.*{re.escape(desk.t(mark))}$", lobby_screen(desk, lobby.table).body, re.M)


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


def test_the_form_holds_the_seal_to_copy_first_and_then_takes_a_word_of_64_characters(desk: RenderContext) -> None:
    table = Lobby().table
    form = form_json(stir_form(desk, table), table.code, table.step)
    assert form_problems(form) == []
    offered = [item.label for item in stir_buttons(desk, table, ANN) if isinstance(item, Button)]
    assert offered == [form["title"]]
    first, then = (part["label"] for part in form["components"])
    assert re.search(r"\b(seal|sceau)\b", first)
    assert re.search(r"\b(word|mot)\b", then)
    copied, line = (part["component"] for part in form["components"])
    assert (line["min_length"], line["max_length"], line["required"], "value" in line) == (1, 64, True, False)
    assert "".join(copied["value"].split()) == table.seed.commitment
    assert not copied["required"]
    assert len(copied["value"]) <= copied["max_length"]


# -- Verify ------------------------------------------------------------------------------------------------------


def told(context: RenderContext, lobby: Lobby, *, honest: bool = True, reader: int = 0) -> str:
    """All of Verify, and the numbers behind its button."""
    answer = verify_lines(context, lobby.table, lobby.rows, honest, reader)
    return "\n".join((*answer, *number_lines(context, lobby.table, lobby.rows)))


def test_verify_names_who_gave_the_last_words_and_what_came_after(english: RenderContext) -> None:
    lobby = Lobby().join(BOB).stir(BOB).stir(ANN)
    over = Lobby().join(BOB).stir(BOB).stir(ANN).over()
    said = told(english, over)
    assert f"<@{BOB}> and <@{ANN}>." in said
    assert f"<@{ANN}> was the last to mix in a word, and can know that nobody chose the dice" in said
    assert "- The last word was yours. Nobody chose these dice, if you had noted the seal" in told(
        english, over, reader=ANN
    )
    assert "After them nobody joined, left, chose a team or changed options." in said
    late = [*over.rows[:-1], replace(over.rows[-1], at=120)]
    stood = number_lines(english, over.table, late)[0]
    assert stood.endswith("from <t:0:f> until the game began on <t:120:f>, for everybody to read.")
    own = replace(over.table, guild=own_place(over.table.host))
    for table, rows in ((own, late), (over.table, [*over.rows[:-1], replace(over.rows[-1], at=59)])):
        said = number_lines(english, table, rows)[0]
        assert said == f"The seal stood at the table until the game began on <t:{rows[-1].at}:f>."
    lobby.join(CAT).do(lobbies.choose_game(lobby.table, ANN, make("yum_plus", {"power": True}), 0)).leave(BOB)
    said = told(english, lobby.over())
    assert f"After them: <@{CAT}> joined, <@{ANN}> changed the options, <@{BOB}> left." in said
    assert f"Mixed in by the players: `{lobby.table.seed.entropy}`" in said
    assert "- After the last word people or options changed, and perhaps the seats" in said
    assert "- After the last word" not in told(english, over)
    assert lobby.table.seed.secret.hex() in said


@pytest.mark.parametrize(
    ("language", "every", "one", "words_too"),
    [
        (
            "en",
            "All 105 throws of this game come from the secret sealed before the first throw.",
            "The only throw of this game comes from the secret sealed before it.",
            ", and the words mixed in.",
        ),
        (
            "fr",
            "Les 105 lancers de cette partie viennent tous du secret scellé avant le premier.",
            "Le seul lancer de cette partie vient du secret scellé avant.",
            ", et des mots mêlés.",
        ),
    ],
)
def test_verify_begins_with_what_every_throw_comes_from(language: str, every: str, one: str, words_too: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    for lobby, ends in ((Lobby().join(BOB), "."), (Lobby().join(BOB).stir(BOB), words_too)):
        lobby.over()
        for thrown, sentence in ((105, every), (1, one)):
            table = replace(lobby.table, thrown=thrown)
            assert verify_lines(context, table, lobby.rows, True)[0] == f"✅ **{sentence[:-1]}{ends}**"
        assert len(verify_lines(context, replace(lobby.table, thrown=0), lobby.rows, True)) == 1, "nothing to check"


def test_verify_says_where_nobody_stirred(english: RenderContext) -> None:
    lobby = Lobby().join(BOB).over()
    said, trust = told(english, lobby), "you trust the person who runs me not to have chosen the dice"
    assert f"Nobody mixed in a word, so {trust}" in said
    assert "Next time, keep the seal, then be the last to mix in a word" in said
    assert "prove" not in said
    lobby.table = replace(lobby.table, settings=TableSettings(daily=20261121))
    assert "Nobody mixes a word into the dice of a day: the person who runs me could have" in told(english, lobby)
    assert "prove" not in told(english, lobby)
    assert trust not in told(english, Lobby().join(BOB).stir(BOB).over())
    closed = Lobby()
    assert trust not in told(english, closed.do(lobbies.cancel(closed.table, ANN, False, 0))), "nothing was thrown"
    assert "was the last to" not in said
    assert "Mixed in" not in said, "the number of the recipe is no word of anybody's"


def test_verify_speaks_of_words_in_the_dice_of_a_tournament_only_where_there_are_some(english: RenderContext) -> None:
    for lobby, said in (
        (Lobby().join(BOB), "Nobody mixed in a word, so"),
        (Lobby().join(BOB).stir(BOB), "Was the last word yours? Then nobody chose these dice, if"),
    ):
        table = replace(lobby.over().table, settings=TableSettings(tournament=1))
        _, proven, *_ = verify_lines(english, table, (), True)  # A round has no lobby.
        assert proven.startswith(f"- {said}")


def test_verify_names_a_way_without_the_bot_where_there_is_one(english: RenderContext) -> None:
    way = "take the **Game file** and the program in `docs/fair-dice.md`"
    assert way in told(english, Lobby().stir(ANN).over())
    closed = Lobby()
    assert way not in told(english, closed.do(lobbies.cancel(closed.table, ANN, False, 0))), "it has no record"


def test_verify_says_in_a_few_short_lines_what_one_can_do_and_has_all_else_behind_a_button(desk: RenderContext) -> None:
    """Digits, times and who came when are for people who compute."""
    changed = Lobby().join(BOB).stir(ANN).join(CAT)
    for lobby in (Lobby().join(BOB), Lobby().join(BOB).stir(BOB), changed):
        answer, *lines = verify_lines(desk, lobby.over().table, lobby.rows, True, BOB)
        assert answer.startswith("✅")
        assert 2 <= len(lines) <= 4
        for line in lines:
            assert line.startswith("- ")
            assert len(line) <= 160, "three lines of a phone"
            assert not re.search(r"(?<![@0-9])[0-9a-f]{8}|<t:", line)
        assert desk.t("Compare with a seal") in lines[-1]
    asked = [item.do for row in verify_rows(desk) for item in row if isinstance(item, Button)]
    assert asked == ["seal", "secret", "proof"]


def test_the_numbers_tell_when_and_where_the_seal_stood(desk: RenderContext) -> None:
    """The message that showed it is named where it is there still."""
    lobby = Lobby().join(BOB).over()
    lobby.rows = [replace(row, at=1_000 * step) for step, row in enumerate(lobby.rows, 1)]
    for link in ("", "https://discord.com/channels/1/2/3"):
        stood = number_lines(desk, lobby.table, lobby.rows, link)[0]
        assert stood.index("<t:1000:f>") < stood.index(f"<t:{1_000 * len(lobby.rows)}:f>"), "a lobby may stand for days"
        assert (f"({link})" in stood) == bool(link)


def test_the_numbers_tell_of_no_lobby_where_there_was_none(english: RenderContext) -> None:
    lobby = Lobby().over()
    old = replace(lobby.table, seed=DiceSeed(bytes(32), "join:1"))
    daily = replace(lobby.table, settings=TableSettings(daily=20261121))
    closed = Lobby()
    closed.do(lobbies.cancel(closed.table, ANN, False, 0))
    for table, rows in ((old, lobby.rows), (daily, ()), (lobby.table, ()), (closed.table, closed.rows)):
        assert "The seal stood" not in "\n".join(number_lines(english, table, rows))


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
    broken = Lobby().over()
    verdict, *lines = verify_lines(english, broken.table, broken.rows, False)
    assert verdict.startswith("❌ **Do not trust these dice")
    assert lines == ["- Keep the **Game file**: it proves this.", "- Ask the person who runs me."]


def test_verify_in_both_languages_and_without_emojis(desk: RenderContext) -> None:
    lobby = Lobby().join(BOB).stir(ANN).join(CAT).leave(CAT).over()
    for daily in (desk, RenderContext(desk.t, WORDS_ONLY)):
        assert in_line(lobby.table.seed.commitment) in told(daily, lobby)
