"""The dice of a lobby: their seal, the people who have stirred them, the button and the form to stir.

People read **Mix in a word**.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from bot.engine import N_, word_hashes
from bot.screens.kit import Button, CopyField, Form, RenderContext, Row, code_block, mention
from bot.screens.kit.patterns import PROOF_BELOW
from bot.tables.model.table import DiceSeed, Occupant, Status, Table
from bot.tables.moves.stirring import LONGEST_WORDS, may_stir, same_seal

_DIGITS = 8
"""Digits of a group, wherever a seal stands."""

_GROUPS = 2
"""In a line: 17 characters, which no phone wraps."""

_PAIRS = 2
"""Pairs of groups in a line of small print: 35 characters."""

_TOGETHER, _APART = "\N{NARROW NO-BREAK SPACE}", "\N{THIN SPACE}"
"""Between groups of small print: a phone of 320 pixels has room for a line, a narrower one breaks its middle."""

_BLOCK = re.compile(r"```\n?(.*?)```", re.DOTALL)

_SHORT = 42
"""A line of so many letters stays one on a phone."""

SEAL_OF_DICE = N_("Seal to check the dice:")

_NAMED = 10
"""People who stirred and left, by name; of further ones the screen shows the number."""


def _lines(seal: str, many: int, between: str = " ") -> list[str]:
    """All digits of a seal in groups, as people read them aloud and compare them; so ``many`` groups a line."""
    parts = [seal[first : first + _DIGITS] for first in range(0, len(seal), _DIGITS)]
    return [between.join(parts[first : first + many]) for first in range(0, len(parts), many)]


def in_line(seal: str) -> str:
    """All digits of a seal in one line, in the same groups as everywhere; their spaces may be left out."""
    return " ".join(_lines(seal, _GROUPS))


def small_print(context: RenderContext, seal: str) -> str:
    """The digits of a seal below their name, in two lines of small print; where those are too long, in four.

    Their spaces may be left out when comparing.
    """
    return "\n".join((context.t(SEAL_OF_DICE), *_small(seal)))


def _small(seal: str) -> list[str]:
    pairs = _lines(seal, _GROUPS, _TOGETHER)
    return [f"-# {_APART.join(pairs[first : first + _PAIRS])}" for first in range(0, len(pairs), _PAIRS)]


def stamp(seal: str) -> str:
    """The digits of a seal in a block that no phone wraps; who compares them may leave their spaces."""
    return code_block(_lines(seal, _GROUPS))


def stamped(message: str) -> str:
    """Return the digits of the seal in the block of a ``message``, without spaces; empty where it has no block."""
    block = _BLOCK.search(message)
    return "" if block is None else "".join(block[1].split())


def with_seal(context: RenderContext, table: Table, lines: Sequence[str]) -> list[str]:
    """Return ``lines`` of a lobby, then its whole seal in small print, whose name ends a short last line.

    It is public: a seal that each is shown apart proves nothing. What it is stands behind **Fair dice** under More. A
    lobby in words is beside a public one, so it says where to find the digits; of a seal that version 0.1 opened, a
    lobby has shown the first ones.
    """
    t, seal = context.t, table.seed.commitment
    if table.seed.recipe == 1:
        begins = t("Fair dice, sealed before the game, shown after it. The seal begins: `{seal}`", seal=seal[:16])
        return [*lines, "", f"-# {begins}"]
    if context.spoken:
        return [*lines, t("The seal of the dice is on the table's message, and to copy under More, Fair dice.")]
    name = t(SEAL_OF_DICE)
    if lines and lines[-1].endswith(".") and len(lines[-1]) + len(name) < _SHORT:
        return [*lines[:-1], f"{lines[-1]} {name}".lstrip(), *_small(seal)]
    return [*lines, name, *_small(seal)]


def proof_buttons(context: RenderContext, ask: str) -> tuple[Button, Button]:
    """The one that asks (``ask``) for a seal that somebody noted, and the one to what fair dice prove."""
    t = context.t
    return Button(ask, t("Compare with a seal")), Button(PROOF_BELOW, t("What fair dice prove"))


def has_words(seed: DiceSeed) -> bool:
    """Whether anybody's words are mixed into these dice."""
    return seed.recipe != 1 and bool(word_hashes(seed.entropy))


def mixed_in_lines(context: RenderContext, seed: DiceSeed) -> list[str]:
    """What is mixed into the secret, for who computes the throws again; none where nobody stirred."""
    if seed.recipe == 1:
        return [context.t("Mixed in: `{entropy}`", entropy=seed.entropy)]
    if not has_words(seed):
        return []
    return [
        context.t("Mixed in by the players: `{entropy}`", entropy=seed.entropy),
        context.t(
            "The first number says how the dice are computed. After it stands a fingerprint of each word: of a short "
            "one, somebody could guess it."
        ),
    ]


def left_lines(context: RenderContext, table: Table) -> list[str]:
    """People who stirred and left."""
    left = [user for user in table.stirred if user not in table.players]
    if not left or not may_stir(table):
        return []
    named = [mention(user) for user in left[:_NAMED]]
    others = [context.t.many("{n} more", "{n} more", len(left) - _NAMED)] if len(left) > _NAMED else []
    return [context.t("Mixed in a word and left: {players}.", players=context.t.listed([*named, *others]))]


def stir_sign(context: RenderContext, stirred: Sequence[int], player: Occupant) -> str:
    """The mark behind a ``player`` who has ``stirred``; of several, whose word came last: the others trust that one."""
    if player not in stirred:
        return ""
    last = len(stirred) > 1 and player == stirred[-1]
    return context.t(" · last word mixed in") if last else context.t(" · word mixed in")


def stir_buttons(context: RenderContext, table: Table, user: int) -> tuple[Button, ...]:
    """The button of a player in a lobby who has not stirred; nothing for dice without words in the mix."""
    if not may_stir(table) or user not in table.players or user in table.stirred:
        return ()
    return (Button("stir", context.t("Mix in a word"), emoji="gobelet"),)


def keep_buttons(context: RenderContext, table: Table) -> tuple[Button, ...]:
    """The button that sends its presser the seal of a lobby; nothing where no words can follow it."""
    if table.status is not Status.LOBBY or not may_stir(table):
        return ()
    return (keep_button(context, "seal keep"),)


def keep_button(context: RenderContext, keep: str) -> Button:
    """The button that sends its presser a seal by asking to ``keep`` it."""
    return Button(keep, context.t("Keep the seal"))


def stop_buttons(context: RenderContext, table: Table) -> Row:
    """The button to stir in a lobby that is about to start by itself; a press stops that start."""
    if table.starts_at is None or not may_stir(table) or set(table.people) <= set(table.stirred):
        return ()
    return (Button("stir", context.t("Mix in a word"), emoji="gobelet"),)


def stirred_line(context: RenderContext) -> str:
    """What has happened, for somebody who has just stirred."""
    return context.t(
        "**Your word is mixed in.** It now helps to decide every throw of this game, for good. Its fingerprint stands "
        "beside the seal in the game file; after the game, **Seal and secret** below **Verify** shows both."
    )


def stir_form(context: RenderContext, table: Table) -> Form:
    """The line to type anything for the dice of a table, and their seal to copy."""
    hint = context.t("So that nobody can choose the dice of this game. Once and for good; not shown to others.")
    keep = context.t("Copy it, or let the button Keep the seal send it to you as a direct message.")
    return form_of_words(context, "stirred", hint, table.seed, keep)


def form_of_words(context: RenderContext, do: str, hint: str, seed: DiceSeed, keep: str = "") -> Form:
    """The line to type anything for the dice of ``seed``, which sending asks to ``do``, and their seal to copy.

    ``keep`` names a shorter way to keep that.
    """
    return Form(
        do,
        context.t("Mix in a word"),
        context.t("Then type a word that nobody would guess"),
        hint,
        context.t("For example three words"),
        LONGEST_WORDS,
        CopyField(
            context.t("Keep this seal first"),
            keep or context.t("The public message shows it too. Later you can tell that it is still the same."),
            in_line(seed.commitment),
        ),
    )


def verdict_line(context: RenderContext, table: Table, honest: bool) -> str:
    """Whether the throws of a table that is over are ``honest``."""
    t = context.t
    if not honest:
        return t("❌ **Do not trust these dice: not all throws of this game come from what was sealed before it.**")
    if table.state is None:
        return t("This table was closed before its game began: nothing was thrown.")
    if not table.thrown:
        return t("Nothing was thrown in this game.")
    if has_words(table.seed):
        return t.many(
            "✅ **The only throw of this game comes from the secret sealed before it, and the words mixed in.**",
            "✅ **All {n} throws of this game come from the secret sealed before the first throw, and the words mixed "
            "in.**",
            table.thrown,
        )
    return t.many(
        "✅ **The only throw of this game comes from the secret sealed before it.**",
        "✅ **All {n} throws of this game come from the secret sealed before the first throw.**",
        table.thrown,
    )


def acts_on_doubt(context: RenderContext) -> list[str]:
    """What to do where throws do not follow from what was sealed."""
    t = context.t
    return [t("Keep the **Game file**: it proves this."), t("Ask the person who runs me.")]


# -- The seal that somebody keeps: a direct message, which its sender can delete but not change unseen ----------------


def no_word(context: RenderContext) -> str:
    """Return what dice leave to trust into which nobody mixed a word."""
    return context.t("Nobody mixed in a word, so you trust the person who runs me not to have chosen the dice.")


def no_word_of_a_day(context: RenderContext) -> str:
    """Return what the dice of a day leave to trust."""
    return context.t(
        "Nobody mixes a word into the dice of a day: the person who runs me could have chosen them when the day was "
        "first opened."
    )


def last_word(context: RenderContext, player: str, *, own: bool) -> str:
    """Return what mixed dice prove to their reader: the last word was the reader's ``own``, or that of ``player``.

    Without one nobody knows whose it was.
    """
    t = context.t
    if own:
        return t(
            "The last word was yours. Nobody chose these dice, if you had noted the seal before and nobody could guess "
            "the word."
        )
    if not player:
        return t(
            "Was the last word yours? Then nobody chose these dice, if you had noted the seal before and nobody could "
            "guess the word."
        )
    return t(
        "{player} was the last to mix in a word, and can know that nobody chose the dice; you have to trust them.",
        player=player,
    )


class SealOffer(NamedTuple):
    """A seal that somebody may keep: the direct message, and what they read of it."""

    seal: str
    named: str
    """Whose it is: the first line of the message."""
    told: tuple[str, ...]
    """What stands below the digits."""
    check: str
    """What its button asks for."""
    then: str
    """What to do once it has come, or what it does not prove; may be empty."""
    rows: tuple[Row, ...]
    """The buttons that do it."""

    @property
    def message(self) -> str:
        """The direct message."""
        return "\n".join((self.named, stamp(self.seal), *self.told))

    def below(self, context: RenderContext) -> tuple[Row, ...]:
        """The button below it."""
        return ((Button(self.check, context.t("Verify this seal")),),)

    def sent_lines(self, context: RenderContext, link: str) -> list[str]:
        """What to say to its receiver: ``link`` is the address of that message."""
        t = context.t
        came = t(
            "✅ **The seal is in [your direct messages]({link}), with a button to check it after the game.**", link=link
        )
        return [came, *filter(None, [self.then])]

    def unsent_lines(self, context: RenderContext, *, closed: bool) -> list[str]:
        """What to say where no message arrived, as somebody's direct messages are ``closed`` or Discord took none."""
        t = context.t
        why = (
            t("Discord lets me send you no direct message. Copy the seal, and keep it yourself:")
            if closed
            else t("Discord took no message from me just now. Press **Keep the seal** again, or copy it:")
        )
        return [why, stamp(self.seal)]


def after_keeping(context: RenderContext, *, mixes: bool, mixed: bool, words: bool = True) -> str:
    """What to do with a kept seal: whether its receiver ``mixes`` a word into the dice now, or has ``mixed`` one.

    Without ``words``, nobody mixes in any more.
    """
    t = context.t
    if mixes:
        return t("Now mix in a word that nobody would guess, best as the last one.")
    if mixed:
        return t("Your word came before it: next time, keep the seal first.")
    return "" if words else t("Nobody mixes in a word any more: from now on it shows only that the dice stay the same.")


class KeptSeal(NamedTuple):
    """A kept message, as Discord has it when somebody presses its button."""

    message: str
    at: int
    """Unix seconds: when it was sent."""
    edited: bool

    def compared(self, context: RenderContext, seal: str, verdict: Sequence[str], told: Sequence[str]) -> list[str]:
        """What its button says: whether ``seal`` is the same, then what was ``told`` of the throws.

        The ``verdict`` on these comes first. The digits stand below, for eyes that trust nobody.
        """
        t = context.t
        if self.edited or not same_seal(stamped(self.message), seal):
            why = (
                t("❌ **Discord marks this message as changed since it came: trust neither it nor these dice.**")
                if self.edited
                else t("❌ **The seal in this message is not the seal of these dice! Do not trust them.**")
            )
            return [why, t("The seal of these dice now:"), stamp(seal), t("Take a screenshot of both.")]
        same = t(
            "✅ **The seal in this message, of {when}, is the seal of these dice.** Compare it yourself:",
            when=f"<t:{self.at}:f>",
        )
        return [*verdict, same, stamp(seal), *(f"- {line}" for line in told)]
