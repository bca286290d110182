"""What people do around the game: seats, options, reminders, computers, stirring, rematch, More, sheets, rules."""

from typing import Any

from bot.engine import IllegalAction, Level, Rule
from bot.games import CATALOGUE
from bot.screens.kit import Button, Screen, find_answer
from bot.screens.kit.board import SheetReader
from bot.screens.kit.seal import stir_form, stirred_line
from bot.screens.server.help import FAIR, explanation
from bot.screens.table.board import sheets_screen
from bot.screens.table.dice_proof import fair_dice_screen
from bot.screens.table.leaving import leave_question, more_screen
from bot.screens.table.options import (
    GAME,
    HINTS,
    PACE,
    RULES,
    SHEET,
    back_row,
    computers_answered,
    computers_screen,
    options_screen,
    preset_of,
    question_screen,
    questions,
    rule_of,
    rule_screen,
    tab_of,
)
from bot.screens.table.rules import SHORT, rules_screen
from bot.screens.table.waiting import clock_answered, clock_screen
from bot.tables.model import errors
from bot.tables.model.choices import THINGS, GuildChoices
from bot.tables.model.days import quiet_until
from bot.tables.model.errors import NoSuchChoice
from bot.tables.model.table import AbsencePolicy, Hints, Status, Table
from bot.tables.moves.lobbies import games_at
from bot.tables.moves.playing import is_choice
from bot.tables.moves.waiting import reminder_comes
from bot.tables.service.service import Change
from bot.ui.delivery.opening import REMATCH_IN_THREAD, Opening, may_open_in_thread, next_game_link
from bot.ui.discord.errors import MovedBoard, PlaceTaken
from bot.ui.discord.permissions import (
    NEEDED_IN_OWN_THREAD,
    check_may_open,
    check_on,
    is_helper,
    is_on,
    lacks_permissions,
    on_here,
)
from bot.ui.discord.reply import CHANGE, Interaction, place_of, whisper
from bot.ui.press import play
from bot.ui.press.reading import BACK
from bot.ui.press.router import TablePress

# -- The host chooses how the game is played in the lobby, on a private screen; the lobby is drawn anew for everybody --
# A choice says what shall be, so the step does not matter.


async def show_options(press: TablePress, tab: str = GAME) -> None:
    """Show a page of the options."""
    await _show_options(press, await press.table_of_host(), tab)


async def show_page(press: TablePress, page: int, button: str) -> None:
    """Show the house rules, as panels of version 0.1 ask for them page by page."""
    await show_options(press, RULES)


async def show_question(press: TablePress, key: str) -> None:
    """Show the answers to one question."""
    table = await press.table_of_host()
    question = next((question for question in questions(table) if question.key == key), None)
    if question is None:
        raise IllegalAction(press.do)
    await press.whisper_in_lobby(question_screen(press.context, table, question, back_row(press.context, GAME)), table)


async def pick(press: TablePress, key: str, word: str) -> None:
    """Answer one question."""
    table = await press.table_of_host()
    answer = find_answer(questions(table), key, word)
    if answer is None:
        raise IllegalAction(press.do)
    wanted: dict[str, Any] = {key: answer.value}
    if key == HINTS.key and answer.value is not Hints.OFF:
        await check_wanted(press, "hints")
    if key == PACE.key and table.game.key not in (games := games_at(table, simultaneous=bool(answer.value))):
        choices = await press.services.settings.of(place_of(press.interaction))  # Another game takes its place.
        wanted[SHEET] = on_here(press.interaction, choices, games)[0]
    if SHEET in wanted:
        await check_wanted(press, wanted[SHEET])
    await _chosen(press, await press.tables.choose_play(press.id, press.user, **wanted), GAME)


async def show_rule(press: TablePress, key: str) -> None:
    """Show the choices of one rule."""
    table = await press.table_of_host()
    await press.whisper_in_lobby(rule_screen(press.context, table, _rule(table, key)), table)


async def set_rule(press: TablePress, key: str, choice: int) -> None:
    """Choose for one rule."""
    table = await press.table_of_host()
    rule = _rule(table, key)
    if choice >= len(rule.choices):
        raise IllegalAction(press.do)
    change = await press.tables.choose(press.id, press.user, {key: rule.choices[choice]})
    await _chosen(press, change, tab_of(rule))


async def set_preset(press: TablePress, key: str) -> None:
    """Choose ready-made rules: by the panel of options, or by the lobby itself, where it offers quicker ones."""
    if not press.private:
        await press.board()
    preset = preset_of((await press.table_of_host()).game, key)
    if preset is None:
        raise IllegalAction(press.do)
    change = await press.tables.choose(press.id, press.user, preset.options, instead=True)
    await (_chosen(press, change, RULES) if press.private else press.answer(change))


async def _chosen(press: TablePress, change: Change, tab: str) -> None:
    await _show_options(press, change.after, tab)
    press.refresh_board(change)


async def check_wanted(press: TablePress, what: str) -> None:
    """Refuse what the server has switched off. Raises SwitchedOff."""
    check_on(press.interaction, await press.services.settings.of(place_of(press.interaction)), what)


async def _show_options(press: TablePress, table: Table, tab: str = GAME, *, replace: bool = True) -> None:
    choices = await press.services.settings.of(place_of(press.interaction))
    offered = [*on_here(press.interaction, choices, CATALOGUE), *_things_on(press.interaction, choices)]
    screen = options_screen(press.context, table, tab, offered, helps=await press.helps())
    await press.whisper_in_lobby(screen, table, replace=replace)


def _things_on(interaction: Interaction, choices: GuildChoices) -> list[str]:
    return [what for what in THINGS if is_on(interaction, choices, what)]


def _rule(table: Table, key: str) -> Rule:
    rule = rule_of(table.game, key)
    if rule is None:
        raise IllegalAction(key)
    return rule


# -- The clock of a table on a private panel: its host chooses in the lobby, which is drawn anew for everybody -------


async def clock_panel(press: TablePress) -> None:
    """Open the panel: for the host with menus, in the lobby and in the game; else to read."""
    await _show_clock(press, await press.public())


async def _show_clock(press: TablePress, table: Table, *, saved: bool = False) -> None:
    chooses = not (table.over or table.private) and table.host == press.user
    own_tables = await press.tables.own_tables(table)
    held = await _held_until(press, table, reminder_comes(table, own_tables))
    screen = clock_screen(press.context, table, saved=saved, chooses=chooses, own_tables=own_tables, held=held)
    await press.whisper(screen, table)


async def _held_until(press: TablePress, table: Table, at: int | None) -> int | None:
    """Return until when the absence or the quiet hours of the player to remind at ``at`` put that off, if they do."""
    player = table.host if table.status is Status.LOBBY else table.turn_player
    if at is None or player is None:
        return None
    chosen, at = await press.presenter.renderer.wants(player), max(at, press.tables.now())
    end = quiet_until(chosen, at)
    return None if end is None else quiet_until(chosen, end) or end  # An absence may end in quiet hours.


async def choose_clock(press: TablePress, key: str, word: str) -> None:
    """Choose. The words say what shall be, so the step does not matter. A guest promises nothing of the kind."""
    table = await press.public()
    if table.host != press.user:
        raise errors.NotHost(table.host)
    answer = clock_answered(table, key, word)
    if answer is None or table.settings.visiting:
        raise NoSuchChoice
    wanted: dict[str, Any] = {key: answer.value}
    if answer.value is AbsencePolicy.COMPUTER:
        await check_wanted(press, "computers")
    change = await press.tables.change_settings(table.id, press.user, **wanted)
    press.interaction.extras[CHANGE] = change
    try:
        await _show_clock(press, change.after, saved=True)
    finally:
        if change.after.status is Status.LOBBY:
            press.refresh_board(change)
        elif change.before != change.after:
            press.presenter.run_later(press.presenter.changed(change), "show how a table waits now")


# -- The host adds and removes computers in the lobby, on a private panel; the lobby is drawn anew for everybody -----
# A choice says what shall be, so the step does not matter.


async def computers_panel(press: TablePress) -> None:
    """Open the panel."""
    await _show_computers(press, await press.table_of_host())


async def add(press: TablePress, level: str) -> None:
    """Seat a computer of this level: by the panel of computers, or by the board of somebody who waits alone."""
    if not press.private:
        await press.board()
    await check_wanted(press, "computers")
    change = await press.tables.add_computer(press.id, press.user, Level(level))
    await (_chosen_computer_presses(press, change) if press.private else press.answer(change))


async def remove(press: TablePress, number: int) -> None:
    """Let a computer stand up."""
    await _chosen_computer_presses(press, await press.tables.remove_computer(press.id, press.user, number))


async def choose_computers(press: TablePress, key: str, word: str) -> None:
    """Choose how computers play, or whether they give way."""
    answer = computers_answered(key, word)
    if answer is None:
        raise NoSuchChoice
    wanted: dict[str, Any] = {key: answer.value}
    await _chosen_computer_presses(press, await press.tables.change_settings(press.id, press.user, **wanted))


async def _chosen_computer_presses(press: TablePress, change: Change) -> None:
    await _show_computers(press, change.after)
    press.refresh_board(change)


async def _show_computers(press: TablePress, table: Table) -> None:
    choices = await press.services.settings.of(place_of(press.interaction))
    adds = is_on(press.interaction, choices, "computers")
    await press.whisper_in_lobby(computers_screen(press.context, table, adds=adds), table)


# -- Around the game: seats, the beginning of a game, stirring, the next game, More, sheets and rules ----------------


async def join(press: TablePress) -> None:
    """Take a seat."""
    await press.board()
    await press.answer(await press.tables.join(press.id, press.user, press.interaction.id))


async def choose_side(press: TablePress, side: int | None = None) -> None:
    """Take a seat on a side, or change to it; without one, take a seat or keep it, and let the dice deal a side."""
    await press.board()
    await press.answer(await press.tables.choose_side(press.id, press.user, side, press.interaction.id))


async def leave(press: TablePress) -> None:
    """Stand up again, in the lobby: from More, or from its board as versions before 0.3 offer it.

    More asks first where that closes the table, since nobody else sits there. Who is awaited there may say no to it.
    """
    table = await (press.table() if press.private else press.board())
    if table.status is not Status.LOBBY:
        raise errors.AlreadyStarted if table.status is Status.PLAYING else errors.TableOver(table)
    if press.private and table.people == (press.user,):
        await press.whisper(leave_question(press.context, table, press.user), table)
        return
    change = await press.tables.leave(press.id, press.user)
    if press.private:
        awaited = press.user not in table.players
        said = press.t("This table does not wait for you any more.") if awaited else press.t("You have left the table.")
        await play.done(press, change, said)
    else:
        await press.answer(change)


async def start(press: TablePress) -> None:
    """Begin the game."""
    await press.board()
    await press.answer(await press.tables.start(press.id, press.user, press.interaction.id))


async def stir(press: TablePress) -> None:
    """Open the form of **Mix in a word**. The log never holds what people type into it.

    A countdown stops at once: typing takes longer.
    """
    await _lobby(press)
    change = await press.tables.begin_stir(press.id, press.user)
    if change.before != change.after:
        press.presenter.run_later(press.presenter.changed(change), "show that a countdown has stopped")
    await press.ask(stir_form(press.context, change.after), change.after)


async def stirred(press: TablePress) -> None:
    """Take the form of **Mix in a word**, after all earlier words whatever has happened in the lobby meanwhile."""
    await _lobby(press)
    change = await press.tables.stir(press.id, press.user, press.typed)
    press.interaction.extras[CHANGE] = change
    try:
        back = ((Button(BACK, press.t("Back")),),)
        await press.whisper(Screen("", stirred_line(press.context), rows=back), change.after)
    finally:
        press.refresh_board(change)


async def _lobby(press: TablePress) -> None:
    """Accept **Mix in a word** on the board, as version 0.1 offers it, and on the private message that More opens."""
    await (press.table() if press.private else press.board())


async def rematch(press: TablePress) -> None:
    """Open a new table for the same game; the old board stays as it is, without Rematch.

    A board in words answers a press on it, and the public one follows.

    Raises PlaceTaken where another table is already.
    """
    table, interaction = await press.board(), press.interaction
    choices = await _choices_for_rematch(press, table)
    if not table.is_own and await lacks_permissions(interaction):
        return
    try:
        change = await press.tables.rematch(press.id, press.user)
    except errors.ChannelTaken as taken:
        other = REMATCH_IN_THREAD.build(table=table.id) if may_open_in_thread(interaction, choices) else None
        raise PlaceTaken(taken.table, other, helps=is_helper(interaction, choices)) from taken
    interaction.extras[CHANGE] = change
    try:
        old = await press.tables.get(press.id)
        await (press.redraw(old) if press.heard else press.presenter.redraw_rows(interaction, old))
    finally:
        if press.heard:
            press.presenter.refresh_soon(press.id)
        if change.before is None:
            press.presenter.run_later(press.presenter.post(change.after, interaction), "post the next lobby")
    if change.before is not None:
        await whisper(interaction, next_game_link(interaction, change.after))


async def rematch_in_thread(press: TablePress, opening: Opening) -> None:
    """Open that table in a thread, where another one is in the way."""
    table, interaction = await press.table(), press.interaction
    await _choices_for_rematch(press, table, "threads")
    if not await lacks_permissions(interaction, NEEDED_IN_OWN_THREAD):
        await opening.rematch_in_thread(interaction, table)


async def _choices_for_rematch(press: TablePress, table: Table, *wanted: str) -> GuildChoices:
    """Return the choices of the server. Raises what they refuse: NotHere, NotStarter, SwitchedOff."""
    choices = await press.services.settings.of(table.guild)
    check_may_open(press.interaction, choices)
    check_on(press.interaction, choices, table.game.key, *(("computers",) if table.computers else ()), *wanted)
    return choices


async def more(press: TablePress) -> None:
    """Show what is beside the game to that reader, beside the board."""
    await _show_more(press, await press.table(), replace=False)


async def back_to_more(press: TablePress) -> None:
    """Show that again, in place of what it has opened."""
    await _show_more(press, await press.table())


async def _show_more(press: TablePress, table: Table, *, replace: bool = True) -> None:
    """Show what the reader can do beside the game."""
    public = table if table.parent is None else await press.tables.get(table.parent)
    if public.status is Status.LOBBY and public.host == press.user:
        await _show_options(press, table, replace=replace)
    else:
        may_ask = table.allows_hints and table.status is Status.PLAYING and press.user in table.people_staying
        decides = may_ask and table.turn_player == press.user
        hints = decides and is_choice(table)
        only_move = decides and not hints and table.game.legal_actions(table.state)[0].word != "roll"
        review = not public.over or await press.services.reviews.may_open(public, press.user)
        screen = more_screen(
            press.context,
            public,
            press.user,
            await press.helps(),
            hints=hints,
            hints_later=may_ask and not hints,
            only_move=only_move,
            review=review,
            held=await _held_until(press, public, reminder_comes(public, {})),
        )
        await press.whisper(screen, table, replace=replace)


async def bring_down(press: TablePress) -> None:
    """Post the board at the bottom of its channel, and a vote below it; the one before goes.

    To a press on a call that is the answer. To one on a private message it is not: others would read above the board
    that it answers a message that is gone.
    """
    table = await press.public()
    if table.private:
        raise errors.NoTable(table.code)
    if table.over:
        raise errors.TableOver(table)
    if table.channel != press.interaction.channel_id:
        raise MovedBoard(table)
    if not table.is_own and await lacks_permissions(press.interaction):
        return
    if press.private and not (table.is_own or table.settings.visiting):
        try:
            await play.say(press, press.t("The board stands at the bottom of the channel again."))
        finally:
            await press.presenter.post(table)
    else:
        await press.presenter.post_as_answer(press.interaction, table)
    if table.vote is not None:
        press.presenter.run_later(press.presenter.vote_again(table), "post a vote below its board")


async def sheets(press: TablePress, page: int | None = None, button: str = "") -> None:
    """Show everybody's sheet that this reader may see, beside the board; or turn to another page of them."""
    table = await press.table()
    shown = await press.tables.simultaneous.visible_table(table, press.user)
    reader = SheetReader(shown.seat_of(press.user), press.presenter.renderer.names_of(shown))
    context = await press.presenter.renderer.with_champions(press.context, shown)
    await press.whisper(sheets_screen(context, shown, page or 0, reader), table, replace=page is not None)


async def fair_dice(press: TablePress) -> None:
    """Say what the seal of a lobby is."""
    table = await press.table()
    screen = fair_dice_screen(press.context, table, explanation(press.context, FAIR), press.user)
    await press.whisper(screen, table, replace=False)


async def rules(press: TablePress, page: str | int | None = None) -> None:
    """Show the rules of this table's game with its house rules, in short; or turn to another page or part of them."""
    table, shown = await press.table(), SHORT if page is None else page
    await press.whisper(rules_screen(press.context, table.game, shown), table, replace=page is not None)


async def open_own_sheet(press: TablePress) -> None:
    """Show the person's own sheet, which follows a game in turns.

    In a simultaneous game that is their own board; each press opens another copy, and all work.
    """
    public = await press.table()
    if public.mode.in_turns:
        await press.presenter.own_sheets.show(press.interaction, public)
        return
    if public.over:
        press.presenter.refresh_soon(press.id)  # The pressed board should not offer this any more.
    own = await press.tables.simultaneous.own_table(press.id, press.user)
    await press.send(await press.presenter.renderer.message(own, language=press.t.language))
    press.presenter.sheets.opened(own, press.interaction)
    if (
        own.over
        and public.status is Status.PLAYING
        and (await press.tables.simultaneous.finish_if_complete(press.id)).over
    ):
        press.presenter.refresh_soon(press.id)
