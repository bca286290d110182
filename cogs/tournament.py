"""``/tournament``: everybody plays the same dice, alone; a public message, private boards, and the standings."""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.engine import N_, OptionValue
from bot.engine.duplicate import Scoring
from bot.games import CATALOGUE, make, usual
from bot.screens import league as league_screens
from bot.screens import tournament as screens
from bot.screens.kit import RenderContext, Screen
from bot.screens.table.dice_proof import compared, noted_seal_form
from bot.screens.table.options import rule_of
from bot.screens.table.rules import rules_screen
from bot.tables.hand import Did
from bot.tables.leagues import League, LeagueStatus, check_repeat
from bot.tables.model.choices import GuildChoices
from bot.tables.model.errors import (
    NoSuchChoice,
    NotEntered,
    NotManager,
    NoTournaments,
    RoundOver,
    StillPlayed,
    TableError,
    TournamentGone,
    TournamentOver,
)
from bot.tables.model.table import Table, TableId
from bot.tables.tournaments import (
    MOST_ROUNDS,
    Plan,
    RoundGame,
    Tournament,
    TournamentField,
    TournamentPace,
    TournamentStatus,
    Underway,
    as_evening,
    check_end,
    invite_of,
    possible_games,
)
from bot.ui.delivery.messages import custom_ids_in
from bot.ui.delivery.opening import StartOptions, house_rules
from bot.ui.discord.adapter import RawModal, Rendered, board_link, form_json, render, typed_text
from bot.ui.discord.commands import joined_sentences
from bot.ui.discord.errors import NotOffered
from bot.ui.discord.permissions import check_may_open, check_on, lacks_permissions, may_manage, on_here
from bot.ui.discord.reply import Interaction, is_private, reader, server_and_channel, whisper, whisper_rendered
from bot.ui.press.proof import kept_seal, send_seal, tell_kept
from cogs.base import MOST_OFFERED, ClientCog, on_press

log = logging.getLogger(__name__)

_GAMES = [Choice(name=_s(CATALOGUE[key].label), value=key) for key in possible_games()]
_GAMES += [
    Choice(name=joined_sentences(listing.label, N_("not here: it is played in turns")), value=key)
    for key, listing in CATALOGUE.items()
    if key not in possible_games()
]
"""People look for these games in the list too; a choice says why they are not here and what there is instead."""
_PACES = [
    Choice(name=_s("When everybody likes, for an hour"), value="open 3600"),
    Choice(name=_s("When everybody likes, for a day"), value="open 86400"),
    Choice(name=_s("When everybody likes, for three days"), value="open 259200"),
    Choice(name=_s("When everybody likes, for a week"), value="open 604800"),
    Choice(name=_s("Together: the host starts, 30 minutes a round at most"), value="together 1800"),
    Choice(name=_s("Together: the host starts, an hour a round at most"), value="together 3600"),
]
_READY = {
    "evening": screens.EVENING,
    "league": N_("A league: an evening like that every week, at this hour"),
}
"""Ready-made tournaments."""
_DEEDS = {LeagueStatus.ON: Did.RESUME, LeagueStatus.PAUSED: Did.PAUSE, LeagueStatus.ENDED: Did.CLOSE}
_SCORINGS = [Choice(name=_s(name), value=scoring.value) for scoring, name in screens.SCORINGS.items()]


_NOBODY = 0
"""In place of a reader."""


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
class TournamentCommands(
    ClientCog,
    commands.GroupCog,
    name="tournament",
    group_name=_s("tournament"),
    group_description=_s("The same dice for everybody: who plays them best?"),
):
    """Opens tournaments, and answers what is pressed on their messages."""

    presses_anywhere = True  # The buttons of a private board name its table.

    def __init__(self, client: Gobelet) -> None:
        """Play with the tables of ``client``."""
        super().__init__(client)
        self._tournaments = client.services.tournaments
        self._leagues = client.services.leagues
        self._messages = client.tournaments

    @app_commands.command(name=_s("start"), description=_s("Open a tournament: the same dice for everybody"))
    @app_commands.rename(
        ready=_s("ready"),
        game=_s("game"),
        rounds=_s("rounds"),
        time=_s("time"),
        scoring=_s("scoring"),
        sides=_s("teams"),
    )
    @app_commands.describe(
        ready=_s("A ready-made one, to change here or afterwards; or that of another server, to play it here too"),
        game=_s("The game of every round; under More, Options gives each round another one"),
        rounds=_s("How many rounds (one if you choose nothing)"),
        time=_s("When everybody plays (when they like, for a day, if you choose none)"),
        scoring=_s("What places go by (the share of opponents beaten if you choose none)"),
        sides=_s("Two teams play against each other (off if you choose nothing)"),
    )
    @app_commands.choices(game=_GAMES, time=_PACES, scoring=_SCORINGS)
    async def start(
        self,
        interaction: Interaction,
        ready: str = "",
        game: str = "",
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
        time: str = "",
        scoring: str = Scoring.MATCHPOINTS.value,
        sides: bool = False,
    ) -> None:
        """Open a tournament, and post its message. Raises NotOffered."""
        guild, channel = server_and_channel(interaction)
        code = "" if ready in _READY else invite_of(ready)
        if ready and not code and ready not in _READY:
            raise NotOffered("ready")  # Typed, and none of those that were offered.
        choices = await self._check_may_start(interaction)
        game = game or usual((), on_here(interaction, choices, possible_games()))
        if game not in possible_games() and not code:
            await whisper(interaction, screens.why_in_turns(self._context(interaction), game))
            return
        if await lacks_permissions(interaction):
            return
        here = (guild, channel, interaction.user.id, await self._client.opening.language(interaction))
        check_on(interaction, choices, *(() if code else (game,)))
        league = None
        if code:

            def check(plan: Plan) -> None:
                check_on(interaction, choices, *(played.game for played in plan.rounds))

            tournament = await self._tournaments.accept(code, *here, self._server(interaction), check)
        else:
            played = RoundGame(game, make(game, house_rules(game, StartOptions(), choices)).written)
            plan = Plan((played,), scoring=Scoring(scoring), sides=2 if sides else 0)
            if ready:
                plan = as_evening(plan)
            if rounds is not None:
                plan = plan._replace(rounds=(played,) * rounds)
            if time:
                pace, _, seconds = time.partition(" ")
                plan = plan._replace(pace=TournamentPace(pace), seconds=int(seconds))
            if ready == "league":
                tournament, league = await self._leagues.open(*here, plan)
            else:
                tournament = await self._tournaments.open(*here, plan)
        await self._post(interaction, tournament, {})
        if league is not None:
            self._messages.announce(league)

    @start.autocomplete("ready")
    async def _offer(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """Offer what is ready-made and, to managers, tournaments of other servers that these let them play here too."""
        t, words, (guild, _) = reader(interaction), typed.strip().casefold(), server_and_channel(interaction)
        lines = {key: t(name) for key, name in _READY.items()}
        if may_manage(interaction):
            try:
                found = await self._tournaments.invitations(interaction.user.id, guild, MOST_OFFERED - len(lines))
            except TableError as error:
                log.info("no invitations to choose from: %r", error)
                found = []
            lines |= {str(one.invite): screens.invitation_line(t, one) for one in found}
        return [Choice(name=line, value=key) for key, line in lines.items() if words in line.casefold()]

    async def _check_may_start(self, interaction: Interaction) -> GuildChoices:
        """Refuse people who may not open a tournament here, and return what the server has chosen."""
        choices = await self._client.services.settings.of(server_and_channel(interaction)[0])
        if choices.tournaments == "off" or (choices.tournaments == "managers" and not may_manage(interaction)):
            raise NoTournaments(choices.tournaments == "off")  # First: a role that opens tables does not help.
        check_may_open(interaction, choices)
        return choices

    async def _post(self, interaction: Interaction, tournament: Tournament, above: dict[str, Any]) -> None:
        """Answer with the public message of a new tournament; ``above`` it stands whom it asks."""
        shown = (await self._messages.drawn(await self._tournaments.field(tournament))).kwargs
        answer = await interaction.response.send_message(**shown | above)
        message = answer.message_id or (await interaction.original_response()).id
        await self._tournaments.placed(tournament, message)

    @on_press(screens.AGAIN)
    async def _again(self, interaction: Interaction, id: TableId) -> None:
        """Open another tournament with the choices of one that is over, or lead to the one that somebody has opened.

        The person who presses is in it.
        """
        _, channel = server_and_channel(interaction)
        before, choices = await self._found(interaction, id), await self._check_may_start(interaction)
        if before.status.on:
            raise StillPlayed
        check_on(interaction, choices, *(played.game for played in before.rounds))
        if await lacks_permissions(interaction):
            return
        user, language = interaction.user.id, await self._client.opening.language(interaction)
        tournament, new = await self._tournaments.again(before, channel, user, language)
        if not tournament.sides:  # Else the message asks for theirs.
            await self._tournaments.enter(tournament, user)
        if new:
            await self._post(interaction, tournament, await self._messages.asks_again(before, user, language))
            return
        self._messages.moved(tournament.id)
        t, link = reader(interaction), board_link(tournament)
        said = (
            t("Somebody has opened it already: {link}", link=link)
            if tournament.sides
            else t("Somebody has opened it already, and you are in: {link}", link=link)
        )
        await whisper(interaction, said)

    def _server(self, interaction: Interaction) -> str:
        """Return what another server reads of this one; managers alone may play against one. Raises NotManager."""
        if not may_manage(interaction) or interaction.guild is None:
            raise NotManager
        return interaction.guild.name

    @on_press(screens.INVITE)
    async def _invite(self, interaction: Interaction, id: TableId) -> None:
        """Let another server enter, and show how; the manager who does that finds it there by themselves."""
        server, user = self._server(interaction), interaction.user.id
        tournament = await self._tournaments.invite(await self._found(interaction, id), server)
        if all(found.id != id for found in await self._tournaments.invitations(user, _NOBODY, MOST_OFFERED)):
            await self._client.services.hand.note(tournament.guild, user, Did.INVITE, table=id)
        await self._whisper(interaction, screens.invite_screen(self._context(interaction), tournament))

    async def _named_field(self, interaction: Interaction, tournament: Tournament) -> TournamentField:
        """Return who has entered, with the names that lists show to that person."""
        return await self._messages.named(await self._tournaments.field(tournament), interaction.user.id)

    async def _found(self, interaction: Interaction, id: TableId) -> Tournament:
        """Return a tournament; a press on its message tells where that is, if the answer that posted it was lost."""
        tournament, message = await self._tournaments.find(id, server_and_channel(interaction)[0]), interaction.message
        if message is None or tournament.message is not None or not tournament.status.on or is_private(interaction):
            return tournament
        if any(press.do == screens.MORE.build(id=id) for press in custom_ids_in(message)):  # No other one has that.
            await self._tournaments.placed(tournament, message.id)
            self._messages.changed(id)
        return tournament

    # -- entering and playing ----------------------------------------------------------------------------------------

    @on_press(screens.PLAY)
    async def _play(self, interaction: Interaction, id: TableId) -> None:
        """Enter somebody who has not, and show the board of the round that is theirs now."""
        tournament, user = await self._found(interaction, id), interaction.user.id
        # A sheet that is full stays to be looked at: what comes next stands below it.
        on_board = any(press.table is not None for press in custom_ids_in(interaction.message))
        if tournament.status is TournamentStatus.OVER:
            over = screens.over_screen(self._context(interaction), tournament, board_link(tournament))
            await self._whisper(interaction, over, replace=not on_board)
            return
        entered = await self._tournaments.field(tournament)
        if entered.of(user) is None:
            if tournament.sides and tournament.status.on:
                await self._whisper(interaction, screens.choose_side_screen(self._context(interaction), tournament))
                return
            await self._tournaments.enter(tournament, user)
            self._messages.moved(id)
        await self._go_on(interaction, tournament, replace=not on_board)

    @on_press(screens.ENTER)
    async def _enter(self, interaction: Interaction, id: TableId, side: int) -> None:
        tournament = await self._found(interaction, id)
        await self._tournaments.enter(tournament, interaction.user.id, side)
        self._messages.moved(id)
        await self._go_on(interaction, tournament)

    async def _go_on(self, interaction: Interaction, tournament: Tournament, *, replace: bool = True) -> None:
        """Show somebody who has entered their board, or what they wait for."""
        if tournament.together and tournament.status is TournamentStatus.OPEN:
            await self._show_entered(interaction, tournament)
            return
        try:
            table = await self._own_board(interaction, tournament)
        except RoundOver:
            await self._show_wait(interaction, tournament, replace=replace)
            return
        self._messages.changed(tournament.id)
        await self._show_one_board(interaction, table, replace=replace)

    async def _own_board(self, interaction: Interaction, tournament: Tournament) -> Table:
        """Return somebody's table of the round that is theirs now; the last who is done begins the next one by that.

        Raises RoundOver where they wait.
        """
        user, language = interaction.user.id, reader(interaction).language
        _, channel = server_and_channel(interaction)
        try:
            return await self._tournaments.play(tournament, user, channel, language)
        except RoundOver:
            await self._messages.do_due(tournament.id)
            now = await self._found(interaction, tournament.id)
            if now.round == tournament.round:
                raise
            return await self._tournaments.play(now, user, channel, language)

    async def _show_entered(self, interaction: Interaction, tournament: Tournament, news: str = "") -> None:
        """Tell somebody that they are in, and who is; above it stand the ``news``, an English sentence."""
        user, now, manager = interaction.user.id, self._client.services.tables.now, await self._helps(interaction)

        def draw(context: RenderContext, entered: TournamentField, _: Mapping[int, Underway]) -> Screen:
            said = context.t(news) if news else ""
            return screens.entered_screen(context, entered, user, now(), news=said, manager=manager)

        entered = await self._named_field(interaction, tournament)
        await self._whisper(interaction, draw(self._context(interaction), entered, {}))
        self._messages.waits(tournament, interaction, draw, in_place=is_private(interaction))

    async def _show_wait(self, interaction: Interaction, tournament: Tournament, *, replace: bool = False) -> None:
        """Tell somebody who has played all that can be played now what they wait for."""
        user, manager = interaction.user.id, await self._helps(interaction)

        def draw(context: RenderContext, entered: TournamentField, left: Mapping[int, Underway]) -> Screen | None:
            entry = entered.of(user)
            return None if entry is None else screens.waiting_screen(context, entered, entry, manager, left)

        entered = await self._named_field(interaction, await self._found(interaction, tournament.id))
        screen = draw(self._context(interaction), entered, await self._tournaments.under_way(entered))
        if screen is None:  # Erased meanwhile.
            raise NotEntered
        await self._whisper(interaction, screen, replace=replace)
        in_place = replace and is_private(interaction)
        self._messages.waits(entered.tournament, interaction, draw, in_place=in_place)

    async def _show_one_board(self, interaction: Interaction, table: Table, *, replace: bool) -> None:
        """Show somebody the board that they play on: a private message that showed it before goes."""
        presenter, id = self._client.presenter, TableId(table.settings.tournament or 0)
        here = any(press.table == table.code for press in custom_ids_in(interaction.message))
        before = None if here else presenter.sheets.token_of(table)
        if not (replace and is_private(interaction)):
            self._messages.take_away(id, interaction.user.id)
        await self._show_board(interaction, table, replace=replace)
        if before is not None:
            presenter.run_later(before.delete(), "take away a board that stands elsewhere now")

    async def _show_board(self, interaction: Interaction, table: Table, *, replace: bool = True) -> None:
        presenter = self._client.presenter
        if replace:
            presenter.sheets.forget_shown(interaction.message, but=table.id)
        self._messages.waits_no_more(TableId(table.settings.tournament or 0), interaction.user.id)
        message = await presenter.renderer.message(table, language=reader(interaction).language)
        await whisper_rendered(interaction, message, replace=replace)
        presenter.sheets.opened(table, interaction)

    @on_press(screens.START)
    async def _start(self, interaction: Interaction, id: TableId) -> None:
        """Begin the first round, and show their board to somebody who is in; others are asked first."""
        manager, tournament = await self._helps(interaction), await self._found(interaction, id)
        entered = await self._tournaments.field(tournament)
        self._tournaments.check_start(entered, interaction.user.id, manager=manager)
        if entered.of(interaction.user.id) is None:
            asked = screens.start_without_screen(self._context(interaction), tournament)
            await self._whisper(interaction, asked)
            return
        await self._begin(interaction, tournament, manager)

    @on_press(screens.START_WITHOUT)
    async def _start_without(self, interaction: Interaction, id: TableId) -> None:
        """Begin it for the others."""
        await self._begin(interaction, await self._found(interaction, id), await self._helps(interaction))

    async def _begin(self, interaction: Interaction, tournament: Tournament, manager: bool) -> None:
        id = tournament.id
        tournament = await self._tournaments.start(tournament, interaction.user.id, manager=manager)
        if tournament.host != interaction.user.id:
            await self._client.services.hand.note(tournament.guild, interaction.user.id, Did.START, table=id)
        try:
            if (await self._tournaments.field(tournament)).of(interaction.user.id) is None:
                await self._whisper(interaction, screens.started_screen(self._context(interaction), tournament))
            else:
                await self._go_on(interaction, tournament)
        finally:
            self._messages.changed(id)
            self._messages.began(id)

    @on_press(screens.STIR)
    async def _stir(self, interaction: Interaction, id: TableId) -> None:
        tournament = await self._found(interaction, id)
        await self._tournaments.check_words(tournament, interaction.user.id)
        form = screens.stir_form(self._context(interaction), tournament)
        await interaction.response.send_modal(RawModal(form_json(form, None, 0)))

    @on_press(screens.STIRRED)
    async def _stirred(self, interaction: Interaction, id: TableId) -> None:
        tournament = await self._found(interaction, id)
        tournament = await self._tournaments.stir(tournament, interaction.user.id, typed_text(interaction.data or {}))
        self._messages.moved(id)
        if tournament.together:
            await self._show_entered(interaction, tournament, screens.MIXED_IN)
            return
        context = self._context(interaction)
        await whisper(interaction, context.t(screens.MIXED_IN), rows=((screens.play_here(context, tournament),),))

    # -- standings ---------------------------------------------------------------------------------------------------

    @on_press(screens.STANDINGS)
    async def _standings(self, interaction: Interaction, id: TableId, page: int, button: str) -> None:
        tournament, user = await self._found(interaction, id), interaction.user.id
        if button == screens.SHARED:
            await self._share_standings(interaction, tournament, page)
            return
        entered = await self._tournaments.field(tournament)
        left = await self._tournaments.under_way(entered)
        entered = await self._messages.named(entered.visible_to(user), user)
        draw = partial(screens.standings_screen, self._context(interaction), entered, user, page, left)
        screen = await self._messages.apart(entered, draw)
        await self._whisper(interaction, screen, replace=button in ("previous", "next"))

    async def _share_standings(self, interaction: Interaction, tournament: Tournament, page: int) -> None:
        """Post the standings of a tournament that is over, as nobody in particular sees them."""
        if tournament.status.on:
            raise StillPlayed
        entered = await self._messages.named(await self._tournaments.field(tournament))
        context = self._client.presenter.renderer.context(await self._client.opening.language(interaction))
        screen = await self._messages.apart(entered, partial(screens.standings_screen, context, entered, _NOBODY, page))
        await self._show_everybody(
            interaction, lambda _: screen, lambda context: screens.play_here(context, tournament)
        )

    @on_press(screens.MINE)
    async def _mine(self, interaction: Interaction, id: TableId, number: int) -> None:
        """Show the reader's own game of a round, or the first one they have played."""
        tournament, user = await self._found(interaction, id), interaction.user.id
        entered = await self._tournaments.field(tournament)
        entry = entered.of(user)
        own = {} if entry is None else entered.games_of(entry)
        shown = own.get(number) or next(iter(own.values()), None)
        if shown is None:
            t = reader(interaction)
            await whisper(interaction, t("You have no game in this tournament."))
            return
        await self._show_board(interaction, await self._client.services.tables.get(shown.table))

    @on_press(screens.SHEETS)
    async def _sheets(self, interaction: Interaction, id: TableId, number: int, page: int, button: str) -> None:
        """Show the reader's own sheet of a round beside that of somebody else who has finished it."""
        tournament, user = await self._found(interaction, id), interaction.user.id
        seen = (await self._named_field(interaction, tournament)).visible_to(user)
        found = await self._tournaments.sheets(seen, user, min(number, len(tournament.rounds) - 1), page)
        if found is None:
            await whisper(interaction, reader(interaction)(screens.NONE_BESIDE))
            return
        (both, pages), context, renderer = found, self._context(interaction), self._client.presenter.renderer
        turns = button in ("previous", "next")

        async def drawn(pictured: bool) -> Rendered:
            names = renderer.names_of(both) if pictured else None
            return render(screens.sheets_screen(context, tournament, both, page, pages, names), context.glyphs)

        pressed = interaction.message if turns and is_private(interaction) else None
        message = await renderer.with_picture(both, context.t, drawn, pressed)
        await whisper_rendered(interaction, message, replace=turns)

    @on_press(screens.DETAILS)
    async def _details(self, interaction: Interaction, id: TableId) -> None:
        """Tell the whole of a result, in private. Raises StillPlayed before the end."""
        tournament = await self._found(interaction, id)
        if tournament.status.on:
            raise StillPlayed
        entered = await self._tournaments.field(tournament)
        stories = await self._tournaments.stories(entered)
        user, context = interaction.user.id, self._context(interaction)
        named = await self._messages.named(entered, user)
        draw = partial(screens.details_screen, context, named, stories, user)
        await self._whisper(interaction, await self._messages.apart(entered, draw), replace=False)

    @on_press(screens.VERIFY)
    async def _verify(self, interaction: Interaction, id: TableId) -> None:
        """Compute every throw of the tournament again, and say what came of it once that is known."""
        tournament = await self._found(interaction, id)
        await interaction.response.defer(ephemeral=True, thinking=True)
        games, wrong = await self._tournaments.verified(tournament)
        context = self._context(interaction)
        screen = screens.verified_screen(context, tournament, games, wrong)
        await interaction.edit_original_response(**render(screen, context.glyphs).kwargs)

    @on_press(screens.SEAL)
    async def _ask_seal(self, interaction: Interaction, id: TableId) -> None:
        """Open the form for the seal that somebody noted."""
        tournament = await self._found(interaction, id)
        form = noted_seal_form(self._context(interaction), screens.SEALED.build(id=tournament.id))
        await interaction.response.send_modal(RawModal(form_json(form, None, 0)))

    @on_press(screens.SEALED)
    async def _compare_seal(self, interaction: Interaction, id: TableId) -> None:
        """Say whether it is the seal of the tournament's dice."""
        seal = (await self._found(interaction, id)).seed(0).commitment
        await whisper(interaction, compared(self._context(interaction), seal, typed_text(interaction.data or {})))

    @on_press(screens.KEEP)
    async def _keep_seal(self, interaction: Interaction, id: TableId) -> None:
        """Send the seal to who pressed, as a direct message. Raises TournamentOver at the end."""
        tournament = await self._found(interaction, id)
        if not tournament.status.on:
            raise TournamentOver
        context, entered = self._context(interaction), await self._tournaments.field(tournament)
        offer = screens.kept_seal(context, entered, interaction.user.id, board_link(tournament))
        await send_seal(interaction, context, offer)

    @on_press(screens.KEPT)
    async def _check_seal(self, interaction: Interaction, id: TableId) -> None:
        """Compare a kept seal, and throw all dice again after the end. Raises TournamentGone for a made-up press."""
        kept, tournament = kept_seal(interaction), await self._tournaments.current(id)
        if kept is None or tournament is None:
            raise TournamentGone
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            result = await self._tournaments.verified(tournament)
        except StillPlayed:
            result = None
        context = self._context(interaction)
        lines = screens.kept_lines(context, tournament, result, interaction.user.id, kept)
        await tell_kept(interaction, context, lines)

    # -- what else there is ------------------------------------------------------------------------------------------

    @on_press(screens.MORE)
    async def _more(self, interaction: Interaction, id: TableId) -> None:
        entered = await self._tournaments.field(await self._found(interaction, id))
        screen = screens.more_screen(
            self._context(interaction),
            entered,
            interaction.user.id,
            may_manage(interaction),
            helps=await self._helps(interaction),
        )
        await self._whisper(interaction, screen, replace=False)

    @on_press(screens.RULES)
    async def _rules(self, interaction: Interaction, id: TableId, number: int) -> None:
        rounds = (await self._found(interaction, id)).rounds
        played = rounds[min(number, len(rounds) - 1)]
        await self._whisper(
            interaction, rules_screen(self._context(interaction), played.made(), of=played.game), replace=False
        )

    @on_press(screens.END)
    async def _end(self, interaction: Interaction, id: TableId, sure: str) -> None:
        tournament = await self._found(interaction, id)
        context = self._context(interaction)
        if not tournament.status.on:
            await self._whisper(interaction, screens.ended_screen(context, tournament))
            return
        if sure == "ask":
            entered = await self._named_field(interaction, tournament)
            check_end(entered, interaction.user.id, await self._helps(interaction))
            await self._whisper(interaction, screens.confirm_end_screen(context, entered))
            return
        ended = await self._tournaments.end(tournament, interaction.user.id, await self._helps(interaction))
        self._messages.closed(id)
        if ended.host != interaction.user.id:
            await self._client.services.hand.note(ended.guild, interaction.user.id, Did.CALL_OFF, table=id)
        await self._whisper(interaction, screens.ended_screen(context, ended))

    @on_press(screens.END_ROUND)
    async def _end_round(self, interaction: Interaction, id: TableId, number: int, sure: str) -> None:
        """End the round that all play together, after a question; a late press ends no other one."""
        tournament, user, manager = (
            await self._found(interaction, id),
            interaction.user.id,
            await self._helps(interaction),
        )
        entered = await self._named_field(interaction, tournament)
        check_end(entered, user, manager)
        if sure == "ask" and (tournament.status, tournament.round) == (TournamentStatus.PLAYING, number):
            await self._whisper(interaction, screens.confirm_end_round_screen(self._context(interaction), entered))
            return
        after = tournament if sure == "ask" else await self._tournaments.end_round(tournament, number, user, manager)
        if after.version != tournament.version:
            self._messages.closed(id)
            if after.host != user:
                await self._client.services.hand.note(after.guild, user, Did.END_ROUND, table=id)
        context = self._context(interaction)
        screen = (
            screens.begun_screen(context, await self._named_field(interaction, after), user)
            if after.status.on
            else screens.ended_screen(context, after)
        )
        await self._whisper(interaction, screen)

    @on_press(screens.STOP)
    async def _stop(self, interaction: Interaction, id: TableId, number: int, sure: str) -> None:
        """Give up one's own round, after a question; then show what comes next."""
        tournament, user = await self._found(interaction, id), interaction.user.id
        entered = await self._tournaments.field(tournament)
        entry = entered.of(user)
        if entry is None:
            raise NotEntered
        if not tournament.status.on:
            raise TournamentOver
        if entered.next_round(entry) == number:
            if sure == "ask":
                asked = screens.confirm_stop_screen(self._context(interaction), tournament, number)
                await self._whisper(interaction, asked)
                return
            _, channel = server_and_channel(interaction)
            table = await self._tournaments.stop(tournament, user, number, channel, reader(interaction).language)
            self._messages.gave_up(table)
        elif entered.next_round(entry) is not None:  # The press is late: another round is theirs now.
            entered = await self._named_field(interaction, tournament)
            await self._whisper(interaction, screens.begun_screen(self._context(interaction), entered, user))
            return
        await self._show_wait(interaction, tournament, replace=True)

    # -- the host's options ------------------------------------------------------------------------------------------

    @on_press(screens.PLAN)
    async def _plan(self, interaction: Interaction, id: TableId, number: int) -> None:
        await self._show_plan(interaction, await self._found(interaction, id), number)

    async def _show_plan(self, interaction: Interaction, tournament: Tournament, number: int) -> None:
        choices = await self._client.services.settings.of(tournament.guild)
        offered = on_here(interaction, choices, possible_games())
        ends, context = await self._leagues.ends_of(tournament), self._context(interaction)
        await self._whisper(interaction, screens.plan_screen(context, tournament, number, offered, ends))

    @on_press(screens.PLAN_GAME)
    async def _choose_game(self, interaction: Interaction, id: TableId, number: int, game: str) -> None:
        """Take another game for a round. Raises SwitchedOff."""
        await self._check_on(interaction, game)
        await self._choose(interaction, id, number, lambda plan: _with_round(plan, number, game, ""))

    @on_press(screens.PLAN_PRESET)
    async def _choose_rules(self, interaction: Interaction, id: TableId, number: int, preset: str) -> None:
        await self._choose(interaction, id, number, lambda plan: _with_round(plan, number, "", preset))

    @on_press(screens.PLAN_RULES)
    async def _show_rules(self, interaction: Interaction, id: TableId, number: int) -> None:
        tournament = await self._found(interaction, id)
        await self._whisper(interaction, screens.house_rules_screen(self._context(interaction), tournament, number))

    @on_press(screens.PLAN_RULE)
    async def _choose_rule(self, interaction: Interaction, id: TableId, number: int, key: str, choice: int) -> None:
        await self._change(interaction, id, lambda plan: _with_rule(plan, number, key, choice))
        await self._show_rules(interaction, id, number)

    @on_press(screens.PLAN_ROUNDS)
    async def _choose_rounds(self, interaction: Interaction, id: TableId, rounds: int) -> None:
        await self._choose(
            interaction,
            id,
            rounds - 1,
            lambda plan: plan._replace(rounds=[*plan.rounds, *[plan.rounds[-1]] * MOST_ROUNDS][:rounds]),
        )

    @on_press(screens.PLAN_EVENING)
    async def _choose_evening_plan(self, interaction: Interaction, id: TableId) -> None:
        await self._choose(interaction, id, 0, as_evening)

    @on_press(screens.PLAN_PACE)
    async def _choose_time(self, interaction: Interaction, id: TableId, pace: str, seconds: int) -> None:
        await self._choose(interaction, id, 0, lambda plan: plan._replace(pace=TournamentPace(pace), seconds=seconds))

    @on_press(screens.PLAN_SCORING)
    async def _choose_scoring(self, interaction: Interaction, id: TableId, scoring: str) -> None:
        await self._choose(interaction, id, 0, lambda plan: plan._replace(scoring=Scoring(scoring)))

    @on_press(screens.REPEAT)
    async def _repeat(self, interaction: Interaction, id: TableId) -> None:
        """Let the host, or after the end a manager, choose when the tournament opens every week."""
        tournament = await self._found(interaction, id)
        if tournament.league is not None:
            await self._show_league(interaction, await self._leagues.find(tournament.league, tournament.guild))
        else:
            await self._ask_weekly(interaction, tournament)

    async def _ask_weekly(
        self, interaction: Interaction, tournament: Tournament, evening: tuple[int, int] | None = None
    ) -> None:
        """Say what a tournament every week means, at the chosen ``evening`` or its own, before it is so."""
        check_repeat(tournament, interaction.user.id, await self._helps(interaction))
        if evening is None:
            began, following = await self._leagues.own_evening(tournament)
            clock = await self._leagues.clock_at(began, tournament.guild)
        else:
            following, clock = await self._leagues.first_evening(tournament, *evening), (*evening, 0)
        calls = (await self._client.services.settings.of(tournament.guild)).calls
        screen = league_screens.begin_screen(
            self._context(interaction), tournament, clock, following, chosen=evening is not None, calls=calls
        )
        await self._whisper(interaction, screen)

    @on_press(league_screens.BEGIN)
    async def _begin_as_it_is(self, interaction: Interaction, id: TableId) -> None:
        await self._begin_league(interaction, await self._found(interaction, id))

    @on_press(league_screens.BEGIN_AT)
    async def _begin_at(self, interaction: Interaction, id: TableId, weekday: int, hour: int, sure: str) -> None:
        """Show the first evening of the chosen day and hour, or begin a league of such evenings."""
        tournament = await self._found(interaction, id)
        if sure == "sure":
            await self._begin_league(interaction, tournament, (weekday, hour))
        else:
            await self._ask_weekly(interaction, tournament, (weekday, hour))

    async def _begin_league(
        self, interaction: Interaction, tournament: Tournament, evening: tuple[int, int] | None = None
    ) -> None:
        """Let a tournament open every week, and show the league; after its end where a new one might open."""
        if tournament.status is TournamentStatus.OVER:
            choices = await self._check_may_start(interaction)
            check_on(interaction, choices, *(played.game for played in tournament.rounds))
            if await lacks_permissions(interaction):
                return
        manager = await self._helps(interaction)
        league = await self._leagues.repeat(tournament, interaction.user.id, evening, manager=manager)
        self._messages.changed(tournament.id)
        await self._show_league(interaction, league)
        self._messages.announce(league)

    async def _choose(self, interaction: Interaction, id: TableId, number: int, change: Callable[[Plan], Plan]) -> None:
        await self._show_plan(interaction, await self._change(interaction, id, change), number)

    async def _change(self, interaction: Interaction, id: TableId, change: Callable[[Plan], Plan]) -> Tournament:
        tournament = await self._tournaments.plan(await self._found(interaction, id), interaction.user.id, change)
        self._messages.changed(id)
        if tournament.league is not None:
            self._messages.announce(await self._leagues.find(tournament.league, tournament.guild))
        return tournament

    # -- leagues -----------------------------------------------------------------------------------------------------

    @app_commands.command(name=_s("league"), description=_s("The leagues of this server: every week, with standings"))
    async def league(self, interaction: Interaction) -> None:
        """Show the league of the server, or let the reader choose one of several."""
        leagues = await self._leagues.of(server_and_channel(interaction)[0])
        if len(leagues) == 1:
            await self._show_league(interaction, leagues[0])
            return
        known = [(league, await self._found(interaction, league.latest)) for league in leagues]
        await self._whisper(interaction, league_screens.leagues_screen(self._context(interaction), known))

    @on_press(screens.LEAGUE)
    async def _league(self, interaction: Interaction, id: TableId, season: int, page: int, button: str) -> None:
        league = await self._leagues.find(id, server_and_channel(interaction)[0])
        if button == screens.SHARED:
            await self._share_league(interaction, league, season, page)
        else:
            await self._show_league(interaction, league, season, page)

    async def _share_league(self, interaction: Interaction, league: League, season: int, page: int) -> None:
        """Post the table of a league, as nobody in particular sees it."""
        latest, table = await self._found(interaction, league.latest), await self._leagues.table(league, season)
        table = await self._messages.named_table(table)
        seen = league_screens.LeagueView(
            league, latest, table, _NOBODY, False, await self._leagues.clock_of(league), page
        )
        await self._show_everybody(
            interaction,
            lambda context: league_screens.shared_league_screen(context, seen, self._client.services.tables.now()),
            *((lambda context: screens.play_here(context, latest),) if latest.status.on else ()),
            lambda context: screens.league_button(context, league.id),
        )

    async def _show_league(self, interaction: Interaction, league: League, season: int = 0, page: int = 0) -> None:
        latest, table = await self._found(interaction, league.latest), await self._leagues.table(league, season)
        table = await self._messages.named_table(table, interaction.user.id)
        user, manager = interaction.user.id, await self._helps(interaction)
        clock = await self._leagues.clock_of(league)
        by, before = await self._client.services.hand.latest_of(league.guild, league.id), None
        if table.earlier and table.season is not None and table.season.ended is None:
            before = await self._leagues.table(league, table.season.number - 1)
            before = await self._messages.named_table(before, user)
        seen = league_screens.LeagueView(league, latest, table, user, manager, clock, page, before, by)
        await self._whisper(interaction, league_screens.league_screen(self._context(interaction), seen))

    @on_press(league_screens.CHOOSE)
    async def _choose_league(self, interaction: Interaction, id: TableId, status: str, sure: str) -> None:
        """Pause, resume or end a league; before that ask."""
        (guild, channel), wanted = server_and_channel(interaction), LeagueStatus(status)
        league = await self._leagues.find(id, guild)
        if sure == "ask":
            latest = await self._found(interaction, league.latest)
            ask = league_screens.confirm_league_screen(self._context(interaction), league, latest, wanted)
            await self._whisper(interaction, ask)
            return
        user, before = interaction.user.id, league.status
        league = await self._leagues.choose(id, guild, user, await self._helps(interaction), wanted, channel)
        if league.status is not before:
            await self._client.services.hand.note(guild, user, _DEEDS[wanted], table=id)
        await self._show_changed(interaction, league, league)

    @on_press(league_screens.COUNT)
    async def _choose_weeks(self, interaction: Interaction, id: TableId, best: int) -> None:
        (guild, _), user = server_and_channel(interaction), interaction.user.id
        before = await self._leagues.find(id, guild)
        league = await self._leagues.count(id, guild, user, await self._helps(interaction), best or None)
        await self._show_changed(interaction, before, league)

    @on_press(league_screens.EVENING)
    async def _choose_evening(self, interaction: Interaction, id: TableId, weekday: int, hour: int) -> None:
        (guild, _), user = server_and_channel(interaction), interaction.user.id
        before = await self._leagues.find(id, guild)
        league = await self._leagues.move(id, guild, user, await self._helps(interaction), weekday, hour)
        await self._show_changed(interaction, before, league)

    async def _show_changed(self, interaction: Interaction, before: League, league: League) -> None:
        """Show what somebody has chosen of a league, on the message of this week and among the server's events too.

        What they changed of a league that they do not host, the log tells.
        """
        user = interaction.user.id
        if (before.began, before.counts) != (league.began, league.counts) and league.host != user:
            await self._client.services.hand.note(league.guild, user, Did.LEAGUE, table=league.id)
        await self._show_league(interaction, league)
        self._messages.changed(league.latest)
        self._messages.announce(league)


def _with_round(plan: Plan, number: int, game: str, preset: str) -> Plan:
    """Return ``plan`` with another game in a round, or, without one, other rules. Raises NoSuchChoice."""
    if number >= len(plan.rounds):
        raise NoSuchChoice
    game = game or plan.rounds[number].game
    options = {known.key: known.options for known in CATALOGUE[game].presets}.get(preset, {})
    return _with_options(plan, number, game, options)


def _with_rule(plan: Plan, number: int, key: str, choice: int) -> Plan:
    """Return ``plan`` with another value of a house rule in a round. Raises NoSuchChoice or BadOptions."""
    if number >= len(plan.rounds) or key in screens.NOT_ALONE:
        raise NoSuchChoice
    game = plan.rounds[number].made()
    rule = rule_of(game, key)
    if rule is None or choice >= len(rule.choices):
        raise NoSuchChoice
    return _with_options(plan, number, game.key, {**game.options, key: rule.choices[choice]})


def _with_options(plan: Plan, number: int, game: str, options: Mapping[str, OptionValue]) -> Plan:
    rounds = list(plan.rounds)
    rounds[number] = RoundGame(game, make(game, options).written)
    return plan._replace(rounds=tuple(rounds))


setup = TournamentCommands.add
