"""How 5000 shows itself."""

from bot.engine import N_, Keep
from bot.engine.play import legal
from bot.engine.types import text
from bot.games.five_thousand.race import FiveThousandRace
from bot.games.five_thousand.rules import FiveThousand
from bot.games.five_thousand.state import How, Last, State
from bot.screens.games.five_thousand.board import board_screen, sheet_lines, story_lines
from bot.screens.games.five_thousand.moments import moment
from bot.screens.games.five_thousand.rules import five_thousand_rules, own_end
from bot.screens.kit import AnyFace, Face, RaceFace, RaceWords, RenderContext, RuleNote
from bot.screens.kit.dice import points_at_risk, risk
from bot.screens.kit.power import POWER_NOTE
from bot.screens.kit.rule_notes import WHO_BEGINS
from bot.tables.records.profiles import GameSeries
from bot.tables.records.stats_totals import StatsTotals


def _lost(last: Last) -> bool:
    return last.how in (How.LOST, How.SHORT)


class FiveThousandFace(Face[FiveThousand, State]):
    """How 5000 shows itself."""

    opens = N_("{_5000_start} opens a table.")
    look = "sea"
    lobby_dice = (1, 1, 1, 1, 1)
    kept = N_("{player} sets {kept} aside and throws {dice}.")
    good_to_know = (
        RuleNote(
            N_(
                "Three throws a turn at most, the text says, and that a full hand may be thrown again: whether that "
                "is one of the three is not said."
            ),
            "throw_cap",
        ),
        RuleNote(N_("Our rules sheet opens at 750 points, another page by the author of Yum Plus at 500."), "opening"),
        RuleNote(
            N_("“The dice that did not score” are thrown again, yet only one that scores must be kept."),
            "keep_all_scoring",
        ),
        RuleNote(N_("A full hand “may” be thrown again; in other versions it must."), "full_hand_forced"),
        RuleNote(N_("Three ways to reach the goal are offered."), "goal_mode"),
        RuleNote(N_("Other texts give everybody a last turn."), "last_round"),
        RuleNote(N_("Other texts send a player back when another catches up."), "bump"),
        RuleNote(N_("“5 (or 6) dice”, without a word on what six are worth: those values are ours."), "dice"),
        RuleNote(N_("The texts have no sides: they are our addition."), "teams"),
        WHO_BEGINS,
        RuleNote(
            N_("The texts have no matches: that five 1s count the goal in one is our definition."), "games_in_match"
        ),
        POWER_NOTE,
    )
    board = staticmethod(board_screen)
    moment = staticmethod(moment)
    sheet = staticmethod(sheet_lines)
    rules = staticmethod(five_thousand_rules)
    story = staticmethod(story_lines)

    def of(self, game: str) -> AnyFace:
        return RACE if game == FiveThousandRace.key else self

    def held_before(self, state: State, do: str) -> frozenset[int] | None:
        """Return the dice that the player set aside or counted: the board would propose some."""
        _, *faces = do.split(" ")
        places = set()
        for place, face in enumerate(state.dice):
            if str(face) in faces:
                faces.remove(str(face))
                places.add(place)
        return frozenset(places)

    def action_name(self, context: RenderContext, game: FiveThousand, state: State, do: str) -> str:
        t, (word, *faces) = context.t, do.split(" ")
        some, named = tuple(map(int, faces)), "-".join(faces)
        if word == "bank":
            points = t.number(game.stopped(state, some))
            return t("Set {dice} aside and stop: +{points}", dice=named, points=points)
        if word == "keep":
            left = game.dice if game.full(state, some) else game.dice - len(state.aside) - len(some)
            return t.many("Set {dice} aside, throw {n} die", "Set {dice} aside, throw {n} dice", left, dice=named)
        return super().action_name(context, game, state, do)

    def chance_line(self, context: RenderContext, game: FiveThousand, state: State, do: str) -> str:
        throw = Keep(tuple(map(int, do.split(" ")[1:])))
        if text(throw) not in legal(game, state):
            return ""
        after = game.set_aside(state, throw.faces)
        n = risk(game, state, throw, game.dice - len(after.aside), _lost)
        return points_at_risk(context, after.risk, n)

    def stats(self, context: RenderContext, series: GameSeries, totals: StatsTotals) -> list[str]:
        lines, times = super().stats(context, series, totals), totals.counts["sent_back"]
        if times:
            lines.append(context.t.many("Sent back to 0: **{n}** time", "Sent back to 0: **{n}** times", times))
        return lines


FACE = FiveThousandFace()


class _RaceWords(RaceWords):
    def progress(self, context: RenderContext, done: int, of: int, *, over: bool) -> str:
        t = context.t
        if over:
            return t("goal reached")
        # The goal stands in the title of everybody's board, and the line has to fit a phone.
        return t.many("{n} point", "{n} points", done) if context.plain else f"{t.number(done)}/{t.number(of)}"


class FiveThousandRaceFace(RaceFace[FiveThousandRace]):
    """How the race of 5000 shows itself."""

    opens = N_("{_5000_start} with `pace: Everybody at once` opens a race.")
    own_parts = (N_("Full hand"), N_("Opening"), N_("Power die"))

    def end(self, context: RenderContext, game: FiveThousandRace) -> str:
        return f"{own_end(context, game.solo)} " + context.t("Five 1s end it at once.")


RACE = FiveThousandRaceFace(FACE, _RaceWords())
