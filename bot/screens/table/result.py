"""The end of a game: who won, the ranking, the evening's score, Rematch, and the picture of the result."""

from collections.abc import Sequence

import msgspec

from bot.engine import Outcome, Seat
from bot.games import CATALOGUE
from bot.screens.daily import dice_field
from bot.screens.kit import (
    LEAF_GREEN,
    MOST_SEATS,
    MOST_SHEETS,
    NO_SHEETS,
    SLATE,
    Button,
    Card,
    CardSeat,
    Field,
    RenderContext,
    Row,
    Screen,
    Style,
    mention,
    more_button,
    place_sign,
    real_dice_field,
    side_name,
    side_ranks,
    side_word,
)
from bot.screens.kit.computers import introduced
from bot.screens.kit.faces import face_of
from bot.screens.kit.sides import members, sums
from bot.screens.table.options import preset_in_force
from bot.screens.table.waiting import moment
from bot.tables.daily import Beside, DailyResult
from bot.tables.model.table import Computer, Occupant, PendingCall, Status, Table
from bot.tables.moves.lobbies import evening
from bot.tables.records.profiles import BestGame

# -- What screens say of rematches: the score of the evening, who is in, when the game starts ------------------------


def evening_lines(context: RenderContext, table: Table) -> list[str]:
    """The wins of each player this evening, the best first; nothing before its second game, or a first win."""
    score = evening(table) if table.evening else {}
    best = max(score.values(), default=0)
    if not best:
        return []
    ordered = sorted(score, key=lambda user: -score[user])
    parts = [
        f"**{mention(user)} {score[user]}**" if score[user] == best else f"{mention(user)} {score[user]}"
        for user in ordered
    ]
    return [context.t("Evening: {score}", score=" – ".join(parts))]


def rematch_lines(context: RenderContext, table: Table) -> list[str]:
    """Return what the lobby of a rematch says first: the score, and when it starts."""
    t = context.t
    if not table.invited:
        return []
    lines = evening_lines(context, table)
    if table.starts_at is not None:
        lines.append(t("**The game starts {moment}.** Stir or Leave stops it.", moment=moment(table.starts_at)))
    elif not set(table.invited) <= set(table.players):
        lines.append(t("The game starts when everybody is in."))
    else:
        lines.append(t("Everybody is in. {host} starts the game.", host=mention(table.host)))
    return lines


def awaited_lines(context: RenderContext, table: Table) -> list[str]:
    """Return those of the game before who are not in yet, below the seats; nothing in any other lobby."""
    awaited = [mention(user) for user in table.invited if user not in table.players]
    if context.plain:
        return [context.t("{player} not yet", player=player) for player in awaited]
    return [f"{player}\N{NO-BREAK SPACE}?" for player in awaited]


def seated(context: RenderContext, table: Table, occupant: Occupant) -> str:
    """Return somebody in a lobby: a computer with its level; of a person, a rematch says that they are in."""
    if isinstance(occupant, Computer):
        return introduced(context, occupant, table.game)
    player = mention(occupant)
    if not table.invited:
        return player
    return context.t("{player} is in", player=player) if context.plain else f"{player}\N{NO-BREAK SPACE}✓"


def rematch_title(context: RenderContext, table: Table) -> str:
    """The title of the lobby of a rematch; a new message notifies those whom it mentions behind."""
    others = " ".join(mention(user) for user in table.invited if user != table.host)
    game = context.t(CATALOGUE[table.game.key].label)
    if not others:
        return context.t("**{game}** · {host} wants a rematch!", game=game, host=mention(table.host))
    return context.t(
        "**{game}** · {host} wants a rematch! {players}", game=game, host=mention(table.host), players=others
    )


# -- The end of a game: the winner, the ranking, the score of the evening, Rematch -----------------------------------


class ResultView(msgspec.Struct, frozen=True):
    """What the table does not hold of a game that is over."""

    verified: bool = False
    """The bot has computed every throw of a finished game again, and they are the same."""
    best: BestGame | None = None
    """What a finished game is the best of, if it is."""
    announced: bool = False
    """The result was posted as a new message, which mentions everybody."""
    day: DailyResult | None = None
    """The place of a finished game of the day among the others."""
    beside: Beside | None = None
    """That game beside the champion's, once the day is over."""
    public: Table | None = None
    """On a player's own table: the public one."""


NOT_KNOWN = ResultView()
"""A result of which memory knows nothing."""

_CLOSE = 50
"""A game is close where the second lacks at most this part of the first one's points."""


def result_screen(
    context: RenderContext,
    table: Table,
    *,
    verified: bool = False,
    best: BestGame | None = None,
    announced: bool = False,
) -> Screen:
    """A finished game. ``verified`` says that the bot has computed its throws again, and they are the same.

    It is the ``best`` of somebody, or of the server. ``announced`` says that it was posted as a new message.
    """
    outcome = table.outcome
    if outcome is None:
        return ended_screen(context, table)
    t = context.t
    return Screen(
        title="",
        content=verdict(context, table, outcome, announced=announced),
        body="\n".join(
            [
                t("**{game}** · final result", game=t(CATALOGUE[table.game.key].label)),
                *_best_lines(context, table, best),
                *_close_lines(context, table, outcome),
                *hinted_lines(context, table),
                *evening_lines(context, table),
                *face_of(table.game.key).story(context, table, table.game, table.state),
                *ranking_lines(context, table, outcome),
            ]
        ),
        fields=_dice_fields(context, table),
        footer=_verified(context) if verified else "",
        colour=LEAF_GREEN,
        rows=_rows(context, table),
    )


def _verified(context: RenderContext) -> str:
    if context.spoken:
        return context.t("Fair dice: press More, then Verify, to check them.")
    return context.t("🔒 Fair dice · More → Verify")


def hinted_lines(context: RenderContext, table: Table) -> list[str]:
    """The players who had hints, so that nobody wonders why leaderboards lack the game; else nothing."""
    if not table.hinted:
        return []
    players = context.t.listed([mention(table.players[seat]) for seat in table.hinted])
    return [
        context.t(
            "With hints for {players}: the game does not count in leaderboards, ratings and records.", players=players
        )
    ]


def _best_lines(context: RenderContext, table: Table, best: BestGame | None) -> list[str]:
    if best is None:
        return []
    t, face, options = context.t, face_of(table.game.key), table.game.options
    score = face.score_words(context, best.score, options)
    if best.record:
        line = t("A server record: {score}!", score=score)
    else:
        line = t("{player}'s best game yet: {score}", player=mention(table.players[best.seat]), score=score)
    return [_starred(context, line)]


def _close_lines(context: RenderContext, table: Table, outcome: Outcome) -> list[str]:
    """A line for a game that was decided by next to nothing."""
    if len(outcome.ranks) < 2 or face_of(table.game.key).fewest_is_best(table.game.options):
        return []
    first, second = (outcome.scores[seats[0]] for seats in outcome.ranks[:2])
    if first == second or (first - second) * _CLOSE > first:  # Of equal points, the story says how they were parted.
        return []
    t = context.t
    return [
        _starred(context, t.many("Photo finish: {n} point apart!", "Photo finish: {n} points apart!", first - second))
    ]


def _starred(context: RenderContext, line: str) -> str:
    return f"**{line}**" if context.plain else f"★ **{line}**"


def ended_screen(context: RenderContext, table: Table) -> Screen:
    """A game that somebody ended early: nobody wins, nothing counts."""
    t, face = context.t, face_of(table.game.key)
    totals = table.own_totals
    standing = sorted(range(len(totals)), key=totals.__getitem__, reverse=True)
    lines = [
        f"{face.score_bold(context, totals[seat], table.game.options)} · {mention(table.players[seat])}"
        for seat in standing
    ]
    return Screen(
        title="",
        content=t("**{game}** · ended early", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join([t("The game ended early, so it does not count."), *lines]),
        fields=_dice_fields(context, table),
        colour=SLATE,
        rows=_rows(context, table),
    )


def verdict(context: RenderContext, table: Table, outcome: Outcome, *, announced: bool = False) -> str:
    """Return the winner. A result that is posted as a new message says who else played, so that it notifies them.

    That is so where all played at once, and after a break. Once ``announced``, it still names them: without its
    mention, a message loses its mark among those that mention somebody.
    """
    sentence = f"**{winners(context, table, outcome)}**"
    if table.mode.in_turns and not announced and table.pending_call is not PendingCall.RESULT:
        return sentence
    t, teams = context.t, table.game.sides
    named = [mention(player) for seat, player in enumerate(table.players) if teams or seat not in outcome.winners]
    if not named:
        return sentence
    more = t("Players: {players}.", players=t.listed(named)) if teams else t("With {players}.", players=t.listed(named))
    return f"{sentence} {more}"


def winners(context: RenderContext, table: Table, outcome: Outcome) -> str:
    """Return the sentence about the winners, or about the score of somebody who played alone."""
    t = context.t
    if len(table.players) == 1:
        score = face_of(table.game.key).score_words(context, outcome.scores[0], table.game.options)
        return t("{player} finishes with {score}.", player=mention(table.players[0]), score=score)
    if table.game.sides:
        names = [side_name(context, table, side) for side in side_ranks(table, outcome)[0]]
    else:
        names = [mention(table.players[seat]) for seat in outcome.winners]
    if len(names) == 1:
        return t("{player} wins!", player=names[0])
    return t("{players} share the victory.", players=t.listed(names))


def ranking_lines(context: RenderContext, table: Table, outcome: Outcome) -> list[str]:
    """Everybody's place and score, the best first; nothing for a player alone."""
    if len(table.players) == 1:
        return []
    if table.game.sides:
        return _sides_ranking(context, table, outcome)
    lines: list[str] = []
    place = 1
    for group in outcome.ranks:
        lines.extend(_line(context, table, outcome, seat, place) for seat in group)
        place += len(group)
    return lines


def _line(context: RenderContext, table: Table, outcome: Outcome, seat: Seat, place: int) -> str:
    score = face_of(table.game.key).score_bold(context, outcome.scores[seat], table.game.options)
    sign = place_sign(context, place, earned=earns_medal(table, outcome, seat))
    return f"{sign} {score} · {_player(context, table, seat)}"


def _sides_ranking(context: RenderContext, table: Table, outcome: Outcome) -> list[str]:
    """A line per side, its members below."""
    face, options = face_of(table.game.key), table.game.options
    own_table, lines, place = table.own_totals, [], 1
    for group in side_ranks(table, outcome):
        for side in group:
            seats = members(table, side)
            sign = place_sign(context, place, earned=earns_medal(table, outcome, seats[0]))
            points = face.score_bold(context, outcome.scores[seats[0]], options)
            lines.append(f"{sign} {points} · {side_name(context, table, side)}")
            for seat in seats:
                own = f"**{context.t.number(own_table[seat])}** · " if table.game.adds_partners else ""
                lines.append(f"> {own}{_player(context, table, seat)}")
        place += len(group)
    return lines


def earns_medal(table: Table, outcome: Outcome, seat: Seat) -> bool:
    """Return whether a place is worth a medal: nobody gets one for nothing, nor for a game they left."""
    face = face_of(table.game.key)
    with_points = face.fewest_is_best(table.game.options) or outcome.scores[seat] > 0
    if face.last_loses(table.game.options) and seat in outcome.ranks[-1] and len(outcome.ranks) > 1:
        return False
    return with_points and (bool(table.game.sides) or seat not in table.gone)


def _player(context: RenderContext, table: Table, seat: Seat) -> str:
    """A player, their score in each game of a match, whether they had hints, and whether they stayed."""
    games = sums(context.t, table.game.own_games(table.state, seat))
    notes = [games] if games else []
    notes += [context.t("with hints")] if seat in table.hinted else []
    left = context.t(" (left)") if seat in table.gone else ""
    return f"{mention(table.players[seat])}{''.join(f' ({note})' for note in notes)}{left}"


def _dice_fields(context: RenderContext, table: Table) -> tuple[Field, ...]:
    """Return what has to be said of dice that are the players' own, or everybody's; **Verify** knows all others."""
    if table.settings.real_dice:
        return (real_dice_field(context, table),)
    if table.mode.lasts_a_day:  # This does not know whether its day is over; others may still throw them.
        return (dice_field(context, table.seed, over=False),)
    return ()


def _rows(context: RenderContext, table: Table) -> tuple[Row, ...]:
    """Three buttons, one row of a phone; the replay takes the place of a review that there cannot be."""
    t = context.t
    again = t("Rematch") if len(table.staying) > 1 else t("Play again")
    rematch = (Button("rematch", again, Style.SUCCESS),) if table.rematch is None else ()
    reviewed = table.status is Status.FINISHED and CATALOGUE[table.game.key].reviewed(table.game, len(table.players))
    story = Button("review", t("Review")) if reviewed else Button("replay", t("Replay"))
    return ((*rematch, story, more_button(context)),)


# -- The picture of a finished game: everybody's rank and score, and for up to four players their sheets -------------


def result_card(context: RenderContext, table: Table, names: Sequence[str]) -> Card | None:
    """Return the card of ``table``; None if there is none. ``names`` by seat, empty for an unknown name."""
    outcome = table.outcome
    if outcome is None or not table.public_result:
        return None
    places = _places(table, outcome)
    face = face_of(table.game.key)
    sheets = (
        face.card_sheets(context, table, table.game, table.state) if len(table.players) <= MOST_SHEETS else NO_SHEETS
    )
    shown = sorted(sorted(places, key=lambda seat: (places[seat], seat))[:MOST_SEATS])
    more = len(places) - len(shown)
    return Card(
        title=context.t(CATALOGUE[table.game.key].label),
        subtitle=_subtitle(context, table),
        seats=tuple(_seat(context, table, outcome, Seat(seat), names[seat], places[seat]) for seat in shown),
        sheet=sheets.lines,
        heads=sheets.heads,
        others=context.t.many("and {n} more", "and {n} more", more) if more else "",
    )


def game_card(context: RenderContext, table: Table, names: Sequence[str]) -> Card | None:
    """Return the card of the game of a match that ended last; None in its first game, and for a player alone."""
    number = table.game.games_before(table.state)
    if not number or len(table.players) == 1:
        return None
    points, sides = _last_points(table), table.game.sides
    face, options, t = face_of(table.game.key), table.game.options, context.t
    seats = tuple(
        CardSeat(
            name=names[seat],
            score=face.score_words(context, points[seat], options),
            rank=1 + sum(other > points[seat] for other in points),
            instead=t("Player {number}", number=seat + 1),
            note=side_word(context, table, seat % sides) if sides else "",
            points=float(points[seat]),
            left=seat in table.gone,
            earned=points[seat] > 0,
        )
        for seat in range(min(len(points), MOST_SEATS))
    )
    title = t(CATALOGUE[table.game.key].label) + " · " + t("Game {number}", number=number)
    return Card(title=title, subtitle=t("Table {code}", code=table.code), seats=seats)


def game_text(context: RenderContext, table: Table) -> str:
    """The words above the card of a game: its winner."""
    points, sides = _last_points(table), table.game.sides
    best = [seat for seat, made in enumerate(points) if made == max(points)]
    if sides:
        names = [side_name(context, table, side) for side in sorted({seat % sides for seat in best})]
    else:
        names = [mention(table.players[seat]) for seat in best]
    return context.t.many(
        "**Game {number} goes to {players}.** The next one begins.",
        "**Game {number} is shared by {players}.** The next one begins.",
        len(names),
        number=table.game.games_before(table.state),
        players=context.t.listed(names),
    )


def _last_points(table: Table) -> list[int]:
    """Return what each seat made in the game of a match that ended last, or its side where partners add up."""
    last, sides = table.game.games_before(table.state) - 1, table.game.sides
    own = [table.game.own_games(table.state, Seat(seat))[last] for seat in range(len(table.players))]
    return [sum(own[seat % sides :: sides]) for seat in range(len(own))] if table.game.adds_partners and sides else own


def _subtitle(context: RenderContext, table: Table) -> str:
    parts = [context.t("Final result")]
    preset = preset_in_force(table.game)
    if table.game.options:
        parts.append(context.t(preset.label) if preset else context.t("House rules"))
    if table.settings.real_dice:
        parts.append(context.t("Real dice"))
    return " · ".join([*parts, context.t("Table {code}", code=table.code)])


def _places(table: Table, outcome: Outcome) -> dict[int, int]:
    """Return the rank of every seat, from 1; with sides, that of its side."""
    places: dict[int, int] = {}
    sides, place = table.game.sides, 1
    for group in side_ranks(table, outcome) if sides else outcome.ranks:
        seats = range(len(table.players)) if sides else group
        places |= {seat: place for seat in seats if not sides or seat % sides in group}
        place += len(group)
    return places


def _seat(context: RenderContext, table: Table, outcome: Outcome, seat: Seat, name: str, place: int) -> CardSeat:
    face, score, options = face_of(table.game.key), outcome.scores[seat], table.game.options
    return CardSeat(
        name=name,
        score=face.score_words(context, score, options),
        rank=place,
        instead=context.t("Player {number}", number=seat + 1),
        note=", ".join(_notes(context, table, seat)),
        points=None if face.fewest_is_best(options) else float(score),
        left=seat in table.gone,
        earned=earns_medal(table, outcome, seat),
    )


def _notes(context: RenderContext, table: Table, seat: Seat) -> list[str]:
    """Return the side, what the game says of the player, whether they had hints, and whether they left."""
    sides = table.game.sides
    notes = [side_word(context, table, seat % sides)] if sides else []
    notes += face_of(table.game.key).card_notes(context, table.game, table.state, seat)
    notes += [context.t("with hints")] if seat in table.hinted else []
    return [*notes, context.t("has left")] if seat in table.gone else notes
