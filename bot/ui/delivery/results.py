"""What comes to the board of a result after the result: the picture, the way to Verify, and what earlier games say.

They take time, so none keeps a press waiting; one edit adds them all. Another one adds what a review tells.
"""

import logging
from collections.abc import Callable
from typing import Any, TypeAlias

import discord

from bot.tables.model.errors import TableError
from bot.tables.model.memory import LruCache
from bot.tables.model.store import StoreError
from bot.tables.model.table import Table, TableId, code
from bot.tables.records.profiles import BestGame, BestStore, Series, best_game
from bot.tables.records.reviews import GameReviews, story_of
from bot.tables.service.service import TableService
from bot.tables.storage.rows import result_rows
from bot.ui.delivery.pictures import RESULT, ResultPictures
from bot.ui.delivery.reconciler import Reconciler
from bot.ui.delivery.renderer import BoardToken, OpenSheets, TableRenderer
from bot.ui.discord.pictures import KeptPicture, Picture, PicturedMessage, kept_picture
from bot.ui.discord.reply import TOKEN_SECONDS, Interaction
from bot.ui.pace.budget import CURRENT_PRIORITY, LOST, REQUEST_SECONDS, Priority, request_timeout
from bot.ui.pace.work import WorkQueue

log = logging.getLogger(__name__)

_KEPT = 64
"""Results whose board may still change by the press that ended the game; a press holds the whole message."""


Noticed: TypeAlias = Callable[[Table, Series, BestGame | None], object]
"""Takes a finished game, what was played before it, and what it is the best of; it must not wait."""


def _tell_nobody(table: Table, series: Series, best: BestGame | None) -> None:
    """Tell nobody of a finished game."""


class ResultFinisher:
    """Adds to the boards of finished games what takes time."""

    def __init__(
        self,
        client: discord.Client,
        tables: TableService,
        cards: ResultPictures,
        bests: BestStore,
        renderer: TableRenderer,
        reviews: GameReviews,
        reconciler: Reconciler,
        sheets: OpenSheets,
    ) -> None:
        """Edit by ``client`` what ``renderer`` draws, what ``bests`` and ``reviews`` know; tell ``reconciler``.

        Where the bot is a guest, ``sheets`` know the tokens of boards.
        """
        self._sheets = sheets
        self._reviews = reviews
        self._client = client
        self._tables = tables
        self._cards = cards
        self._bests = bests
        self._renderer = renderer
        self._reconciler = reconciler
        self._presses: dict[TableId, tuple[Interaction, int]] = {}
        """The press that ended a game whose board is to be finished, and the id of its message."""
        self._shown = LruCache[TableId, tuple[Interaction | None, int, discord.Message]](_KEPT)
        """The press that finished a board, its time, and the message as it was then; no press where a computer did."""
        self._anew = set[TableId]()
        """Results of which managers have said something else: their boards are drawn whatever they show."""
        self._asked = WorkQueue()
        self.settle = self._asked.settle
        self.noticed: Noticed = _tell_nobody

    def ask(self, id: TableId, press: Interaction | None = None, message: int | None = None) -> None:
        """Finish the board of this result.

        After a ``press`` on the board, its webhook does the edit: Discord does not count that among the requests of the
        bot. It was answered by ``message``; None: by the pressed one.
        """
        if message is None and press is not None and press.message is not None:
            message = press.message.id
        if press is not None and message is not None:
            self._presses[id] = press, message
        self._asked.ask(id, self._finish, id, of=CURRENT_PRIORITY.get())

    def ask_anew(self, id: TableId) -> None:
        """Draw the board of this result once more with its picture: managers have voided it, or let it count again.

        A board that somebody has deleted does not come back.
        """
        self._renderer.judged(id)
        self._anew.add(id)
        self._asked.ask(id, self._finish, id, of=Priority.REPAIR)

    def ask_story(self, id: TableId) -> None:
        """Tell on the board of this result what its review knows, which there is now.

        It goes by the token of the press that ended the game, or of the latest one on the board where a computer ended
        it, or not at all: no story is worth a request of the bot.
        """
        if self._shown.get(id) is not None:
            self._asked.ask(id, self._tell, id, of=Priority.REMINDER)

    async def _tell(self, id: TableId) -> None:
        press, at, shown = self._shown.get(id) or (None, 0, None)
        table = await self._tables.get(id)
        token = self._sheets.token_of(table) if press is None else BoardToken(press)
        if token is None or shown is None or table.message != shown.id or self._tables.now() > at + TOKEN_SECONDS:
            return
        try:
            self._renderer.stories.put(id, story_of(await self._reviews.of(id, token.press.user.id)))
            framed = await self._framed(await self._tables.get(id), kept_picture(shown, RESULT), shown)
            await token.edit(framed)
            self._shown.drop(id)
        except (TableError, StoreError, discord.HTTPException, *LOST) as error:
            log.info("table %s: the story of its review could not be shown: %r", code(id), error)

    async def _finish(self, id: TableId) -> None:
        press, pressed = self._presses.pop(id, (None, None))
        table = await self._tables.get(id)
        anew = id in self._anew
        self._anew.discard(id)
        voided = await self._renderer.is_voided(id)
        picture = await self._cards.of(self._renderer.context(table.language), table, voided=voided)
        adds = await self._verify(table) or picture is not None or anew
        if adds:
            await self._note_earlier(table, tell=not (anew or voided))
        table = await self._tables.get(id)  # By now its board may be another message.
        framed = await self._framed(table, picture, whole=anew) if adds else None
        try:
            with self._reconciler.drawing(id) as drawing:
                if framed is not None and table.message is not None:
                    channel = self._client.get_partial_messageable(table.channel)
                    async with request_timeout(REQUEST_SECONDS):
                        ended = press if pressed == table.message else None
                        if table.settings.visiting:
                            token = self._sheets.token_of(table)
                            shown = None if token is None else await token.edit(framed)
                        elif ended is not None:
                            shown = await ended.edit_original_response(**framed)
                        else:
                            shown = await channel.get_partial_message(table.message).edit(**framed)
                        if shown is not None:
                            self._shown.put(id, (ended, self._tables.now(), shown))
        except (*LOST, discord.RateLimited) as error:
            log.info("table %s: its picture could not be shown: %s", code(table.id), error)
            self._reconciler.doubt(table.id)
            return
        except discord.HTTPException as error:
            log.info("table %s: its picture cannot be shown: %s", code(table.id), error)
        self._reconciler.shown(table.id, table.step, drawing)

    async def _framed(
        self,
        table: Table,
        card: Picture | KeptPicture | None,
        shown: discord.Message | None = None,
        *,
        whole: bool = False,
    ) -> dict[str, Any]:
        """The frames of the result below its ``card`` or the picture of its board, kept where ``shown`` has it.

        With the text above them where the ``whole`` message may say something else than before.

        As on a board, the picture is above: at the end of the channel neither words nor buttons move when it comes.
        """
        message = await self._renderer.message(table, pressed=shown, carded=card is not None)
        if card is not None and not isinstance(message, PicturedMessage):
            message = PicturedMessage(message, card)
        if whole:
            return message.edited
        return message.framed if isinstance(message, PicturedMessage) else {"embed": message.embed}

    async def _note_earlier(self, table: Table, *, tell: bool) -> None:
        """Find out what earlier games make of this one; from now on its board says so. ``tell`` those who post it."""
        results = result_rows(table)
        if not results or self._renderer.earlier.get(table.id) is not None:
            return  # Everybody who played it has been erased, or has left; or it is known, and was told.
        await self._renderer.note_trophies(table)
        try:
            series = await self._bests.before(results)
        except StoreError as error:
            log.warning("table %s: earlier games cannot be read: %s", code(table.id), error)
            return
        best = None if table.hinted else best_game(results, series)
        self._renderer.earlier.put(table.id, (best, series.met, series.beat_champion))
        if tell:
            self.noticed(table, series, best)

    async def _verify(self, table: Table) -> bool:
        """Have every throw of a finished game computed again; from now on its board says that they are the same."""
        if table.settings.real_dice:
            return False
        if self._renderer.verified.get(table.id):
            return True
        try:
            honest = await self._tables.history.verify(table.id, anew=False)
        except TableError as error:
            log.warning("table %s: its dice could not be verified: %s", code(table.id), error)
            return False
        if honest:
            self._renderer.verified.put(table.id, True)
        else:
            log.error("table %s: its throws do not follow from its secret", code(table.id))
        return honest
