"""What screens say about waiting for people: in the lobby, on the board, in reminders, and in votes.

Moments are Discord's own (``<t:…:R>``): everybody reads them in their language, and they go on by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.types import Event, Left
from bot.games import CATALOGUE
from bot.screens.kit.values import SLATE, Button, Desk, Row, Screen, Style, mention, mentions
from bot.tables.core.model import Absent, Status, Table, Wish
from bot.tables.play import clock, votes
from bot.tables.play.absent import Away
from bot.tables.play.votes import TakenOver

MINUTE, HOUR, DAY = 60, 3600, 86_400

_SHOWN_IN_HOURS = 2 * DAY
"""Up to here a span is in hours: "24 hours" is what people say."""


def moment(at: int) -> str:
    """A moment from now, in Discord's words: in 3 hours, 2 days ago."""
    return f"<t:{at}:R>"


def span(desk: Desk, seconds: int) -> str:
    """A length of time in words."""
    t = desk.t
    if seconds < HOUR or seconds % HOUR:
        return t.many("{n} minute", "{n} minutes", seconds // MINUTE)
    if seconds < _SHOWN_IN_HOURS or seconds % DAY:
        return t.many("{n} hour", "{n} hours", seconds // HOUR)
    return t.many("{n} day", "{n} days", seconds // DAY)


# -- in the lobby and on the board -----------------------------------------------------------------------------


def lobby_lines(desk: Desk, table: Table) -> list[str]:
    """What the lobby says about absent players; nothing if the table waits for them."""
    manner = table.manner
    if not manner.patience or manner.absent is Absent.WAIT:
        return []
    return ["", _threat(desk, table)]


def _threat(desk: Desk, table: Table) -> str:
    """What happens to a player who does not play in time."""
    t, within = desk.t, span(desk, table.manner.patience)
    match table.manner.absent:
        case Absent.SKIP:
            return t("⏳ A turn not played within {time} is skipped.", time=within)
        case Absent.VOTE:
            return t("⏳ If a turn is not played within {time}, the others decide about the seat.", time=within)
        case _:
            return t("⏳ Whoever does not play within {time} leaves the game.", time=within)


def news_lines(desk: Desk, table: Table, events: Sequence[Event]) -> list[str]:
    """What happened to seats: left, skipped, taken over."""
    return [line for event in events if (line := _news_line(desk, table, event))]


def _news_line(desk: Desk, table: Table, event: Event) -> str:
    match event:
        case Left():
            return desk.t("{player} has left the game.", player=mention(table.players[event.seat]))
        case Away():
            return desk.t("{player} was away: the turn was skipped.", player=mention(event.player))
        case TakenOver():
            return desk.t(
                "{player} has taken over the seat of {other}.", player=mention(event.after), other=mention(event.before)
            )
        case _:
            return ""


def waiting_lines(desk: Desk, table: Table) -> list[str]:
    """What the board says of the clock: when patience ends, that it has, or that nobody is here any more."""
    t, player = desk.t, table.turn_player
    if table.status is not Status.PLAYING:
        return []
    if not table.mode.in_turns:
        return [] if clock.policy(table) is Absent.WAIT else ["", _threat(desk, table)]
    if player is None:
        return []
    if table.vote is not None:
        return [t("🗳️ {player} is away: the others vote in the message below.", player=mention(player))]
    if table.manner.absent is Absent.SKIP and clock.deserted(table):
        return [t("⏸️ Nobody has played for some time: no more turns are skipped until somebody does.")]
    end = clock.limit(table)
    return [] if end is None else [_limit(desk, table, mention(player), moment(end))]


def _limit(desk: Desk, table: Table, player: str, when: str) -> str:
    t = desk.t
    match clock.policy(table):
        case Absent.SKIP:
            return t("⏳ Unless {player} plays, the turn is skipped {when}.", player=player, when=when)
        case Absent.VOTE:
            return t("⏳ Unless {player} plays, the others decide about the seat {when}.", player=player, when=when)
        case _:
            return t("⏳ Unless {player} plays, they leave the game {when}.", player=player, when=when)


# -- messages of their own -------------------------------------------------------------------------------------


def reminding(desk: Desk, table: Table, users: tuple[int, ...], link: str) -> str:
    """The message that reminds ``users``; it notifies them."""
    t = desk.t
    words = {"game": t(CATALOGUE[table.game.key].label), "link": link}
    if table.status is Status.LOBBY:
        return t("⏰ {player}, the others are seated at {game}, press Start: {link}", player=mentions(users), **words)
    if not table.mode.in_turns:
        return t.many(
            "⏰ {players}, your sheet at {game} is not full yet: {link}",
            "⏰ {players}, your sheets at {game} are not full yet: {link}",
            len(users),
            players=mentions(users),
            **words,
        )
    return t("⏰ {player}, it is still your turn at {game}: {link}", player=mentions(users), **words)


def vote_screen(desk: Desk, table: Table, called: tuple[int, ...], link: str) -> Screen:
    """The vote about the seat of an absent player; it notifies ``called``."""
    t = desk.t
    needed, board = votes.needed(table), t("Board")
    away = mention(table.turn_player or 0)
    return Screen(
        title=_vote_title(desk, table),
        content=_asking(desk, called, away),
        body="\n".join(
            [
                t("It is the turn of {player}; the last move was {when}.", player=away, when=moment(table.changed)),
                t("They may still play: then this is over."),
                f"[{board}]({link})",
                "",
                t.many(
                    "The other players decide; {n} vote is enough.",
                    "The other players decide; {n} equal votes are enough.",
                    needed,
                ),
                *_tallies(desk, table),
            ]
        ),
        footer=t("Table {code}", code=table.code),
        rows=(
            _about_volunteer(desk, table),
            tuple(_wish_button(desk, wish) for wish in (Wish.SKIP, Wish.DROP) if wish in votes.wishes(table)),
        ),
    )


def _asking(desk: Desk, called: tuple[int, ...], away: str) -> str:
    """The words that notify voters; nothing if nobody wants that, or they have been notified already."""
    if not called:
        return ""
    return desk.t("{players}, what shall become of the seat of {player}?", players=mentions(called), player=away)


def decided_screen(desk: Desk, table: Table, wish: Wish) -> Screen:
    """The vote when it is over."""
    t = desk.t
    said = {
        Wish.TAKE: t("Decided: the seat is taken over."),
        Wish.SKIP: t("Decided: the turn is skipped."),
        Wish.DROP: t("Decided: the seat leaves the game."),
    }[wish]
    return Screen(title=_vote_title(desk, table), body=said, footer=t("Table {code}", code=table.code), colour=SLATE)


def _vote_title(desk: Desk, table: Table) -> str:
    return desk.t("{game}: what about this seat?", game=desk.t(CATALOGUE[table.game.key].label))


def _tallies(desk: Desk, table: Table) -> list[str]:
    """The volunteer for the seat, and the number of votes for each wish."""
    t = desk.t
    volunteer = table.vote.volunteer if table.vote is not None else None
    lines = []
    if volunteer is None:
        lines.append(t("Somebody without a seat here may take it over."))
    else:
        lines.append(
            t(
                "{player} would take the seat over: **{agree}** for, **{refuse}** against.",
                player=mention(volunteer),
                agree=votes.count(table, Wish.TAKE),
                refuse=votes.count(table, Wish.REFUSE),
            )
        )
    if Wish.SKIP in votes.wishes(table):
        lines.append(t("Skip the turn: **{votes}**", votes=votes.count(table, Wish.SKIP)))
    lines.append(t("Go on without them: **{votes}**", votes=votes.count(table, Wish.DROP)))
    return lines


def _about_volunteer(desk: Desk, table: Table) -> Row:
    t = desk.t
    if table.vote is None or table.vote.volunteer is None:
        return (Button("vote volunteer", t("Take over the seat"), Style.PRIMARY),)
    return (
        Button(f"vote {Wish.TAKE}", t("Agree"), Style.SUCCESS),
        Button(f"vote {Wish.REFUSE}", t("Refuse"), Style.DANGER),
    )


def _wish_button(desk: Desk, wish: Wish) -> Button:
    label = desk.t("Skip the turn") if wish is Wish.SKIP else desk.t("Go on without them")
    return Button(f"vote {wish}", label)
