"""How Can't Stop shows itself."""

from __future__ import annotations

from bot.engine.play import Entry
from bot.engine.types import Seat
from bot.engine.words import N_
from bot.games.cant_stop.rules import CantStop
from bot.games.cant_stop.state import State
from bot.screens.games.cant_stop.board import board_screen, climbed, last_lines, sheet_lines
from bot.screens.games.cant_stop.rules import cant_stop_rules
from bot.screens.kit.doubts import Doubt
from bot.screens.kit.face import Face
from bot.screens.kit.stats_lines import turn_lines
from bot.screens.kit.values import Desk
from bot.tables.core.model import Table
from bot.tables.records.profiles import Series
from bot.tables.records.tally import Tally


class CantStopFace(Face[CantStop, State]):
    """How Can't Stop shows itself."""

    opens = N_("{cantstop_start} opens a table.")
    good_to_know = (
        Doubt(N_("9 cones of each colour on our rules sheet, 11 in the published game: here you never run out.")),
    )
    board = staticmethod(board_screen)
    sheet = staticmethod(sheet_lines)
    rules = staticmethod(cant_stop_rules)
    story = staticmethod(last_lines)

    def move_text(self, desk: Desk, table: Table, game: CantStop, entry: Entry) -> str:
        word, *columns = entry.do.split(" ")
        if word == "move":
            return climbed(desk, table, entry.seat, columns)
        return super().move_text(desk, table, game, entry)

    def card_notes(self, desk: Desk, game: CantStop, state: State, seat: Seat) -> list[str]:
        """Return the columns that ``seat`` has won."""
        t, won = desk.t, state.won[seat]
        columns = t.listed([str(column) for column in won])
        return [t.many("column {columns}", "columns {columns}", len(won), columns=columns)] if won else []

    def stats(self, desk: Desk, series: Series, tally: Tally) -> list[str]:
        won = desk.t.many("**{n}** column won", "**{n}** columns won", tally.counts["columns"])
        return [*turn_lines(desk, tally), won]


FACE = CantStopFace()
