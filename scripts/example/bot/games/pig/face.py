"""The face of Pig."""

from bot.engine import N_, acting
from bot.games.pig.rules import GOAL, Pig, State
from bot.screens.kit import BoardView, Button, DiceInHand, Face, Field, RenderContext, Screen, Style, dice_heading
from bot.screens.kit.board import more_row, play_board, score_lines
from bot.screens.kit.dice import WHO_BEGINS
from bot.screens.kit.values import mention, numbered
from bot.tables.model.table import Table


class PigFace(Face[Pig, State]):
    """The board, the story of the latest turn, and the rules."""

    opens = N_("{pig_start} opens a table.")
    lobby_dice = (6,)
    good_to_know = (WHO_BEGINS,)

    def board(self, context: RenderContext, table: Table, game: Pig, state: State, view: BoardView) -> Screen:
        t, player = context.t, f"**{mention(table.players[acting(state)])}**"
        stop = Button("stop", t("Stop: +{points}", points=state.risk), Style.SUCCESS, disabled=not state.dice)
        return play_board(
            context,
            "**" + t("Pig") + "** · " + t("first to {points}", points=GOAL),
            view,
            scores=[score_lines(context, table, lambda seat: "")],
            dice=dice_heading(context, DiceInHand(state.dice), 1),
            what="".join(self.story(context, table, game, state)),
            who=player if state.dice else t("{player}, your turn", player=player),
            rows=((Button("roll", t("Throw"), Style.PRIMARY), stop), more_row(context, table)),
        )

    def story(self, context: RenderContext, table: Table, game: Pig, state: State) -> list[str]:
        if state.last is None or state.dice:
            return []
        player, points = mention(table.players[state.last[0]]), state.last[1]
        wrote, lost = N_("{player} writes **{points}**."), N_("{player} throws a 1 and loses the points of the turn.")
        return [context.t(wrote if points else lost, player=player, points=points)]

    def rules(self, context: RenderContext, game: Pig) -> tuple[str, tuple[Field, ...]]:
        turn = N_("Throw and add up the dice."), N_("Stop in time to write the points."), N_("A 1 loses them.")
        end = Field(context.t("End"), context.t("The first player with {points} points wins.", points=GOAL))
        return f"{end.value}\n{numbered(context, dict.fromkeys(turn, True))}", (end,)


FACE = PigFace()
