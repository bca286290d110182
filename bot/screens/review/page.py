"""The review of a finished game: a private message, and what Share posts of it.

``review`` opens it; ``review seat <seat>`` shows another player's decisions, ``review at <seat> <move>`` opens the
replay there, ``review share <seat>`` posts it.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.engine import AnyGame
from bot.games import CATALOGUE
from bot.screens.games import face_of
from bot.screens.kit import Button, Choice, Menu, RenderContext, Row, Screen, Style, mention, truncate, unbroken
from bot.screens.review.words import (
    chance,
    gain,
    grade_line,
    net_line,
    no_chance_line,
    result_line,
    sum_line,
    unit_line,
)
from bot.tables.core.occupants import Computer
from bot.tables.records.game_reviews import ReviewedGame, Sheet, games_played, worth_telling
from bot.thinker.reviewed import Luck, Mistake, SeatReview

COSTLIEST = 5
"""Decisions of a player that a review names."""

_LABEL = 100
_MOST_GRADES = 8
"""With more players, only the shown one's grade is told: a message has 4,096 characters."""


def review_screen(
    context: RenderContext,
    found: ReviewedGame,
    seat: int,
    names: Sequence[str],
    reader: int,
    *,
    shared: bool = False,
) -> Screen:
    """Return the review with the decisions of ``seat``; ``names`` by seat are for the menu, empty for unknown ones.

    ``shared`` says that what it shows stands in the channel already.
    """
    may_share = not found.sealed and seat in may_tell(found, reader)
    rows = (
        _replays(context, found, seat),
        _players(context, found, seat, names),
        _buttons(context, seat, shared=shared) if may_share else (_replay_button(context),),
    )
    everybody = frozenset(range(len(found.table.players)))
    return _screen(context, found, seat, everybody, rows=tuple(filter(None, rows)))


def shared_screen(context: RenderContext, found: ReviewedGame, seat: int, user: int) -> Screen:
    """Return what ``user`` shares, without anything to press. Of other people it tells only the result."""
    said = context.t("Shared by {player}", player=mention(user))
    return _screen(context, found, seat, may_tell(found, user), f"-# {said}")


def may_tell(found: ReviewedGame, user: int) -> frozenset[int]:
    """Return the seats whose luck and decisions ``user`` may tell others: their own, and those of computers.

    There are none for somebody who did not play from the beginning to the end: in the review of a seat that was taken
    over are decisions of two people.
    """
    players, first = found.table.players, found.table.seats_at_start
    own = players.index(user) if user in players else None
    if own is None or found.review.seats[own] is None or first[own] != user:
        return frozenset()
    return frozenset(seat for seat, player in enumerate(players) if seat == own or isinstance(player, Computer))


def _screen(
    context: RenderContext,
    found: ReviewedGame,
    seat: int,
    told: frozenset[int],
    head: str = "",
    *,
    rows: tuple[Row, ...] = (),
) -> Screen:
    """Return the review under ``head``, with luck and decisions of the seats in ``told`` only."""
    detail = unbroken(context, "\n".join(_detail(context, found, seat, numbered=bool(rows))))
    return Screen(
        title=context.t("Review · {game}", game=context.t(CATALOGUE[found.table.game.key].label)),
        body="\n".join((*filter(None, [head]), *_summary(context, found, seat, told), "", detail)),
        footer=context.t("Table {code}", code=found.table.code),
        rows=rows,
    )


def working_screen(context: RenderContext) -> Screen:
    """Return what stands there until the review is ready."""
    t = context.t
    return Screen(
        title=t("Review"),
        body=t(
            "Looking at every decision and every throw: some seconds as a rule, "
            "up to a minute for the first review by these rules. This message changes by itself."
        ),
    )


def refused_screen(context: RenderContext, sentence: str) -> Screen:
    """Return why there is no review, in place of :func:`working_screen`."""
    return Screen(title=context.t("Review"), body=sentence)


def shown_seat(found: ReviewedGame, user: int) -> int:
    """Return whose decisions to show first: the reader's own, else those of the first in the ranking."""
    own = found.table.players.index(user) if user in found.table.players else None
    if own is not None and found.review.seats[own] is not None:
        return own
    outcome = found.table.outcome
    ranked = [seat for group in (outcome.ranks if outcome else ()) for seat in group]
    return next((seat for seat in ranked if found.review.seats[seat] is not None), 0)


def costliest(found: ReviewedGame, seat: int) -> list[Mistake]:
    """Return the decisions of ``seat`` that cost most, the costliest first."""
    review = found.review.seats[seat]
    costly = worth_telling(found.review.unit, review.mistakes if review else ())
    return sorted(costly, key=lambda one: (-one.lost, one.move))[:COSTLIEST]


def _summary(context: RenderContext, found: ReviewedGame, shown: int, told: frozenset[int]) -> Iterator[str]:
    """Yield what decided a game of two, a line or two for each player, and what the numbers mean."""
    unit, game = found.review.unit, found.table.game
    net = net_line(context, game, found.review, shown) if len(told) == len(found.table.players) else ""
    if net:
        yield context.t("{name}: {value}", name=mention(found.table.players[shown]), value=f"**{net}**")
        yield ""
    for number, (player, seat) in enumerate(zip(found.table.players, found.review.seats, strict=True)):
        if seat is None:
            yield context.t("{player}: no review", player=mention(player))
            continue
        if number not in told:
            yield result_line(context, unit, seat, mention(player))
            continue
        yield f"**{mention(player)}**"
        yield sum_line(context, unit, seat)
        if number == shown or len(found.table.players) <= _MOST_GRADES:
            yield grade_line(context, game, unit, games_played(found.table, number), seat)
    notes = [
        _net_note(context, game, mention(found.table.players[shown])) if net else "",
        unit_line(context, unit),
        _sure_line(context, found.review.strength),
    ]
    if len(found.table.players) > 1:
        notes.append(no_chance_line(context, game, unit))
    if any(notes):
        yield f"-# {' '.join(filter(None, notes))}"


def _net_note(context: RenderContext, game: AnyGame, player: str) -> str:
    if game.sides:
        return context.t("Net is what the side of {player} had less what the other side had.", player=player)
    return context.t("Net is what {player} had less what the other player had.", player=player)


def _sure_line(context: RenderContext, strength: str) -> str:
    if strength == "net":
        return context.t("By a trained net, which comes close to the exact value.")
    return context.t("By an estimate of what comes after each turn.") if strength == "estimate" else ""


def _detail(context: RenderContext, found: ReviewedGame, seat: int, *, numbered: bool) -> Iterator[str]:
    """Yield the costliest decisions and the luckiest and unluckiest throw of ``seat``."""
    t, review, sheet = context.t, found.review.seats[seat], found.sheets[seat]
    if review is None or sheet is None:
        return
    player, mistakes = mention(found.table.players[seat]), costliest(found, seat)
    if not mistakes:
        yield t("{player} found the best in every decision.", player=player)
    else:
        yield t("**What cost {player} most**", player=player)
        for number, one in enumerate(mistakes, 1):
            yield f"**{number}.** {_mistake(context, found.review.unit, sheet, one)}"
        if numbered:
            press = t("Press a number to see that moment in the replay.")
            yield f"-# {press}"
    yield from _throws(context, found.review.unit, sheet, review)
    yield from _turning_point(context, found, seat)


def _mistake(context: RenderContext, unit: str, sheet: Sheet, one: Mistake) -> str:
    """Return a decision in words: the dice, what was done, what it cost, and what was better."""
    table = sheet.replay.at(sheet.table, one.move).table
    face, entry = face_of(table.game.key), sheet.replay.entries[one.move]
    state: Any = table.state
    done = face.action_name(context, table.game, state, entry.do)
    best = face.action_name(context, table.game, state, one.best)
    dice = "-".join(map(str, state.dice))
    said = context.t("{done}: {cost}. Better: {best}.", done=done, cost=gain(context, unit, -one.lost), best=best)
    return f"{dice} · {said}" if dice else said


def _throws(context: RenderContext, unit: str, sheet: Sheet, review: SeatReview) -> Iterator[str]:
    if not review.throws:
        return
    best, worst = (choose(review.throws, key=lambda one: one.luck) for choose in (max, min))
    t = context.t
    yield t("Luckiest throw ({luck}): {throw}", **_throw(context, unit, sheet, best))
    yield t("Unluckiest throw ({luck}): {throw}", **_throw(context, unit, sheet, worst))


def _turning_point(context: RenderContext, found: ReviewedGame, seat: int) -> Iterator[str]:
    """Yield the turn in which the chance of ``seat`` to win changed most."""
    chances = found.chances[seat] if found.chances else None
    if not chances:
        return
    turn = max(range(1, len(chances)), key=lambda one: abs(chances[one] - chances[one - 1]))
    yield context.t(
        "Turning point: turn {n}, when the chance to win went from {before} to {after}.",
        n=turn,
        before=chance(context, chances[turn - 1]),
        after=chance(context, chances[turn]),
    )


def _throw(context: RenderContext, unit: str, sheet: Sheet, one: Luck) -> dict[str, str]:
    entry, face = sheet.replay.entries[one.move], face_of(sheet.table.game.key)
    text = face.move_text(context, sheet.table, sheet.table.game, entry)
    return {"throw": text, "luck": gain(context, unit, one.luck)}


def _replays(context: RenderContext, found: ReviewedGame, seat: int) -> Row:
    """Return a button for each of the costliest decisions."""
    return tuple(
        Button(f"review at {seat} {one.move}", f"{number}") for number, one in enumerate(costliest(found, seat), 1)
    )


def _players(context: RenderContext, found: ReviewedGame, seat: int, names: Sequence[str]) -> Row:
    """Return a menu of everybody who has a review, if there are several."""
    seats = [one for one, review in enumerate(found.review.seats) if review is not None]
    if len(seats) < 2:
        return ()
    choices = tuple(
        Choice(
            f"review seat {one}",
            truncate(names[one] or context.t("Player {number}", number=one + 1), _LABEL),
            chosen=one == seat,
        )
        for one in seats
    )
    return (Menu("review", context.t("Whose decisions?"), choices),)


def _buttons(context: RenderContext, seat: int, *, shared: bool) -> Row:
    label = context.t("Shared") if shared else context.t("Share")
    return Button(f"review share {seat}", label, Style.PRIMARY, disabled=shared), _replay_button(context)


def _replay_button(context: RenderContext) -> Button:
    return Button("replay", context.t("Replay"))
