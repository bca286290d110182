"""The page of a player's statistics about luck and skill, as reviews tell them apart."""

from collections.abc import Sequence

from bot.engine import N_, GameError
from bot.games import CATALOGUE, make
from bot.screens.kit import Field, RenderContext, Screen, mention
from bot.screens.players.stats import EVERY, StatsRequest, chosen_series, nothing_yet, rows, series_name, title
from bot.screens.review.words import band_of, gain, scale_of, unit_line
from bot.tables.records.profiles import GameSeries, GameSkill, Reviewed
from bot.tables.records.skill_totals import LATEST, SkillTotals, total_skill
from bot.thinker.reviewed import Chosen

_KINDS = {
    "keep": N_("Holding dice"),
    "mark": N_("Choosing boxes"),
    "strike": N_("Striking boxes"),
    "done": N_("Leaving it at one box"),
    "roll": N_("Throwing on"),
    "stop": N_("Stopping"),
    "bank": N_("Stopping with points"),
    "stand": N_("Leaving the dice as they are"),
    "move": N_("Pairing dice"),
    "take": N_("Taking chips"),
    "pass": N_("Taking no chip"),
}
"""Decisions (English) by the first word of their action."""

_SUMS = {
    "points": N_("luck {luck} in all, lost {lost} a game, in points"),
    "win": N_("luck {luck} in all, lost {lost} a game, in wins out of 100 games"),
    "turns": N_("luck {luck} in all, lost {lost} a game, in turns"),
}


def skill_screen(
    context: RenderContext, asked: StatsRequest, every: Sequence[GameSeries], reviewed: Reviewed
) -> Screen:
    """Return luck and skill in one series, or a line for each game; ``reviewed`` are its games, or all games."""
    t, series = context.t, chosen_series(asked, every)
    totals = None if series is None else total_skill(reviewed.games)
    if not every or (series is None and asked.game != EVERY):
        found = [nothing_yet(context)]
    elif not reviewed.games:
        found = [t("No reviewed game yet.")]
    else:
        found = _game_lines(context, every, reviewed.games) if totals is None else _meaning(context, totals)
    return Screen(
        title=title(context, asked),
        body="\n".join([mention(asked.user), *found, *_notes(context, reviewed, totals)]),
        fields=() if series is None or totals is None else _fields(context, series, totals),
        footer=t("Each game by the kind and rules played most.") if series is None else series_name(context, series),
        rows=rows(context, asked, every),
    )


def _game_lines(context: RenderContext, every: Sequence[GameSeries], games: Sequence[GameSkill]) -> list[str]:
    """Return a line for each game with a review, about its series played most; ``every`` has that first."""
    most: dict[str, GameSeries] = {}
    for series in every:
        if series.game in CATALOGUE:
            most.setdefault(series.game, series)
    lines = []
    for game, series in most.items():
        own = [one for one in games if (one.game, one.kind, one.rules) == (game, series.kind, series.rules)]
        totals = total_skill(own)
        if totals is not None:
            lines.append(_game_line(context, game, totals))
    return lines


def _game_line(context: RenderContext, game: str, totals: SkillTotals) -> str:
    luck, lost = gain(context, totals.unit, totals.luck), _lost(context, totals, totals.lost)
    games = context.t.many("{n} reviewed game", "{n} reviewed games", totals.reviews)
    said = context.t(_SUMS[totals.unit], luck=f"**{luck}**", lost=f"**{lost}**")
    return f"**{context.t(CATALOGUE[game].label)}** · {games} · {said}"


def _meaning(context: RenderContext, totals: SkillTotals) -> list[str]:
    """Return how many games there are, and what their numbers mean."""
    t = context.t
    games = t.many("**{n}** reviewed game.", "**{n}** reviewed games.", totals.reviews)
    meaning = t(
        "Luck is what the dice brought beyond what was to be expected; lost is what the best decisions would have "
        "brought more."
    )
    return [f"{games} {meaning}", *filter(None, [unit_line(context, totals.unit)])]


def _fields(context: RenderContext, series: GameSeries, totals: SkillTotals) -> tuple[Field, ...]:
    t = context.t
    luck = gain(context, totals.unit, totals.luck)
    if totals.reviews > 1:
        luck = t("{luck} · {mean} a game", luck=luck, mean=gain(context, totals.unit, totals.luck / totals.reviews))
    lost = [(t("Lost a game"), totals.lost)]
    if totals.reviews > LATEST:
        lost = [(t("Lost a game, last {n}", n=LATEST), totals.lost_lately), (t("Lost a game, ever"), totals.lost)]
    return (
        Field(t("Luck"), luck, inline=True),
        *(Field(name, _with_band(context, series, totals, amount), inline=True) for name, amount in lost),
        Field(t("Lost a game, by decisions"), "\n".join(_kind(context, totals, *kind) for kind in totals.kinds)),
    )


def _kind(context: RenderContext, totals: SkillTotals, word: str, chosen: Chosen) -> str:
    """Return what one kind of decisions has lost."""
    t = context.t
    made = t.many("{n} decision", "{n} decisions", chosen.decisions)
    name, lost = t(_KINDS[word]) if word in _KINDS else word, _lost(context, totals, chosen.lost)
    return t("{name}: {value}", name=name, value=f"**{lost}** · {made}")


def _with_band(context: RenderContext, series: GameSeries, totals: SkillTotals, lost: float) -> str:
    """Return what was lost, and whom somebody plays like who loses as much."""
    said = _lost(context, totals, lost)
    try:
        band = band_of(make(series.game, series.options), totals.unit, lost)
    except (GameError, KeyError, ValueError):  # House rules of another version of the bot.
        band = ""
    return f"{said} · {context.t(band)}" if band else said


def _lost(context: RenderContext, totals: SkillTotals, amount: float) -> str:
    return context.t.tenths(scale_of(totals.unit) * amount)


def _notes(context: RenderContext, reviewed: Reviewed, totals: SkillTotals | None) -> list[str]:
    """Return which games these numbers leave out."""
    t, notes = context.t, list[str]()
    if reviewed.waiting:
        notes.append(
            t.many(
                "{n} game waits for its review, which comes when nobody plays.",
                "{n} games wait for their review, which comes when nobody plays.",
                reviewed.waiting,
            )
        )
    if reviewed.without:
        notes.append(t.many("{n} game cannot be reviewed.", "{n} games cannot be reviewed.", reviewed.without))
    if totals is not None and totals.others:
        notes.append(t.many("{n} game counts in another unit.", "{n} games count in another unit.", totals.others))
    return [f"-# {' '.join(notes)}"] if notes else []
