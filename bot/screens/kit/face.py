"""The face of a family of games: everything that screens ask of a game, in one object.

A game has one :class:`Face`, under the name ``FACE`` in the module ``face`` of its folder, where ``face_of`` finds it.
A simple game needs a board, rules and the sentence that names its command; everything else has a default.
Faces hold nothing of a table, so one object serves all of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from bot.engine import DROP, N_, AnyGame, Event, Faces, OptionValue, Progress, Rolled, RuleNote, Seat
from bot.engine.gate import JournalEntry
from bot.engine.guide import Guide
from bot.engine.types import text
from bot.screens.kit.board import BoardView, Moment, SheetReader
from bot.screens.kit.sides import Sheets, match_sheets, sums
from bot.screens.kit.values import BoardPicture, Field, RenderContext, Screen, code_block, mention
from bot.tables.model.table import Table
from bot.tables.records.profiles import GameSeries
from bot.tables.records.statistics import StatsTotals

# -- The words for a game that everybody plays at once, each on a private board: by default, about score sheets ------


def boxes_filled(context: RenderContext, filled: int, of: int) -> str:
    """The number of filled boxes of a sheet."""
    # In French the number before the word decides, in English that of all boxes, which is never 1.
    return context.t.many("{done} of {of} boxes", "{done} of {of} boxes", filled, done=filled, of=of)


class AtOnceWords:
    """What screens say of such a game; another kind of game has words of its own."""

    def own(self, context: RenderContext) -> str:
        """The button that opens one's own board."""
        return context.t("My sheet")

    def invitation(self, context: RenderContext) -> str:
        """The first line of the public board: what that button does."""
        return context.t("Press **My sheet**: only you see it, and you play at your own speed.")

    def pace(self, context: RenderContext) -> str:
        """Return what the lobby says."""
        return context.t("Everybody plays at once, at their own speed, each on a private sheet.")

    def told(self, context: RenderContext, table: Table) -> str:
        """Return what everybody learns about the others, and when."""
        if table.settings.hidden_totals:
            return context.t("Totals are shown at the end.")
        return context.t("Totals are shown after every turn.")

    def best(self, context: RenderContext, score: int, players: str) -> str:
        """The best result so far; empty where the public board does not single it out."""
        return ""

    def progress(self, context: RenderContext, reached: int, of: int, *, over: bool) -> str:
        """The progress of a player."""
        return context.t("sheet full") if over else boxes_filled(context, reached, of)

    def mine(self, context: RenderContext, progress: Progress, when: str) -> str:
        """The reader's own progress; ``when`` names their last move, or the beginning."""
        reached, of, _ = progress
        return context.t("**Your sheet**: {boxes} · {when}", boxes=boxes_filled(context, reached, of), when=when)

    def done(self, context: RenderContext) -> str:
        """The sentence for a player who has finished while others play on."""
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
        sentence = t.many("You finish with **{n}** point.", "You finish with **{n}** points.", score)
        return t("{game}: your sheet is full", game=game), sentence

    def left(self, context: RenderContext, game: str, score: int) -> tuple[str, str]:
        """The title and the sentence of the own board of a player who has left."""
        t = context.t
        sentence = t.many(
            "You have left with **{n}** point; the others play on.",
            "You have left with **{n}** points; the others play on.",
            score,
        )
        return t("{game}: your sheet", game=game), sentence

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


# -- What pages of statistics share: shares in percent, and the turns of games that one can lose by throwing too
# often


def percent(context: RenderContext, part: float, whole: float) -> str:
    """Return a share in percent."""
    return context.t("{n}%", n=round(100 * part / whole))


def turn_lines(context: RenderContext, totals: StatsTotals) -> list[str]:
    """Return how many turns there were, and how many of them brought nothing."""
    t, counts = context.t, totals.counts
    turns = max(counts["turns"], 1)
    games = t.many("{n} game", "{n} games", totals.games)
    each = t("{n} a game", n=t.number(counts["turns"] / totals.games, 1))
    lost = percent(context, counts["busts"], turns)
    return [
        t.many("**{n}** turn in {games} ({each})", "**{n}** turns in {games} ({each})", turns, games=games, each=each),
        t("Lost by a throw too many: **{n}** ({share})", n=t.number(counts["busts"]), share=lost),
    ]


# -- The face of a family of games -----------------------------------------------------------------------------------

G = TypeVar("G", bound=AnyGame)
S = TypeVar("S")

_POWER = "p"
"""The Power die in the arguments of ``keep`` (notation.md)."""


class Face(ABC, Generic[G, S]):
    """The look and the words of the games of one family; ``G`` are their rules and ``S`` is a state of them."""

    opens: ClassVar[str]
    """The English sentence that names the command which opens a table, such as ``{pig_start} opens a table.``"""

    short_parts: ClassVar[Sequence[str]] = ()
    """The English names of parts without which nobody can play; short rules tell these too, after what scores."""
    worths_label: ClassVar[str] = ""
    """The English name of :meth:`worths`; empty without."""
    good_to_know: ClassVar[Sequence[RuleNote]] = ()
    """What the sources of the rules leave open."""

    pictured: ClassVar[bool] = False
    """Whether its board has a picture."""

    by_choice: ClassVar[bool] = False
    """Whether servers choose between that picture and text."""

    own_sheets: ClassVar[bool] = False
    """Whether each player has a sheet of their own, which may stay open beside the board."""

    course: ClassVar[str] = ""
    """The English words above the curve of everybody's scores by round, on the picture of a result; empty: no curve."""

    rare: ClassVar[str] = ""
    """What seldom comes twice in a game, by the word of :attr:`bot.engine.types.Game.counted`; empty: nothing."""

    tells_usual: ClassVar[bool] = False
    """Whether its board says what the player to act usually gets."""

    look: ClassVar[str] = "die"
    """The look of the game's dice: the first part of the names of their emojis."""

    lobby_dice: ClassVar[Faces] = (6, 6, 6, 6, 6)
    """The dice that a lobby shows: a hand that everybody hopes for."""

    tie_question: ClassVar[str] = N_("To break the tie: what did {player} throw?")
    """The English sentence that asks for a throw for a tie, where the players throw dice of their own."""

    kept: ClassVar[str] = N_("{player} keeps {kept} and throws {dice}.")
    """The English sentence for dice that were kept before a throw."""

    first_game: ClassVar[Guide | None] = None
    """The guided first game, where there is one."""

    play_label: ClassVar[str] = N_("Turns")
    """The English name of the page of statistics about playing."""

    sheets_label: ClassVar[str] = N_("Sheets")
    sheets_in_words: ClassVar[str] = N_("The sheets in words")
    """The English name of the button that shows everybody's sheets, or what stands in their place."""

    at_once: AtOnceWords = AtOnceWords()
    """The words for everybody at once."""

    def of(self, game: str) -> "AnyFace":
        """Return the face of ``game``, a key of this family: another one for a game that looks otherwise."""
        return self

    def guide(self, game: str) -> Guide | None:
        """Return the guided first game of ``game``, a key: where not all games of the family share it."""
        return self.first_game

    # -- while it is played --------------------------------------------------------------------------------------

    @abstractmethod
    def board(self, context: RenderContext, table: Table, game: G, state: S, view: BoardView) -> Screen:
        """Return the board of a table that is being played. Every press draws it, so it must be quick."""

    def next_step(self, context: RenderContext, game: G, state: S, *, all_held: bool = False) -> str:
        """Return what somebody who is new can do next, in a few words; empty where the board itself says it better.

        With ``all_held`` no die is left to throw.
        """
        return ""

    def sheet(self, context: RenderContext, game: G, state: S, seat: Seat) -> list[str]:
        """Return what ``seat`` has written, in lines of at most 28 columns; nothing where there are no sheets."""
        return []

    def sheet_in_words(self, context: RenderContext, game: G, state: S, seat: Seat) -> list[str]:
        """Return the same in sentences, for people who hear it."""
        words = " ".join(" ".join(self.sheet(context, game, state, seat)).split()).replace(" ", ", ")
        return [words] if words else []

    def written(self, context: RenderContext, game: G, state: S, seat: Seat) -> str:
        """Return what ``seat`` has written as a table or, for whom prefers that, in sentences; empty without sheets."""
        if context.spoken:
            return "\n".join(self.sheet_in_words(context, game, state, seat))
        lines = self.sheet(context, game, state, seat)
        return code_block(lines) if lines else ""

    def situation(self, context: RenderContext, game: G, state: S, seat: Seat) -> list[str]:
        """Return what ``seat`` must know beside its dice where there is no board: its sheet, else everybody's score."""
        written = self.written(context, game, state, seat)
        return [written] if written else self.standings(context, game, state, seat)

    def beside_picture(self, context: RenderContext, game: G, state: S, seat: Seat) -> list[str]:
        """Return what of :meth:`situation` the picture of the board does not show."""
        return []

    def question(self, context: RenderContext, state: S) -> str:
        """Return the dice of somebody who is to choose, and the question."""
        return context.t("On the table: **{dice}**. What is best?", dice="-".join(map(str, _dice_of(state))))

    def standings(self, context: RenderContext, game: G, state: S, seat: Seat) -> list[str]:
        """Return everybody's score, that of ``seat`` first."""
        scores = [self.score_words(context, score, game.options) for score in game.scores(state)]
        others = [score for place, score in enumerate(scores) if place != seat]
        one = [context.t("The other player: {score}", score=others[0])] if len(others) == 1 else []
        more = [context.t("The others: {scores}", scores=context.t.listed(others))] if len(others) > 1 else []
        return [context.t("You: {score}", score=scores[seat]), *one, *more]

    def sheets_title(self, context: RenderContext, name: str) -> str:
        """Return what stands above everybody's sheets; ``name`` is what the game is called."""
        return context.t("{game}: sheets", game=name)

    def sheets(self, context: RenderContext, table: Table, game: G, state: S) -> list[str]:
        """Return the parts of the page that shows everybody's sheets; a part is not divided between pages."""
        return [
            "\n".join(
                (
                    f"{mention(player)} {self.score_bold(context, points, game.options)}",
                    *filter(None, [self.written(context, game, state, Seat(seat))]),
                )
            )
            for (seat, player), points in zip(enumerate(table.players), table.own_totals, strict=True)
        ]

    def sheets_for(self, context: RenderContext, table: Table, game: G, state: S, reader: SheetReader) -> list[str]:
        """Return the same for one reader: where their own sheet has a place of its own."""
        return self.sheets(context, table, game, state)

    def struck(self, context: RenderContext, game: G, state: S, do: str) -> str | None:
        """Return the name of the box in which the action ``do`` writes 0; None where it writes points or nothing."""
        return None

    def box_name(self, context: RenderContext, game: G, do: str) -> str:
        """Return the name of the box, without its column, that the action ``do`` fills; empty where it fills none."""
        return ""

    def aim_name(self, context: RenderContext, game: G, do: str) -> str:
        """Return what the action ``do`` brings, as reasons name it: a box, a chip; dice that it keeps."""
        word, *dice = do.split(" ")
        return _dashed(dice) if word == "keep" else self.box_name(context, game, do)

    def bonus_sentence(self, game: G, sentence: str) -> str:
        """Return ``sentence``, which is English and speaks of the upper bonus, as the sheet of ``game`` says it."""
        return sentence

    def decided_on(self, context: RenderContext, state: S) -> str:
        """Return what a decision is about, in a few words: the dice; empty where none lie there."""
        dice = _dashed(list(map(str, _dice_of(state))))
        return context.t("Dice {dice}", dice=dice) if dice and context.spoken else dice

    def action_name(self, context: RenderContext, game: G, state: S, do: str) -> str:
        """Return what the legal action ``do`` is, in a few words without markdown, such as *Hold 5-5, throw 3 dice*."""
        t = context.t
        match do.split(" "):
            case ["roll"]:
                return t("Throw")
            case ["stop"]:
                return t("Stop")
            case ["keep"]:
                return t("Throw all dice again")
            case ["keep", *kept]:
                left = len(_dice_of(state)) - sum(die != _POWER for die in kept)
                named = _dashed([t("the Power die") if die == _POWER else die for die in kept])
                return t.many("Hold {kept}, throw {n} die", "Hold {kept}, throw {n} dice", left, kept=named)
        return do

    def moves_in_words(self, context: RenderContext, game: G, state: S) -> list[str]:
        """Return what may be done besides filling the boxes that a sheet lists, best first, for people who hear it.

        Each of the many ways to keep dice is one button here: Throw.
        """
        moves = []
        for do in sorted(map(text, game.legal_actions(state)), key=lambda do: -self.gain(game, state, do)):
            if do.startswith("keep"):
                moves.append(context.t("Throw again, holding dice or none"))
            elif not self.box_name(context, game, do):
                moves.append(self.action_name(context, game, state, do))
        return list(dict.fromkeys(moves))

    def gain(self, game: G, state: S, do: str) -> float:
        """Return what the legal action ``do`` gives at once, compared with others that choose among the same dice."""
        return 0

    def chance_line(self, context: RenderContext, game: G, state: S, do: str) -> str:
        """Return how likely the throw of ``do`` is to bring what it is for; empty where no simple number says it."""
        return ""

    def face_name(self, face: int) -> str:
        """Return what people call a face of a die."""
        return str(face)

    # -- the rules -----------------------------------------------------------------------------------------------

    @abstractmethod
    def rules(self, context: RenderContext, game: G) -> tuple[str, tuple[Field, ...]]:
        """Return the rules with the house rules of ``game``: the turn and what scores, then named parts."""

    def worths(self, context: RenderContext, game: G) -> Sequence[tuple[str, str, str]]:
        """Return what scores for the first page of the rules: in each line a name, dice for an example, its worth.

        A line with neither dice nor worth is a sentence below the others.
        """
        return ()

    def rule_notes(self, game: G) -> Sequence[RuleNote]:
        """Return what the sources leave open: where not all games of the family share that."""
        return self.good_to_know

    def opening(self, game: str) -> str:
        """Return the English sentence that names the command for ``game``, a key: where the games have several."""
        return self.opens

    # -- what happened -------------------------------------------------------------------------------------------

    def story(self, context: RenderContext, table: Table, game: G, state: S) -> list[str]:
        """Return how the latest turn or round ended, for the result and for replays."""
        return []

    def latest(self, context: RenderContext, table: Table, game: G, state: S) -> list[str]:
        """Return what just happened, for boards in words: it is told on, after the next player has thrown."""
        return self.story(context, table, game, state) if getattr(state, "dice", True) else []

    def latest_seat(self, state: S) -> Seat | None:
        """Return the seat of the latest turn, whose total boards in words tell at its end; None where there is none."""
        seat: Seat | None = getattr(getattr(state, "last", None), "seat", None)
        return seat

    def final_picture(self, table: Table, game: G, state: S) -> BoardPicture | None:
        """Return what the board's picture goes on to show at the end; None where a card takes its place."""
        return None

    def last_picture(
        self, context: RenderContext, table: Table, game: G, state: S, names: Sequence[str]
    ) -> BoardPicture | None:
        """Return what the picture of a board for one player goes on to show at its end; ``names`` by seat."""
        return self.final_picture(table, game, state)

    def own_picture(
        self, context: RenderContext, table: Table, game: G, state: S, seat: Seat, names: Sequence[str]
    ) -> BoardPicture | None:
        """Return the sheet of ``seat`` alone, the same while others play; ``names`` by seat. None without a picture."""
        return None

    def seat_sign(self, context: RenderContext, table: Table, seat: Seat) -> str:
        """Return how pictures show ``seat``, to stand before its name, with a space; empty without a sign."""
        return ""

    def moment(self, game: G, before: S, after: S, events: tuple[Event, ...]) -> Moment | None:
        """Return what the step from ``before`` to ``after`` is worth a bold line for; None for most steps."""
        return None

    def last_loses(self, options: Mapping[str, OptionValue]) -> bool:
        """Return whether the last place is a defeat, for which nobody gets a medal."""
        return False

    def news(self, context: RenderContext, table: Table, game: G, events: tuple[Event, ...]) -> list[str]:
        """Return what ``events`` mean, a line each, for boards that say so."""
        return []

    def fallen(self, context: RenderContext, game: G, entry: JournalEntry) -> list[str]:
        """Return the dice that ``entry`` threw, each in words; the Power die, if it fell too, is the last."""
        dice = [str(face) for face in (entry.dice[0] if entry.dice else ())]
        if not dice or not game.throws_power(entry.do, len(dice)):
            return dice
        return [*dice[:-1], context.t("Power {face}", face=dice[-1])]

    def move_text(self, context: RenderContext, table: Table, game: G, entry: JournalEntry) -> str:
        """Return what ``entry`` of a journal did, in a sentence; empty where the board says it by itself."""
        t, player = context.t, mention(table.players[entry.seat])
        match entry.do.split(" "):
            case ["roll"]:
                return t("{player} throws {dice}.", player=player, dice=self._dice(context, game, entry))
            case ["keep"]:
                return t(
                    "{player} throws all dice again: {dice}.", player=player, dice=self._dice(context, game, entry)
                )
            case ["keep", *kept]:
                return t(
                    self.kept, player=player, kept=_kept_words(context, kept), dice=self._dice(context, game, entry)
                )
            case [word, *_] if word == DROP:
                return t("{player} leaves the game.", player=player)
        return ""

    def _dice(self, context: RenderContext, game: G, entry: JournalEntry) -> str:
        return f"**{_dashed(self.fallen(context, game, entry))}**"

    def saved_text(self, context: RenderContext, game: G, event: Event) -> str:
        """Return what a player reads of ``event`` when it is saved but the board could not be drawn; empty: nothing."""
        if not isinstance(event, Rolled):
            return ""
        return context.t(
            "You threw {faces}: it is saved; I could not refresh the board, one moment.",
            faces=_dashed(list(map(str, event.faces))),
        )

    def held_at_first(self, game: G, state: S) -> frozenset[int]:
        """Return the places of the dice that the board holds until somebody touches them."""
        return frozenset(range(getattr(state, "kept", 0)))

    def held_before(self, state: S, do: str) -> frozenset[int] | None:
        """Return the places of the dice that ``do`` held, to show a replay; None: those kept in the throw before."""
        return None

    def came_close(self, context: RenderContext, table: Table, game: G, state: S, seat: Seat) -> str:
        """Return what ``seat`` almost had at the end, in a short kind sentence; empty for nothing that near."""
        return ""

    def decided(self, context: RenderContext, table: Table, game: G, state: S, winner: Seat, rival: Seat) -> str:
        """Return the part of a sheet without which ``winner`` would be behind ``rival``; empty where there is none."""
        return ""

    def feat(self, context: RenderContext, table: Table, game: G, state: S, seat: Seat) -> str:
        """Return what ``seat`` has done that leads the headline of the result; empty for nothing so great."""
        return ""

    def rare_name(self, context: RenderContext, game: G) -> str:
        """Return what people call what is :attr:`rare`."""
        return self.rare

    def rare_points(self, game: G, state: S, seat: Seat) -> int:
        """Return the most points that what is :attr:`rare` brought ``seat`` at once; 0 where nobody knows."""
        return 0

    def turns_left(self, game: G, state: S) -> Sequence[float] | None:
        """Return how many turns each seat has to play, of the present one what is left; None where nobody knows."""
        return None

    # -- scores --------------------------------------------------------------------------------------------------

    def fewest_is_best(self, options: Mapping[str, OptionValue]) -> bool:
        """Return whether scores are counts below 0, so that people see the number without its sign and the fewest wins.

        ``options`` are the house rules of the game, here and below.
        """
        return False

    def one_score(self, options: Mapping[str, OptionValue]) -> bool:
        """Return whether all who win have the same score, as where a goal ends the game: then none of them is best."""
        return False

    def score_words(self, context: RenderContext, score: int, options: Mapping[str, OptionValue]) -> str:
        """Return a final score as people say it, without markdown."""
        return context.t.many("{points} point", "{points} points", score, points=context.t.number(score))

    def score_bold(self, context: RenderContext, score: int, options: Mapping[str, OptionValue]) -> str:
        """Return a final score as people say it, with the number in bold."""
        return context.t.many("**{points}** point", "**{points}** points", score, points=context.t.number(score))

    def average_words(self, context: RenderContext, average: float, options: Mapping[str, OptionValue]) -> str:
        """Return the average of final scores in some games, with what it counts."""
        return context.t("{n} points a game", n=context.t.number(average, 1))

    def card_notes(self, context: RenderContext, game: G, state: S, seat: Seat) -> list[str]:
        """Return a few words about ``seat`` on the picture of a result."""
        games = sums(context.t, game.own_games(state, seat))
        return [games] if games else []

    def card_sheets(self, context: RenderContext, table: Table, game: G, state: S) -> Sheets:
        """Return everybody's sheets for the picture of a result, where there is something to add up.

        The default are the games of a match.
        """
        return match_sheets(context, table)

    def share_lines(self, context: RenderContext, game: G, state: S, *, over: bool) -> list[str]:
        """Return how a game of the day went, without dice and points, for the message that a player shares.

        Until the day is ``over``, others throw the same dice: then it tells nothing of what these can give.
        """
        return []

    # -- statistics ----------------------------------------------------------------------------------------------

    def stats(self, context: RenderContext, series: GameSeries, totals: StatsTotals) -> list[str]:
        """Return what is counted of a player's games (at least one): by default turns, lost turns and the best one."""
        return [
            *turn_lines(context, totals),
            context.t("Best turn: **{points}**", points=context.t.number(totals.counts["best"])),
        ]


def _dice_of(state: Any) -> Faces:
    dice: Faces = state.dice
    return dice


AnyFace: TypeAlias = Face[Any, Any]


def _dashed(dice: Sequence[str]) -> str:
    """Return dice as people write throws, ``2-3-1``; the Power die, which is a word, stands apart."""
    faces = [die for die in dice if die.isdecimal()]
    return " + ".join([*(["-".join(faces)] if faces else []), *(die for die in dice if not die.isdecimal())])


def _kept_words(context: RenderContext, kept: list[str]) -> str:
    faces = [face for face in kept if face != _POWER]
    parts = [f"**{_dashed(faces)}**"] if faces else []
    return context.t.listed([*parts, context.t("the Power die")] if _POWER in kept else parts)
