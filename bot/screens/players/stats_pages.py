"""The other pages of a player's statistics: boxes or turns, dice and luck, opponents."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens.games import face_of
from bot.screens.kit.values import Desk, Screen, code_block, mention
from bot.screens.players.stats import Asked, chosen, in_words, nothing_yet, rows, title
from bot.tables.records.profiles import Against, Series
from bot.tables.records.tally import Luck, Tally, luck

_EVEN = range(45, 56)
"""Out of 100 series: neither high nor low."""

_BAR = 9
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def play_screen(desk: Desk, asked: Asked, every: Sequence[Series], tally: Tally) -> Screen:
    """The counts of one series, without games the player left: boxes and bonuses, chips, turns or rounds."""
    series = chosen(asked, every)
    lines = [mention(asked.user)]
    if series is None or not tally.games:
        lines.append(nothing_yet(desk) if series is None else _unknown(desk, tally))
    else:
        lines += [line for line in face_of(series.game).stats(desk, series, tally) if line]
        lines.append(_unknown(desk, tally))
    return Screen(
        title=title(desk, asked),
        body="\n".join(filter(None, lines)),
        footer=in_words(desk, series) if series else "",
        rows=rows(desk, asked, every),
    )


def dice_screen(desk: Desk, asked: Asked, every: Sequence[Series], thrown: Tally, told: Tally) -> Screen:
    """How often each face fell, and how lucky that is; ``told`` marks dice of the players' own."""
    t = desk.t
    lines = [mention(asked.user)]
    fallen = luck(thrown.faces)
    if fallen is not None:
        throws = t.many("{n} throw", "{n} throws", thrown.throws)
        dice = t.number(fallen.dice)
        lines.append(
            t.many("**{dice}** die in {throws}.", "**{dice}** dice in {throws}.", fallen.dice, dice=dice, throws=throws)
        )
        lines += [code_block(_faces(desk, thrown.faces)), _luck(desk, fallen)]
        if any(thrown.power):
            said = " · ".join(f"**{face}**: {t.number(times)}" for face, times in enumerate(thrown.power, 1))
            lines.append(t("Power die, apart: {said}", said=said))
    own = luck(told.faces)
    if own is not None:
        dice, mean = t.number(own.dice), t.number(own.mean, 2)
        lines.append(
            t.many(
                "Real dice, told by the players: **{dice}** die, on average {mean}.",
                "Real dice, told by the players: **{dice}** dice, on average {mean}.",
                own.dice,
                dice=dice,
                mean=mean,
            )
        )
    if fallen is None and own is None:
        lines.append(t("No dice counted yet."))
    lines.append(_unknown(desk, thrown))
    return Screen(
        title=title(desk, asked),
        body="\n".join(filter(None, lines)),
        footer=t("Every kind of game and all house rules together. The dice can be checked: /verify."),
        rows=rows(desk, asked, every),
    )


def rivals_screen(desk: Desk, asked: Asked, every: Sequence[Series], rivals: Sequence[Against]) -> Screen:
    """The people with whom somebody has played most, and who came out ahead."""
    t = desk.t
    lines = [_rival(desk, rival) for rival in rivals] or [t("No games with others yet.")]
    return Screen(
        title=title(desk, asked),
        body="\n".join([mention(asked.user), *lines]),
        footer=t("Who ranks higher at a table wins against who ranks lower; partners are left out."),
        rows=rows(desk, asked, every),
    )


def _rival(desk: Desk, rival: Against) -> str:
    t = desk.t
    games = t.many("{n} game", "{n} games", rival.games)
    parts = [
        t.many("**{n}** won", "**{n}** won", rival.won),
        t.many("**{n}** lost", "**{n}** lost", rival.lost),
    ]
    if rival.tied:
        parts.append(t.many("**{n}** tied", "**{n}** tied", rival.tied))
    return f"{mention(rival.user)} · {games} · {', '.join(parts)}"


def _unknown(desk: Desk, tally: Tally) -> str:
    """How many games these numbers leave out."""
    if not tally.unknown:
        return ""
    return desk.t.many(
        "{n} older game is not in these numbers.", "{n} older games are not in these numbers.", tally.unknown
    )


# -- dice --------------------------------------------------------------------------------------------------------


def _faces(desk: Desk, faces: Sequence[int]) -> list[str]:
    """A line per face: a bar, its share, how often it fell."""
    return [_face(desk, face, times / max(faces), times / sum(faces), times) for face, times in enumerate(faces, 1)]


def _face(desk: Desk, face: int, height: float, share: float, times: int) -> str:
    bar = "" if desk.plain else _bar(height)
    percents = desk.t("{n}%", n=desk.t.number(100 * share, 1))
    return f"{face} {bar} {percents:>6} {desk.t.number(times):>9}"


def _bar(share: float) -> str:
    eighths = round(share * _BAR * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(_BAR)


def _luck(desk: Desk, fallen: Luck) -> str:
    t = desk.t
    mean = t("Average face: **{mean}**; a fair die makes 3.5.", mean=t.number(fallen.mean, 2))
    above = min(max(round(100 * fallen.above), 1), 99)
    if above in _EVEN:
        said = t("That is about what such a series of fair dice brings.")
    elif above > 50:
        said = t("That is higher than {n} of 100 such series of fair dice.", n=above)
    else:
        said = t("That is lower than {n} of 100 such series of fair dice.", n=100 - above)
    if fallen.few:
        said += " " + t("Few dice so far: this can change quickly.")
    return f"{mean} {said}"
