"""What computers do at tables: they choose among the legal actions, and the one gate takes their choice like a press.

A computer sees the position and nothing else: no secret of the dice, no throw to come. Its slips come from a seed that
the table's id and step make, so they consume no throw, and a process that goes on after a kill decides the same.
"""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine import SECRET_BYTES, AnyGame, Event, Level, Temper
from bot.engine.dice import FairDice
from bot.engine.types import text
from bot.tables.model.errors import BrokenTable, NoTable
from bot.tables.model.table import STAND_IN, Computer, ComputerPace, Status, Table, TableId, code, is_person
from bot.tables.service.service import TableService
from bot.thinker.answers import ThinkingFailed
from bot.thinker.thinker import Thinker
from bot.thinker.worker import ComputerChoice

log = logging.getLogger(__name__)

_THROWING = ("roll", "keep")
"""The words of actions that throw dice (notation.md)."""


@dataclass(frozen=True, slots=True)
class PlaysBelow(Event):
    """A computer has decided something otherwise than its level does, since it was not ready or had no time."""

    computer: Computer
    level: Level | None
    """The level that has decided instead; None where the rules alone did."""


def plays_below(table: Table, choice: ComputerChoice) -> PlaysBelow | None:
    """Return what people should know of this choice for the computer to act at ``table``, if it is not as promised."""
    computer = table.turn_computer
    if computer is None or choice.level == computer.level:
        return None
    return PlaysBelow(computer, Level(choice.level) if choice.level else None)


def throws(action: str) -> bool:
    """Whether this action throws dice."""
    return action.partition(" ")[0] in _THROWING


def positions_of(action: str, dice: tuple[int, ...]) -> frozenset[int]:
    """Return where the dice lie that this action keeps; the one after ``dice`` is the Power die."""
    word, *kept = action.split(" ")
    places: set[int] = set()
    for face in kept if word == "keep" else ():
        free = (at for at, shown in enumerate(dice) if at not in places and str(shown) == face)
        places.add(next(free, len(dice)))  # ``p`` is the face of no other die.
    return frozenset(places)


def levels_below(table: Table, thinker: Thinker) -> Mapping[Level, Level]:
    """Return which levels of the computers at ``table`` play like a lower one by its rules, as far as memory knows."""
    played = {
        level: Level(thinker.level_of(_played(table), level.value))
        for level in {computer.level for computer in table.computers}
    }
    return {level: plays_as for level, plays_as in played.items() if plays_as is not level}


def _played(table: Table) -> AnyGame:
    """Return the game that its computers play."""
    return table.game if table.mode.in_turns else table.game.alone


def _without_thinking(table: Table) -> str:
    """Return the decision that brings the most points now; where one must throw, what an absent player would do."""
    game, state, seat = table.game, table.state, table.turn
    ends = [action for action in game.legal_actions(state) if not throws(text(action))]
    if seat is None or not ends:
        return text(game.autoplay(state))
    imagined = FairDice(bytes(SECRET_BYTES), "imagined")  # For a tie that this decision may lead to.
    return text(max(ends, key=lambda action: game.scores(game.apply(state, action, imagined).state)[seat]))


class ComputerPlay:
    """Decides for computers."""

    def __init__(self, tables: TableService) -> None:
        """Play at ``tables``."""
        self._tables = tables

    async def choose(self, table: Table, by: float, patience: float = 0) -> ComputerChoice:
        """Return what the computer to act at ``table`` does, and which level has chosen that.

        It waits ``patience`` seconds at most for its own level; never long for an answer, since people wait for it. The
        computer whose answer is wanted first, ``by`` monotonic seconds, comes first.
        """
        legal = table.game.legal_actions(table.state)
        level = "" if table.turn_computer is None else table.turn_computer.level.value
        if len(legal) == 1:
            return ComputerChoice(text(legal[0]), level)
        slips = f"{table.id} {table.step}"
        temper = Temper.EVEN if is_person(table.turn_occupant) else table.settings.computer_temper
        try:
            position = table.game, table.state, level, slips
            return await self._tables.thinker.choose(*position, temper=temper.value, patience=patience, by=by)
        except ThinkingFailed as error:
            log.warning("table %s: a computer plays without thinking: %s", code(table.id), error)
        except Exception:  # Whatever its fault is, the game must go on.
            log.exception("table %s: a computer plays without thinking", code(table.id))
        return ComputerChoice(_without_thinking(table), "")

    def prepare(self, table: Table) -> list[asyncio.Task[None]]:
        """Begin to load what the computers at ``table`` need, and to work it out where nobody has yet.

        Returns the tasks, which end when they have it.
        """
        stand_ins = (STAND_IN,) if table.stand_ins else ()
        levels = {computer.level for computer in (*table.computers, *stand_ins)}
        return [self._tables.thinker.prepare(_played(table), level.value) for level in levels]

    async def own_tables(self, public: Table) -> list[TableId]:
        """Return the tables below ``public`` at which a computer still plays."""
        own_tables = await self._tables.own_tables(public)
        return [own.id for player, own in own_tables.items() if isinstance(player, Computer) and not own.over]

    async def waits(self, own_table: Table) -> bool:
        """Whether the computer at a table of its own begins its next turn later: people still play, and not at once."""
        begun = own_table.turn_computer is None or own_table.state.dice  # type: ignore[union-attr]
        if begun or own_table.parent is None or own_table.settings.computer_pace is ComputerPace.AT_ONCE:
            return False
        if own_table.due is None or own_table.due <= self._tables.now():
            return False
        try:
            public = await self._tables.get(own_table.parent)
            others = await self._tables.own_tables(public)
        except (BrokenTable, NoTable):
            return False
        return public.status is Status.PLAYING and any(
            is_person(player) and not own.over for player, own in others.items()
        )
