"""The page of a player's statistics about luck and skill, as reviews tell them apart."""

from collections.abc import Sequence

from bot.engine import N_, AnyGame, GameError
from bot.games import CATALOGUE, make
from bot.screens.kit import Field, RenderContext, Screen, mention
from bot.screens.players.stats import EVERY, StatsRequest, chosen_series, nothing_yet, rows, series_name, title
from bot.screens.review.words import band_words, gain, lost_words, par_words, unit_line
from bot.tables.records.profiles import GameSeries, GameSkill, Reviewed
from bot.tables.records.skill_totals import LATEST, Decisions, SkillTotals, total_skill
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

_LUCK = {
    "points": N_("luck {luck} points in all"),
    "win": N_("luck {luck} percentage points of winning in all"),
    "turns": N_("luck {luck} turns in all"),
}


def skill_screen(
    context: RenderContext, asked: StatsRequest, every: Sequence[GameSeries], reviewed: Reviewed, *, own: bool
) -> Screen:
    """Return luck and skill in one series, or a line for each game; ``reviewed`` are its games, or all games.

    Only ``own`` numbers have a button that shows them to everyone.
    """
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
        rows=rows(context, asked, every, shows=own),
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
    t, luck = context.t, gain(context, totals.unit, totals.luck)
    games = t.many("{n} reviewed game", "{n} reviewed games", totals.reviews)
    said = t(_LUCK[totals.unit], luck=f"**{luck}**")
    return f"**{t(CATALOGUE[game].label)}** · {games} · {said}, {lost_words(context, totals.unit, totals.every)}"


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
    lost = [(t("Decisions"), totals.every)]
    if totals.reviews > LATEST:
        lost = [(t("Decisions, last {n} games", n=LATEST), totals.latest), (t("Decisions, ever"), totals.every)]
    game = _game_of(series)
    par = "" if game is None else par_words(context, game, totals.unit)
    kinds = [_kind(context, totals, *kind) for kind in totals.kinds]
    return (
        Field(t("Luck"), luck, inline=True),
        *(Field(name, _graded(context, game, totals.unit, amount), inline=True) for name, amount in lost),
        *((Field(t("What a decision costs computers"), par),) if par else ()),
        Field(t("By kind of decision"), "\n".join(kinds)),
    )


def _kind(context: RenderContext, totals: SkillTotals, word: str, chosen: Chosen) -> str:
    """Return what one kind of decisions has lost."""
    t = context.t
    made = t.many("{n} decision", "{n} decisions", chosen.decisions)
    name = t(_KINDS[word]) if word in _KINDS else word
    lost = lost_words(context, totals.unit, Decisions(chosen.lost, chosen.decisions, totals.every.games))
    return t("{name}: {value}", name=name, value=f"{lost} · {made}")


def _game_of(series: GameSeries) -> AnyGame | None:
    """Return the game with the rules of ``series``; None for house rules of another version of the bot."""
    try:
        return make(series.game, series.options)
    except (GameError, KeyError, ValueError):
        return None


def _graded(context: RenderContext, game: AnyGame | None, unit: str, lost: Decisions) -> str:
    """Return what was lost, and whom somebody plays like who loses as much."""
    band = "" if game is None else band_words(context, game, unit, lost)
    return " · ".join(filter(None, [lost_words(context, unit, lost), band]))


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
