"""One line of a journal in words: what a player decided, and what fell."""

from __future__ import annotations

from bot.engine.play import Entry
from bot.engine.types import DROP, Event
from bot.games import CATALOGUE
from bot.screens.games.yamslam import board as yamslam
from bot.screens.games.yum import board as yum
from bot.screens.kit.values import Desk, mention
from bot.tables.core.model import Table

NEWS = {"yum": yum.news_lines, "yamslam": yamslam.news_lines}
"""What boards tell of events, for families that have some to tell."""

_POWER = "p"


def told_move(desk: Desk, table: Table, entry: Entry, events: tuple[Event, ...], *, at_end: bool) -> str:
    """What ``entry`` did; empty where the board tells it by itself.

    A board tells what ends a turn. ``at_end`` there is no board any more, only the result.
    """
    t, player = desk.t, mention(table.players[entry.seat])
    word, *arguments = entry.do.split(" ")
    match word:
        case "roll":
            return t("{player} throws {dice}.", player=player, dice=_fallen(desk, table, entry))
        case "keep":
            return _kept(desk, table, entry, arguments)
        case "move":
            return _climbed(desk, player, arguments)
        case "done":
            return t("{player} leaves it at one box.", player=player)
        case "stand":
            return t("{player} stops.", player=player)
        case _ if word == DROP:
            return t("{player} leaves the game.", player=player)
    family = CATALOGUE[table.game.key].family
    return "\n".join(NEWS[family](desk, table, events)) if at_end and family in NEWS else ""


def _kept(desk: Desk, table: Table, entry: Entry, faces: list[str]) -> str:
    t = desk.t
    player, dice = mention(table.players[entry.seat]), _fallen(desk, table, entry)
    kept = _spoken(desk, [face for face in faces if face != _POWER], _POWER in faces)
    if not faces:
        return t("{player} throws all dice again: {dice}.", player=player, dice=dice)
    if CATALOGUE[table.game.key].family == "five_thousand":
        return t("{player} sets {kept} aside and throws {dice}.", player=player, kept=kept, dice=dice)
    return t("{player} keeps {kept} and throws {dice}.", player=player, kept=kept, dice=dice)


def _spoken(desk: Desk, faces: list[str], power_kept: bool) -> str:
    parts = [f"**{' '.join(faces)}**"] if faces else []
    if power_kept:
        parts.append(desk.t("the Power die"))
    return desk.t.listed(parts)


def _fallen(desk: Desk, table: Table, entry: Entry) -> str:
    """What was thrown; the Power die, where it was thrown too, fell last."""
    faces = [str(face) for face in (entry.dice[0] if entry.dice else ())]
    if table.game.options.get("power") is True and not entry.do.endswith(f" {_POWER}"):
        *faces, power = faces
        faces.append(desk.t("Power {face}", face=power))
    return f"**{' '.join(faces)}**"


def _climbed(desk: Desk, player: str, columns: list[str]) -> str:
    if len(columns) == 2 and columns[0] == columns[1]:
        return desk.t("{player} climbs two steps in column {column}.", player=player, column=columns[0])
    return desk.t.many(
        "{player} climbs in column {columns}.",
        "{player} climbs in columns {columns}.",
        len(columns),
        player=player,
        columns=desk.t.listed(columns),
    )
