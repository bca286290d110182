"""The source of a table's dice after its end: what **Verify** says, the numbers, and the seal that somebody noted."""

from collections.abc import Mapping, Sequence

from bot.engine import N_
from bot.games import CATALOGUE
from bot.screens.kit import Button, Form, RenderContext, Row, Screen, mention
from bot.screens.kit.patterns import CHECK_SEAL, WORKS_BELOW
from bot.screens.kit.seal import (
    KeptSeal,
    SealOffer,
    acts_on_doubt,
    after_keeping,
    has_words,
    in_line,
    keep_buttons,
    last_word,
    mixed_in_lines,
    no_word,
    no_word_of_a_day,
    proof_buttons,
    stamp,
    stir_buttons,
    verdict_line,
)
from bot.tables.model.store import LobbyRow
from bot.tables.model.table import Table
from bot.tables.moves.stirring import DIGITS, after_last, same_seal, seal_digits, stirs, word_of

_SHOWN_BY_RECIPE_1 = 16
"""Digits of the seal that the lobbies of version 0.1 have shown."""


def fair_dice_screen(context: RenderContext, table: Table, explained: str, user: int = 0) -> Screen:
    """What the seal of a lobby is (``explained``), its digits in a block that no phone wraps, what ``user`` can do."""
    return Screen(
        title=context.t("Fair dice"),
        body=f"{explained}\n{stamp(table.seed.commitment)}",
        footer=context.t("Table {code}", code=table.code),
        rows=(
            (
                *keep_buttons(context, table),
                *stir_buttons(context, table, user),
                Button(WORKS_BELOW, context.t("How it works")),
            ),
        ),
    )


_TELLING = 8
"""So many first digits of a seal are worth comparing; fewer would fit many others."""

_LONGEST_SEAL = 200
"""The most characters somebody may type for a seal: its digits, and all spaces between them."""


def verify_lines(
    context: RenderContext, table: Table, rows: Sequence[LobbyRow], honest: bool, reader: int = 0
) -> list[str]:
    """What **Verify** says to ``reader`` of a table whose throws are ``honest`` or not.

    The verdict comes first, then in short lines what it means and what one can do; everything else is behind **Seal
    and secret**.
    """
    lines = _acts(context, table, rows, reader) if honest else acts_on_doubt(context)
    told = lines if table.thrown or not honest else []
    return [verdict_line(context, table, honest), *(f"- {line}" for line in told)]


def verify_rows(context: RenderContext) -> tuple[Row, ...]:
    """The buttons below it."""
    compare, proof = proof_buttons(context, "seal")
    return ((compare, Button("secret", context.t("Seal and secret")), proof),)


# -- The seal of a lobby that somebody keeps -------------------------------------------------------------------------


def table_seal(context: RenderContext, table: Table, user: int, link: str) -> SealOffer:
    """The seal of a lobby for ``user`` to keep; ``link`` is the address of the table."""
    t, stirs = context.t, stir_buttons(context, table, user)
    named = t(
        "**The seal of the dice: {game}, table [{code}]({link})**",
        code=table.code,
        link=link,
        game=_game(context, table),
    )
    told = (
        t("The table shows the same. Discord tells when this message came, and marks it if anybody changes it."),
        t("Now mix in a word at the table. After the game, press **Verify this seal**."),
    )
    then = after_keeping(context, mixes=bool(stirs), mixed=user in table.stirred)
    return SealOffer(table.seed.commitment, named, told, CHECK_SEAL, then, (stirs,) if stirs else ())


def kept_lines(
    context: RenderContext, table: Table, rows: Sequence[LobbyRow], honest: bool | None, reader: int, kept: KeptSeal
) -> list[str]:
    """What the button below a ``kept`` seal says to ``reader`` of a table.

    ``honest``: whether the throws come from it; None while the table is live.
    """
    if honest is None:
        told = [context.t("After the game, the button also throws all dice again.")]
    elif not honest:
        told = acts_on_doubt(context)
    else:
        told = _proven(context, table, rows, reader, kept) if table.thrown else []
    verdict = [] if honest is None else [verdict_line(context, table, honest)]
    return kept.compared(context, table.seed.commitment, verdict, told)


def number_lines(context: RenderContext, table: Table, rows: Sequence[LobbyRow] = (), link: str = "") -> list[str]:
    """The seal, the secret and the mix of a table that is over, for people who compute its throws themselves.

    Before them stands where the seal was, who mixed in a word and what came after. ``link`` is the address of the
    message that showed the seal, if it is there still.
    """
    return [
        *_stood(context, table, rows, link),
        *_stirred(context, table, rows),
        *_without_the_bot(context, table),
        _seal(context, table),
        context.t("Secret: `{secret}`", secret=table.seed.secret.hex()),
        *mixed_in_lines(context, table.seed),
    ]


def number_rows(context: RenderContext) -> tuple[Row, ...]:
    """The button below them."""
    return ((Button("seal", context.t("Compare with a seal")),),)


_MINUTE = 60
"""Seconds: times that people read tell no shorter ones apart."""


def _stood(context: RenderContext, table: Table, rows: Sequence[LobbyRow], link: str) -> list[str]:
    """When and where the lobby of a game showed the seal."""
    t = context.t
    if table.state is None or table.seed.recipe == 1 or table.mode.duplicate or not rows:
        return []
    when = {"opened": f"<t:{rows[0].at}:f>", "begun": f"<t:{rows[-1].at}:f>"}
    if table.is_own or rows[0].at // _MINUTE == rows[-1].at // _MINUTE:  # Nobody else was there, or for a moment.
        return [t("The seal stood at the table until the game began on {begun}.", begun=when["begun"])]
    if link:
        stood = t(
            "The seal stood in [this message]({link}) from {opened} until the game began on {begun}, for everybody to "
            "read.",
            link=link,
            **when,
        )
    else:
        stood = t(
            "The seal stood at the table from {opened} until the game began on {begun}, for everybody to read.", **when
        )
    return [stood]


def noted_seal_form(context: RenderContext, do: str) -> Form:
    """The line for a seal that somebody noted, which sending asks to ``do``."""
    t = context.t
    return Form(
        do,
        t("Compare with a seal"),
        t("The seal as you noted it"),
        t("From the message before the game, or from Mix in a word. Spaces and capitals do not matter."),
        t("For example {example}", example="3f9a01c2 …"),
        _LONGEST_SEAL,
    )


def _game(context: RenderContext, table: Table) -> str:
    return context.t(CATALOGUE[table.game.key].label)


def compared(context: RenderContext, seal: str, noted: str) -> str:
    """Whether what somebody ``noted`` is the ``seal`` of these dice."""
    if same_seal(noted, seal):
        return context.t("✅ The seal you noted is the seal of these dice.")
    given = len(seal_digits(noted))
    if given >= _TELLING and seal.startswith(seal_digits(noted)):
        return context.t(
            "✅ The seal of these dice begins with the {given} characters you noted. Whole, it has {n}.",
            n=DIGITS,
            given=given,
        )
    if given != DIGITS:
        return context.t(
            "❌ That is not the seal of these dice: it has {n} characters (digits and letters a to f), you gave "
            "{given}.",
            n=DIGITS,
            given=given,
        )
    return context.t(
        "❌ The seal you noted is not the seal of these dice! Check the game and your note; if both are right, do "
        "not trust these dice."
    )


def _seal(context: RenderContext, table: Table) -> str:
    t, seal = context.t, in_line(table.seed.commitment)
    if table.mode.duplicate:
        return t("Seal: `{seal}`", seal=seal)
    if table.seed.recipe == 1:
        return t(
            "Seal, of which the table showed the first {digits} before the game: `{seal}`",
            digits=t.many("{n} character", "{n} characters", _SHOWN_BY_RECIPE_1),
            seal=seal,
        )
    return t("Seal, shown whole before the game: `{seal}`", seal=seal)


def _acts(context: RenderContext, table: Table, rows: Sequence[LobbyRow], reader: int) -> list[str]:
    """What honest throws tell ``reader``, or why they do not tell that nobody chose the dice; then what they can do."""
    t = context.t
    if table.seed.recipe == 1 or table.mode.duplicate:
        compare = t("Did you note the seal? **Compare with a seal** tells whether it is still the same.")
    else:
        compare = t(
            "**Verify this seal**, in your direct messages, compares one that you kept; **Compare with a seal**, one "
            "that you noted."
        )
    if table.seed.recipe == 1:
        return [compare]
    return [*_proven(context, table, rows, reader), compare]


def _proven(
    context: RenderContext, table: Table, rows: Sequence[LobbyRow], reader: int, kept: KeptSeal | None = None
) -> list[str]:
    """What honest throws tell ``reader``, perhaps by a seal that was ``kept``, and what may have changed since."""
    later = bool(stirs(rows) and after_last(rows))
    changed = context.t(
        "After the last word people or options changed, and perhaps the seats: **Seal and secret** says how."
    )
    return [*_means(context, table, rows, reader, kept), *[changed] * later]


def _means(
    context: RenderContext, table: Table, rows: Sequence[LobbyRow], reader: int, kept: KeptSeal | None = None
) -> list[str]:
    """Whether anybody can have chosen the dice, as far as ``reader`` can know; and how to know it next time."""
    t, given, tournament = context.t, stirs(rows), table.settings.tournament is not None
    if tournament and has_words(table.seed):
        return [last_word(context, "", own=False)]
    if table.mode.duplicate and not tournament:
        return [no_word_of_a_day(context)]
    if not given:
        again = t("Next time, keep the seal, then be the last to mix in a word that nobody would guess.")
        return [no_word(context), again]
    last = given[-1]
    if kept is not None and last.at < kept.at:
        return [t("You kept the seal after the last word, so it does not prove that nobody chose the dice.")]
    if kept is not None and last.user == reader:
        return [t("After it came your word, the last one. Nobody chose these dice, if nobody could guess the word.")]
    return [last_word(context, mention(last.user), own=last.user == reader)]


def _stirred(context: RenderContext, table: Table, rows: Sequence[LobbyRow]) -> list[str]:
    """The people who stirred, and what came after; nothing where nobody did."""
    t, given = context.t, stirs(rows)
    if table.seed.recipe == 1 or not given:
        return []
    lines = [t("Mixed in a word, in this order: {players}.", players=t.listed([mention(row.user) for row in given]))]
    later = [t(_DONE[word_of(row)], player=mention(row.user)) for row in after_last(rows)]
    if not later:
        return [*lines, t("After them nobody joined, left, chose a team or changed options.")]
    events = ", ".join(later)
    return [*lines, t("After them: {events}. That may have changed the seats and their order.", events=events)]


def _without_the_bot(context: RenderContext, table: Table) -> list[str]:
    """The way to check the throws without trusting the bot; empty where there is no record of throws."""
    if table.state is None or table.seed.recipe == 1:
        return []
    return [
        context.t(
            "To check it without me, take the **Game file** and the program in {page}, part of my source code.",
            page="`docs/fair-dice.md`",
        )
    ]


_DONE: Mapping[str, str] = {
    "join": N_("{player} joined"),
    "leave": N_("{player} left"),
    "side": N_("{player} chose a team"),
    "options": N_("{player} changed the options"),
    "clock": N_("{player} changed the reminders"),
    "add": N_("{player} added a computer"),
    "remove": N_("{player} removed a computer"),
}
