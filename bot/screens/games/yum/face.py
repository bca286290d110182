"""How the score-sheet games show themselves."""

from bot.engine import N_, Event
from bot.engine.play import JournalEntry, legal
from bot.games.yum.actions import Mark, Marked, Strike
from bot.games.yum.rules import Yum
from bot.games.yum.sheets import SHEETS
from bot.games.yum.state import State
from bot.games.yum.turns import THROWS
from bot.screens.games.yum.board import board_screen, dice_look
from bot.screens.games.yum.card import card_sheets
from bot.screens.games.yum.moments import moment
from bot.screens.games.yum.news import news_lines, place_name
from bot.screens.games.yum.rules_page.rule_notes import rule_notes
from bot.screens.games.yum.rules_page.rules import yum_rules
from bot.screens.games.yum.share import share_lines
from bot.screens.games.yum.sheet import sheet_lines, sheets_parts
from bot.screens.games.yum.stats import stats_lines
from bot.screens.kit import AnyFace, Face, RenderContext, mention, one_more_line, tie_lines
from bot.tables.core.model import Table


class YumFace(Face[Yum, State]):
    """How the score-sheet games show themselves."""

    opens = N_("{yum_start} opens a table.")
    play_label = N_("Boxes")
    tells_usual = True
    board = staticmethod(board_screen)
    moment = staticmethod(moment)
    sheet = staticmethod(sheet_lines)
    sheets_for = staticmethod(sheets_parts)
    rules = staticmethod(yum_rules)
    rule_notes = staticmethod(rule_notes)
    news = staticmethod(news_lines)
    card_sheets = staticmethod(card_sheets)
    share_lines = staticmethod(share_lines)
    stats = staticmethod(stats_lines)

    def __init__(self, look: str = "die", dice: int = 5) -> None:
        self.look, self.lobby_dice = look, (6,) * dice  # type: ignore[misc]

    def of(self, game: str) -> AnyFace:
        return YumFace(dice_look(game), SHEETS[game].layout.dice)

    def opening(self, game: str) -> str:
        return N_("{yams_start} opens a table.") if game == "yams" else self.opens

    def struck(self, context: RenderContext, game: Yum, state: State, do: str) -> str | None:
        action = legal(game, state).get(do)
        if isinstance(action, Strike) or (isinstance(action, Mark) and not game.preview(state, action)):
            return place_name(context, game, action.box, action.column)
        return None

    def action_name(self, context: RenderContext, game: Yum, state: State, do: str) -> str:
        action = legal(game, state).get(do)
        if isinstance(action, Mark | Strike):
            box = place_name(context, game, action.box, action.column)
            points = 0 if isinstance(action, Strike) else game.preview(state, action) or 0
            if not points:
                return context.t("Strike {box}", box=box)
            # With its column the name of a box ends with a number.
            said = N_("{points} in {box}") if action.column else N_("{box} {points}")
            return context.t(said, box=box, points=points)
        return context.t("Leave it at one box") if do == "done" else super().action_name(context, game, state, do)

    def chance_line(self, context: RenderContext, game: Yum, state: State, do: str) -> str:
        return one_more_line(context, state.dice, do)

    def story(self, context: RenderContext, table: Table, game: Yum, state: State) -> list[str]:
        """Return the throws that decided the first place."""
        return tie_lines(context, table, state.roll_off)

    def turns_left(self, game: Yum, state: State) -> list[float]:
        left = [float(sum(cell is None for column in sheet for cell in column)) for sheet in state.sheets]
        if state.turn is not None:
            left[state.turn] -= min(state.throws / THROWS, 1.0)
        return left

    def move_text(self, context: RenderContext, table: Table, game: Yum, entry: JournalEntry) -> str:
        if entry.do == "done":
            return context.t("{player} leaves it at one box.", player=mention(table.players[entry.seat]))
        return super().move_text(context, table, game, entry)

    def saved_text(self, context: RenderContext, game: Yum, event: Event) -> str:
        if not isinstance(event, Marked):
            return super().saved_text(context, game, event)
        t, box = context.t, place_name(context, game, event.box, event.column)
        if event.struck or not event.points:
            return t("You struck {box}; I could not refresh the board, one moment.", box=box)
        return t(
            "Your {points} in {box} is written; I could not refresh the board, one moment.",
            points=event.points,
            box=box,
        )


FACE = YumFace()
