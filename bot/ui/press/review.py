"""Reviews and replays of finished games: private first, posted by Share."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.engine import IllegalAction
from bot.pictures import curve_alt
from bot.screens.kit import Curve, RenderContext, Screen
from bot.screens.kit.patterns import OPEN_CHAMPION, REPLAY_CHAMPION, REPLAY_STEP
from bot.screens.kit.values import without_names
from bot.screens.review import (
    costliest,
    first_screen,
    late_screen,
    may_tell,
    meaning_screen,
    refused_screen,
    review_curve,
    review_screen,
    shared_screen,
    shown_seat,
    working_screen,
)
from bot.screens.table.replay import (
    BACK,
    FIRST,
    LAST,
    MISTAKE_ON,
    ON,
    READ,
    TURN_BACK,
    TURN_ON,
    choosing_screen,
    replay_screen,
)
from bot.tables.model import errors
from bot.tables.model.choices import GuildChoices
from bot.tables.model.store import StoreError
from bot.tables.model.table import Table, code
from bot.tables.records.reviews import Judged, ReviewedGame
from bot.tables.storage.journal import Replay, ReplayPosition, check_over
from bot.thinker.answers import Mistake, Why
from bot.ui.discord.adapter import Rendered, render
from bot.ui.discord.errors import sentence
from bot.ui.discord.permissions import check_on, check_place, lacks_permissions
from bot.ui.discord.pictures import Picture, PicturedMessage, kept_frames, within_seconds
from bot.ui.discord.reply import Interaction, Sendable, is_guest
from bot.ui.press.reading import spoken_context
from bot.ui.press.reasons import LatestPresses, Reasons, reasons_at_once
from bot.ui.press.router import TablePress
from bot.ui.press.waiting import TooLong, in_time

_NOBODY = 0
"""In place of a reader, on what everybody sees."""

# -- Posting in a channel what a person has seen in private ----------------------------------------------------------


async def may_share(interaction: Interaction, choices: GuildChoices) -> bool:
    """Return whether the bot may post here for the person who pressed; where it lacks permissions, it says so.

    Raises NotHere in a channel that the server has not chosen for games, SwitchedOff, and MayNotWriteHere for a person
    not allowed to write; where the bot is a guest, what :func:`check_public` raises.
    """
    check_place(interaction, choices)
    check_on(interaction, choices, "sharing")
    if await lacks_permissions(interaction):
        return False
    if is_guest(interaction):
        return True
    in_thread = isinstance(interaction.channel, discord.Thread)
    may = interaction.permissions
    if not (may.send_messages_in_threads if in_thread else may.send_messages):
        raise errors.MayNotWriteHere
    return True


async def post_shared(interaction: Interaction, shared: Mapping[str, Any], unshared: Mapping[str, Any]) -> None:
    """Post ``shared`` after an answer that says so already.

    Where that fails, the answer becomes ``unshared`` again, and this raises HTTPException.
    """
    try:
        await interaction.followup.send(**shared)
    except discord.HTTPException:
        await interaction.edit_original_response(**unshared)
        raise


# -- Stepping through a finished game: what **Replay** and the buttons of its private message do --------------------
# The message carries everything, so it works after a restart, and storage holds nothing.

log = logging.getLogger(__name__)

_presses = LatestPresses()
"""Those in replays: a reason that comes late changes nothing that has followed in its message."""


async def open_replay(press: TablePress) -> None:
    """Show the beginning of the game beside the pressed message; after a simultaneous game, ask whose sheet.

    Raises what :meth:`History.replay` raises.
    """
    table = await press.table()
    public = await _public(press, table)
    if public is None:
        await _begin(press, table, replace=False)
        return
    check_over(public)
    screen = without_names(press.context, choosing_screen(press.context, public), await press.unnamed(public))
    await press.whisper(screen, public, replace=False)


async def show_sheet(press: TablePress, seat: int) -> None:
    """Show the beginning of a simultaneous game on the sheet of one player."""
    public = await _public(press, await press.table())
    if public is None or seat >= len(public.players):
        raise IllegalAction(f"no sheet {seat}")
    own = (await press.tables.own_tables(public)).get(public.players[seat])
    if own is None:
        raise errors.OtherRules
    await _begin(press, own, replace=True)


async def step_to(press: TablePress, number: int, word: str) -> None:
    """Go from position ``number`` to where ``word`` leads."""
    await press.table()
    over, replayed = await press.tables.history.replay(press.id, press.user)
    public, judged = await _around(press, over)
    to = number if word == READ else _target(replayed, judged, number, word)
    aloud = spoken_context(press) if word == READ else press.context
    await _whisper(press, over, replayed.at(over, to), public, judged, replace=True, context=aloud)


async def step_in_champions(press: TablePress, number: int, word: str) -> None:
    """Go the same way in the champion's game, which threw the dice of this table, or open it beside the board.

    Raises GobeletPlaysLater where it has not played them yet.
    """
    await press.table()
    over, _ = await press.tables.history.replay(press.id, press.user)
    played, opens = await press.presenter.renderer.champion_of(over), word == OPEN_CHAMPION
    if played is None:
        raise errors.GobeletPlaysLater
    own, replayed = await press.tables.history.champion_replay(over, played.actions)
    to = number if opens or word == READ else _target(replayed, None, number, word)
    drawn = spoken_context(press) if word == READ else press.context
    names, position = press.presenter.renderer.names_of(own), replayed.at(own, to)

    def draw(pictured: bool) -> Screen:
        return replay_screen(drawn, position, names=names, champion=REPLAY_STEP, pictured=pictured)

    _reasons(press).pressed(press.interaction)
    await press.send(await _replayed(press, over, drawn, draw, names, replace=not opens), replace=not opens)


async def _public(press: TablePress, table: Table) -> Table | None:
    """Return the public table, if each player had one of their own."""
    if table.parent is not None:
        return await press.tables.get(table.parent)
    return table if table.has_own_tables else None


async def _begin(press: TablePress, table: Table, *, replace: bool) -> None:
    over, replayed = await press.tables.history.replay(table.id, press.user)
    await show_position(press, over, replayed, 0, replace=replace)


async def show_position(press: TablePress, over: Table, replayed: Replay, number: int, *, replace: bool) -> None:
    """Show a position of the replay of the table ``over``; ``replace`` as in :meth:`TablePress.whisper`."""
    public, judged = await _around(press, over)
    await _whisper(press, over, replayed.at(over, number), public, judged, replace=replace)


async def _whisper(
    press: TablePress,
    over: Table,
    position: ReplayPosition,
    public: Table | None,
    judged: Judged | None,
    *,
    replace: bool,
    context: RenderContext | None = None,
) -> None:
    drawn = context or press.context
    renderer = press.presenter.renderer
    champion = REPLAY_CHAMPION if over.mode.duplicate and await renderer.champion_of(over) is not None else None
    unnamed = await press.unnamed(public or over)
    names = renderer.names_of(over, unnamed)

    async def message(why: Why | None) -> Sendable:
        told = judged and judged.explained(position.number, why)

        def draw(pictured: bool) -> Screen:
            screen = replay_screen(drawn, position, public, names, told, champion, pictured=pictured)
            return without_names(drawn, screen, unnamed)

        return await _replayed(press, over, drawn, draw, names, replace=replace)

    mistake, reasons = None if judged is None else judged.unexplained(position.number), _reasons(press)
    if mistake is None:
        reasons.pressed(press.interaction)
        await press.send(await message(None), replace=replace)
        return
    await reasons.show(press.interaction, _why(press, position, mistake), message, replace=replace)


async def _why(press: TablePress, position: ReplayPosition, mistake: Mistake) -> Why | None:
    """Return why what came next was a ``mistake``, by what has judged it; None where nobody can say."""
    at, done = position.table, position.following
    if done is None:
        return None
    return await press.tables.thinker.explain(at.game, at.state, mistake.best, done.do, len(at.players))


def _reasons(press: TablePress) -> Reasons:
    return Reasons(press.presenter.run_later, _presses)


async def _replayed(
    press: TablePress,
    over: Table,
    context: RenderContext,
    draw: Callable[[bool], Screen],
    names: Sequence[str],
    *,
    replace: bool,
) -> Sendable:
    """Return what ``draw`` does for True with its picture of these ``names``; without one, what it does for False."""

    async def rendered(pictured: bool) -> Rendered:
        return render(draw(pictured), context.glyphs, over.code, over.step)

    pressed = press.interaction.message if replace else None
    return await press.presenter.renderer.with_picture(over, context.t, rendered, pressed, names)


async def _around(press: TablePress, over: Table) -> tuple[Table | None, Judged | None]:
    """Return the public table as :func:`_public` does, and what a stored review says; a replay goes on without it."""
    public = await _public(press, over)
    try:
        return public, await press.services.reviews.judged(over, public, press.user)
    except StoreError as error:
        log.warning("table %s: its review cannot be read: %s", over.code, error)
        return public, None


def _target(replayed: Replay, judged: Judged | None, number: int, word: str) -> int:
    """Return the position that ``word`` leads to from position ``number``. Raises IllegalAction."""
    if word == MISTAKE_ON:
        return (None if judged is None else judged.after(number)) or len(replayed.entries)
    targets = {
        FIRST: 0,
        BACK: number - 1,
        ON: number + 1,
        LAST: len(replayed.entries),
        TURN_BACK: replayed.turn_before(number),
        TURN_ON: replayed.turn_after(number),
    }
    if word not in targets:
        raise IllegalAction(word)
    return targets[word]


# -- Reviews of finished games: private first, posted by Share -------------------------------------------------------
# Where a review takes longer than a press may, the message says so, and changes through the webhook of that press. So
# does a review whose picture takes longer: its words are there before.


_AT_ONCE_SECONDS = 0.6
"""Seconds that the press waits for a review before it says that one is being made, and then for its picture."""
_PICTURE_SECONDS = 30.0
"""Seconds that a later picture may take."""

_Message = Rendered | PicturedMessage


async def open_review(press: TablePress) -> None:
    """Show the review beside the pressed message. Raises what :meth:`GameReviews.of` raises."""
    table = await press.table()
    _end_waiting(press)
    asking = asyncio.ensure_future(press.services.reviews.of(press.id, press.user))
    asking.add_done_callback(lambda done: done.cancelled() or done.exception())  # At the end nobody may wait any more.
    await asyncio.wait((asking,), timeout=_AT_ONCE_SECONDS)
    if asking.done():
        game = await asking
        await _show(press, game, shown_seat(game, press.user), press.send)
    else:
        await press.whisper(working_screen(press.context, press.tables.now()), table, replace=False)
        press.presenter.run_later(_show_later(press, asking), "show a review")


async def _show_later(press: TablePress, asking: asyncio.Future[ReviewedGame]) -> None:
    try:
        game = await in_time(asking)
        await _show(press, game, shown_seat(game, press.user), lambda message: _edit(press, message))
    except TooLong:
        await _edit(press, render(late_screen(press.context), press.context.glyphs, code(press.id)))
    except (errors.TableError, StoreError) as error:
        refusal = sentence(press.t, error) or sentence(press.t, errors.NotReviewed()) or ""
        await _edit(press, render(refused_screen(press.context, refusal), press.context.glyphs, code(press.id)))


async def _edit(press: TablePress, message: _Message) -> None:
    await press.change_answer("a review", **message.edited)


async def show_seat(press: TablePress, seat: int) -> None:
    """Show the decisions of another player."""
    game = await _found(press, seat)
    await _show(press, game, seat, lambda message: press.send(message, replace=True))


async def show_whole(press: TablePress, seat: int) -> None:
    """Show all that the review says of the decisions of a player, with reasons for all that it names, if there is time.

    Where many play, the review itself has few.
    """
    game = await _found(press, seat)
    known, sheet = game.review.seats[seat], game.sheets[seat]
    if known is not None and sheet is not None:
        missing = [mistake for mistake in costliest(game, seat) if mistake.move not in known.whys]
        positions = {mistake: sheet.replay.at(sheet.table, mistake.move) for mistake in missing}
        found = await reasons_at_once({one.move: _why(press, at, one) for one, at in positions.items()})
        seats = list(game.review.seats)
        seats[seat] = replace(known, whys={**known.whys, **found})
        game = replace(game, review=replace(game.review, seats=tuple(seats)))
    await _show(press, game, seat, lambda message: press.send(message, replace=True), whole=True)


async def explain(press: TablePress) -> None:
    """Say beside the review what its numbers mean."""
    game = await _found(press, 0)
    await press.whisper(meaning_screen(press.context, game), game.table, replace=False)


async def replay_at(press: TablePress, seat: int, move: int) -> None:
    """Open the replay beside the review, at the decision ``move`` of ``seat``."""
    sheet = (await _found(press, seat)).sheets[seat]
    if sheet is None:
        raise errors.OtherRules
    await show_position(press, sheet.table, sheet.replay, move, replace=False)


async def share(press: TablePress, seat: int) -> None:
    """Post the review in the language of the board. The press is answered by the button that nobody presses twice.

    Raises SecretDay while others may throw the same dice, Spectator for somebody who did not play, and
    DecisionsOfAnother for the decisions of another person.
    """
    game = await _found(press, seat)
    if game.sealed:
        raise errors.SecretDay
    visible = may_tell(game, press.user)
    if not visible:
        raise errors.Spectator
    if seat not in visible:
        raise errors.DecisionsOfAnother
    if not await may_share(press.interaction, await press.services.settings.of(game.table.guild)):
        return
    renderer = press.presenter.renderer
    context, others = renderer.context(game.table.language), {*game.table.people} - {press.user}
    unnamed = await renderer.unnamed_to(_NOBODY, others)
    screen = render(without_names(context, shared_screen(context, game, seat, press.user), unnamed), context.glyphs)
    interaction, rendered = press.interaction, await _text(press, game, seat, whole=True, shared=True)
    await interaction.response.edit_message(**kept_frames(interaction.message), view=rendered.view)
    curve = await _curve(press, context, game, seat, visible)
    message = screen if curve is None else _with_picture(context, screen, curve, await _drawn(press, curve))
    await post_shared(interaction, message.sent, {"view": (await _text(press, game, seat, whole=True)).view})


async def _found(press: TablePress, seat: int) -> ReviewedGame:
    """Return the review, which was made when somebody opened it. Raises IllegalAction for a seat that there is not."""
    await press.table()
    _end_waiting(press)
    game = await press.services.reviews.of(press.id, press.user)
    if seat >= len(game.review.seats):
        raise IllegalAction(f"no seat {seat}")
    return game


async def _text(
    press: TablePress, game: ReviewedGame, seat: int, *, whole: bool = False, shared: bool = False
) -> Rendered:
    unnamed, context = await press.unnamed(game.table), press.context
    names = press.presenter.renderer.names_of(game.table, unnamed)
    if whole:
        screen = review_screen(context, game, seat, names, press.user, shared=shared)
    else:
        screen = first_screen(context, game, seat, names, press.user)
    screen = without_names(context, screen, unnamed)
    return render(screen, context.glyphs, game.table.code, game.table.step)


async def _show(
    press: TablePress,
    game: ReviewedGame,
    seat: int,
    put: Callable[[_Message], Awaitable[None]],
    *,
    whole: bool = False,
) -> None:
    """Show the decisions of ``seat`` by ``put``; a picture that takes long follows by itself."""
    text, context = await _text(press, game, seat, whole=whole), press.context
    curve = None if context.plain else await _curve(press, context, game, seat)
    if curve is None:
        await put(text)
        return
    drawing = asyncio.ensure_future(_drawn(press, curve))
    await asyncio.wait((drawing,), timeout=_AT_ONCE_SECONDS)
    if drawing.done():
        await put(_with_picture(context, text, curve, drawing.result()))
        return
    await put(text)
    _add_later(press, text, curve, drawing)


def _add_later(press: TablePress, text: Rendered, curve: Curve, drawing: asyncio.Future[bytes | None]) -> None:
    """Put the picture above ``text`` when it is drawn, unless its reader has pressed something there before."""

    async def add() -> None:
        message = _with_picture(press.context, text, curve, await drawing)
        if message is not text:
            await _edit(press, message)

    waiting, key = press.services.waiting_for_picture, (press.id, press.user)
    waiting[key] = task = press.presenter.run_later(add(), "add the picture of a review")
    task.add_done_callback(lambda finished: waiting.pop(key) if waiting.get(key) is finished else None)


def _end_waiting(press: TablePress) -> None:
    """Add no picture any more: what it would stand above is about to change."""
    task = press.services.waiting_for_picture.pop((press.id, press.user), None)
    if task is not None:
        task.cancel()


async def _curve(
    press: TablePress, context: RenderContext, game: ReviewedGame, seat: int, visible: Container[int] | None = None
) -> Curve | None:
    """Return the curve of a review, where the server wants pictures and the bot may attach one."""
    names = press.presenter.renderer.names_of(game.table, await press.unnamed(game.table))
    curve = review_curve(context, game, seat, costliest(game, seat), names, visible)
    return curve if curve is not None and await press.services.places.take(game.table) else None


async def _drawn(press: TablePress, curve: Curve) -> bytes | None:
    return await within_seconds(press.services.renderer.picture(curve), _PICTURE_SECONDS)


def _with_picture(context: RenderContext, text: Rendered, curve: Curve, png: bytes | None) -> _Message:
    return text if png is None else PicturedMessage(text, Picture("review.png", png, curve_alt(context.t, curve)))
