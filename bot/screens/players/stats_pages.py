"""The other pages of a player's statistics: boxes or turns, dice and luck, opponents."""

from collections.abc import Sequence

from bot.screens.computers.words import introduced
from bot.screens.games import face_of
from bot.screens.kit import RenderContext, Screen, code_block, mention
from bot.screens.players.stats import StatsRequest, chosen_series, nothing_yet, rows, series_name, title
from bot.tables.core.occupants import Computer
from bot.tables.records.profiles import GameSeries, HeadToHead
from bot.tables.records.stats_totals import Luck, StatsTotals, luck

_EVEN = range(45, 56)
"""Out of 100 series: neither high nor low."""

_BAR = 9
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def play_screen(
    context: RenderContext, asked: StatsRequest, every: Sequence[GameSeries], totals: StatsTotals
) -> Screen:
    """The counts of one series, without games the player left: boxes and bonuses, chips, turns or rounds."""
    series = chosen_series(asked, every)
    lines = [mention(asked.user)]
    if series is None or not totals.games:
        lines.append(nothing_yet(context) if series is None else _unknown(context, totals))
    else:
        lines += [line for line in face_of(series.game).stats(context, series, totals) if line]
        lines.append(_unknown(context, totals))
    return Screen(
        title=title(context, asked),
        body="\n".join(filter(None, lines)),
        footer=series_name(context, series) if series else "",
        rows=rows(context, asked, every),
    )


def dice_screen(
    context: RenderContext, asked: StatsRequest, every: Sequence[GameSeries], thrown: StatsTotals, entered: StatsTotals
) -> Screen:
    """How often each face fell, and how lucky that is; ``entered`` marks dice of the players' own."""
    t = context.t
    lines = [mention(asked.user)]
    fallen = luck(thrown.faces)
    if fallen is not None:
        throws = t.many("{n} throw", "{n} throws", thrown.throws)
        dice = t.number(fallen.dice)
        lines.append(
            t.many("**{dice}** die in {throws}.", "**{dice}** dice in {throws}.", fallen.dice, dice=dice, throws=throws)
        )
        lines += [code_block(_faces(context, thrown.faces)), _luck(context, fallen)]
        if any(thrown.power):
            lines.append(
                t(
                    "Power die, apart: {said}",
                    said=" · ".join(
                        t("{name}: {value}", name=f"**{face}**", value=times)
                        for face, times in enumerate(thrown.power, 1)
                    ),
                )
            )
    own = luck(entered.faces)
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
    lines.append(_unknown(context, thrown))
    return Screen(
        title=title(context, asked),
        body="\n".join(filter(None, lines)),
        footer=t("Every kind of game and all house rules together. The dice can be checked: /verify."),
        rows=rows(context, asked, every),
    )


def rivals_screen(
    context: RenderContext,
    asked: StatsRequest,
    every: Sequence[GameSeries],
    rivals: Sequence[HeadToHead],
    computers: Sequence[HeadToHead] = (),
) -> Screen:
    """The people with whom somebody has played most, and who came out ahead; then how they do against computers."""
    lines = [_rival(context, rival) for rival in (*rivals, *computers)] or [context.t("No games with others yet.")]
    return Screen(
        title=title(context, asked),
        body="\n".join([mention(asked.user), *lines]),
        footer=context.t("Who ranks higher at a table wins against who ranks lower; partners are left out."),
        rows=rows(context, asked, every),
    )


def _rival(context: RenderContext, rival: HeadToHead) -> str:
    games = context.t.many("{n} game", "{n} games", rival.games)
    parts = [
        context.t.many("**{n}** won", "**{n}** won", rival.won),
        context.t.many("**{n}** lost", "**{n}** lost", rival.lost),
    ]
    if rival.tied:
        parts.append(context.t.many("**{n}** tied", "**{n}** tied", rival.tied))
    who = introduced(context, rival.user) if isinstance(rival.user, Computer) else mention(rival.user)
    return f"{who} · {games} · {', '.join(parts)}"


def _unknown(context: RenderContext, totals: StatsTotals) -> str:
    """How many games these numbers leave out."""
    if not totals.unknown:
        return ""
    return context.t.many(
        "{n} older game is not in these numbers.", "{n} older games are not in these numbers.", totals.unknown
    )


# -- dice --------------------------------------------------------------------------------------------------------


def _faces(context: RenderContext, faces: Sequence[int]) -> list[str]:
    """A line per face: a bar, its share, how often it fell."""
    return [_face(context, face, times / max(faces), times / sum(faces), times) for face, times in enumerate(faces, 1)]


def _face(context: RenderContext, face: int, height: float, share: float, times: int) -> str:
    bar = "" if context.plain else _bar(height)
    percents = context.t("{n}%", n=context.t.number(100 * share, 1))
    return f"{face} {bar} {percents:>6} {context.t.number(times):>9}"


def _bar(share: float) -> str:
    full, rest = divmod(round(share * _BAR * 8), 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(_BAR)


def _luck(context: RenderContext, fallen: Luck) -> str:
    mean = context.t("Average face: **{mean}**; a fair die makes 3.5.", mean=context.t.number(fallen.mean, 2))
    above = min(max(round(100 * fallen.above), 1), 99)
    if above in _EVEN:
        said = context.t("That is about what such a series of fair dice brings.")
    elif above > 50:
        said = context.t("That is higher than {n} of 100 such series of fair dice.", n=above)
    else:
        said = context.t("That is lower than {n} of 100 such series of fair dice.", n=100 - above)
    if fallen.few:
        said += " " + context.t("Few dice so far: this can change quickly.")
    return f"{mean} {said}"
