"""The review of a finished game: a private message, and what Share posts of it.

``review`` opens it, ``review what`` says what its numbers mean; ``review seat <seat>`` shows another player's
decisions, ``review more <seat>`` all of them, ``review at <seat> <move>`` opens the replay there, and ``review share
<seat>`` posts the whole review.
"""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.engine import N_, AnyGame, win_share
from bot.games import CATALOGUE
from bot.screens.kit import (
    MOST_LINES,
    Button,
    Choice,
    Curve,
    CurveLine,
    Menu,
    RenderContext,
    Row,
    Screen,
    Style,
    mention,
    truncate,
    unbroken,
)
from bot.screens.kit.faces import face_of
from bot.screens.kit.patterns import (
    REVIEW_AT,
    REVIEW_MORE,
    REVIEW_SEAT,
    REVIEW_SHARE,
    REVIEW_TRAIN,
    REVIEW_TRY,
    REVIEW_WHAT,
    Pattern,
)
from bot.screens.kit.reasons import too_long, why_line
from bot.screens.kit.sharing import play_button, shared
from bot.screens.kit.values import SEEN, signed
from bot.tables.model.table import Computer
from bot.tables.records.reviews import (
    Decisions,
    PlayedSeat,
    ReviewedGame,
    can_tell,
    expected_course,
    games_played,
    knows_play,
    noise_of,
    notable_mistakes,
    turn_begins,
    turn_ends,
)
from bot.tables.training import least_cost
from bot.thinker.answers import Finest, GameReview, Mistake, SeatSummary, ThrowLuck, ToWin, usual_unit

if TYPE_CHECKING:
    from bot.mind.strengths import Losses


# -- The numbers of a review in words: its sum, amounts in its unit, and how well somebody played --------------------
# Bands are the levels of computer players, by what each loses in a decision (:mod:`bot.mind.strengths`).

_POINTS, _WIN, _TURNS = "points", "win", "turns"
_LEAST = 0.01
"""Chances nearer to 0 or 1 are told as below or above that."""

_ROUNDED = 0.11
"""So far a sum of two rounded numbers may be from theirs."""

_EACH_DECIMALS = 2
"""Of what one decision loses."""

_AMOUNTS = {_POINTS: N_("{n} points"), _WIN: N_("{n}% win chance"), _TURNS: N_("{n} turns")}
"""The words for amounts in each unit (English)."""

_COUNTED = {
    _WIN: N_("A sure win counts as 100%. Expected is what perfect play by everybody brings."),
    _TURNS: N_("Fewer turns are better."),
}
"""What units mean that are not points (English)."""

_BANDS = {
    "champion": N_("plays like the champion"),
    "strong": N_("plays like a strong computer"),
    "regular": N_("plays like a regular computer"),
    "casual": N_("plays like a casual computer"),
    "beginner": N_("plays like a beginner"),
}
"""Each verdict (English), by the level that loses about as much."""

_CLEARLY = 1.25
"""So many times a beginner's loss is no beginner's any more: the accuracy beside it would say otherwise."""


def unit_line(context: RenderContext, unit: str) -> str:
    """Return what the numbers of a review count; empty for points, which everybody knows."""
    return context.t(_COUNTED[unit]) if unit in _COUNTED else ""


def sum_line(context: RenderContext, unit: str, seat: SeatSummary, *, alone: bool = False) -> str:
    """Return what was expected, what luck and decisions made of it, and the score: it adds up with one decimal.

    What is left is due to the others; ``alone`` there are none, and values that are estimates leave it.
    """
    t, good, scale = context.t, -1 if unit == _TURNS else 1, scale_of(unit)
    start, score = round(scale * seat.start, 1), round(scale * seat.score, 1)
    lost, others = round(scale * seat.lost, 1), round(scale * seat.others, 1)
    luck = good * (score - start) + lost - others
    dice = (N_("luck helped by {amount}"), N_("luck cost {amount}"), N_("luck neither helped nor cost"))
    if not alone:  # Beside it stands how it compares with the luck of others.
        dice = (N_("own luck helped by {amount}"), N_("own luck cost {amount}"), N_("own luck neither helped nor cost"))
    made = ("", N_("decisions cost {amount}"), N_("decisions cost nothing"))
    parts = [_did(context, unit, luck, dice), _did(context, unit, -lost, made)]
    if abs(others) >= SEEN:
        estimated = (N_("{amount} more was due to the estimate"), N_("{amount} less was due to the estimate"), "")
        played = (N_("what others did helped by {amount}"), N_("what others did cost {amount}"), "")
        parts.append(_did(context, unit, good * others if alone else others, estimated if alone else played))
    return t(
        "**{score}**, {start} expected: {causes}.",
        score=_result(context, unit, score),
        start=t.tenths(start),
        causes="; ".join(parts),
    )


def _did(context: RenderContext, unit: str, better: float, said: tuple[str, str, str]) -> str:
    """Return in words (English ``said``: better, worse, the same) what made a score ``better``."""
    by = amount(context, unit, context.t.tenths(abs(better)))
    return context.t(said[2] if abs(better) < SEEN else said[0] if better > 0 else said[1], amount=by)


def amount(context: RenderContext, unit: str, number: str) -> str:
    """Return a number of a review, as :func:`signed` and the like write it, with what it counts."""
    return context.t(_AMOUNTS[unit], n=number)


def result_line(context: RenderContext, unit: str, seat: SeatSummary, player: str) -> str:
    """Return nothing but what came out for ``player``."""
    score = _result(context, unit, round(scale_of(unit) * seat.score, 1))
    return context.t("{player}: {score} at the end", player=player, score=score)


def _result(context: RenderContext, unit: str, score: float) -> str:
    """Return what came out in the end: of chances to win a mere percentage, since then all is decided."""
    if unit == _WIN:
        return context.t("{n}%", n=context.t.number(score))
    return amount(context, unit, context.t.number(score, 1 if unit == _TURNS else 0))


def scale_of(unit: str) -> int:
    """Return by how much amounts are multiplied to be shown: a chance to win counts wins out of 100."""
    return 100 if unit == _WIN else 1


def gain(context: RenderContext, unit: str, changed: float) -> str:
    """Return what a throw or a decision changed, with a sign; of turns, of which fewer are better, in words."""
    if unit == _TURNS and abs(changed) >= SEEN:
        if changed < 0:
            return cost(context, unit, -changed)
        return context.t("saves {amount}", amount=amount(context, unit, context.t.tenths(changed)))
    return amount(context, unit, signed(context, scale_of(unit) * changed))


def cost(context: RenderContext, unit: str, lost: float) -> str:
    """Return what a decision has lost, in words."""
    return context.t("costs {amount}", amount=amount(context, unit, context.t.tenths(scale_of(unit) * lost)))


def chance(context: RenderContext, share: float) -> str:
    """Return a chance to win in percent; only what is decided is 0 or 100."""
    if 0 < share < _LEAST:
        return f"<{context.t.percent(_LEAST)}"
    return f">{context.t.percent(1 - _LEAST)}" if 1 - _LEAST < share < 1 else context.t.percent(share)


def no_chance_line(context: RenderContext, game: AnyGame, unit: str) -> str:
    """Return why a review among several tells no chances to win; empty where it does."""
    if can_tell(game, unit):
        return ""
    if unit == _TURNS:
        return context.t("Turns alone do not tell a chance to win.")
    return context.t("Nobody has measured chances to win by these house rules.")


def net_line(context: RenderContext, game: AnyGame, review: GameReview, seat: int) -> str:
    """Return what decided a game between two sides for that of ``seat``; empty where there are more, or one.

    Where chances to win are counted, *start + luck + decisions = result* adds up with one decimal.
    """
    t, unit, own = context.t, review.unit, review.seats[seat]
    balance = _net(game, review, seat)
    if balance is None or own is None:
        return ""
    luck, decisions = balance
    if unit != _WIN:
        other = N_("Compared with the other team: luck {luck}, decisions {decisions}.")
        if not game.sides:
            other = N_("Compared with the other player: luck {luck}, decisions {decisions}.")
        better = -1 if unit == _TURNS else 1
        compared = t(
            other,
            luck=_compared(context, unit, better * luck),
            decisions=_compared(context, unit, better * decisions),
        )
        return " ".join(filter(None, (compared, _margin(context, game, review, seat, luck + decisions))))
    scale = scale_of(unit)
    return t(
        "win chance from {start}% (both perfect) to {score}%: {luck}% by luck, {decisions}% by all decisions",
        luck=signed(context, luck),
        decisions=signed(context, decisions),
        start=t.tenths(round(scale * own.start, 1)),
        score=t.number(round(scale * own.score, 1)),
    )


def _margin(context: RenderContext, game: AnyGame, review: GameReview, seat: int, balance: float) -> str:
    """Return by how much the side of ``seat`` is ahead in points, or behind; empty where ``balance`` is not that."""
    sides = game.sides or len(review.seats)
    scores = [(1 if other % sides == seat % sides else -1) * one.score for other, one in enumerate(review.seats) if one]
    if review.unit != _POINTS or abs(balance) < SEEN or abs(sum(scores) - balance) > _ROUNDED:
        return ""
    sentence = N_("In all {amount} ahead.") if balance > 0 else N_("In all {amount} behind.")
    return context.t(sentence, amount=amount(context, _POINTS, context.t.number(round(abs(sum(scores))))))


def _compared(context: RenderContext, unit: str, better: float) -> str:
    """Return by how much something was ``better`` than what the others had, or worse."""
    if abs(better) < SEEN:
        return context.t("the same")
    by = amount(context, unit, context.t.tenths(abs(better)))
    return context.t("{amount} better", amount=by) if better > 0 else context.t("{amount} worse", amount=by)


def _net(game: AnyGame, review: GameReview, seat: int, rival: int | None = None) -> tuple[float, float] | None:
    """Return net luck and net decisions as a review shows them; None where :func:`bot.mind.review.net` knows none."""
    from bot.mind.review import net  # noqa: PLC0415 - a bot that nobody asks loads nothing of the mind.

    balance, own = net(review.seats, game.sides or len(review.seats), seat, rival), review.seats[seat]
    if balance is None or own is None:
        return None
    scale = -1 if review.unit == _TURNS else scale_of(review.unit)
    luck, decisions = round(scale * balance.luck, 1), round(scale * balance.decisions, 1)
    if review.unit == _WIN:
        luck = round(scale * own.score, 1) - round(scale * own.start, 1) - decisions
    return luck, decisions


def lost_by(reviewed: ReviewedGame, seat: int) -> tuple[float, float] | None:
    """Return by how much ``seat`` was behind the winners through dice, and through decisions; it may be less than 0.

    Both add up to more than 0. Return None for a winner, and where the numbers do not add up to what was lost: in
    turns, in chances to win among more than two sides, and where winners of several sides tie.
    """
    table, review = reviewed.table, reviewed.review
    sides = table.game.sides or len(table.players)
    winners = table.outcome.winners if table.outcome else ()
    won = {winner % sides for winner in winners}
    if len(won) != 1 or seat % sides in won or review.unit == _TURNS or (review.unit == _WIN and sides > 2):
        return None
    balance = _net(table.game, review, seat, winners[0])
    if balance is None or sum(balance) > -SEEN:
        return None
    luck, decisions = balance
    return -luck, -decisions


def decisions_of(seat: SeatSummary, games: int) -> Decisions:
    """Return what ``seat`` lost in so many games of a match."""
    return Decisions(seat.lost, sum(kind.decisions for kind in seat.kinds.values()), games)


def lost_words(context: RenderContext, unit: str, lost: Decisions, *, one: bool = False) -> str:
    """Return what decisions lost, with the unit: by game, where games are equally long, and else by decision.

    Between two players, a lead is lost and won again: what a whole game loses may be far more than one win. With
    ``one``, this is about one single game.
    """
    t, each = context.t, scale_of(unit) * lost.each
    if not round(each, _EACH_DECIMALS):
        return t("no decision lost anything worth a number")
    if unit == _WIN:
        return t("lost {each} a decision", each=amount(context, unit, t.number(each, _EACH_DECIMALS)))
    told = amount(context, unit, t.tenths(lost.lost / lost.games))
    return t("lost {n}", n=told) if one else t("lost {n} a game", n=told)


def par_words(context: RenderContext, game: AnyGame, unit: str, lost: Decisions) -> str:
    """Return what the levels below the champion lose, in a game of as many decisions where that is told of ``lost``.

    Empty by house rules, which nobody has measured, and where nobody had a choice.
    """
    level = _measured(game, unit)
    if level is None or not lost.made:
        return ""

    def told(each: float) -> str:
        if unit == _WIN:
            return context.t.number(scale_of(unit) * each, _EACH_DECIMALS)
        return _round(context, each * lost.made / lost.games)

    each = (level.strong_each, level.regular_each, level.casual_each, level.beginner_each)
    return _by_level(context, unit, [told(one) for one in each])


def best_words(context: RenderContext, game: AnyGame, unit: str) -> str:
    """Return what the best decisions bring on average, so that a loss has its measure.

    Empty for races, by house rules, and where nobody has measured that.
    """
    from bot.mind.strengths import averages  # noqa: PLC0415 - a bot without computers loads nothing of the mind.

    best = averages(game.key).get("champion")
    if unit != _POINTS or game.options or best is None or best.points is None:
        return ""
    points = context.t.number(math.floor(best.points))
    return context.t("The best ones bring {amount} on average.", amount=amount(context, unit, points))


def usual_losses(context: RenderContext, game: AnyGame, unit: str) -> str:
    """Return what the levels below the champion lose in a game on average; empty where nobody has measured it."""
    level = _measured(game, unit)
    if level is None:
        return ""
    lost = (level.strong, level.regular, level.casual, level.beginner)
    return _by_level(context, unit, [_round(context, scale_of(unit) * one) for one in lost])


def _by_level(context: RenderContext, unit: str, told: Sequence[str]) -> str:
    """Return a number for each level, the strongest first, which names what all of them count."""
    strong, *others = told
    regular, casual, beginner = (context.t("{n}%", n=one) if unit == _WIN else one for one in others)
    return context.t(
        "strong computer {strong}, regular {regular}, casual {casual}, beginner {beginner}",
        strong=amount(context, unit, strong),
        regular=regular,
        casual=casual,
        beginner=beginner,
    )


def grade_line(context: RenderContext, game: AnyGame, unit: str, games: int, seat: SeatSummary) -> str:
    """Return what the decisions of a review lost, beside what levels lose."""
    lost = decisions_of(seat, games)
    par, words = par_words(context, game, unit, lost), lost_words(context, unit, lost, one=games == 1)
    return f"{words} ({par})" if par else words


def band_words(context: RenderContext, game: AnyGame, unit: str, lost: Decisions) -> str:
    """Return :func:`band_of` in the reader's language; where few games were measured, it says that this is rough."""
    t, band, level = context.t, band_of(game, unit, lost), _measured(game, unit)
    if not band or level is None:
        return ""
    return t("roughly: {band}", band=t(band)) if level.rough else t(band)


def band_of(game: AnyGame, unit: str, lost: Decisions) -> str:
    """Return the band (English) of somebody who has lost that.

    Empty by house rules, which nobody has measured, and for somebody who loses clearly more than a beginner: no level
    does.
    """
    level = _measured(game, unit)
    if level is None or not lost.made or lost.each > _CLEARLY * level.beginner_each:
        return ""
    return _BANDS[level.like(lost.each)]


def _measured(game: AnyGame, unit: str) -> "Losses | None":
    from bot.mind.strengths import losses  # noqa: PLC0415 - a bot without computers loads nothing of the mind.

    measured = None if game.options else losses(game.key)
    return measured if measured is not None and measured.unit == unit else None


# -- The first lines of a review: how accurate somebody was, and whether they were lucky -------------------------------

_OWN = (
    N_("You won. With even luck you would have won in {n}% of cases."),
    N_("You tied. With even luck you would have won in {n}% of cases."),
    N_("You lost. With even luck you would have won in {n}% of cases."),
)
_THEIRS = (
    N_("{player} won. With even luck it would have been a win in {n}% of cases."),
    N_("{player} tied. With even luck it would have been a win in {n}% of cases."),
    N_("{player} lost. With even luck it would have been a win in {n}% of cases."),
)
"""What came out, and what these decisions bring with the dice of everybody: won, tied, lost (English)."""

_SURE = 0.05
"""A chance to win that is so near to none or to all is told in words: the sum of decisions knows no number for it.

What a decision costs is seen where the game stood. Luck that keeps a game open lets decisions cost more than they would
without it, so that their sum passes what there was to lose.
"""


def accuracy_words(context: RenderContext, seat: SeatSummary, noise: float) -> str:
    """Return how accurate the decisions of ``seat`` were; empty where it had none."""
    share = _accuracy(seat, noise)
    return "" if share is None else context.t("Accuracy {share}", share=_accurate(context, share))


_ALMOST = 0.99

_SCALED = 4.0
"""The accuracy of a level is told where that loses at most so many times as much as somebody: beyond, nobody knows."""


def _accuracy(seat: SeatSummary, noise: float) -> float | None:
    from bot.mind.review import accuracy  # noqa: PLC0415 - a bot that nobody asks loads nothing of the mind.

    return accuracy((mistake.lost for mistake in seat.mistakes), seat.made, seat.swing, noise)


def _accurate(context: RenderContext, share: float) -> str:
    return context.t.percent(share if share == 1.0 else min(share, _ALMOST))  # Only who never erred has 100.


def levels_words(context: RenderContext, game: AnyGame, unit: str, lost: Decisions, share: float | None) -> str:
    """Return about how accurate computers would be in a game in which somebody ``lost`` that, with this ``share``.

    Mistakes of the same sizes, so often that they lose what the level loses. So all numbers are on one scale. Empty by
    house rules, which nobody has measured, and where that is only roughly known or far from what was lost, as it is
    where mistakes of these sizes would leave none.
    """
    t, level = context.t, _measured(game, unit)
    if level is None or level.rough or share is None or share == 1.0 or not lost.each:
        return ""

    def about(each: float) -> float:
        return 1.0 - (1.0 - share) * each / lost.each

    levels = {
        N_("strong computer about {share}"): level.strong_each,
        N_("regular about {share}"): level.regular_each,
        N_("casual about {share}"): level.casual_each,
        N_("beginner about {share}"): level.beginner_each,
    }
    return ", ".join(
        t(words, share=_accurate(context, about(each)))
        for words, each in levels.items()
        if each <= _SCALED * lost.each and about(each) > 0
    )


def error_line(context: RenderContext, reviewed: ReviewedGame, seat: int) -> str:
    """Return what a decision of ``seat`` cost on average with its band, and its mistakes by size.

    Empty without a review, and where nobody had a choice.
    """
    game, unit, summary = reviewed.table.game, reviewed.review.unit, reviewed.review.seats[seat]
    if summary is None or not (lost := decisions_of(summary, games_played(reviewed.table, seat))).made:
        return ""
    each = amount(context, unit, context.t.number(scale_of(unit) * lost.each, _EACH_DECIMALS))
    error, band = context.t("lost {each} a decision", each=each), band_words(context, game, unit, lost)
    return " · ".join(filter(None, (error, band, sizes_words(context, summary, noise_of(game, reviewed.review)))))


def sizes_words(context: RenderContext, seat: SeatSummary, noise: float) -> str:
    """Return how many mistakes of each size ``seat`` made, the smallest first; empty where it had no choice."""
    from bot.mind.review import Size, size_of  # noqa: PLC0415 - as above.

    if not seat.made:
        return ""
    t, found = context.t, Counter(size_of(mistake.lost, seat.swing, noise) for mistake in seat.mistakes)
    sizes = {
        Size.INACCURACY: t.many("{n} inaccuracy", "{n} inaccuracies", found[Size.INACCURACY]),
        Size.MISTAKE: t.many("{n} mistake", "{n} mistakes", found[Size.MISTAKE]),
        Size.BLUNDER: t.many("{n} blunder", "{n} blunders", found[Size.BLUNDER]),
    }
    told = [words for size, words in sizes.items() if found[size]]
    return t.listed(told) if told else t("no mistake worth the name")


def even_chance(reviewed: ReviewedGame, seat: int) -> float | None:
    """Return how often the decisions of all players would have won for ``seat`` with even luck; None: nobody knows.

    In points, everybody ends at what was to be expected less what decisions lost, give or take the luck of a whole
    game. In chances to win it is *expected + net decisions*, no further than 0 and 1: no dice decide there.
    """
    table, review = reviewed.table, reviewed.review
    own = review.seats[seat]
    if own is None or len(table.players) < 2 or not can_tell(table.game, review.unit):
        return None
    if review.unit == _WIN:
        from bot.mind.review import net  # noqa: PLC0415 - a bot that nobody asks loads nothing of the mind.

        balance = net(review.seats, table.game.sides or len(review.seats), seat)
        return None if balance is None else min(max(own.start + balance.decisions, 0.0), 1.0)
    playing = [number for number in range(len(table.players)) if number not in table.gone]
    if seat not in playing or any(review.seats[number] is None for number in playing):
        return None
    from bot.mind.chances import chances, strays  # noqa: PLC0415 - as above.

    known = strays(table.game.key)
    if known is None:
        return None
    ends = [one.start - one.lost for number in playing if (one := review.seats[number]) is not None]
    return chances(known, ends, [len(known) - 1] * len(ends))[playing.index(seat)]


def even_line(context: RenderContext, reviewed: ReviewedGame, seat: int, *, own: bool) -> str:
    """Return what came out for ``seat`` and what would have with even luck; ``own`` says it to that player."""
    t, unit, summary, outcome = context.t, reviewed.review.unit, reviewed.review.seats[seat], reviewed.table.outcome
    if summary is None or outcome is None:
        return ""
    share = even_chance(reviewed, seat)
    if share is not None and unit == _WIN and not _SURE < share < 1 - _SURE:
        often = N_("With even luck, decisions like these nearly always win.")
        return t(often if share > _SURE else N_("With even luck, decisions like these seldom win."))
    if share is not None:
        sides = reviewed.table.game.sides or len(reviewed.table.players)
        won = win_share(outcome.winners, seat, sides)
        came = (_OWN if own else _THEIRS)[2 if not won else 0 if won == 1 else 1]
        wins = min(max(round(100 * share), 1), 99)
        return t(came, player=mention(reviewed.table.players[seat]), n=wins)
    if unit == _WIN:
        return ""
    score = amount(context, unit, t.number(round(summary.score, 1), 1 if unit == _TURNS else 0))
    even = summary.start + (summary.lost if unit == _TURNS else -summary.lost)
    return t("{score}; with even luck {even}.", score=score, even=amount(context, unit, t.tenths(round(even, 1))))


def headline(context: RenderContext, reviewed: ReviewedGame, seat: int, *, own: bool, even: bool = True) -> str:
    """Return the answer to "did I play well, was I lucky"; ``even``: with what even luck would have brought.

    A line on decisions, beside those of computers, and one on luck.
    """
    summary, review, game = reviewed.review.seats[seat], reviewed.review, reviewed.table.game
    if summary is None:
        return ""
    noise = noise_of(game, review)
    accurate, lost = accuracy_words(context, summary, noise), decisions_of(summary, games_played(reviewed.table, seat))
    levels = levels_words(context, game, review.unit, lost, _accuracy(summary, noise))
    first = f"**{accurate}** ({levels})" if levels else f"**{accurate}**" if accurate else ""
    return "\n".join(filter(None, (first, even_line(context, reviewed, seat, own=own) if even else "")))


def meaning_screen(context: RenderContext, reviewed: ReviewedGame) -> Screen:
    """Return what the numbers of a review mean, and how they are worked out."""
    t, unit, game, review = context.t, reviewed.review.unit, reviewed.table.game, reviewed.review
    noise = noise_of(game, review)
    least = amount(context, unit, t.number(scale_of(unit) * noise, _EACH_DECIMALS))
    lines = [
        t(
            "**Accuracy**: the mean over all decisions. The best is 100%, and the more another one costs, the less. "
            "One that costs as much as a throw of yours usually brings or takes is 37%, half as much 61%, twice as "
            "much 14% (100 × e^(−cost ÷ luck), by the root of the mean square of the luck of your throws)."
        ),
        t(
            "**Mistakes**: a decision below 90% is an inaccuracy, below 75% a mistake, below 50% a blunder. Nothing "
            "below {least} is called one here: the values may be off by that much.",
            least=least,
        ),
        t(
            "**Even luck**: everybody decides as here, and the dice favour nobody. "
            "In points: expected less what decisions lost, give or take the luck of a whole game."
        ),
        t(
            "**Lost a decision**: the best is worth so much more, on average. It is compared with what computers of "
            "all five levels lose."
        ),
        t(
            "**Computers**: what they lose on average was measured. Their accuracy is an estimate: the same mistakes "
            "as here, so often that they lose as much as the computer."
        ),
    ]
    if reviewed.chances:
        lines.append(
            t(
                "**Chances to win** count how everybody plays: computers by their level, people as in this game, the "
                "more surely, the more decisions they made. So the better player begins ahead. Expected values "
                "suppose perfect play."
            )
        )
    return Screen(title=t("What a review says"), body="\n\n".join(lines))


# -- The verdict that follows: plain sentences, each with the condition under which it is true ----------


def verdict_line(
    context: RenderContext, game: AnyGame, unit: str, games: int, seat: SeatSummary, *, dice: bool = True
) -> str:
    """Return how ``seat`` played, what the decisions cost, and what the dice did, from the numbers told below it.

    It leaves out the ``dice`` where net luck is told: two numbers of luck would seem to contradict each other.
    """
    played, (cost, luck) = _played(context, game, unit, decisions_of(seat, games)), _causes(context, unit, seat)
    return " ".join(filter(None, (played, cost, luck if dice else "")))


def decided_line(context: RenderContext, reviewed: ReviewedGame, seat: int) -> str:
    """Return whether dice or decisions lost the game for ``seat``; empty where :func:`lost_by` does not know."""
    behind, outcome = lost_by(reviewed, seat), reviewed.table.outcome
    if behind is None or outcome is None:
        return ""
    dice, decisions = behind
    sentences = {
        N_("{winners} won by the dice as much as by decisions."): abs(dice - decisions) < SEEN,
        N_("{winners} won by the dice, not by decisions."): decisions < SEEN,
        N_("{winners} won by decisions, not by the dice."): dice < SEEN,
        N_("{winners} won by the dice more than by decisions."): dice > decisions,
        N_("{winners} won by decisions more than by the dice."): True,
    }
    sentence = next(sentence for sentence, holds in sentences.items() if holds)
    winners = [mention(reviewed.table.players[winner]) for winner in outcome.winners]
    return context.t(sentence, winners=context.t.listed(winners))


def _played(context: RenderContext, game: AnyGame, unit: str, lost: Decisions) -> str:
    """Return how well somebody played who has lost that, as the bands say.

    Empty where levels are not measured, or only roughly.
    """
    level = _measured(game, unit)
    if level is None or level.rough or not lost.made:
        return ""
    like = level.like(lost.each)
    if like in ("champion", "strong"):
        return context.t("**Well played.**")
    return context.t("**Soundly played.**") if like == "regular" else context.t("**There was more in it.**")


def _causes(context: RenderContext, unit: str, seat: SeatSummary) -> tuple[str, str]:
    """Return what the decisions cost and what the dice did, as amounts that :func:`sum_line` tells too."""
    t, lost, luck = context.t, scale_of(unit) * seat.lost, scale_of(unit) * seat.luck
    worst = max((mistake.lost for mistake in seat.mistakes), default=0.0)
    if lost < SEEN:
        decisions = t("No decision cost anything worth a number.")
    elif worst > seat.lost / 2:
        decisions = t(
            "Decisions cost about {amount}, more than half of it by a single one.", amount=_about(context, unit, lost)
        )
    else:
        decisions = t("Decisions cost about {amount}.", amount=_about(context, unit, lost))
    if unit == _POINTS and lost >= SEEN:
        best = t("The best ones bring {amount} on average.", amount=_about(context, unit, seat.start))
        decisions = f"{decisions} {best}"
    if abs(luck) < SEEN:
        return decisions, t("The dice neither helped nor cost anything.")
    dice = N_("The dice helped by about {amount}.") if luck > 0 else N_("The dice cost about {amount}.")
    return decisions, t(dice, amount=_about(context, unit, abs(luck)))


def _about(context: RenderContext, unit: str, number: float) -> str:
    """Return an amount above 0, with a decimal only where it is small."""
    return amount(context, unit, _round(context, number))


def _round(context: RenderContext, number: float) -> str:
    return context.t.number(round(number)) if number >= 10 else context.t.tenths(number)


# -- What each player could expect of a game after every turn, as the picture of a review shows it -------------------


def review_curve(
    context: RenderContext,
    reviewed: ReviewedGame,
    seat: int,
    costly: Sequence[Mistake],
    names: Sequence[str],
    visible: Container[int] | None = None,
) -> Curve | None:
    """Return the curve about ``seat``, with marks at its ``costly`` decisions; ``names`` by seat.

    It has lines of the ``visible`` seats; None is all of them. Return None where nobody has a review.
    """
    t, unit = context.t, reviewed.review.unit
    chance = t(N_("Chance to win (%), given how each played") if _given(reviewed) else N_("Chance to win (%)"))
    label = {"win": chance, "turns": t("Turns to expect in all: lower is better")}
    lines = [
        _line(context, reviewed, number, costly if number == seat else None, names)
        for number in _shown(reviewed, seat, visible)
    ]
    if not lines:
        return None
    return Curve(
        title=t("Review · {game}", game=t(CATALOGUE[reviewed.table.game.key].label)),
        subtitle=t.day(reviewed.table.changed),
        label=label.get(unit, t("Final score to expect after every turn")),
        mark=t("costliest decisions"),
        lines=tuple(lines),
        chance_label=chance,
        language=t.language,
    )


def _shown(reviewed: ReviewedGame, seat: int, visible: Container[int] | None) -> list[int]:
    """Return the seats with a line, in playing order: the shown one, and the first of the ranking."""
    outcome = reviewed.table.outcome
    ranked = [number for group in (outcome.ranks if outcome else ()) for number in group]
    order = sorted(ranked, key=lambda number: number != seat)
    allowed = order if visible is None else [number for number in order if number in visible]
    able = [
        number
        for number in allowed
        if reviewed.review.seats[number] is not None and reviewed.sheets[number] is not None
    ]
    return sorted(able[:MOST_LINES])


def _line(
    context: RenderContext, reviewed: ReviewedGame, seat: int, costly: Sequence[Mistake] | None, names: Sequence[str]
) -> CurveLine:
    """Return the line of ``seat``; ``costly`` is None unless the picture is about it."""
    sheet = reviewed.sheets[seat]
    assert sheet is not None  # noqa: S101 - _shown has asked.
    ends = turn_ends(sheet.replay, 0 if reviewed.table.has_own_tables else seat)
    scale, chances = scale_of(reviewed.review.unit), reviewed.chances[seat] if reviewed.chances else None
    beside = chances is not None and reviewed.review.unit != "win"  # Else the values are the chances.
    return CurveLine(
        name=names[seat],
        instead=context.t("Player {number}", number=seat + 1),
        values=tuple(
            round(scale * value, 1)
            for value in (
                chances
                if chances is not None and not beside
                else expected_course(reviewed.table, reviewed.review, seat, sheet.replay)
            )
        ),
        costly=tuple(sorted({bisect_right(ends, mistake.move) + 1 for mistake in costly or ()})),
        shown=costly is not None,
        chances=tuple(round(100 * value, 1) for value in chances or ()) if beside else (),
    )


# -- The review of a finished game: a private message, and what Share posts of it ------------------------------------

COSTLIEST = 5
"""Decisions of a player that a review names."""
_REASONS = 3
"""Those that it explains where there is no room for more; the replay explains all."""

_LABEL = 100
_MOST_GRADES = 8
"""With more players, only the shown one's grade is told: a message has 4,096 characters."""


_MOST_TEXT = 4000
"""Characters of a review; Discord allows 4096."""


def review_screen(
    context: RenderContext,
    reviewed: ReviewedGame,
    seat: int,
    names: Sequence[str],
    reader: int,
    *,
    shared: bool = False,
) -> Screen:
    """Return the whole review of ``seat``; ``names`` by seat are for the menu, empty for unknown ones.

    ``shared`` says that what it shows stands in the channel already.
    """
    may_share = not reviewed.sealed and seat in may_tell(reviewed, reader)
    rows = (
        _replays(context, reviewed, seat),
        _moments(context, reviewed, seat),
        _players(context, reviewed, seat, names, REVIEW_MORE),
        _tries(context, reviewed, seat, reader),
        (
            *(_share(context, seat, shared=shared) if may_share else ()),
            _replay_button(context),
            *([Button(REVIEW_TRAIN, context.t("Train these"))] if _tries(context, reviewed, seat, reader) else []),
            Button(REVIEW_WHAT, context.t("What is this?")),
            Button(REVIEW_SEAT.build(seat=seat), context.t("Back")),
        ),
    )
    everybody = frozenset(range(len(reviewed.table.players)))
    own = reviewed.table.players[seat] == reader
    return _screen(context, reviewed, seat, everybody, rows=tuple(filter(None, rows)), own=own)


def first_screen(
    context: RenderContext, reviewed: ReviewedGame, seat: int, names: Sequence[str], reader: int
) -> Screen:
    """Return what a review says first of ``seat``: how well it decided, luck, the turning point, the worst mistake.

    What levels do and what numbers mean is left to **More**. Below a picture, or with what that would show in words.
    ``names`` are as in :func:`review_screen`.
    """
    t, unit, own = context.t, reviewed.review.unit, reviewed.table.players[seat] == reader
    summary = reviewed.review.seats[seat]
    first = [] if own else [mention(reviewed.table.players[seat])]
    if summary is None:
        first = [t("{player}: no review", player=mention(reviewed.table.players[seat]))]
    else:
        net = net_line(context, reviewed.table.game, reviewed.review, seat)
        decided = f"{net[:1].upper()}{net[1:]}"  # Elsewhere it stands after a name.
        luck = even_line(context, reviewed, seat, own=own) or ("" if net else _causes(context, unit, summary)[1])
        accurate = accuracy_words(context, summary, noise_of(reviewed.table.game, reviewed.review))
        first += [t("**{accuracy}** (perfect play is 100%)", accuracy=accurate) if accurate else "", decided, luck]
        first.append(_shared_seat(context, reviewed, seat))
    course = [*_turning_point(context, reviewed, seat), *_course_in_words(context, reviewed, seat)]
    worst = [unbroken(context, line) for line in _worst(context, reviewed, seat)]
    parts = ("\n".join(filter(None, lines)) for lines in (first, course, worst))
    return Screen(
        title=t("Review · {game}", game=t(CATALOGUE[reviewed.table.game.key].label)),
        body="\n\n".join(filter(None, parts)),
        rows=tuple(
            filter(
                None,
                (_first_row(context, reviewed, seat, reader), _players(context, reviewed, seat, names, REVIEW_SEAT)),
            )
        ),
    )


def _worst(context: RenderContext, reviewed: ReviewedGame, seat: int) -> Iterator[str]:
    """Yield the decision of ``seat`` that cost most, with its reason, or that there is none."""
    review, sheet, costly = reviewed.review.seats[seat], reviewed.sheets[seat], _costly(reviewed, seat)
    if review is None or sheet is None:
        return
    if not costly:
        yield _faultless(context, reviewed, seat, review)
        return
    moment = _mistake(context, reviewed.review.unit, sheet, costly[0], review.to_win)
    yield context.t("**Costliest decision**: {moment}", moment=moment)
    reason = why_line(context, reviewed.table.game, review.whys.get(costly[0][0].move))
    if reason:
        yield f"-# {reason}"


def _shared_seat(context: RenderContext, reviewed: ReviewedGame, seat: int) -> str:
    """Return that decisions of ``seat`` may be those of another; empty where they are its player's alone."""
    if reviewed.review.seats[seat] is None or not reviewed.table.was_shared(seat):
        return ""
    sentence = context.t(
        "Some of these decisions may not be {player}'s own: somebody else, a computer or the clock was at this seat "
        "too.",
        player=mention(reviewed.table.players[seat]),
    )
    return f"-# {sentence}"


def _faultless(context: RenderContext, reviewed: ReviewedGame, seat: int, review: SeatSummary) -> str:
    sure = reviewed.review.strength == "exact" and not review.mistakes
    sentence = N_("{player} found the best in every decision.") if sure else N_("{player} made no sure mistake.")
    return context.t(sentence, player=mention(reviewed.table.players[seat]))


def _first_row(context: RenderContext, reviewed: ReviewedGame, seat: int, reader: int) -> Row:
    """Return the buttons below the first screen: three, one row of a phone."""
    t, worst = context.t, costliest(reviewed, seat)[:1]
    moment = [Button(REVIEW_AT.build(seat=seat, move=one.move), t("See the moment")) for one in worst]
    again = [
        Button(REVIEW_TRY.build(move=mistake.move), t("Try again"))
        for number, mistake in _sure(reviewed, seat, reader)
        if number == 1
    ]
    return (
        *(moment or [_replay_button(context)]),
        *again,
        Button(REVIEW_MORE.build(seat=seat), t("More")),
    )


def shared_screen(context: RenderContext, reviewed: ReviewedGame, seat: int, user: int) -> Screen:
    """Return what ``user`` shares. Of other people it tells only the result."""
    screen = _screen(context, reviewed, seat, may_tell(reviewed, user))
    return shared(context, screen, user, play_button(context, reviewed.table.game.key))


def may_tell(reviewed: ReviewedGame, user: int) -> frozenset[int]:
    """Return the seats whose luck and decisions ``user`` may tell others: their own, and those of computers.

    There are none for somebody who did not play from the beginning to the end: in the review of a seat that was taken
    over are decisions of two people.
    """
    players, first = reviewed.table.players, reviewed.table.seats_at_start
    own = players.index(user) if user in players else None
    if own is None or reviewed.review.seats[own] is None or first[own] != user:
        return frozenset()
    return frozenset(seat for seat, player in enumerate(players) if seat == own or isinstance(player, Computer))


def _screen(
    context: RenderContext,
    reviewed: ReviewedGame,
    seat: int,
    visible: frozenset[int],
    *,
    rows: tuple[Row, ...] = (),
    own: bool = False,
) -> Screen:
    """Return the review, with luck and decisions of the ``visible`` seats only; ``own`` is the shown one's to read.

    With ``rows`` it is private and short: a menu leads to the numbers of others.
    """
    both = len(visible) == len(reviewed.table.players)
    first = headline(context, reviewed, seat, own=own, even=both) if seat in visible else ""
    errors = error_line(context, reviewed, seat) if seat in visible else ""
    private = bool(rows)
    played = _verdict(context, reviewed, seat, visible, private=private)
    verdict = "\n".join(filter(None, (first, errors, played, _shared_seat(context, reviewed, seat))))
    figures = "\n".join(_summary(context, reviewed, seat, visible, private=private))

    def body(*, reasons: int) -> str:
        lines = _detail(context, reviewed, seat, numbered=bool(rows), reasons=reasons)
        return "\n\n".join(filter(None, [verdict, unbroken(context, "\n".join(lines)), figures]))

    bodies = (body(reasons=reasons) for reasons in (COSTLIEST, _REASONS))  # Twenty-five at once need the room.
    return Screen(
        title=context.t("Review · {game}", game=context.t(CATALOGUE[reviewed.table.game.key].label)),
        body=next((text for text in bodies if len(text) <= _MOST_TEXT), None) or body(reasons=0),
        rows=rows,
    )


def working_screen(context: RenderContext, now: int) -> Screen:
    """Return what stands there until the review is ready, asked for ``now``; Discord counts the seconds from there."""
    t = context.t
    return Screen(
        title=t("Review"),
        body=t(
            "Looking at every decision and every throw, begun {when}: 5 to 20 seconds as a rule, "
            "up to a few minutes for the first review by these rules. This message changes by itself.",
            when=f"<t:{now}:R>",
        ),
    )


def late_screen(context: RenderContext) -> Screen:
    """Return that there is no review yet, in place of :func:`working_screen`; one may ask again."""
    t = context.t
    return Screen(title=t("Review"), body=too_long(context), rows=((Button("review", t("Ask again")),),))


def refused_screen(context: RenderContext, sentence: str) -> Screen:
    """Return why there is no review, in place of :func:`working_screen`."""
    return Screen(title=context.t("Review"), body=sentence)


def shown_seat(reviewed: ReviewedGame, user: int) -> int:
    """Return whose decisions to show first: the reader's own, else those of the first in the ranking."""
    own = reviewed.table.players.index(user) if user in reviewed.table.players else None
    if own is not None and reviewed.review.seats[own] is not None:
        return own
    outcome = reviewed.table.outcome
    ranked = [seat for group in (outcome.ranks if outcome else ()) for seat in group]
    return next((seat for seat in ranked if reviewed.review.seats[seat] is not None), 0)


def costliest(reviewed: ReviewedGame, seat: int) -> list[Mistake]:
    """Return the decisions of ``seat`` that cost most, the costliest first; of equal ones the first."""
    return [equal[0] for equal in _costly(reviewed, seat)]


def _costly(reviewed: ReviewedGame, seat: int) -> list[list[Mistake]]:
    """Return these decisions, each with all that are equal: the same was done and better, and they show one cost."""
    review, sheet, unit = reviewed.review.seats[seat], reviewed.sheets[seat], reviewed.review.unit
    noise = noise_of(reviewed.table.game, reviewed.review)
    costly = notable_mistakes(unit, review.mistakes if review else (), noise)
    equal = dict[tuple[str | int, str, float], list[Mistake]]()
    for mistake in sorted(costly, key=lambda mistake: (-mistake.lost, mistake.move)):
        done = mistake.move if sheet is None else sheet.replay.entries[mistake.move].do
        equal.setdefault((done, mistake.best, round(scale_of(unit) * mistake.lost, 1)), []).append(mistake)
    return list(equal.values())[:COSTLIEST]


def _verdict(
    context: RenderContext, reviewed: ReviewedGame, shown: int, visible: frozenset[int], *, private: bool
) -> str:
    """Return how ``shown`` played, and in a lost game by what it was lost; empty for a seat of somebody else's.

    A ``private`` review has the sum of its points or turns here, a shared one below, beside those of others.
    """
    table, summary = reviewed.table, reviewed.review.seats[shown]
    if summary is None or shown not in visible:
        return ""
    both, unit, games = len(visible) == len(table.players), reviewed.review.unit, games_played(table, shown)
    net = both and _net(table.game, reviewed.review, shown) is not None
    if private and unit != _WIN:
        played = _played(context, table.game, unit, decisions_of(summary, games))
        sums = sum_line(context, unit, summary, alone=len(table.players) == 1)
        verdict = " ".join(filter(None, (played, sums)))
    else:
        verdict = verdict_line(context, table.game, unit, games, summary, dice=not net)
    if len(table.players) == 1:
        return verdict
    decided = decided_line(context, reviewed, shown) if both else ""
    compared = net_line(context, table.game, reviewed.review, shown) if both and unit != _WIN else ""
    lines = " ".join(filter(None, [verdict, decided, compared]))
    return context.t("{name}: {value}", name=mention(table.players[shown]), value=lines)


def _summary(
    context: RenderContext, reviewed: ReviewedGame, shown: int, visible: frozenset[int], *, private: bool
) -> Iterator[str]:
    """Yield chances to win in a game of two, a line or two for each player, and what the numbers mean.

    A ``private`` review is of one player, whose numbers its verdict has; a menu leads to the others.
    """
    unit, game = reviewed.review.unit, reviewed.table.game
    both = unit == _WIN and len(visible) == len(reviewed.table.players)
    net = net_line(context, game, reviewed.review, shown) if both else ""
    if net:
        yield context.t("{name}: {value}", name=mention(reviewed.table.players[shown]), value=f"**{net}**")
        yield f"-# {_net_note(context, game, mention(reviewed.table.players[shown]))}"
        yield ""
    if private:
        yield from _beside_computers(context, reviewed, shown)
    told = [] if private else list(zip(reviewed.table.players, reviewed.review.seats, strict=True))
    for number, (player, seat) in enumerate(told):
        if seat is None:
            yield context.t("{player}: no review", player=mention(player))
            continue
        if number not in visible:
            yield result_line(context, unit, seat, mention(player))
            continue
        accurate = accuracy_words(context, seat, noise_of(game, reviewed.review))
        if number != shown and len(reviewed.table.players) > _MOST_GRADES:  # One message has to hold all of them.
            yield " · ".join(filter(None, (result_line(context, unit, seat, mention(player)), accurate)))
            continue
        yield " · ".join(filter(None, (f"**{mention(player)}**", accurate)))
        if unit == _WIN:  # Beside what decided, a second sum of chances would tell nobody anything.
            yield " ".join(_causes(context, unit, seat))
        else:
            yield sum_line(context, unit, seat, alone=len(reviewed.table.players) == 1)
        if number == shown or len(reviewed.table.players) <= _MOST_GRADES:
            yield grade_line(context, game, unit, games_played(reviewed.table, number), seat)
    seen = [seat for number, seat in enumerate(reviewed.review.seats) if seat is not None and number in visible]
    notes = [_notes_on_numbers(context, reviewed, shown)] if any(seat.made for seat in seen) else []
    notes += [unit_line(context, unit), _sure_line(context, reviewed.review.strength)]
    if len(reviewed.table.players) > 1:
        notes.append(no_chance_line(context, game, unit))
    if any(notes):
        yield f"-# {' '.join(filter(None, notes))}"


def _beside_computers(context: RenderContext, reviewed: ReviewedGame, seat: int) -> Iterator[str]:
    """Yield what computers lose where ``seat`` had as many decisions, or that there is no review."""
    t, table, summary, unit = context.t, reviewed.table, reviewed.review.seats[seat], reviewed.review.unit
    if summary is None:
        yield t("{player}: no review", player=mention(table.players[seat]))
        return
    par = par_words(context, table.game, unit, decisions_of(summary, games_played(table, seat)))
    each = N_("What computers lose a decision") if unit == _WIN else N_("What computers lose a game")
    if par:
        yield t("{name}: {value}", name=t(each), value=par)


def _notes_on_numbers(context: RenderContext, reviewed: ReviewedGame, seat: int) -> str:
    """Return what accuracy is, and what a decision costs where one is told."""
    t = context.t
    accuracy = t("Accuracy is how close decisions came to the best ones, on average; perfect play is 100%.")
    costs = t("Costs say how much better the best decision ends, on average.")
    return f"{accuracy} {costs}" if _costly(reviewed, seat) else accuracy


def _net_note(context: RenderContext, game: AnyGame, player: str) -> str:
    if game.sides:
        return context.t("Both numbers: what the team of {player} had minus what the other team had.", player=player)
    return context.t("Both numbers: what {player} had minus what the other player had.", player=player)


def _sure_line(context: RenderContext, strength: str) -> str:
    if strength == "net":
        return context.t("All values are estimates, close to exact ones.")
    return context.t("All values are estimates of what comes after each turn.") if strength == "estimate" else ""


def _detail(
    context: RenderContext, reviewed: ReviewedGame, seat: int, *, numbered: bool, reasons: int
) -> Iterator[str]:
    """Yield the costliest decisions, so many with reasons, and the luckiest and unluckiest throw of ``seat``."""
    t, review, sheet = context.t, reviewed.review.seats[seat], reviewed.sheets[seat]
    if review is None or sheet is None:
        return
    player, mistakes = mention(reviewed.table.players[seat]), _costly(reviewed, seat)
    yield from _turning_point(context, reviewed, seat)
    if not mistakes:
        yield _faultless(context, reviewed, seat, review)
    else:
        yield t("**What cost {player} most**", player=player)
        for number, equal in enumerate(mistakes, 1):
            yield f"**{number}.** {_mistake(context, reviewed.review.unit, sheet, equal, review.to_win)}"
            reason = why_line(context, reviewed.table.game, review.whys.get(equal[0].move))
            if number <= reasons and reason:
                yield f"-# {reason}"
        if numbered:
            press = t("Press a number to see that moment in the replay.")
            yield f"-# {press}"
    told = {equal[0].move for equal in mistakes}
    yield from _likelier(context, sheet, [one for one in review.to_win if one.move not in told])
    yield from _finest(context, reviewed.review.unit, sheet, review.finest, reasons=bool(reasons))
    yield from _throws(context, reviewed.review.unit, sheet, review)


def _finest(
    context: RenderContext, unit: str, sheet: PlayedSeat, finest: Finest | None, *, reasons: bool
) -> Iterator[str]:
    """Yield the decision that gained most on what somebody does who wants the most now."""
    if finest is None:
        return
    t, table = context.t, sheet.replay.at(sheet.table, finest.move).table
    face = face_of(table.game.key)
    state: Any = table.state
    done, instead = (
        face.action_name(context, table.game, state, do)
        for do in (sheet.replay.entries[finest.move].do, finest.instead)
    )
    about = face.decided_on(context, state)
    gained = gain(context, unit, finest.gained)
    sentence = t("{done}, not the greedy {instead}: {gained}.", done=done, instead=instead, gained=gained)
    yield t("**Best decision**: {moment}", moment=_beside_decision(context, about, sentence))
    reason = why_line(context, table.game, finest.why)
    if reasons and reason:
        yield f"-# {reason}"


def _likelier(context: RenderContext, sheet: PlayedSeat, others: Sequence[ToWin]) -> Iterator[str]:
    """Yield the decision in which something else would have made winning likelier by most, at the price of points."""
    most, t = max(others, key=lambda one: one.win, default=None), context.t
    if most is None or most.win < 0:
        return
    table = sheet.replay.at(sheet.table, most.move).table
    face = face_of(table.game.key)
    state: Any = table.state
    done, instead = (
        face.action_name(context, table.game, state, do) for do in (sheet.replay.entries[most.move].do, most.instead)
    )
    sentence = t("{done}. Instead: {instead} ({both}).", done=done, instead=instead, both=_both(context, most))
    moment = _beside_decision(context, face.decided_on(context, state), sentence)
    yield t("**Points or winning**: {moment}", moment=moment)


def _both(context: RenderContext, other: ToWin) -> str:
    """Return what an action brings more than what was done, in points and in chance to win."""
    n = signed(context, scale_of(_WIN) * other.win)
    return context.t("{points}, {n}% to win", points=gain(context, _POINTS, other.points), n=n)


def _mistake(
    context: RenderContext, unit: str, sheet: PlayedSeat, equal: Sequence[Mistake], to_win: Sequence[ToWin]
) -> str:
    """Return a decision in words: what it was about, what was done, its cost, what was better, and how often so.

    ``to_win`` are decisions in which points and the chance to win disagree.
    """
    mistake, t = equal[0], context.t
    table = sheet.replay.at(sheet.table, mistake.move).table
    face, entry = face_of(table.game.key), sheet.replay.entries[mistake.move]
    state: Any = table.state
    move = face.action_name(context, table.game, state, entry.do)
    best = face.action_name(context, table.game, state, mistake.best)
    about = face.decided_on(context, state)
    sentence = t("{done}: {cost}. Better: {best}.", done=move, cost=cost(context, unit, mistake.lost), best=best)
    both = [_both(context, one) for one in to_win if (one.move, one.instead) == (mistake.move, mistake.best)]
    if both and len(equal) == 1:
        sentence = t("{done}. Better for points, not to win: {best} ({both}).", done=move, best=best, both=both[0])
    moment = _beside_decision(context, about, sentence)
    return moment if len(equal) == 1 else t("{moment} {n} such decisions.", moment=moment, n=len(equal))


def _beside_decision(context: RenderContext, about: str, sentence: str) -> str:
    """Return the ``sentence`` of a decision ``about`` that; by ear that ends before it begins, as both are numbers."""
    return f"{about}. {sentence}" if about and context.spoken else f"{about} · {sentence}" if about else sentence


def _throws(context: RenderContext, unit: str, sheet: PlayedSeat, review: SeatSummary) -> Iterator[str]:
    if not review.throws:
        return
    best, worst = (choose(review.throws, key=lambda throw: throw.luck) for choose in (max, min))
    t = context.t
    yield t("Luckiest throw ({luck}): {throw}", **_throw(context, unit, sheet, best))
    yield t("Unluckiest throw ({luck}): {throw}", **_throw(context, unit, sheet, worst))


def _turning_point(context: RenderContext, reviewed: ReviewedGame, seat: int) -> Iterator[str]:
    """Yield the turn in which the chance of ``seat`` to win changed most."""
    chances = reviewed.chances[seat] if reviewed.chances else None
    if not chances:
        return
    turn = _largest(chances)[0]
    sentence = N_("Turning point for {player}: turn {n}, when the chance to win went from {before} to {after}.")
    if _given(reviewed):
        sentence = N_(
            "Turning point for {player}: turn {n}. Given how each played, the chance to win went from {before} to "
            "{after}."
        )
    yield context.t(
        sentence,
        player=mention(reviewed.table.players[seat]),
        n=turn,
        before=chance(context, chances[turn - 1]),
        after=chance(context, chances[turn]),
    )


def _given(reviewed: ReviewedGame) -> bool:
    """Whether chances count how everybody played: they say so, since then nobody need begin with half."""
    return knows_play(reviewed.table.game, reviewed.review.unit)


def _throw(context: RenderContext, unit: str, sheet: PlayedSeat, throw: ThrowLuck) -> dict[str, str]:
    entry, face = sheet.replay.entries[throw.move], face_of(sheet.table.game.key)
    text = face.move_text(context, sheet.table, sheet.table.game, entry)
    return {"throw": text, "luck": gain(context, unit, throw.luck)}


def _replays(context: RenderContext, reviewed: ReviewedGame, seat: int) -> Row:
    """Return a button for each of the costliest decisions."""
    return tuple(
        Button(REVIEW_AT.build(seat=seat, move=mistake.move), f"{number}")
        for number, mistake in enumerate(costliest(reviewed, seat), 1)
    )


_MOMENTS = 5
"""Turns that a menu offers to look at: those that changed most."""

_TOLD = 3
"""Turns that are told in place of a picture."""


class _Change(NamedTuple):
    """A turn, and what it made of the line of its seat in the picture, in words."""

    turn: int
    move: int
    """Where it begins."""
    before: str
    after: str


def _largest(course: Sequence[float]) -> list[int]:
    """Return the turns of ``course``, the one that changed most first."""
    return sorted(range(1, len(course)), key=lambda turn: -abs(course[turn] - course[turn - 1]))


def _changes(context: RenderContext, reviewed: ReviewedGame, seat: int) -> list[_Change]:
    """Return the turns in which the line of ``seat`` in the picture rose or fell, the largest change first."""
    sheet, unit = reviewed.sheets[seat], reviewed.review.unit
    if sheet is None or reviewed.review.seats[seat] is None:
        return []
    begins = turn_begins(sheet.replay, 0 if reviewed.table.has_own_tables else seat)
    told = reviewed.chances[seat] if reviewed.chances else None
    course = told or expected_course(reviewed.table, reviewed.review, seat, sheet.replay)

    def shown(value: float) -> str:
        return chance(context, value) if told or unit == _WIN else context.t.tenths(value)

    return [
        _Change(turn, begins[turn - 1], shown(course[turn - 1]), shown(course[turn]))
        for turn in _largest(course[: len(begins) + 1])
    ]


def _course_in_words(context: RenderContext, reviewed: ReviewedGame, seat: int) -> Iterator[str]:
    """Yield what the picture would show beside the turning point, for people who have none."""
    t, told = context.t, reviewed.chances[seat] if reviewed.chances else None
    changes = sorted(_changes(context, reviewed, seat)[1 if told else 0 :][:_TOLD]) if context.plain else []
    turns = [
        t("turn {n} from {before} to {after}", n=change.turn, before=change.before, after=change.after)
        for change in changes
    ]
    if turns and told:
        yield t("Other large changes: {turns}.", turns="; ".join(turns))
    elif turns:
        yield t("Largest changes of what was to be expected: {turns}.", turns="; ".join(turns))


def _moments(context: RenderContext, reviewed: ReviewedGame, seat: int) -> Row:
    """Return a menu of the turns in which the line of ``seat`` in the picture rose or fell most, in their order."""
    choices = tuple(
        Choice(
            REVIEW_AT.build(seat=seat, move=change.move),
            context.t("Turn {n}: {before} → {after}", n=change.turn, before=change.before, after=change.after),
        )
        for change in sorted(_changes(context, reviewed, seat)[:_MOMENTS])
    )
    return (Menu("moments", context.t("Look at a turning point…"), choices),) if choices else ()


def _players(context: RenderContext, reviewed: ReviewedGame, seat: int, names: Sequence[str], shown: Pattern) -> Row:
    """Return a menu of everybody who has a review, if there are several; ``shown`` is what it opens."""
    seats = [number for number, review in enumerate(reviewed.review.seats) if review is not None]
    if len(seats) < 2:
        return ()
    choices = tuple(
        Choice(
            shown.build(seat=number),
            truncate(names[number] or context.t("Player {number}", number=number + 1), _LABEL),
            chosen=number == seat,
        )
        for number in seats
    )
    return (Menu("review", context.t("Whose decisions?"), choices),)


def _sure(reviewed: ReviewedGame, seat: int, reader: int) -> list[tuple[int, Mistake]]:
    """Return those of the reader's costliest decisions that are surely mistakes, with their numbers."""
    review, table = reviewed.review, reviewed.table
    least = least_cost(table.game.key, review.unit, review.strength)
    if len(table.players) > 2 and review.unit != usual_unit(table.game.key):
        return []  # Those who think count another unit there, so nothing makes an exercise.
    if table.players[seat] != reader or not table.decided_alone(reader) or least is None:
        return []
    return [(number, mistake) for number, mistake in enumerate(costliest(reviewed, seat), 1) if mistake.lost >= least]


def _tries(context: RenderContext, reviewed: ReviewedGame, seat: int, reader: int) -> Row:
    """Return a menu of these decisions: to decide once more. Five buttons more would fill the screen of a phone."""
    choices = tuple(
        Choice(REVIEW_TRY.build(move=mistake.move), context.t("Try {n} again", n=number))
        for number, mistake in _sure(reviewed, seat, reader)
    )
    return (Menu("again", context.t("Decide once more…"), choices),) if choices else ()


def _share(context: RenderContext, seat: int, *, shared: bool) -> Row:
    label = context.t("Shared") if shared else context.t("Share")
    return (Button(REVIEW_SHARE.build(seat=seat), label, Style.PRIMARY, disabled=shared),)


def _replay_button(context: RenderContext) -> Button:
    return Button("replay", context.t("Replay"))
