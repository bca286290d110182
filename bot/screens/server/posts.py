"""What the bot posts by itself in the channel that a server has chosen for it."""

from collections.abc import Iterator, Sequence

from bot.engine import N_
from bot.games import CATALOGUE
from bot.screens.daily import BOARD, day_title, score_in_list
from bot.screens.kit import (
    Button,
    PodiumPicture,
    PodiumStep,
    RenderContext,
    Screen,
    Style,
    mention,
    naming_commands,
    place_sign,
)
from bot.screens.kit.faces import fewest_is_best, score_words
from bot.screens.kit.values import luck_and_par
from bot.tables.daily import daily_game
from bot.tables.posts import Morning, Yesterday

STEPS = 3
"""Of the podium."""


def morning_screen(context: RenderContext, morning: Morning) -> Screen:
    """What a day brings, and how yesterday's daily went; nobody is notified."""
    t = context.t
    lines = [
        t("**The daily**: {game}. The same dice for everybody here, once.", game=t(CATALOGUE[morning.game].label)),
        t("**The puzzle**: a throw of {game}. What is best?", game=t(CATALOGUE[morning.puzzle].label)),
    ]
    buttons = [
        Button("daily show", t("Play the daily"), Style.SUCCESS),
        Button("puzzle show", t("Solve the puzzle"), Style.PRIMARY),
    ]
    if morning.yesterday is not None:
        lines += ["", *_yesterday_lines(context, morning, morning.yesterday)]
        buttons.append(Button(BOARD.build(day=morning.yesterday.daily.day), t("Yesterday's board")))
    lines += ["", "-# " + naming_commands(t, N_("{settings} chooses what I post here, and when."))]
    return Screen(t("Good morning!"), "\n".join(lines), rows=(tuple(buttons),))


def _yesterday_lines(context: RenderContext, morning: Morning, yesterday: Yesterday) -> Iterator[str]:
    t = context.t
    title, game = day_title(context, yesterday.daily.day, yesterday.daily.game), daily_game(yesterday.daily)
    par = "" if yesterday.daily.par is None else t("; par {par}", par=yesterday.daily.par)
    finished = t.many("{n} player", "{n} players", yesterday.finished)
    yield t("{name}: {value}", name=f"**{title}**", value=f"{finished}{par}")
    for line in yesterday.best[:STEPS]:
        sign = place_sign(context, line.rank, earned=line.score > 0 or fewest_is_best(game.key, game.options))
        score = score_in_list(context, game, line.score)
        numbers = " · ".join((f"**{score}**", *luck_and_par(context, line.score, line.net)))
        yield f"{sign} {numbers} · {_named(context, morning, line.user)}"
    for user, days in list(morning.streaks.items())[:STEPS]:
        if user not in morning.unnamed:
            yield t("{player} has played {n} days without a gap.", player=mention(user), n=days)


def _named(context: RenderContext, morning: Morning, user: int) -> str:
    return context.t("Somebody") if user in morning.unnamed else mention(user)


def morning_podium(
    context: RenderContext, morning: Morning, yesterday: Yesterday, names: Sequence[str]
) -> PodiumPicture | None:
    """Return the picture of yesterday's best, with their ``names`` in that order; None for one player alone."""
    t, game = context.t, daily_game(yesterday.daily)
    best = yesterday.best[:STEPS]
    if len(best) < 2:
        return None
    steps = tuple(
        PodiumStep(
            "" if line.user in morning.unnamed else name,
            score_words(context, game.key, line.score, game.options),
            line.rank,
            t("Somebody"),
            " · ".join(luck_and_par(context, line.score, line.net)),
        )
        for line, name in zip(best, names, strict=True)
    )
    title = day_title(context, yesterday.daily.day, game.key)
    return PodiumPicture(title, t.many("{n} player", "{n} players", yesterday.finished), steps)
