"""What a move is worth, in words: the private hint, what stands there until it is known, and the coach's line.

Values stay the thinker's; the words of moves are those of the game's face.
"""

from bot.engine import N_, AnyGame
from bot.screens.kit import Button, RenderContext, Row, Screen, Style, truncate, unbroken
from bot.screens.kit.faces import face_of
from bot.screens.kit.patterns import HINTED
from bot.screens.kit.reasons import LESS, WORTH, may_ask_again, too_long, why_line
from bot.tables.model.table import Table
from bot.thinker.answers import Answer, Why

_LABEL = 80
_ALIKE = 0.05
"""Of points and turns: with less between them, two moves are as good. Of chances, a hundredth of that."""

_COST = {
    "points": N_("Coach: that cost {n} points. Better: {move}."),
    "win": N_("Coach: that cost {n}% win chance. Better: {move}."),
    "turns": N_("Coach: that cost {n} turns. Better: {move}."),
}
_SURE = {
    "exact": N_("Worked out exactly, if all that follows is played as well as can be."),
    "net": N_("By a trained neural net, close to the exact value."),
    "estimate": N_("An estimate."),
}
_UNTOLD = N_("I look at this game and one rival alone, so I cannot tell how often a move wins.")
"""Of a chance to win that is an estimate. Its moves are told, without numbers: nobody knows how far those are off."""


def hint_screen(context: RenderContext, table: Table, answer: Answer, why: Why | None = None) -> Screen:
    """The best move and the next best one, what lies between them and why, and a button for each."""
    t, best, second = context.t, _name(context, table, answer.best), _name(context, table, answer.second)
    worth = t(WORTH[answer.unit], n=_amount(context, answer.unit, answer.actions[0][1]))
    chance = face_of(table.game.key).chance_line(context, table.game, table.state, answer.best)
    lines = [
        t("**{move}**: {worth}.", move=best, worth=worth if _has_numbers(answer) else t("the best that I see")),
        _next_best(context, table, second, answer),
        *filter(None, (why_line(context, table.game, why), chance)),
        "",
        t(_SURE[answer.strength] if _has_numbers(answer) else _UNTOLD),
        unranked_line(context),
    ]
    rows = (*_rows(answer, best, second), *(_again(context) if may_ask_again(why) else ()))
    return Screen(title=t("Hint"), body=unbroken(context, "\n".join(lines)), rows=rows)


def _next_best(context: RenderContext, table: Table, second: str, answer: Answer) -> str:
    t = context.t
    if is_alike(answer, answer.second):
        return t("As good: {move}.", move=second)
    if not _has_numbers(answer):
        return t("Next best: {move}.", move=second)
    less = t(LESS[answer.unit], n=_amount(context, answer.unit, answer.lost(answer.second)))
    if is_about_equal(table.game, answer, answer.second):
        off = _amount(context, answer.unit, _noise(table.game, answer))
        return t("About equal: {move}, {less}, but such values may be off by {n}.", move=second, less=less, n=off)
    return t("Next best: {move}, {less}.", move=second, less=less)


def _rows(answer: Answer, best: str, second: str) -> tuple[Row, ...]:
    """A row each: on a phone, two long names share none."""
    return (
        (Button(HINTED.build(action=answer.best), truncate(best, _LABEL), Style.SUCCESS),),
        (Button(HINTED.build(action=answer.second), truncate(second, _LABEL)),),
    )


def only_move_screen(context: RenderContext, table: Table) -> Screen:
    """There is nothing to choose: mostly, nobody has thrown yet."""
    t, (action,) = context.t, table.game.legal_actions(table.state)
    sentence = t("Throw first: there is nothing to choose yet.")
    if action.word != "roll":
        sentence = t("Only one move is possible.")
    return Screen(title=t("Hint"), body=sentence)


def working_screen(context: RenderContext, now: int) -> Screen:
    """The worker has no answer yet; it was asked ``now``, in unix seconds, and Discord counts from there."""
    t = context.t
    return Screen(
        title=t("Hint"),
        body=t(
            "Working it out, begun {when}: about 10 seconds for the first hint by these rules, seldom a few minutes. "
            "This message changes by itself; the game waits for nothing.",
            when=f"<t:{now}:R>",
        ),
    )


def nobody_knows_screen(context: RenderContext) -> Screen:
    """Nothing evaluates this game."""
    return Screen(
        title=context.t("Hint"), body=context.t("I cannot tell what moves are worth in this game by these house rules.")
    )


def failed_screen(context: RenderContext, *, late: bool = False) -> Screen:
    """The worker has broken, or is too ``late``; one may ask again."""
    sentence = context.t("I could not work it out just now. Please try again later.")
    return Screen(
        title=context.t("Hint"),
        body=too_long(context) if late else sentence,
        rows=_again(context),
    )


def _again(context: RenderContext) -> tuple[Row, ...]:
    """Return what asks for a hint once more."""
    return ((Button("hint", context.t("Ask again")),),)


def too_late_screen(context: RenderContext) -> Screen:
    """The game has gone on while the worker was busy."""
    return Screen(title=context.t("Hint"), body=context.t("The game has moved on. Open More and press Hint again."))


def unranked_line(context: RenderContext) -> str:
    """Return what hints cost."""
    return context.t("With hints, this game does not count in leaderboards, ratings and records.")


def coach_line(context: RenderContext, before: Table, answer: Answer, do: str, why: Why | None = None) -> str:
    """Return what the decision ``do`` cost at ``before``, of which ``answer`` tells, and why."""
    if is_alike(answer, do):
        return context.t("Coach: nothing is better than that.")
    if is_about_equal(before.game, answer, do):
        return context.t("Coach: that is about equal to the best move.")
    cost, better = _amount(context, answer.unit, answer.lost(do)), _name(context, before, answer.best)
    said = _COST[answer.unit] if _has_numbers(answer) else N_("Coach: that was not the best. Better: {move}.")
    line = unbroken(context, context.t(said, n=cost, move=better))
    return " ".join(filter(None, (line, why_line(context, before.game, why))))


def is_alike(answer: Answer, do: str) -> bool:
    """Return whether ``do`` is as good as the best move, as far as the numbers show it."""
    return answer.lost(do) < (_ALIKE / 100 if answer.unit == "win" else _ALIKE)


def is_about_equal(game: AnyGame, answer: Answer, do: str) -> bool:
    """Return whether ``do`` and the best move differ by no more than what their values may be wrong by."""
    return answer.lost(do) <= _noise(game, answer)


def _has_numbers(answer: Answer) -> bool:
    return answer.unit != "win" or answer.strength != "estimate"


def _noise(game: AnyGame, answer: Answer) -> float:
    from bot.mind.strengths import noise  # noqa: PLC0415 - a bot that nobody asks loads nothing of the mind.

    return noise(game.key, answer.unit, answer.strength)


def _amount(context: RenderContext, unit: str, amount: float) -> str:
    return context.t.tenths(100 * amount if unit == "win" else amount)


def _name(context: RenderContext, table: Table, do: str) -> str:
    return face_of(table.game.key).action_name(context, table.game, table.state, do)
