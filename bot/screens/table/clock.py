"""What screens say about waiting for people: in the lobby, on the board, in reminders, and in votes.

Moments are Discord's own (``<t:…:R>``): everybody reads them in their language, and they go on by themselves.
"""

from collections.abc import Sequence

from bot.engine import Event, Left
from bot.games import CATALOGUE
from bot.screens.computers.words import below_line
from bot.screens.games import face_of
from bot.screens.kit import SLATE, Button, RenderContext, Row, Screen, Style, mention, mentions
from bot.tables.core.ballots import VoteChoice
from bot.tables.core.model import AbsencePolicy, Status, Table
from bot.tables.play import clock, votes
from bot.tables.play.autoplay import TurnSkipped
from bot.tables.play.computers import PlaysBelow
from bot.tables.play.real_dice import ThrownByBot
from bot.tables.play.votes import TakenOver

MINUTE, HOUR, DAY = 60, 3600, 86_400

_SHOWN_IN_HOURS = 2 * DAY
"""Up to here a span is in hours: "24 hours" is what people say."""


def moment(at: int) -> str:
    """A moment from now, in Discord's words: in 3 hours, 2 days ago."""
    return f"<t:{at}:R>"


def duration(context: RenderContext, seconds: int) -> str:
    """A length of time in words."""
    if seconds < HOUR or seconds % HOUR:
        return context.t.many("{n} minute", "{n} minutes", seconds // MINUTE)
    if seconds < _SHOWN_IN_HOURS or seconds % DAY:
        return context.t.many("{n} hour", "{n} hours", seconds // HOUR)
    return context.t.many("{n} day", "{n} days", seconds // DAY)


# -- in the lobby and on the board -----------------------------------------------------------------------------


def lobby_lines(context: RenderContext, table: Table) -> list[str]:
    """What the lobby says about absent players; nothing if the table waits for them."""
    settings = table.settings
    if not settings.patience or settings.absent is AbsencePolicy.WAIT:
        return []
    return ["", _threat(context, table)]


def _threat(context: RenderContext, table: Table) -> str:
    """What happens to a player who does not play in time."""
    t, within = context.t, duration(context, table.settings.patience)
    match table.settings.absent:
        case AbsencePolicy.SKIP:
            return t("⏳ A turn not played within {time} is skipped.", time=within)
        case AbsencePolicy.COMPUTER:
            return t("⏳ If a turn is not played within {time}, a computer keeps the seat warm.", time=within)
        case AbsencePolicy.VOTE:
            return t("⏳ If a turn is not played within {time}, the others decide about the seat.", time=within)
        case _:
            return t("⏳ Whoever does not play within {time} leaves the game.", time=within)


def news_lines(context: RenderContext, table: Table, events: Sequence[Event]) -> list[str]:
    """What happened to seats: left, skipped, taken over; and what the bot threw for one that left."""
    return [line for event in events if (line := _news_line(context, table, event))]


def _news_line(context: RenderContext, table: Table, event: Event) -> str:
    match event:
        case Left():
            return context.t("{player} has left the game.", player=mention(table.players[event.seat]))
        case TurnSkipped():
            return context.t("{player} was away: the turn was skipped.", player=mention(event.player))
        case TakenOver():
            return context.t(
                "{player} has taken over the seat of {other}.", player=mention(event.after), other=mention(event.before)
            )
        case PlaysBelow():
            return below_line(context, event)
        case ThrownByBot():
            return context.t("The bot threw for the tie, as somebody left.")
        case _:
            return ""


def waiting_lines(context: RenderContext, table: Table) -> list[str]:
    """What the board says of the clock: when patience ends, that it has, or that nobody is here any more."""
    t, player = context.t, table.turn_player
    if table.status is not Status.PLAYING:
        return []
    if not table.mode.in_turns:
        return [] if clock.effective_policy(table) is AbsencePolicy.WAIT else ["", _threat(context, table)]
    if player is None:
        return []
    if table.vote is not None:
        return [t("🗳️ {player} is away: the others vote in the message below.", player=mention(player))]
    if table.settings.absent is AbsencePolicy.SKIP and clock.is_deserted(table):
        return [t("⏸️ Nobody has played for some time: no more turns are skipped until somebody does.")]
    end = clock.patience_ends(table)
    return [] if end is None else [_limit(context, table, mention(player), moment(end))]


def _limit(context: RenderContext, table: Table, player: str, when: str) -> str:
    match clock.effective_policy(table):
        case AbsencePolicy.SKIP:
            return context.t("⏳ Unless {player} plays, the turn is skipped {when}.", player=player, when=when)
        case AbsencePolicy.COMPUTER:
            return context.t("⏳ Unless {player} plays, a computer plays for them {when}.", player=player, when=when)
        case AbsencePolicy.VOTE:
            return context.t(
                "⏳ Unless {player} plays, the others decide about the seat {when}.", player=player, when=when
            )
        case _:
            return context.t("⏳ Unless {player} plays, they leave the game {when}.", player=player, when=when)


# -- messages of their own -------------------------------------------------------------------------------------


def reminder_text(context: RenderContext, table: Table, users: tuple[int, ...], link: str) -> str:
    """The message that reminds ``users``; it notifies them."""
    words = {"game": context.t(CATALOGUE[table.game.key].label), "link": link}
    if table.status is Status.LOBBY:
        return context.t(
            "⏰ {player}, the others are seated at {game}, press Start: {link}", player=mentions(users), **words
        )
    if not table.mode.in_turns:
        said = face_of(table.game.key).at_once
        return said.reminder(context, len(users), players=mentions(users), **words)
    return context.t("⏰ {player}, it is still your turn at {game}: {link}", player=mentions(users), **words)


def vote_screen(context: RenderContext, table: Table, called: tuple[int, ...], link: str) -> Screen:
    """The vote about the seat of an absent player; it notifies ``called``."""
    needed, board = votes.votes_needed(table), context.t("Board")
    away = mention(table.turn_player or 0)
    return Screen(
        title=_vote_title(context, table),
        content=_asking(context, called, away),
        body="\n".join(
            [
                context.t(
                    "It is the turn of {player}; the last move was {when}.", player=away, when=moment(table.changed)
                ),
                context.t("They may still play: then this is over."),
                f"[{board}]({link})",
                "",
                context.t.many(
                    "The other players decide; {n} vote is enough.",
                    "The other players decide; {n} equal votes are enough.",
                    needed,
                ),
                *_tallies(context, table),
            ]
        ),
        footer=context.t("Table {code}", code=table.code),
        rows=(
            _about_volunteer(context, table),
            tuple(
                _wish_button(context, wish)
                for wish in (VoteChoice.SKIP, VoteChoice.DROP)
                if wish in votes.open_choices(table)
            ),
        ),
    )


def _asking(context: RenderContext, called: tuple[int, ...], away: str) -> str:
    """The words that notify voters; nothing if nobody wants that, or they have been notified already."""
    if not called:
        return ""
    return context.t("{players}, what shall become of the seat of {player}?", players=mentions(called), player=away)


def vote_result_screen(context: RenderContext, table: Table, wish: VoteChoice) -> Screen:
    """The vote when it is over."""
    said = {
        VoteChoice.TAKE: context.t("Decided: the seat is taken over."),
        VoteChoice.SKIP: context.t("Decided: the turn is skipped."),
        VoteChoice.DROP: context.t("Decided: the seat leaves the game."),
    }[wish]
    return Screen(
        title=_vote_title(context, table), body=said, footer=context.t("Table {code}", code=table.code), colour=SLATE
    )


def _vote_title(context: RenderContext, table: Table) -> str:
    return context.t("{game}: what about this seat?", game=context.t(CATALOGUE[table.game.key].label))


def _tallies(context: RenderContext, table: Table) -> list[str]:
    """The volunteer for the seat, and the number of votes for each wish."""
    volunteer = table.vote.volunteer if table.vote is not None else None
    lines = []
    if volunteer is None:
        lines.append(context.t("Somebody without a seat here may take it over."))
    else:
        lines.append(
            context.t(
                "{player} would take the seat over: **{agree}** for, **{refuse}** against.",
                player=mention(volunteer),
                agree=votes.count_votes(table, VoteChoice.TAKE),
                refuse=votes.count_votes(table, VoteChoice.REFUSE),
            )
        )
    if VoteChoice.SKIP in votes.open_choices(table):
        lines.append(context.t("Skip the turn: **{votes}**", votes=votes.count_votes(table, VoteChoice.SKIP)))
    lines.append(context.t("Go on without them: **{votes}**", votes=votes.count_votes(table, VoteChoice.DROP)))
    return lines


def _about_volunteer(context: RenderContext, table: Table) -> Row:
    if table.vote is None or table.vote.volunteer is None:
        return (Button("vote volunteer", context.t("Take over the seat"), Style.PRIMARY),)
    return (
        Button(f"vote {VoteChoice.TAKE}", context.t("Agree"), Style.SUCCESS),
        Button(f"vote {VoteChoice.REFUSE}", context.t("Refuse"), Style.DANGER),
    )


def _wish_button(context: RenderContext, wish: VoteChoice) -> Button:
    label = context.t("Skip the turn") if wish is VoteChoice.SKIP else context.t("Go on without them")
    return Button(f"vote {wish}", label)
