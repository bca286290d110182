"""The face of Ambition: the rules in words, its moments, its board, its statistics."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.engine import DOUBLE, FREEZE, N_, POWER, Event, Faces, OptionValue, Roll, RuleNote, Seat, has_power
from bot.engine.game import GAMES
from bot.engine.gate import legal
from bot.games.ambition.guide import GUIDE
from bot.games.ambition.rules import DICE, STARS, TRIES, Ambition, LatestTurn, State, TurnEnd, scoring, trio, worth
from bot.screens.kit import (
    BoardView,
    Button,
    DiceInHand,
    Face,
    Field,
    RenderContext,
    Row,
    Screen,
    Style,
    Track,
    board_title,
    dice_heading,
    match_parts,
    mention,
    more_row,
    next_game_lines,
    numbered,
    play_board,
    score_lines,
    sentences,
    tie_lines,
)
from bot.screens.kit.board import (
    LatestPoints,
    Moment,
    became_line,
    bust,
    great_turn,
    lead_taken,
    lines_beside_track,
    nothing_scores,
    to_throw,
    totals_in_lines,
    track_of,
)
from bot.screens.kit.dice import (
    PowerWords,
    dashed,
    passing_goal,
    places_of,
    points_at_risk,
    power_counted,
    power_note,
    power_works,
    risk,
)
from bot.tables.model.table import Table
from bot.tables.records.profiles import GameSeries
from bot.tables.records.statistics import StatsTotals

# -- The Power die in words ------------------------------------------------------------------------------------------


def _edges(context: RenderContext, game: Ambition) -> Iterator[str]:
    yield context.t("It does nothing while you qualify.")
    yield passing_goal(context, game.goal)
    if game.house_rules["overshoot"] == "stop_before":
        yield context.t("A throw that passes the goal does not count with a 4 or 6 either.")
    else:
        yield context.t("A throw that passes the goal loses the turn with a 4 or 6 too.")


POWER_WORDS = PowerWords[Ambition](
    N_(
        "A die of another colour is thrown along with every throw. It belongs to no combination, and only what "
        "it shows in the last one counts."
    ),
    {
        1: N_("if you stop now, the turn counts once."),
        **dict.fromkeys((2, 3), N_("if you stop now, the turn counts {times} times.")),
        FREEZE: N_(
            "Freeze: the turn ends with this throw and counts, even if nothing scores, except a trio not yet validated."
        ),
        DOUBLE: N_("Double: if you stop now, you have another turn."),
        POWER: N_("Power: if nothing scores, or a trio is not validated, throw again."),
    },
    _edges,
)


# -- The rules in words, under the house rules -----------------------------------------------------------------------


def ambition_rules(context: RenderContext, game: Ambition) -> tuple[str, tuple[Field, ...]]:
    """Return the turn and what scores, then the parts of the rules by name."""
    parts = (
        (
            context.t("Qualifying"),
            context.t(
                "You have {n} throws in each turn for a ★1 and a ★5 together. From your next turn on, you make points.",
                n=TRIES,
            ),
        ),
        (context.t("Power die"), POWER_WORDS.rules(context, game)),
        (
            context.t("Trio"),
            context.t(
                "Three equal dice must be validated: throw again, and a ★1 or a ★5 must fall; every star that falls "
                "adds its points. Without one, the turn is lost. A new trio of 1s or 5s validates the first, and "
                "must be validated in turn."
            ),
        ),
        (context.t("End"), _end(context, game)),
        (context.t("Teams"), _sides(context, game)),
        *match_parts(context, game),
    )
    aim = context.t("Reach exactly {points} points before the others.", points=context.t.number(game.goal))
    return "\n".join([aim, _turn(context, game), "", *_points(context)]), tuple(
        Field(*part) for part in parts if part[1]
    )


def _turn(context: RenderContext, game: Ambition) -> str:
    aside = game.house_rules["set_aside"]
    steps = {
        N_("First qualify: throw a 1 and a 5, the faces with a star (★), in one throw."): True,
        N_("After that, throw three dice. If something scores, stop and write the points, or throw again."): True,
        N_(
            "Dice that score are set aside and only the others are thrown again; when all three have scored, all are."
        ): aside,
        N_("All three dice are thrown every time."): not aside,
        N_("If nothing scores, your turn ends and only its points are lost."): True,
    }
    return numbered(context, steps)


def _points(context: RenderContext) -> list[str]:
    t = context.t

    def line(name: str, worth: str) -> str:
        return context.t("**{name}**: {said}", name=name, said=worth)

    return [
        *(
            line(t("{face} (a star)", face=face) if context.spoken else f"★{face}", t("{points} each", points=points))
            for face, points in STARS.items()
        ),
        line("1-1-1", context.t.number(trio(1))),
        line(
            context.t("Three equal dice of another number"),
            context.t("100 times their number. {example}", example=f"`4-4-4` → {trio(4)}"),
        ),
    ]


def _end(context: RenderContext, game: Ambition) -> str:
    stops = game.house_rules["overshoot"] == "stop_before"
    rules = {
        N_("The first player with exactly {goal} points wins at once."): True,
        N_(
            "A throw that would pass the goal ends the turn, which counts without that throw or a trio not yet "
            "validated."
        ): stops,
        N_("A throw that passes the goal loses the turn."): not stops,
    }
    return sentences(context, rules, goal=context.t.number(game.goal))


def _sides(context: RenderContext, game: Ambition) -> str:
    each = game.house_rules["everyone_qualifies"]
    rules = {
        N_("Partners sit alternately and share one score."): True,
        N_("Each partner must qualify, not the team once."): each,
        N_("The team qualifies once."): not each,
    }
    return sentences(context, rules) if game.sides else ""


# -- Moments: qualified, a great turn, the lead, a turn lost ----------------------------------------------------------

_EARLY = 4
"""Before somebody has this part of the goal, the lead changes nearly every turn."""


_QUALIFIED = (
    N_("Both stars: {player} is qualified!"),
    N_("{player} has both stars: qualified!"),
    N_("Two stars for {player}: qualified, bravo!"),
)


def moment(game: Ambition, before: State, after: State, events: tuple[Event, ...]) -> Moment | None:
    """Return the moment of the turn that has just ended."""
    last = after.last
    if last is None or last is before.last:
        return None
    if last.how is TurnEnd.QUALIFIED:
        return Moment(_QUALIFIED, last.seat, great=True)
    if _lost(last):
        return bust(last.seat)
    if last.how not in (TurnEnd.COUNTED, TurnEnd.SAVED):
        return None
    great = great_turn(last.seat, last.points, game.goal, before.dice, events)
    if great is not None or max(game.scores(before)) * _EARLY < game.goal:
        return great
    return lead_taken(game, before, after)


# -- The board: the task of the throw, the points at risk, and the way to the goal -----------------------------------

NIGHT_BLUE = 0x3D3D7A


def board_screen(context: RenderContext, table: Table, game: Ambition, state: State, view: BoardView) -> Screen:
    """Return the table during the game."""
    seat = state.turn or Seat(0)
    track = _track(context, table, game, state, view.names) if view.pictured and not context.plain else None
    standing = score_lines(
        context,
        table,
        lambda player: "" if state.qualified[player] else context.t(" (not qualified)"),
        game.sides,
        game.goal,
    )
    board = play_board(
        context,
        _title(context, game, state),
        view,
        sheet=next_game_lines(context, table, state.match, view.news),
        scores=[
            *([standing] if track is None else lines_beside_track(context, table)),
            _risk_line(context, game, state, seat),
        ],
        legend=_legend(context),
        dice=dice_heading(context, _shown(state, seat), DICE + has_power(game.house_rules)),
        what=_what(context, table, state, seat),
        who=_who(context, table, game, state, seat),
        colour=NIGHT_BLUE,
        rows=(
            _commands(context, game, state),
            more_row(context, table),
        ),
    )
    return board if track is None else replace(board, picture=track)


def _track(context: RenderContext, table: Table, game: Ambition, state: State, names: Sequence[str]) -> Track:
    """The picture: everybody's climber on the stairs to the goal."""
    last, stars = state.last, " + ".join(f"★{face}" for face in STARS)
    return track_of(
        context,
        table,
        names,
        "night",
        game.goal,
        lambda player: "" if state.qualified[player] else stars,
        None
        if last is None
        else LatestPoints(last.seat, last.points, last.how in (TurnEnd.COUNTED, TurnEnd.SAVED), fresh=not state.throws),
    )


def _legend(context: RenderContext) -> str:
    """What dice are worth: with three of them to throw, a trio is what a player may hope for."""
    t, worths = context.t, {f"★{face}": points for face, points in STARS.items()}
    worths |= {dashed((face,) * DICE): trio(face) for face in (4, 1)}
    return ", ".join(t("{name}: {value}", name=name, value=t.number(points)) for name, points in worths.items())


def _title(context: RenderContext, game: Ambition, state: State) -> str:
    t, points = context.t, context.t.number(game.goal)
    return board_title(context, game, state, t("exactly {points}", points=points), t("goal {points}", points=points))


def _shown(state: State, seat: Seat) -> DiceInHand:
    """The dice on the table; before a throw, those of the latest turn."""
    if not state.throws and state.last is not None:
        return DiceInHand(state.last.faces, state.last.power, look="star")
    return _thrown(state, seat)


def _thrown(state: State, seat: Seat) -> DiceInHand:
    """The dice; once the points count, scoring ones have a mark."""
    faces = (*state.aside, *state.dice)
    marked = (*state.aside, *scoring(state.dice)) if state.qualified[seat] else ()
    return DiceInHand(faces, state.power, places_of(marked, faces), "star")


# -- what the board and the story say --------------------------------------------------------------------------------


def story_lines(context: RenderContext, table: Table, game: Ambition, state: State) -> list[str]:
    """Return how the latest turn ended, and the throws for a tie after it."""
    last = [] if state.last is None else [_last_line(context, table, state.last)]
    return [*last, *tie_lines(context, table, state.match)]


def _last_line(context: RenderContext, table: Table, last: LatestTurn) -> str:
    t = context.t
    who, points = mention(table.players[last.seat]), t.number(last.points)
    dice = dashed(tuple(sorted(last.faces)))
    match last.how:
        case TurnEnd.COUNTED:
            return t("{player} writes **{points}**.", player=who, points=points) + power_counted(
                context, last.power, again=table.turn == last.seat
            )
        case TurnEnd.QUALIFIED:
            return t("{player} throws {dice}, both stars: qualified!", player=who, dice=dice)
        case TurnEnd.UNQUALIFIED:
            return t("{player} is not qualified yet: the last throw was {dice}.", player=who, dice=dice)
        case TurnEnd.INVALID:
            return t(
                "{player} throws {dice}: no star to validate the trio, **{points}** lost.",
                player=who,
                dice=dice,
                points=points,
            )
        case TurnEnd.OVER:
            return t("{player}: **{points}** would pass the goal, the turn is lost.", player=who, points=points)
        case TurnEnd.SAVED:
            return t(
                "{player} throws {dice}, which would pass the goal: **{points}** written without it.",
                player=who,
                dice=dice,
                points=points,
            )
    return nothing_scores(context, table.players[last.seat], dice, last.points)


def _starred(faces: Faces) -> str:
    """Dice as people write them, with the stars on them."""
    return "-".join(f"★{face}" if face in STARS else str(face) for face in faces)


def _risk_line(context: RenderContext, game: Ambition, state: State, seat: Seat) -> str:
    """What is at stake above the dice: points, or how to qualify."""
    t = context.t
    if not state.qualified[seat]:
        return t("To qualify: a ★1 and a ★5 in one throw")
    missing = game.goal - game.total(state, seat) - game.stopped(state)
    return t(
        "At risk **{points}** · then missing **{missing}**",
        points=t.number(state.risk),
        missing=t.number(missing),
    )


def _what(context: RenderContext, table: Table, state: State, seat: Seat) -> str:
    """What the dice on the table are worth, or what those of the latest turn became."""
    t = context.t
    if not state.throws:
        return "" if state.last is None else _became(context, table, state.last)
    if not state.qualified[seat]:
        return _not_qualified(context, state.dice)
    if state.again:
        return t("**{dice}** → nothing, but Power 6: throw again", dice=dashed(tuple(sorted(state.dice))))
    scored, points = _starred(scoring(state.dice)), t.number(worth(state.dice))
    if state.pending:
        return t("**{dice}** = {points} · trio (to validate)", dice=scored, points=points)
    return f"**{scored}** = {points}"


def _not_qualified(context: RenderContext, faces: Faces) -> str:
    """Which star a throw lacks to qualify."""
    lacking = [face for face in STARS if face not in faces]
    if len(lacking) == len(STARS):
        return context.t("**{dice}** does not qualify: no star", dice=_starred(faces))
    return context.t("**{dice}** does not qualify: no ★{face}", dice=_starred(faces), face=lacking[0])


def _became(context: RenderContext, table: Table, last: LatestTurn) -> str:
    """The dice of the latest turn and what they brought: one short line."""
    t, points = context.t, context.t.number(last.points)
    match last.how:
        case TurnEnd.COUNTED:
            brought = f"**+{points}**" + (power_note(context, last.power) if power_works(last.power) else "")
        case TurnEnd.QUALIFIED:
            brought = t("**qualified!**")
        case TurnEnd.UNQUALIFIED:
            brought = t("not qualified yet")
        case TurnEnd.INVALID:
            brought = t("no star, **{points} lost**", points=points)
        case TurnEnd.OVER:
            brought = t("past the goal, **{points} lost**", points=points)
        case TurnEnd.SAVED:
            brought = t("past the goal, **+{points}** before", points=points)
        case _:
            brought = t("nothing, **{points} lost**", points=points) if last.points else t("**nothing**")
    dice = _starred(tuple(sorted(last.faces)))
    return became_line(context, table.players[last.seat], dice, brought)


def _who(context: RenderContext, table: Table, game: Ambition, state: State, seat: Seat) -> str:
    t, player = context.t, f"**{mention(table.players[seat])}**"
    parts = [player if state.throws else to_throw(context, table, seat)]
    if not state.qualified[seat]:
        left = TRIES - state.throws
        idle = [t("Power {face}: nothing", face=state.power)] if state.power else []
        return " · ".join((*parts, t.many("{n} throw left", "{n} throws left", left), *idle))
    if state.pending:
        parts.append(t("throw a ★1 or a ★5"))
    elif state.risk and not state.again:
        total = game.total(state, seat) + game.stopped(state)
        parts.append(t("stop now: **{points}**", points=t.number(total)))
    return " · ".join(parts) + power_note(context, state.power, six=N_("throw again") if state.again else "")


def _commands(context: RenderContext, game: Ambition, state: State) -> Row:
    """Throw and Stop: always both, so that neither ever takes the place of the other."""
    t, actions = context.t, legal(game, state)
    throw = t.many("Throw {n} die", "Throw {n} dice", DICE - len(game.next_aside(state)))
    stop = t("Stop: +{points}", points=t.number(game.stopped(state)))
    return (
        Button("roll", throw, Style.PRIMARY, disabled="roll" not in actions),
        Button("stop", stop, Style.SUCCESS, disabled="stop" not in actions),
    )


def sheet_lines(context: RenderContext, game: Ambition, state: State, seat: Seat) -> list[str]:
    """Return the total after each turn with written points."""
    return totals_in_lines(context, state.totals[game.side(seat)])


# -- The face --------------------------------------------------------------------------------------------------------


def _lost(last: LatestTurn) -> bool:
    return last.how in (TurnEnd.LOST, TurnEnd.INVALID, TurnEnd.OVER)


class AmbitionFace(Face[Ambition, State]):
    """The face of Ambition."""

    opens = N_("{ambition_start} opens a table.")
    look = "star"
    pictured = by_choice = True
    first_game = GUIDE
    lobby_dice = (1, 5, 1)
    course = N_("Points after each round")
    short_parts = ("Trio",)
    good_to_know = (
        RuleNote(
            N_("The pictures of the page are missing: which faces have a star, and all points, are ours."),
            of_source=True,
        ),
        RuleNote(N_("A trio that reaches the goal must still be validated.")),
        RuleNote(N_("The order of play is drawn, not begun by the oldest player.")),
    )
    board = staticmethod(board_screen)
    moment = staticmethod(moment)
    sheet = staticmethod(sheet_lines)
    rules = staticmethod(ambition_rules)
    story = staticmethod(story_lines)

    def next_step(self, context: RenderContext, game: Ambition, state: State, *, all_held: bool = False) -> str:
        if state.power is not None:
            return ""
        if state.throws and not state.qualified[state.turn or Seat(0)]:
            return context.t("**Throw** again: {n} left", n=TRIES - state.throws)
        if not state.risk:
            return context.t("press **Throw**")
        return context.t("**Throw** on: a star must fall") if state.pending else context.t("**Throw** on, or **Stop**?")

    def situation(self, context: RenderContext, game: Ambition, state: State, seat: Seat) -> list[str]:
        goal = context.t("Goal: {points} points", points=context.t.number(game.goal))
        return [*self.standings(context, game, state, seat), goal, *self.beside_picture(context, game, state, seat)]

    def beside_picture(self, context: RenderContext, game: Ambition, state: State, seat: Seat) -> list[str]:
        t = context.t
        qualified = [] if state.qualified[seat] else [t("You have not qualified yet.")]
        return [*qualified, t("At risk: {points} points.", points=t.number(state.risk))]

    def face_name(self, face: int) -> str:
        return f"★{face}" if face in STARS else str(face)

    def action_name(self, context: RenderContext, game: Ambition, state: State, do: str) -> str:
        t = context.t
        if do == "stop":
            return t("Stop: +{points}", points=t.number(game.stopped(state)))
        return t.many("Throw {n} die", "Throw {n} dice", DICE - len(game.next_aside(state)))

    def chance_line(self, context: RenderContext, game: Ambition, state: State, do: str) -> str:
        n = risk(game, state, Roll(), DICE - len(game.next_aside(state)), _lost)
        return points_at_risk(context, state.risk, n)

    def one_score(self, options: Mapping[str, OptionValue]) -> bool:
        return GAMES not in options

    def stats(self, context: RenderContext, series: GameSeries, totals: StatsTotals) -> list[str]:
        lines, lost = super().stats(context, series, totals), totals.counts["unqualified"]
        if lost:
            lines.append(context.t.many("Not qualified: **{n}** turn", "Not qualified: **{n}** turns", lost))
        return lines


FACE = AmbitionFace()
