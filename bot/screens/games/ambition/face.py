"""How Ambition shows itself."""

from bot.engine import N_, Roll
from bot.games.ambition.points import DICE, STARS
from bot.games.ambition.rules import Ambition
from bot.games.ambition.state import How, Last, State
from bot.screens.games.ambition.board import board_screen, sheet_lines, story_lines
from bot.screens.games.ambition.moments import moment
from bot.screens.games.ambition.rules import ambition_rules
from bot.screens.kit import Face, RenderContext, RuleNote
from bot.screens.kit.dice import points_at_risk, risk
from bot.screens.kit.power import POWER_NOTE
from bot.tables.records.profiles import GameSeries
from bot.tables.records.stats_totals import StatsTotals


def _lost(last: Last) -> bool:
    return last.how in (How.LOST, How.INVALID, How.OVER)


class AmbitionFace(Face[Ambition, State]):
    """How Ambition shows itself."""

    opens = N_("{ambition_start} opens a table.")
    look = "star"
    lobby_dice = (1, 5, 1)
    good_to_know = (
        RuleNote(
            N_(
                "The pictures of the dice and all points are missing from the page: which faces have a star and what "
                "they are worth is our definition, taken from 5000."
            )
        ),
        RuleNote(N_("Whether dice that score are set aside is not said."), "set_aside"),
        RuleNote(N_("“Without going over”: what a throw past the goal costs is not said."), "overshoot"),
        RuleNote(N_("Exactly the goal wins at once, unless a trio must be validated: our reading.")),
        RuleNote(N_("A star that is part of a new trio validates the trio before: our reading.")),
        RuleNote(N_("Games to 5,000 are long, some 40 turns each: a lower goal is our addition."), "goal"),
        RuleNote(N_("Whether each partner must qualify is not said."), "everyone_qualifies"),
        RuleNote(N_("The page lets the oldest player begin; here the order is drawn.")),
        POWER_NOTE,
    )
    board = staticmethod(board_screen)
    moment = staticmethod(moment)
    sheet = staticmethod(sheet_lines)
    rules = staticmethod(ambition_rules)
    story = staticmethod(story_lines)

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

    def stats(self, context: RenderContext, series: GameSeries, totals: StatsTotals) -> list[str]:
        lines, lost = super().stats(context, series, totals), totals.counts["unqualified"]
        if lost:
            lines.append(context.t.many("Not qualified: **{n}** turn", "Not qualified: **{n}** turns", lost))
        return lines


FACE = AmbitionFace()
