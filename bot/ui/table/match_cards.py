"""The picture of each game of a match, between that game and the next one.

It is a message of its own, once a game; then the board moves below it, so that nobody has to scroll. Nothing waits for
it, and a card that was lost with the process does not come later: the board tells who won the game.
"""

import logging

import discord

from bot.screens.kit import RenderContext
from bot.screens.table.card import game_text
from bot.tables.core.model import Status, Table, code
from bot.tables.core.repository import Change
from bot.ui.pace.lost_answers import LOST, REQUEST_SECONDS, nonce
from bot.ui.pace.request_timeout import request_timeout
from bot.ui.table.result_pictures import ResultPictures

log = logging.getLogger(__name__)


def ends_game(change: Change) -> bool:
    """Whether ``change`` has ended a game of a match, and the next one begins."""
    before, after = change.before, change.after
    if before is None or before.state is None or after.status is not Status.PLAYING or after.private:
        return False
    return after.game.games_before(after.state) > before.game.games_before(before.state)


class MatchCards:
    """Posts the pictures of the games of matches."""

    def __init__(self, client: discord.Client, cards: ResultPictures) -> None:
        """Send by ``client`` what ``cards`` draws."""
        self._client = client
        self._cards = cards

    async def post(self, context: RenderContext, table: Table) -> bool:
        """Post the picture of the game that ended last, if it is wanted and allowed there. Return whether it is."""
        picture = await self._cards.of_game(context, table)
        if picture is None:
            return False
        once = nonce("game", table.id, table.game.games_before(table.state))
        channel = self._client.get_partial_messageable(table.channel)
        try:
            async with request_timeout(REQUEST_SECONDS):
                await channel.send(game_text(context, table), file=picture.file(), nonce=once)
        except (*LOST, discord.HTTPException) as error:
            log.info("table %s: the picture of a game could not be posted: %s", code(table.id), error)
            return False
        return True
