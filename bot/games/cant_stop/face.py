"""The faces of Can't Stop and its race: the rules in words, statistics."""

from collections.abc import Mapping

from bot.engine import N_, OptionValue, RaceState, RuleNote, Seat
from bot.engine.game import GAMES
from bot.engine.gate import JournalEntry, legal
from bot.games.cant_stop.board import (
    MARKS,
    POWER_WORDS,
    after_climbing,
    board_screen,
    climbed,
    cone,
    moment,
    mountain,
    move_label,
    open_cones,
    place,
    race_parts,
    sheet_in_words,
    sheet_lines,
    sheet_parts,
    story_lines,
    throw_lost,
)
from bot.games.cant_stop.guide import GUIDE
from bot.games.cant_stop.rules import HEIGHTS, RUNNERS, CantStop, CantStopRace, Move, State
from bot.screens.kit import (
    AnyFace,
    Face,
    Field,
    Mountain,
    RaceFace,
    RaceWords,
    RenderContext,
    code_block,
    mention,
    numbered,
    sentences,
)
from bot.screens.kit.dice import TWO_DICE_BEGIN
from bot.screens.kit.face import turn_lines
from bot.screens.kit.sides import match_parts
from bot.tables.model.table import Table
from bot.tables.records.profiles import GameSeries
from bot.tables.records.statistics import StatsTotals

# -- The rules in words, under the house rules -----------------------------------------------------------------------


def cant_stop_rules(context: RenderContext, game: CantStop) -> tuple[str, tuple[Field, ...]]:
    """Return the turn, then the parts of the rules by name."""
    parts = (
        (context.t("Example"), _example(context)),
        (context.t("Steps to climb"), _columns(context)),
        (context.t("Moving"), _moving(context, game)),
        (context.t("Stopping"), _stopping(context, game)),
        (context.t("Power die"), POWER_WORDS.rules(context, game)),
        (
            context.t("End"),
            _end(context, game),
        ),
        (context.t("Teams"), _sides(context, game)),
        (context.t("Alone"), context.t("Win the columns in as few turns as you can.") if 1 in game.seats else ""),
        *match_parts(context, game, may_tie=_may_run_out(game)),
    )
    return _turn(context, game), tuple(Field(*part) for part in parts if part[1])


def _may_run_out(game: CantStop) -> bool:
    """Whether every column can be won before a player or a team has enough of them."""
    return (game.goal - 1) * (game.sides or game.seats[-1]) >= len(HEIGHTS)


def _aim(context: RenderContext, game: CantStop) -> str:
    rules = {
        N_("Climb to the top of {columns} columns with your partner, before the other team."): game.sides,
        N_("Climb to the top of {columns} columns in as few turns as you can."): game.is_race,
        N_(
            "Climb to the top of {columns} columns: before the others, or playing alone in as few turns as you can."
        ): not (game.sides or game.is_race),
    }
    return sentences(context, rules, columns=game.goal)


def _end(context: RenderContext, game: CantStop) -> str:
    rules = {
        N_("The first player to stop with {columns} columns wins."): not game.sides,
        N_("The first team with {columns} columns wins."): game.sides,
        N_("If every column is won before that, the most columns win."): _may_run_out(game),
    }
    return sentences(context, rules, columns=game.goal)


def _turn(context: RenderContext, game: CantStop) -> str:
    turn = {
        N_("Throw four dice and make two pairs of them: their sums are two columns."): True,
        N_("Climb one step in each: you have {runners} runners."): True,
        N_("Throw again, or stop to keep your steps."): True,
        N_("A throw that moves no runner ends your turn: its steps are lost."): True,
        N_("A cone on the top step wins the column: all other cones leave it."): not game.is_race,
    }
    return f"{_aim(context, game)}\n{numbered(context, turn, runners=RUNNERS)}"


def _example(context: RenderContext) -> str:
    """Two throws, the columns that they climb, and the colour of the buttons that play both sums."""
    t = context.t
    lines = [
        t("{dice} makes {pairings}.", dice="`1-4-5-6`", pairings="5 + 11, 6 + 10, 7 + 9"),
        t("{dice} makes {pairings}.", dice="`2-2-5-5`", pairings=t("4 + 10 or 7 twice")),
    ]
    return "\n".join([*lines, *([] if context.spoken else [t("A blue button plays both sums.")])])


def _columns(context: RenderContext) -> str:
    heard = [f"{column}: {top}" for column, top in HEIGHTS.items()]
    seen = [f"{column:>2}│{'·' * top}│{top}" for column, top in HEIGHTS.items()]
    drawn = f"{', '.join(heard)}." if context.spoken else code_block(seen)
    return "\n".join((context.t("The columns and their steps:"), drawn))


def _moving(context: RenderContext, game: CantStop) -> str:
    both = game.house_rules["must_maximise"]
    rules = {
        N_(
            "A number moves the runner of its column one step up; without one there, a free runner is set one step "
            "above your cone, or on the first step."
        ): True,
        N_("Both numbers must be played if they can be. With one runner left for two new columns, you choose."): True,
        N_("A pairing that moves both numbers must be preferred to one that moves only one."): both,
        N_("You are free to choose a pairing of which only one number can be played."): not both,
        N_("Columns that are won are closed, and steps above the top are lost."): True,
        N_("Runners skip steps that hold cones of others."): game.house_rules["jump"],
    }
    return sentences(context, rules)


def _stopping(context: RenderContext, game: CantStop) -> str:
    free_only = game.house_rules["no_stop_on_cone"]
    rules = {
        N_("When you stop, your cones go where the runners stand."): True,
        N_("Cones may share a step."): not (free_only or game.house_rules["jump"] or game.is_race),
        N_("Nobody may stop while a runner shares a step with a cone of somebody else."): free_only,
    }
    return sentences(context, rules)


def _sides(context: RenderContext, game: CantStop) -> str:
    rules = {
        N_("Four players; partners sit alternately, and their columns are added."): True,
        N_(
            "Everybody climbs with runners and cones of their own. A column that your partner has won is closed to you "
            "too."
        ): True,
        N_("The cones of your partner do not count as those of others."): game.house_rules["jump"]
        or game.house_rules["no_stop_on_cone"],
    }
    return sentences(context, rules) if game.sides else ""


# -- The faces of the game and of its race ---------------------------------------------------------------------------


class CantStopFace(Face[CantStop, State]):
    """The face of Can't Stop."""

    opens = N_("{cantstop_start} opens a table.")
    look = "sand"
    first_game = GUIDE
    lobby_dice = (3, 4, 3, 4)
    short_parts = (N_("Example"),)
    pictured = True
    good_to_know = (
        RuleNote(N_("Nobody runs out of cones here.")),
        TWO_DICE_BEGIN,
    )
    board = staticmethod(board_screen)
    moment = staticmethod(moment)
    sheet = staticmethod(sheet_lines)
    sheet_in_words = staticmethod(sheet_in_words)
    sheets = staticmethod(sheet_parts)
    sheets_in_words = N_("The columns in words")
    rules = staticmethod(cant_stop_rules)
    story = staticmethod(story_lines)

    def next_step(self, context: RenderContext, game: CantStop, state: State, *, all_held: bool = False) -> str:
        if state.power is not None:
            return ""
        if not state.dice:
            return context.t("press **Throw**")
        if not state.moved:
            return context.t("choose where to climb")
        return after_climbing(context, game, state)

    def of(self, game: str) -> AnyFace:
        return RACE if game == CantStopRace.key else self

    def aim_name(self, context: RenderContext, game: CantStop, do: str) -> str:
        return do.split(" ")[1]

    def decided_on(self, context: RenderContext, state: State) -> str:
        """Return where the runners stand, once they have moved: the dice do not say what stopping would keep."""
        if not state.moved:
            return super().decided_on(context, state)
        return context.t("Runners: {places}", places=", ".join(place(context, *at) for at in state.runners))

    def action_name(self, context: RenderContext, game: CantStop, state: State, do: str) -> str:
        action = legal(game, state).get(do)
        if isinstance(action, Move):
            where = move_label(context, game, state, action)
            return where if context.spoken else context.t("Column {where}", where=where)
        return super().action_name(context, game, state, do)

    def moves_in_words(self, context: RenderContext, game: CantStop, state: State) -> list[str]:
        """Return the pairs; the line of the next step says by itself that one may throw or stop."""
        pairs = any(isinstance(action, Move) for action in game.legal_actions(state))
        return super().moves_in_words(context, game, state) if pairs else []

    def gain(self, game: CantStop, state: State, do: str) -> float:
        """Return how much of the columns' heights a move climbs."""
        action = legal(game, state)[do]
        return sum(1 / HEIGHTS[column] for column in action.columns) if isinstance(action, Move) else 0

    def chance_line(self, context: RenderContext, game: CantStop, state: State, do: str) -> str:
        n = throw_lost(game, state)
        return "" if n is None else context.t("{n}% of throws move no runner.", n=n)

    def move_text(self, context: RenderContext, table: Table, game: CantStop, entry: JournalEntry) -> str:
        word, *columns = entry.do.split(" ")
        if word == "move":
            return climbed(context, table, entry.seat, columns)
        return super().move_text(context, table, game, entry)

    def came_close(self, context: RenderContext, table: Table, game: CantStop, state: State, seat: Seat) -> str:
        near = [column for column, step in open_cones(state, seat) if step == HEIGHTS[column] - 1]
        if not near:
            return ""
        player = mention(table.players[seat])
        return context.t("{player}: one step short of column {column}", player=player, column=near[0])

    def one_score(self, options: Mapping[str, OptionValue]) -> bool:
        return GAMES not in options

    def score_words(self, context: RenderContext, score: int, options: Mapping[str, OptionValue]) -> str:
        return context.t.many("{n} column", "{n} columns", score)

    def score_bold(self, context: RenderContext, score: int, options: Mapping[str, OptionValue]) -> str:
        return context.t.many("**{n}** column", "**{n}** columns", score)

    def average_words(self, context: RenderContext, average: float, options: Mapping[str, OptionValue]) -> str:
        return context.t("{n} columns a game", n=context.t.number(average, 1))

    def final_picture(self, table: Table, game: CantStop, state: State) -> Mountain | None:
        """Return the cones at the end; nothing in a match, whose last game does not tell all."""
        return None if game.length.several else mountain(table, state)

    def seat_sign(self, context: RenderContext, table: Table, seat: Seat) -> str:
        return cone(context, table, seat)

    def card_notes(self, context: RenderContext, game: CantStop, state: State, seat: Seat) -> list[str]:
        """Return the columns that ``seat`` has won; in a match, how many in each game."""
        if game.length.several:
            return super().card_notes(context, game, state, seat)
        t, won = context.t, state.won[seat]
        columns = t.listed([str(column) for column in won])
        return [t.many("column {columns}", "columns {columns}", len(won), columns=columns)] if won else []

    def stats(self, context: RenderContext, series: GameSeries, totals: StatsTotals) -> list[str]:
        won = context.t.many("**{n}** column won", "**{n}** columns won", totals.counts["columns"])
        return [*turn_lines(context, totals), won]


FACE = CantStopFace()


class _CantStopRaceWords(RaceWords):
    def way(self, context: RenderContext, reached: int, of: int) -> str:
        t = context.t
        # In French the number before the word decides, in English the goal, which is never 1.
        return t.many(
            "{done} of {of} columns", "{done} of {of} columns", reached, done=t.number(reached), of=t.number(of)
        )


class CantStopRaceFace(RaceFace[CantStopRace]):
    """The face of the race of Can't Stop."""

    opens = N_("{cantstop_start} opens a table, and **Everybody at once**, under **More**, makes it a race.")
    own_parts = (N_("Example"), N_("Steps to climb"), N_("Moving"), N_("Stopping"), N_("Power die"))
    pictured = True

    def sheets(self, context: RenderContext, table: Table, game: CantStopRace, state: RaceState[State]) -> list[str]:
        """Return everybody's columns side by side where there is room, else one below the other."""
        if len(table.players) > len(MARKS):
            return super().sheets(context, table, game, state)
        return race_parts(context, table, game.solo, state)

    def title(self, context: RenderContext, title: str, turn: int) -> str:
        """Return the title as it is: playing alone, it has the number of the turn."""
        return title

    def story(self, context: RenderContext, table: Table, game: CantStopRace, state: RaceState[State]) -> list[str]:
        """Return how the latest turn ended: playing alone, that says how many there were."""
        if len(state.runs) > 1:
            return []
        return self._solo.story(context, table, game.solo, state.runs[0])

    def end(self, context: RenderContext, game: CantStopRace) -> str:
        return context.t("Your race ends when you stop with {columns} columns won.", columns=game.solo.goal)


RACE = CantStopRaceFace(FACE, _CantStopRaceWords())
