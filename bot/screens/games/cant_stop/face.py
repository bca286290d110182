"""How Can't Stop shows itself."""

from collections.abc import Mapping

from bot.engine import N_, OptionValue, RaceState, Roll, Seat
from bot.engine.play import JournalEntry, legal
from bot.games.cant_stop.race import CantStopRace
from bot.games.cant_stop.rules import DICE, CantStop
from bot.games.cant_stop.state import Last, Move, State
from bot.screens.games.cant_stop.board import board_screen, climbed, move_label, story_lines
from bot.screens.games.cant_stop.moments import moment
from bot.screens.games.cant_stop.mountain import MARKS
from bot.screens.games.cant_stop.rules import cant_stop_rules
from bot.screens.games.cant_stop.sheet import race_parts, sheet_lines, sheet_parts
from bot.screens.kit import AnyFace, Face, RaceFace, RaceWords, RenderContext, RuleNote
from bot.screens.kit.dice import risk
from bot.screens.kit.power import POWER_NOTE
from bot.screens.kit.stats_lines import turn_lines
from bot.tables.core.model import Table
from bot.tables.records.profiles import GameSeries
from bot.tables.records.stats_totals import StatsTotals


def _stuck(last: Last) -> bool:
    return not last.stopped


class CantStopFace(Face[CantStop, State]):
    """How Can't Stop shows itself."""

    opens = N_("{cantstop_start} opens a table.")
    look = "sand"
    lobby_dice = (3, 4, 3, 4)
    pictured = True
    good_to_know = (
        RuleNote(N_("9 cones of each colour on our rules sheet, 11 in the published game: here you never run out.")),
        RuleNote(N_("Whether a pairing that moves both numbers must be preferred is not said."), "must_maximise"),
        RuleNote(
            N_(
                "Nor is it said who chooses between two new columns for the last runner: you do, "
                "as in the published game."
            )
        ),
        RuleNote(N_("The texts have no sides: they are our addition."), "teams"),
        POWER_NOTE,
        RuleNote(N_("Playing alone is our addition: count your turns.")),
    )
    board = staticmethod(board_screen)
    moment = staticmethod(moment)
    sheet = staticmethod(sheet_lines)
    sheets = staticmethod(sheet_parts)
    rules = staticmethod(cant_stop_rules)
    story = staticmethod(story_lines)

    def of(self, game: str) -> AnyFace:
        return RACE if game == CantStopRace.key else self

    def action_name(self, context: RenderContext, game: CantStop, state: State, do: str) -> str:
        action = legal(game, state).get(do)
        if isinstance(action, Move):
            return context.t("Column {where}", where=move_label(context, game, state, action))
        return super().action_name(context, game, state, do)

    def chance_line(self, context: RenderContext, game: CantStop, state: State, do: str) -> str:
        if Roll() not in game.legal_actions(state):
            return ""
        n = risk(game, state, Roll(), DICE, _stuck)
        return "" if n is None else context.t("A throw moves no runner in {n} of 100.", n=n)

    def move_text(self, context: RenderContext, table: Table, game: CantStop, entry: JournalEntry) -> str:
        word, *columns = entry.do.split(" ")
        if word == "move":
            return climbed(context, table, entry.seat, columns)
        return super().move_text(context, table, game, entry)

    def score_words(self, context: RenderContext, score: int, options: Mapping[str, OptionValue]) -> str:
        return context.t.many("{n} column", "{n} columns", score)

    def score_bold(self, context: RenderContext, score: int, options: Mapping[str, OptionValue]) -> str:
        return context.t.many("**{n}** column", "**{n}** columns", score)

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


class _RaceWords(RaceWords):
    def progress(self, context: RenderContext, done: int, of: int, *, over: bool) -> str:
        t = context.t
        if over:
            return t("goal reached")
        # In French the number before the word decides, in English the goal, which is never 1.
        return t.many("{done} of {of} columns", "{done} of {of} columns", done, done=t.number(done), of=t.number(of))


class CantStopRaceFace(RaceFace[CantStopRace]):
    """How the race of Can't Stop shows itself."""

    opens = N_("{cantstop_start} with `pace: Everybody at once` opens a race.")
    own_parts = (N_("Moving"), N_("Stopping"), N_("Power die"))
    pictured = True

    def sheets(self, context: RenderContext, table: Table, game: CantStopRace, state: RaceState[State]) -> list[str]:
        """Return everybody's columns side by side where there is room, else one below the other."""
        if len(table.players) > len(MARKS):
            return super().sheets(context, table, game, state)
        return race_parts(context, table, state)

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


RACE = CantStopRaceFace(FACE, _RaceWords())
