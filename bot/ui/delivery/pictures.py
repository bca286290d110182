"""Pictures of boards, of games of a match and of results: where they may go, and how they come there."""

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import blake2b

import discord
import msgspec

from bot.locales import Words
from bot.pictures import PictureRenderer, RendererClosed, board_alt, card_alt
from bot.screens.kit import BoardPicture, Card, Mountain, Pad, Pot, Rack, RenderContext, Track
from bot.screens.kit.values import calmed
from bot.screens.table.result import game_card, game_text, has_course, result_card, with_course
from bot.tables.model.choices import GuildSettings
from bot.tables.model.memory import LruCache
from bot.tables.model.place import is_server
from bot.tables.model.store import StoreError
from bot.tables.model.table import Status, Table, TableId, code
from bot.tables.storage.results import Results
from bot.tables.tournaments import Tournament
from bot.ui.discord.names import DisplayNames
from bot.ui.discord.permissions import needed_in
from bot.ui.discord.pictures import KeptPicture, Picture, kept_picture, within_seconds
from bot.ui.pace.budget import LOST, REQUEST_SECONDS, nonce, request_timeout

# -- Where pictures may go: servers that want them, channels where the bot may attach files --------------------------

log = logging.getLogger(__name__)


class PicturePlaces:
    """Knows which tables take pictures, and which take computers."""

    def __init__(self, client: discord.Client, settings: GuildSettings) -> None:
        """Ask ``settings`` who wants them, and ``client`` where files may be attached."""
        self._client = client
        self.settings = settings

    async def take(self, table: Table | Tournament) -> bool:
        """Return whether pictures of ``table``, or of a tournament, are wanted and allowed.

        A guest in a server posts only what everybody could: its boards say everything in words.
        """
        return await self.wanted(table) and self.allowed(table.channel)

    async def take_in(self, guild: int, channel: int | None) -> bool:
        """Return whether pictures are wanted in a server and allowed in a channel of it."""
        return self.allowed(channel) and await self._wanted(guild)

    async def wanted(self, table: Table | Tournament) -> bool:
        """Return what :meth:`take` does, wherever files may be attached: the picture that a message has may stay."""
        if isinstance(table, Table) and table.settings.visiting and is_server(table.guild):
            return False
        return await self._wanted(table.guild)

    async def computers(self, table: Table) -> bool:
        """Return whether the server has not switched computers off there; a thread is as the channel above it."""
        try:
            choices = await self.settings.of(table.guild)
        except StoreError as error:
            log.warning("server %s: whether computers are wanted cannot be read: %s", table.guild, error)
            return True
        here, place = table.channel or 0, self._client.get_channel(table.channel or 0)
        return not choices.is_off("computers", here, place.parent_id if isinstance(place, discord.Thread) else here)

    async def _wanted(self, guild: int) -> bool:
        try:
            return (await self.settings.of(guild)).pictures
        except StoreError as error:
            log.warning("server %s: whether pictures are wanted cannot be read: %s", guild, error)
            return False

    def allowed(self, channel: int | None) -> bool:
        """Return whether the bot may attach files there. Where the gateway does not say, it tries."""
        place = None if channel is None else self._client.get_channel(channel)
        if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
            return True
        may = place.permissions_for(place.guild.me)
        needed = (*needed_in(place), "attach_files")
        return all(getattr(may, name) for name in needed if not name.startswith("send_"))


# -- The pictures of boards: drawn for the press that changes what they show, and kept by all other presses ----------
# The name of the file tells what it shows. So the pressed message says by itself whether its picture is still true, and
# a board without one gets it by the next press.

SECONDS = 0.15
"""Seconds that a press waits for a mountain; the next throw finds it finished, but for the columns lit."""

SHEET_SECONDS = 0.15
"""Seconds that it waits for sheets: in words, they are as good to play with."""

FIRST_SECONDS = 1.0
"""Seconds that the first board of a game waits for either: nobody is in the middle of a turn."""

_REMEMBERED = 1024
"""Pictures that came too late, and tables whose picture has a name, to remember."""


class BoardPictures:
    """Draws the pictures of boards, where servers want them."""

    def __init__(self, renderer: PictureRenderer, places: PicturePlaces) -> None:
        """Draw in ``renderer``, for ``places`` that take pictures."""
        self._renderer = renderer
        self.places = places
        """Which tables take pictures."""
        self._late = LruCache[tuple[TableId, str], int](_REMEMBERED)
        """The step at which each table went on without a picture last."""
        self._named = LruCache[TableId, tuple[BoardPicture, str]](_REMEMBERED)
        """What a table shows: a player throws and holds dice below one picture, whose name is long to work out."""

    async def of(
        self,
        table: Table,
        t: Words,
        drawn: BoardPicture,
        names: Sequence[str],
        shown: discord.Message | KeptPicture | None,
    ) -> Picture | KeptPicture | None:
        """Return the picture that the message has that is ``shown``, if that is ``drawn``, else a new one.

        ``names`` by seat are for its description, empty for an unknown one. None if a new one is not allowed there any
        more, or cannot be drawn in time: then the board says everything in words. Of a ``table`` in play, one with
        sheets does so at this step, so that it does not change under a finger; the next throw that finds the picture
        finished brings it. Rather than none, it is the picture without the moment. That one is also drawn behind the
        one with it, for the next press.
        """
        name = self._name_of(table, drawn)
        kept = kept_picture(shown, name)
        if kept is not None:
            return kept
        if not self.places.allowed(table.channel):
            return None
        is_mountain, calm = isinstance(drawn, Mountain), calmed(drawn)
        place = (table.id, name) if table.status is Status.PLAYING and not is_mountain else None
        if place is not None and self._goes_without(table, drawn, name):
            return None
        seconds = FIRST_SECONDS if not table.entries else SECONDS if is_mountain else SHEET_SECONDS
        png = await within_seconds(self._renderer.picture(drawn), seconds)
        if calm != drawn:
            if png is None:  # Words say the moment, and buttons name the columns too: what was before is true.
                drawn, name = calm, _file_name(calm)
                kept, png = kept_picture(shown, name), self._renderer.finished(calm)
            if not is_mountain:
                self._renderer.prepare(calm)
        if place is not None:
            for late in {place, (table.id, name)}:
                if kept is None and png is None:
                    self._late.put(late, table.step)
                else:
                    self._late.drop(late)
        return kept or (None if png is None else Picture(name, png, board_alt(t, drawn, names)))

    def late(self, table: Table) -> BoardPicture | None:
        """Return the picture that ``table`` in play goes on without, as it came too late; None if there is none."""
        drawn, name = self._named.get(table.id) or (None, "")
        if drawn is None or table.status is not Status.PLAYING or not self._goes_without(table, drawn, name):
            return None
        return drawn

    def _goes_without(self, table: Table, drawn: BoardPicture, name: str) -> bool:
        """Return whether the picture came too late for this step of ``table``, or for one before and is not there."""
        late = (table.id, name)
        step = self._late.get(late)
        if step is None or (step != table.step and self._renderer.finished(drawn) is not None):
            return False
        self._late.put(late, table.step)
        return True

    def _name_of(self, table: Table, drawn: BoardPicture) -> str:
        last = self._named.get(table.id)
        if last is None or (last[0] is not drawn and last[0] != drawn):
            last = drawn, _file_name(drawn)
            self._named.put(table.id, last)
        return last[1]


_KINDS: Mapping[type[BoardPicture], str] = {
    Mountain: "mountain",
    Pad: "sheets",
    Track: "way",
    Rack: "chips",
    Pot: "tokens",
}


def _file_name(drawn: BoardPicture) -> str:
    return f"{_KINDS[type(drawn)]}-{blake2b(msgspec.json.encode(drawn), digest_size=6).hexdigest()}.png"


# -- The picture of a finished game. The board shows the result first; one more edit adds the picture ----------------


RESULT = "result.png"
"""The name of its file."""


class ResultPictures:
    """Draws the pictures of finished games, where servers want them."""

    def __init__(self, renderer: PictureRenderer, names: DisplayNames, places: PicturePlaces, results: Results) -> None:
        """Draw in ``renderer`` with ``names``, for ``places`` that take pictures; ``results`` know their course."""
        self._studio = renderer
        self._names = names
        self._places = places
        self._results = results

    async def of(self, context: RenderContext, table: Table, *, voided: bool = False) -> Picture | None:
        """Return the picture of ``table``; None if there is none, or it is unwanted, not allowed or impossible.

        Where managers have ``voided`` the result, it says so.
        """
        if not table.public_result:
            return None
        return await self._drawn(context, table, partial(result_card, voided=voided), course=True)

    async def of_game(self, context: RenderContext, table: Table) -> Picture | None:
        """Return the picture of the game of a match that ended last; None as with :meth:`of`."""
        return await self._drawn(context, table, game_card)

    async def _drawn(
        self,
        context: RenderContext,
        table: Table,
        make: Callable[[RenderContext, Table, Sequence[str]], Card | None],
        *,
        course: bool = False,
    ) -> Picture | None:
        if not await self._places.take(table):
            return None
        card = make(context, table, await self._names.of(table.guild, table.players))
        if card is None:
            return None
        try:
            if course and has_course(table, card):
                card = with_course(context, table, card, (await self._results.course(table)).rounds)
            return Picture(RESULT, await self._studio.picture(card), card_alt(context.t, card))
        except RendererClosed:
            return None
        except Exception:  # The board shows the result; a picture is never worth a failure.
            log.exception("table %s: its picture could not be drawn", code(table.id))
            return None


# -- The picture of each game of a match, between that game and the next one -----------------------------------------
# It is a message of its own, once a game; then the board moves below it, so that nobody has to scroll. Nothing waits
# for it, and a card that was lost with the process does not come later: the board tells who won the game.


async def post_game_card(client: discord.Client, cards: ResultPictures, context: RenderContext, table: Table) -> bool:
    """Post the picture of the game that ended last, if it is wanted and allowed there. Return whether it is."""
    picture = await cards.of_game(context, table)
    if picture is None:
        return False
    once = nonce("game", table.id, table.game.games_before(table.state))
    channel = client.get_partial_messageable(table.channel)
    try:
        async with request_timeout(REQUEST_SECONDS):
            await channel.send(game_text(context, table), file=picture.file(), nonce=once)
    except (*LOST, discord.HTTPException) as error:
        log.info("table %s: the picture of a game could not be posted: %s", code(table.id), error)
        return False
    return True
