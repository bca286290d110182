"""Waiting for people in words: the questions about it, lines of lobby and board, reminders, votes, and the panel."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.engine import N_, Event, Left
from bot.games import CATALOGUE
from bot.screens.kit import (
    SLATE,
    AnswerOption,
    Button,
    Question,
    RenderContext,
    Row,
    Screen,
    Style,
    find_answer,
    mention,
    mentions,
    naming_commands,
    yes_or_no,
)
from bot.screens.kit.computers import below_line
from bot.screens.kit.faces import face_of
from bot.screens.kit.patterns import CLOCK_SET, VOTE
from bot.tables.model.choices import HOUR
from bot.tables.model.table import AbsencePolicy, Occupant, Status, Table, VoteChoice
from bot.tables.moves import votes, waiting
from bot.tables.moves.playing import (
    GameStopped,
    HostMade,
    RemovedByManager,
    ThrownByBot,
    TurnSkipped,
    WaitingChanged,
    lets_go,
)
from bot.tables.moves.votes import TakenOver
from bot.tables.service.computers import PlaysBelow

# -- The questions about waiting for people: for a server and its new tables, and for the host of one table ----------

ABSENT = Question(
    "absent",
    N_("When a player stays away"),
    (
        AnswerOption("wait", AbsencePolicy.WAIT, N_("Wait"), N_("The table waits, however long it takes")),
        AnswerOption(
            "skip", AbsencePolicy.SKIP, N_("Skip the turn"), N_("On a score sheet, the open box worth least is struck")
        ),
        AnswerOption("vote", AbsencePolicy.VOTE, N_("Let the others vote"), N_("Somebody else may take the seat over")),
        AnswerOption(
            "computer",
            AbsencePolicy.COMPUTER,
            N_("Let a computer play for them"),
            N_("It keeps the seat warm until they press a button"),
        ),
        AnswerOption("drop", AbsencePolicy.DROP, N_("Go on without them"), N_("They lose their seat")),
    ),
)
PATIENCE = Question(
    "patience",
    N_("How long to wait for them"),
    (
        AnswerOption("1h", HOUR, N_("1 hour")),
        AnswerOption("4h", 4 * HOUR, N_("4 hours")),
        AnswerOption("24h", 24 * HOUR, N_("24 hours")),
        AnswerOption("3d", 72 * HOUR, N_("3 days")),
        AnswerOption("7d", 168 * HOUR, N_("7 days")),
    ),
)
REMINDER = Question(
    "reminder",
    N_("Reminder of one's turn"),
    (
        AnswerOption("never", 0, N_("Never")),
        AnswerOption("15m", HOUR // 4, N_("After 15 minutes")),
        AnswerOption("1h", HOUR, N_("After 1 hour")),
        AnswerOption("4h", 4 * HOUR, N_("After 4 hours")),
        AnswerOption("24h", 24 * HOUR, N_("After 24 hours")),
    ),
)
CALLS = yes_or_no(
    "calls",
    N_("Calling the next player"),
    N_("With a mention, if they are away"),
    N_("Not at all"),
)


# -- What screens say about waiting for people: in the lobby, on the board, in reminders, and in votes ---------------
# Moments are Discord's own (``<t:…:R>``): everybody reads them in their language, and they go on by themselves.

MINUTE, DAY = 60, 86_400

_NO_TABLES: Mapping[Occupant, Table] = {}

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
    """Return what the lobby says about absent players; nothing if the table waits for them."""
    settings = table.settings
    if not settings.patience or settings.absent is AbsencePolicy.WAIT:
        return []
    return ["", _threat(context, table)]


def guest_lines(context: RenderContext, table: Table) -> list[str]:
    """Return what the lobby says where the bot is a guest: it promises nothing that it does by itself."""
    if not table.settings.visiting or table.is_own:
        return []
    return ["", naming_commands(context.t, _AS_GUEST)]


_AS_GUEST = N_(
    "I am a guest here: by myself I remind and skip nobody, and 15 minutes after the last press this board "
    "stands still until {table} posts it anew."
)


def _threat(context: RenderContext, table: Table) -> str:
    """Return what happens to a player who does not play in time."""
    t, within = context.t, duration(context, table.settings.patience)
    match table.settings.absent:
        case AbsencePolicy.SKIP:
            return t("⏳ A turn not played within {time} is skipped.", time=within)
        case AbsencePolicy.COMPUTER:
            return t("⏳ If a turn is not played within {time}, a computer keeps the seat warm.", time=within)
        case AbsencePolicy.VOTE:
            return t("⏳ If a turn is not played within {time}, the others decide about the seat.", time=within)
        case _:
            return t("⏳ A player who does not play within {time} leaves the game.", time=within)


def news_lines(context: RenderContext, table: Table, events: Sequence[Event]) -> list[str]:
    """Return what happened to seats: left, skipped, taken over; and what the bot threw for one that left."""
    return [line for event in events if (line := _news_line(context, table, event))]


def _removed_line(context: RenderContext, player: Occupant) -> str:
    return context.t("A manager has removed {player} from the game.", player=mention(player))


def _news_line(context: RenderContext, table: Table, event: Event) -> str:
    match event:
        case Left() if event.seat in table.removed:
            return _removed_line(context, table.players[event.seat])
        case Left():
            return context.t("{player} has left the game.", player=mention(table.players[event.seat]))
        case RemovedByManager():
            return _removed_line(context, event.player)
        case HostMade():
            return context.t("A manager has made {player} the host.", player=mention(event.player))
        case GameStopped() if event.manager:
            return context.t("A manager of this server has ended the game.")
        case GameStopped():
            return context.t("{player}, the host, has ended the game.", player=mention(event.player))
        case WaitingChanged():
            return context.t("{player} has changed how this table waits for people.", player=mention(event.player))
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


def away_line(context: RenderContext, table: Table, until: int | None) -> list[str]:
    """Return what the board says of a player to act who has said to be away."""
    if until is None or table.turn_player is None:
        return []
    return [context.t("{player} is away until {when}.", player=mention(table.turn_player), when=f"<t:{until}:f>")]


def away_sign(context: RenderContext, player: Occupant, away: Mapping[Occupant, int]) -> str:
    """Return what a lobby says behind the name of somebody who has said to be ``away``, with the end of that."""
    until = away.get(player)
    return "" if until is None else " · " + context.t("away until {when}", when=f"<t:{until}:f>")


def waiting_lines(context: RenderContext, table: Table, *, away: bool = False) -> list[str]:
    """Return what the board says of absent players, and of the clock: when patience ends, or that nobody is here.

    ``away``: the player to act has said to be; the call of their turn then has a computer play where the table lets it.
    """
    if table.status is not Status.PLAYING:
        return []
    if not table.mode.in_turns:
        return [] if waiting.effective_policy(table) is AbsencePolicy.WAIT else ["", _threat(context, table)]
    player = table.turn_player
    if away and player is not None and table.call_due is not None and lets_go(table, player):
        soon = context.t("🤖 A computer is about to play for {player}.", player=mention(player))
        return [*_stand_in_line(context, table), soon]
    return [*_stand_in_line(context, table), *_clock_lines(context, table, player)]


def _stand_in_line(context: RenderContext, table: Table) -> list[str]:
    """Say for whom a computer plays: its moves stand there as theirs."""
    if not table.stand_ins:
        return []
    kept = mentions([table.players[seat] for seat in table.stand_ins])
    return [context.t("🤖 A computer plays for {players}.", players=kept)]


def _clock_lines(context: RenderContext, table: Table, player: int | None) -> list[str]:
    t = context.t
    if player is None:
        return []
    if table.vote is not None:
        return [t("🗳️ {player} is away: the others vote in the message below.", player=mention(player))]
    if table.turn in table.removed:
        return []  # What happens does so at once.
    if table.settings.absent is AbsencePolicy.SKIP and waiting.is_deserted(table):
        return [t("⏸️ Nobody has played for some time: no more turns are skipped until somebody does.")]
    end = waiting.patience_ends(table)
    return [] if end is None else [_limit(context, table, mention(player), moment(end))]


def _limit(context: RenderContext, table: Table, player: str, when: str) -> str:
    match waiting.effective_policy(table):
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
        at_once = face_of(table.game.key).at_once
        return at_once.reminder(context, len(users), players=mentions(users), **words)
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
                context.t("They were removed: they play here no more.")
                if table.turn in table.removed
                else context.t("They may still play: then this is over."),
                f"[{board}]({link})",
                "",
                context.t.many(
                    "The other players decide; {n} vote is enough.",
                    "The other players decide; {n} votes for the same thing are enough.",
                    needed,
                ),
                *_tallies(context, table),
            ]
        ),
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
    sentence = {
        VoteChoice.TAKE: context.t("Decided: the seat is taken over."),
        VoteChoice.SKIP: context.t("Decided: the turn is skipped."),
        VoteChoice.DROP: context.t("Decided: the seat leaves the game."),
    }[wish]
    return Screen(
        title=_vote_title(context, table),
        body=sentence,
        colour=SLATE,
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
        Button(VOTE.build(wish=VoteChoice.TAKE), context.t("Agree"), Style.SUCCESS),
        Button(VOTE.build(wish=VoteChoice.REFUSE), context.t("Refuse"), Style.DANGER),
    )


def _wish_button(context: RenderContext, wish: VoteChoice) -> Button:
    label = context.t("Skip the turn") if wish is VoteChoice.SKIP else context.t("Go on without them")
    return Button(VOTE.build(wish=wish), label)


# -- The clock of one table: a private panel like that of ``/settings``, where its host chooses in the lobby ---------


def clock_screen(
    context: RenderContext,
    table: Table,
    *,
    saved: bool = False,
    chooses: bool = True,
    own_tables: Mapping[Occupant, Table] = _NO_TABLES,
    held: int | None = None,
) -> Screen:
    """Return what the table does about absent players and when, and menus if the reader ``chooses``: its host.

    ``own_tables`` are the players' own, where they play all at once. Nothing notifies the next player before ``held``.
    """
    t, settings = context.t, table.settings
    questions = _questions(table)
    note = t("**Saved.**") if saved else t("Only you see this panel.")
    if not chooses:
        note = t("The host chooses this: {host}.", host=mention(table.host))
    elif saved and table.status is Status.PLAYING:
        note += " " + t("The times below begin anew.")
    coming = coming_lines(context, table, own_tables, held)
    return Screen(
        title=t("{game}: absent players and reminders", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join(
            [
                note,
                "",
                *(question.line(context, getattr(settings, question.key)) for question in questions),
                *_how_often(context, table),
                *(["", *coming] if coming else []),
            ]
        ),
        rows=(
            *(question.menu(context, CLOCK_SET, getattr(settings, question.key)) for question in questions if chooses),
            (Button("more back", t("Back")),),
        ),
    )


def _how_often(context: RenderContext, table: Table) -> list[str]:
    """Return when each reminder of a turn comes; nothing where the table does not remind."""
    first, t = table.settings.reminder, context.t
    if not first:
        return []
    later = [duration(context, first * waiting.REMINDER_FACTOR**number) for number in range(1, waiting.REMINDERS)]
    sentence = t("A player who still does not play is reminded again after {times} more.", times=t.listed(later))
    return [f"-# {sentence}"]


def coming_lines(
    context: RenderContext,
    table: Table,
    own_tables: Mapping[Occupant, Table] = _NO_TABLES,
    held: int | None = None,
) -> list[str]:
    """Return when the next reminder comes, if any, and when patience ends.

    The absence or the quiet hours of the player to remind put it off until ``held``.
    """
    t, lines = context.t, list[str]()
    if table.private or table.over:
        return []
    at = waiting.reminder_comes(table, own_tables, held)
    if at is not None:
        sentence = N_("⏰ Next reminder: {when}, for players who have done nothing by then.")
        if table.status is Status.LOBBY:
            sentence = N_("⏰ {player} is reminded to press Start: {when}.")
        elif table.mode.in_turns:
            sentence = N_("⏰ {player} is reminded: {when}.")
        player = table.host if table.status is Status.LOBBY else table.turn_player
        lines.append(t(sentence, player=mention(player or table.host), when=moment(at)))
    end = waiting.patience_ends(table)
    if table.status is Status.LOBBY and end is not None:
        lines.append(t("⏳ If nobody starts the game, the table closes {when}.", when=moment(end)))
    return [*lines, *(line for line in waiting_lines(context, table) if line)]


def clock_answered(table: Table, key: str, word: str) -> AnswerOption | None:
    """Return the answer behind a line of these menus at ``table``; None if the menu does not offer it there."""
    return find_answer(_questions(table), key, word)


def _questions(table: Table) -> tuple[Question, ...]:
    """Return the questions, with the answers that the table allows."""
    settings, may = table.settings, waiting.allowed_here(table)
    absent = replace(ABSENT, answers=tuple(answer for answer in ABSENT.answers if answer.value in may))
    patience = () if settings.absent is AbsencePolicy.WAIT else (PATIENCE,)
    # In a simultaneous game nobody is next.
    return (REMINDER, absent, *patience, *((CALLS,) if settings.mode.in_turns else ()))
