"""The face of a race: that of the game it is made from, for one seat, with the number of its turns."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from bot.engine import N_, Event, OptionValue, Progress, Race, RaceState, RuleNote, Seat
from bot.engine.gate import JournalEntry
from bot.screens.kit.board import BoardView, Moment, retitled
from bot.screens.kit.dice import BEGINNINGS
from bot.screens.kit.face import AnyFace, AtOnceWords, Face
from bot.screens.kit.values import BoardPicture, Field, RenderContext, Screen, mention
from bot.tables.model.table import Table
from bot.tables.records.profiles import GameSeries
from bot.tables.records.statistics import StatsTotals

# -- The words for a race that everybody runs at once ----------------------------------------------------------------


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

    @abstractmethod
    def way(self, context: RenderContext, reached: int, of: int) -> str:
        """The progress of a player who is not at the goal."""

    def progress(self, context: RenderContext, reached: int, of: int, *, over: bool) -> str:
        return context.t("goal reached") if over else self.way(context, reached, of)

    def mine(self, context: RenderContext, progress: Progress, when: str) -> str:
        reached, of, turns = progress
        way = self.way(context, reached, of)
        return context.t("**Your race**: turn {turn}, {way} · {when}", turn=turns + 1, way=way, when=when)

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
        sentence = context.t.many("You needed **{n}** turn.", "You needed **{n}** turns.", -score)
        return context.t("{game}: you have reached the goal", game=game), sentence

    def left(self, context: RenderContext, game: str, score: int) -> tuple[str, str]:
        sentence = context.t.many(
            "You have left after **{n}** turn; the others play on.",
            "You have left after **{n}** turns; the others play on.",
            -score,
        )
        return context.t("{game}: your race", game=game), sentence

    def whose(self, context: RenderContext) -> str:
        return context.t("Everybody ran a race of their own. Whose do you want to see?")

    def menu(self, context: RenderContext) -> str:
        return context.t("Whose race?")

    def all(self, context: RenderContext, players: str) -> str:
        return context.t("Races: {players}", players=players)

    def line(self, context: RenderContext, number: int, score: int) -> str:
        return context.t.many("Player {number}: {n} turn", "Player {number}: {n} turns", -score, number=number)


# -- The face of a race ----------------------------------------------------------------------------------------------

_OURS = RuleNote(N_("The race is our addition: all play alone, and equal turns share the place."))

AnyRace: TypeAlias = Race[Any, Any]
State: TypeAlias = RaceState[Any]

T = TypeVar("T", bound=AnyRace)


class RaceFace(Face[T, State], Generic[T]):
    """The look and the words of a race; a subclass knows its goal."""

    own_parts: ClassVar[Sequence[str]]
    """The English names of the parts of the rules that hold in a race too."""

    def __init__(self, solo: AnyFace, at_once: RaceWords) -> None:
        """Show what the game of one seat shows by its face ``solo``."""
        self._solo = solo
        self.at_once = at_once
        self.kept, self.look, self.lobby_dice = solo.kept, solo.look, solo.lobby_dice  # type: ignore[misc]
        self.short_parts, self.first_game = solo.short_parts, solo.first_game  # type: ignore[misc]

    @abstractmethod
    def end(self, context: RenderContext, game: T) -> str:
        """Return the rule that says when the race of a seat is over."""

    def title(self, context: RenderContext, title: str, turn: int) -> str:
        """Return the title of a board, on which the game of one seat has put ``title``."""
        return context.t("{title} · turn {turn}", title=title, turn=turn)

    def board(self, context: RenderContext, table: Table, game: T, state: State, view: BoardView) -> Screen:
        run = state.runs[0]
        board = self._solo.board(context, replace(table, game=game.solo, state=run), game.solo, run, view)
        return retitled(board, lambda title: self.title(context, title, state.turns[0] + 1))

    def next_step(self, context: RenderContext, game: T, state: State, *, all_held: bool = False) -> str:
        return self._solo.next_step(context, game.solo, state.runs[state.turn or 0], all_held=all_held)

    def moment(self, game: T, before: State, after: State, events: tuple[Event, ...]) -> Moment | None:
        """Return the moment of a seat's own run; a race never knows who leads."""
        return self._solo.moment(game.solo, before.runs[0], after.runs[0], events) if len(after.runs) == 1 else None

    def sheet(self, context: RenderContext, game: T, state: State, seat: Seat) -> list[str]:
        return self._solo.sheet(context, game.solo, state.runs[seat], Seat(0))

    def sheet_in_words(self, context: RenderContext, game: T, state: State, seat: Seat) -> list[str]:
        return self._solo.sheet_in_words(context, game.solo, state.runs[seat], Seat(0))

    def rules(self, context: RenderContext, game: T) -> tuple[str, tuple[Field, ...]]:
        t = context.t
        body, parts = self._solo.rules(context, game.solo)
        own = {t(name) for name in self.own_parts}
        race = [
            t("Everybody plays alone with dice of their own, up to {n} people at once.", n=game.simultaneous_seats[-1]),
            self.end(context, game),
            t("The fewest turns win; equal turns share the place. A turn that brings nothing counts too."),
            t("Nobody has to stop when somebody else has finished."),
        ]
        return body, (*(part for part in parts if part.name in own), Field(t("The race"), " ".join(race)))

    def rule_notes(self, game: T) -> Sequence[RuleNote]:
        return (*(note for note in self._solo.rule_notes(game.solo) if note not in BEGINNINGS), _OURS)

    def story(self, context: RenderContext, table: Table, game: T, state: State) -> list[str]:
        """Return how the latest turn ended, if it is about one player."""
        if len(state.runs) > 1:
            return []
        run = state.runs[0]
        lines = self._solo.story(context, replace(table, game=game.solo, state=run), game.solo, run)
        if game.solo.turn(run) is not None:
            return lines
        turns = self.score_bold(context, game.scores(state)[0], game.options)
        player = mention(table.players[0])
        return [*lines, context.t("{player} has reached the goal in {turns}.", player=player, turns=turns)]

    def last_picture(
        self, context: RenderContext, table: Table, game: T, state: State, names: Sequence[str]
    ) -> BoardPicture | None:
        if len(state.runs) > 1:
            return None
        run = state.runs[0]
        return self._solo.last_picture(context, replace(table, game=game.solo, state=run), game.solo, run, names)

    def news(self, context: RenderContext, table: Table, game: T, events: tuple[Event, ...]) -> list[str]:
        return self._solo.news(context, table, game.solo, events)

    def fallen(self, context: RenderContext, game: T, entry: JournalEntry) -> list[str]:
        return self._solo.fallen(context, game.solo, entry)

    def move_text(self, context: RenderContext, table: Table, game: T, entry: JournalEntry) -> str:
        return self._solo.move_text(context, table, game.solo, entry)

    def saved_text(self, context: RenderContext, game: T, event: Event) -> str:
        return self._solo.saved_text(context, game.solo, event)

    def decided_on(self, context: RenderContext, state: State) -> str:
        return self._solo.decided_on(context, state.runs[state.turn or 0])

    def action_name(self, context: RenderContext, game: T, state: State, do: str) -> str:
        return self._solo.action_name(context, game.solo, state.runs[state.turn or 0], do)

    def moves_in_words(self, context: RenderContext, game: T, state: State) -> list[str]:
        return self._solo.moves_in_words(context, game.solo, state.runs[state.turn or 0])

    def chance_line(self, context: RenderContext, game: T, state: State, do: str) -> str:
        return self._solo.chance_line(context, game.solo, state.runs[state.turn or 0], do)

    def held_at_first(self, game: T, state: State) -> frozenset[int]:
        return self._solo.held_at_first(game.solo, state.runs[state.turn or 0])

    def held_before(self, state: State, do: str) -> frozenset[int] | None:
        return self._solo.held_before(state.runs[0], do)

    def fewest_is_best(self, options: Mapping[str, OptionValue]) -> bool:
        return True

    def score_words(self, context: RenderContext, score: int, options: Mapping[str, OptionValue]) -> str:
        return context.t.many("{n} turn", "{n} turns", -score)

    def score_bold(self, context: RenderContext, score: int, options: Mapping[str, OptionValue]) -> str:
        return context.t.many("**{n}** turn", "**{n}** turns", -score)

    def average_words(self, context: RenderContext, average: float, options: Mapping[str, OptionValue]) -> str:
        return context.t("{n} turns a game", n=context.t.number(-average, 1))

    def card_notes(self, context: RenderContext, game: T, state: State, seat: Seat) -> list[str]:
        return self._solo.card_notes(context, game.solo, state.runs[seat], Seat(0))

    def stats(self, context: RenderContext, series: GameSeries, totals: StatsTotals) -> list[str]:
        return self._solo.stats(context, series, totals)
