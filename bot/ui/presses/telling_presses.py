"""Dice of the players' own: what fell is typed or pressed face by face, and becomes a throw like any other."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.engine.dice import Faces
from bot.engine.errors import IllegalAction
from bot.screens.table.real_dice import needed, tell_form
from bot.tables.core import errors
from bot.tables.core.memory import Told
from bot.tables.core.model import Table, TableId
from bot.tables.play.real_dice import read_faces
from bot.tables.play.service import TableService
from bot.ui.discord.components import Window, form_json, typed
from bot.ui.discord.reply import Interaction
from bot.ui.table.presenter import Presenter

T = TypeVar("T")

_FACE = re.compile(r"face ([0-6]) (-|[1-6]{1,9}) (.+)")


class TellingPresses:
    """The handlers of ``type``, ``told``, ``faces``, ``face`` and ``close`` (:mod:`bot.screens.table.real_dice`)."""

    def __init__(
        self,
        tables: TableService,
        presenter: Presenter,
        here: Callable[[Interaction, TableId], Awaitable[Table]],
        show_again: Callable[[Interaction, Table], Awaitable[None]],
    ) -> None:
        """Ask ``tables``, show by ``presenter``; ``here`` refuses copies of a board, ``show_again`` mends old ones."""
        self._tables = tables
        self._presenter = presenter
        self._here = here
        self._show_again = show_again

    async def type(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Open the form."""
        action = _action(do)

        def checked(now: Table, told: Told | None) -> Told | None:
            _check_throws(now, Told(action))
            return told

        now, _ = await self._tell(interaction, table, step, checked)
        form = tell_form(self._presenter.desk_for(interaction), now, action)
        await interaction.response.send_modal(Window(form_json(form, now.code, now.step)))

    async def told(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """The form was sent."""
        faces = read_faces(typed(interaction.data or {})) or ()
        await self._throw(interaction, table, step, _action(do), faces)

    async def faces(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Bring the buttons."""

        def begun(now: Table, told: Told | None) -> Told:
            fresh = Told(_action(do))
            _check_throws(now, fresh)
            return fresh

        now, _ = await self._tell(interaction, table, step, begun)
        await self._presenter.redraw(interaction, now)

    async def face(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """``face <n> <faces so far> <action>``: one more face, or 0 for one less. The last one makes the throw."""
        face, shown = _read_face(do)
        complete = False

        def pressed(now: Table, told: Told | None) -> Told:
            nonlocal complete
            base = told if told is not None and told.action == shown.action else shown
            dice = _check_throws(now, base)
            if not face:
                return Told(base.action, base.faces[:-1])
            after = base if len(base.faces) >= dice else Told(base.action, (*base.faces, face))
            complete = len(after.faces) >= dice
            return after

        now, told = await self._tell(interaction, table, step, pressed)
        if complete and told is not None:
            await self._throw(interaction, table, step, told.action, told.faces)
        else:
            await self._presenter.redraw(interaction, now)

    async def close(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Leave the buttons; what was pressed is forgotten."""
        now, _ = await self._tell(interaction, table, step, lambda now, told: None)
        await self._presenter.redraw(interaction, now)

    async def _tell(
        self, interaction: Interaction, table: TableId, step: int, change: Callable[[Table, Told | None], Told | None]
    ) -> tuple[Table, Told | None]:
        return await self._fresh(
            interaction, table, lambda: self._tables.tell(table, interaction.user.id, step, change)
        )

    async def _throw(self, interaction: Interaction, table: TableId, step: int, action: str, faces: Faces) -> None:
        change = await self._fresh(
            interaction, table, lambda: self._tables.act(table, interaction.user.id, step, action, faces)
        )
        await self._presenter.answer(interaction, change)

    async def _fresh(self, interaction: Interaction, table: TableId, work: Callable[[], Awaitable[T]]) -> T:
        """Do ``work`` on the board that was pressed; where that was out of date, it is drawn anew."""
        await self._here(interaction, table)
        try:
            return await work()
        except (errors.OldPress, errors.TableOver) as error:
            await self._show_again(interaction, error.table)
            raise


def _check_throws(table: Table, told: Told) -> int:
    """Return how many dice are to be told; raises IllegalAction where none are."""
    dice = needed(table, told) if table.manner.real_dice else 0
    if not dice:
        raise IllegalAction(f"{told.action!r} throws nothing that is told")
    return dice


def _action(do: str) -> str:
    return do.partition(" ")[2]


def _read_face(do: str) -> tuple[int, Told]:
    """Read ``face 3 12 keep 6`` as face 3 after 1 and 2 of the throw ``keep 6``; raises IllegalAction."""
    found = _FACE.fullmatch(do)
    if found is None:
        raise IllegalAction(f"{do!r} tells no face")
    face, shown, action = found.groups()
    return int(face), Told(action, tuple(int(digit) for digit in shown.removeprefix("-")))
