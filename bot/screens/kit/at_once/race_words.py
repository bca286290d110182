"""The words for a race that everybody runs at once."""

from bot.engine import Progress
from bot.screens.kit.at_once.words import AtOnceWords
from bot.screens.kit.values import RenderContext
from bot.tables.core.model import Table


class RaceWords(AtOnceWords):
    """The words for a race; a subclass names the goal."""

    def own(self, context: RenderContext) -> str:
        return context.t("My race")

    def invitation(self, context: RenderContext) -> str:
        return context.t("Press **My race**: only you see it, and you play at your own speed.")

    def pace(self, context: RenderContext) -> str:
        return context.t("A race: everybody plays alone, at their own speed, each on a private board.")

    def told(self, context: RenderContext, table: Table) -> str:
        return context.t("The fewest turns to the goal win.")

    def best(self, context: RenderContext, score: int, players: str) -> str:
        return context.t.many(
            "Best so far: **{n}** turn, {players}", "Best so far: **{n}** turns, {players}", -score, players=players
        )

    def mine(self, context: RenderContext, progress: Progress, when: str) -> str:
        done, of, turns = progress
        way = self.progress(context, done, of, over=False)
        return context.t("**Your race**: turn {turn}, {way} · last move {when}", turn=turns + 1, way=way, when=when)

    def done(self, context: RenderContext) -> str:
        return context.t("You have reached the goal; the others play on")

    def reminder(self, context: RenderContext, number: int, **named: str) -> str:
        return context.t.many(
            "⏰ {players}, your race at {game} goes on: {link}",
            "⏰ {players}, your races at {game} go on: {link}",
            number,
            **named,
        )

    def ended(self, context: RenderContext, game: str, score: int) -> tuple[str, str]:
        said = context.t.many("You needed **{n}** turn.", "You needed **{n}** turns.", -score)
        return context.t("{game}: you have reached the goal", game=game), said

    def left(self, context: RenderContext, game: str, score: int) -> tuple[str, str]:
        said = context.t.many(
            "You have left after **{n}** turn; the others play on.",
            "You have left after **{n}** turns; the others play on.",
            -score,
        )
        return context.t("{game}: your race", game=game), said

    def whose(self, context: RenderContext) -> str:
        return context.t("Everybody ran a race of their own. Whose do you want to see?")

    def menu(self, context: RenderContext) -> str:
        return context.t("Whose race?")

    def all(self, context: RenderContext, players: str) -> str:
        return context.t("Races: {players}", players=players)

    def line(self, context: RenderContext, number: int, score: int) -> str:
        return context.t.many("Player {number}: {n} turn", "Player {number}: {n} turns", -score, number=number)
