"""The words for a game that everybody plays at once, each on a private board: by default, about score sheets."""

from bot.engine import Progress
from bot.screens.kit.values import RenderContext
from bot.tables.core.model import Table


def boxes_filled(context: RenderContext, done: int, of: int) -> str:
    """How many boxes of a sheet are filled."""
    # In French the number before the word decides, in English that of all boxes, which is never 1.
    return context.t.many("{done} of {of} boxes", "{done} of {of} boxes", done, done=done, of=of)


class AtOnceWords:
    """What screens say of such a game; another kind of game has words of its own."""

    def own(self, context: RenderContext) -> str:
        """The button that opens one's own board."""
        return context.t("My sheet")

    def invitation(self, context: RenderContext) -> str:
        """The first line of the public board: what that button does."""
        return context.t("Press **My sheet**: only you see it, and you play at your own speed.")

    def pace(self, context: RenderContext) -> str:
        """What the lobby says."""
        return context.t("Everybody plays at once, at their own speed, each on a private sheet.")

    def told(self, context: RenderContext, table: Table) -> str:
        """What everybody learns about the others, and when."""
        if table.settings.hidden_totals:
            return context.t("Totals are shown at the end.")
        return context.t("Totals are shown after every turn.")

    def best(self, context: RenderContext, score: int, players: str) -> str:
        """The best result so far; empty where the public board does not single it out."""
        return ""

    def progress(self, context: RenderContext, done: int, of: int, *, over: bool) -> str:
        """How far somebody is."""
        return context.t("sheet full") if over else boxes_filled(context, done, of)

    def mine(self, context: RenderContext, progress: Progress, when: str) -> str:
        """How far one is oneself; ``when`` is the last move."""
        done, of, _ = progress
        return context.t("**Your sheet**: {boxes} · last move {when}", boxes=boxes_filled(context, done, of), when=when)

    def done(self, context: RenderContext) -> str:
        """That one has finished oneself, while others play on."""
        return context.t("Your sheet is full; the others play on")

    def reminder(self, context: RenderContext, number: int, **named: str) -> str:
        """The message for ``number`` players who have not finished; ``named`` are players, game and link."""
        return context.t.many(
            "⏰ {players}, your sheet at {game} is not full yet: {link}",
            "⏰ {players}, your sheets at {game} are not full yet: {link}",
            number,
            **named,
        )

    def ended(self, context: RenderContext, game: str, score: int) -> tuple[str, str]:
        """The title and the sentence of one's own board at its end; ``game`` is what it is called."""
        t = context.t
        said = t.many("You finish with **{n}** point.", "You finish with **{n}** points.", score)
        return t("{game}: your sheet is full", game=game), said

    def left(self, context: RenderContext, game: str, score: int) -> tuple[str, str]:
        """The same for somebody who has left."""
        t = context.t
        said = t("You have left with **{points}** points; the others play on.", points=score)
        return t("{game}: your sheet", game=game), said

    def whose(self, context: RenderContext) -> str:
        """The question before a replay."""
        return context.t("Everybody played on a sheet of their own. Whose do you want to see?")

    def menu(self, context: RenderContext) -> str:
        """The name of the menu of everybody's replays."""
        return context.t("Whose sheet?")

    def all(self, context: RenderContext, players: str) -> str:
        """Everybody whose replay there is."""
        return context.t("Sheets: {players}", players=players)

    def line(self, context: RenderContext, number: int, score: int) -> str:
        """A line of that menu."""
        return context.t.many("Player {number}: {n} point", "Player {number}: {n} points", score, number=number)
