"""Presses on the private board of a guided first game, and the way from there to a real table.

Everything stands on the pressed message: game, lesson and held dice. So a restart changes nothing, and only the press
that leads past the middle writes: that nobody offers this person the guide again.
"""

from dataclasses import replace

from msgspec import structs

from bot.engine import Level
from bot.screens.guide import GUIDE, REMARKS, SHOW, Pressed, guide_of, guide_screen, guided_table, lessons_of
from bot.screens.kit import BoardView
from bot.screens.kit.patterns import COLUMN_MENU, HOLD, HOLD_ALL, HOLD_TOO, MENU
from bot.tables.model import errors
from bot.tables.model.choices import GuildChoices
from bot.tables.model.memory import toggled
from bot.tables.model.table import Computer, Status, Table
from bot.tables.service.service import TableService
from bot.ui.delivery.messages import custom_ids_in
from bot.ui.delivery.opening import Opening, StartOptions
from bot.ui.delivery.presenter import Presenter
from bot.ui.discord.adapter import Rendered, board_link, render
from bot.ui.discord.errors import PlaceTaken
from bot.ui.discord.permissions import is_on
from bot.ui.discord.reply import (
    CHANGE,
    Interaction,
    guild_and_channel,
    is_guest,
    preferences_of,
    reader,
    whisper_rendered,
)
from bot.ui.press.play import drawn_held
from bot.ui.press.router import TablePress

_BESIDE = {"more": Pressed.BESIDE, "sheets": Pressed.BESIDE, "undo": Pressed.BACK}
"""What boards offer beside the game."""

_UNTOUCHED = BoardView()


async def begin(press: TablePress) -> None:
    """Show the first lesson of the game of this table, beside the board."""
    game = (await press.table()).game.key
    if guide_of(game) is None:
        raise errors.NoSuchChoice
    await _show(press.presenter, press.interaction, game, 0, replace=False)


async def do_lesson(
    presenter: Presenter, interaction: Interaction, choices: GuildChoices, game: str, number: int, do: str
) -> None:
    """Show a lesson, or do on its board what ``do`` asks for; the last one offers what the ``choices`` have on.

    Raises NoSuchChoice for a game without a guide.
    """
    if guide_of(game) is None:
        raise errors.NoSuchChoice
    guide, _ = lessons_of(game)
    number = min(number, len(guide.lessons))
    off = frozenset(what for what in ("computers", guide.game) if not is_on(interaction, choices, what))
    shown = do == SHOW or number == len(guide.lessons)
    if shown or do == guide.lessons[number].move.do:
        number += not shown
        await _show(presenter, interaction, game, number, off=off)
        if 2 * number > len(guide.lessons):
            presenter.run_later(presenter.renderer.note_guided(interaction.user.id, game), "note who has done a guide")
    else:
        view, pressed = _looked(interaction, game, number, do)
        await _show(presenter, interaction, game, number, view, pressed)


async def _show(
    presenter: Presenter,
    interaction: Interaction,
    game: str,
    number: int,
    view: BoardView = _UNTOUCHED,
    pressed: Pressed = Pressed.RIGHT,
    *,
    off: frozenset[str] = frozenset(),
    replace: bool = True,
) -> None:
    """Show the board of a lesson to that person alone; ``replace`` puts it in place of the pressed one."""
    guild, channel = guild_and_channel(interaction)
    context = presenter.renderer.context_for(interaction)
    table = guided_table(game, number, guild, channel, interaction.user.id)
    by_menu = preferences_of(interaction).hold == "menu"
    names = presenter.renderer.names_of(table)

    async def draw(pictured: bool) -> Rendered:
        shown = structs.replace(view, pictured=pictured)
        screen = guide_screen(context, table, shown, names, pressed, lost=bool(told), by_menu=by_menu, off=off)
        return render(screen, context.glyphs)

    told = set[Pressed]()
    if pressed in REMARKS and interaction.message is not None:
        said = "".join(embed.description or "" for embed in interaction.message.embeds)
        told = {one for one, remark in REMARKS.items() if context.t(remark) in said}
        if told & {pressed, Pressed.AGAIN}:
            pressed = Pressed.AGAIN
    message = await presenter.renderer.with_picture(table, context.t, draw, interaction.message if replace else None)
    await whisper_rendered(interaction, message, replace=replace)


def _looked(interaction: Interaction, game: str, number: int, do: str) -> tuple[BoardView, Pressed]:
    """Return the view after a press that is not the one of the lesson: dice held, a menu opened, or as it was."""
    parsed = (GUIDE.read(component.do) for component in custom_ids_in(interaction.message))
    shown = drawn_held([str(words["do"]) for words in parsed if words is not None])
    held = _held_after(interaction, game, number, do, shown)
    if held is not None:
        return BoardView(held), Pressed.LOOKED
    opened = COLUMN_MENU.read(do) or MENU.read(do)
    if opened is not None:
        column = opened.get("column")
        return BoardView(shown, opened["kind"] == "strike", column if isinstance(column, int) else None), Pressed.LOOKED
    return BoardView(shown), _BESIDE.get(do, Pressed.OTHER)


def _held_after(
    interaction: Interaction, game: str, number: int, do: str, shown: frozenset[int] | None
) -> frozenset[int] | None:
    """Return the dice that are held after the press ``do``; None if it is about something else."""
    if words := HOLD_ALL.read(do):
        return _places(words["dice"])
    if words := HOLD_TOO.read(do):
        return _places(words["dice"]) | _places(words["shown"])
    words, faces = HOLD.read(do), lessons_of(game)[1][number].state.dice
    if words is None:
        return None
    die, held = words["die"], _places(words["shown"])
    if not isinstance(die, int) or die >= len(faces):
        return shown
    return toggled(held, die, faces, equal=preferences_of(interaction).hold == "equal")


def _places(value: object) -> frozenset[int]:
    return value if isinstance(value, frozenset) else frozenset()


async def play_for_real(
    opening: Opening, tables: TableService, presenter: Presenter, interaction: Interaction, game: str
) -> None:
    """Open a real table against a computer.

    Where the person's own lobby of this game stands here, the computer sits down there; where another table does, the
    new one gets a thread, or nobody else sees it where the bot is a guest. Raises NoSuchChoice for a game without a
    guide, and PlaceTaken where no thread can be made.
    """
    guide = guide_of(game)
    if guide is None:
        raise errors.NoSuchChoice
    wishes = StartOptions(computers=(Computer(1, Level.REGULAR),))
    try:
        await opening.open(interaction, guide.game, wishes)
    except errors.ChannelTaken as taken:
        if _own_lobby(taken.table, interaction.user.id, guide.game):
            await _seat_computer(tables, presenter, interaction, taken.table)
        else:
            guest = is_guest(interaction)
            if not guest and isinstance(taken, PlaceTaken) and taken.other is None:  # No thread can be made here.
                raise
            await opening.open(interaction, guide.game, replace(wishes, thread=not guest, alone=guest))


def _own_lobby(table: Table, user: int, game: str) -> bool:
    return table.status is Status.LOBBY and table.host == user and table.game.key == game and table.mode.in_turns


async def _seat_computer(tables: TableService, presenter: Presenter, interaction: Interaction, table: Table) -> None:
    """Let a computer sit down at ``table`` unless one sits there, and say that the game may start."""
    if not table.computers:
        change = await tables.add_computer(table.id, interaction.user.id, Level.REGULAR)
        interaction.extras[CHANGE] = change
        presenter.refresh_soon(table.id)
    t = reader(interaction)
    sentence = t("A computer sits at your table: press **Start** there. {link}", link=board_link(table))
    await interaction.response.edit_message(content=sentence, embed=None, view=None)
