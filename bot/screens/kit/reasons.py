"""Why an answer is better than another, in a sentence or two: made of claims that were checked, and of nothing else.

The first number of a sentence is of the better answer, the second of the other one, as the words say. With two claims,
the second is more of the same, or the price.
"""

from collections.abc import Callable, Sequence
from functools import partial

from bot.engine import N_, AnyGame, Race
from bot.engine.types import TOGETHER
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import RenderContext
from bot.thinker.answers import COMING, LATE, Claim

WORTH = {
    "points": N_("{n} points in the end, on average"),
    "win": N_("wins {n}% of games"),
    "turns": N_("{n} turns to go, on average"),
}
LESS = {"points": N_("{n} points less"), "win": N_("wins {n} fewer of 100 games"), "turns": N_("{n} turns more")}
"""What an answer is worth, and by how much less another one is, in each unit (English)."""

LONGEST = 140
"""Characters of a reason."""

_WHOLE = 0.05
"""An amount that is off a whole number by less is shown as one."""
_SEVERAL = 2
_NONE = 0.0005
_SURE = 1.0 - _NONE

_SENTENCES = {
    "hit": N_("{box}: in {best} of 100 turns; {other}."),
    "spent": N_("It saves {box}: used in {best} of 100; {other}."),
    "waits": N_("{box} can wait: taken in {best} of 100; {other}."),
    "third": N_("With 1-1, the third die sets {best} on average; {other}."),
    "par": N_("Then you are {best} for the upper bonus ({n} of each is par); {other}."),
    "settled": N_("It settles for {box} in {best} of 100 turns; {other}."),
    "turn_box": N_("{box} gets {best} this turn; {other}."),
    "box": N_("{box} ends at {best} on average; {other}."),
    "upper": N_("The upper section, bonus included, ends at {best} on average; {other}."),
    "kept_open": N_("{box}, kept open, averages {best}; filled now, {done}."),
    "filled_now": N_("{box} gets {best} now, later only {done}."),
    "bonus": N_("The upper bonus comes in {best} of 100 games; {other}."),
    "bonus_points": N_("The upper bonus brings {best} on average; {other}."),
    "extra": N_("Further Yums bring {best} on average; {other}."),
    "now": N_("The turn brings {best} on average; {other}."),
    "bust": N_("The turn is lost in {best} of 100 cases; {other}."),
    "gain": N_("A turn that counts brings {best} on average; {other}."),
    "reach": N_("The turn reaches the goal in {best} of 100 cases; {other}."),
    "qualify": N_("The turn qualifies in {best} of 100 cases; {other}."),
    "dearer": N_("A chip dearer than {box} comes in {best} of 100 turns."),
    "nothing": N_("The turn brings no chip in {best} of 100 cases; {other}."),
    "stuck": N_("The next throw loses the turn in {best} of 100 cases; {other}."),
    "climbed": N_("A turn that counts climbs {best} in all; {other}."),
    "column": N_("Column {box} rises by {best}% on average; {other}."),
    "tie": N_("The round is tied in {best} of 100 cases; {other}."),
    "round": N_("The round is won in {best} of 100 cases; {other}."),
    "won_tokens": N_("A round that is won gives away {best} on average; {other}."),
    "lost_tokens": N_("A round that is lost costs {best} on average; {other}."),
    "receives": N_("The round costs {best} on average; {other}."),
    "gives": N_("The round gives the opponent {best} on average; {other}."),
    "begins": N_("Throwing first in the next round: in {best} of 100 cases; {other}."),
    "wins_game": N_("The round wins the game in {best} of 100 cases; {other}."),
    "loses_game": N_("The round loses the game in {best} of 100 cases; {other}."),
    "again": N_("Five equal dice bring another turn in {best} of 100 cases; {other}."),
}
"""What each kind of claim says (English)."""

_OF_GAMES = {
    "box": N_("{box} comes in {best} of 100 games; {other}."),
    "kept_open": N_("{box}, kept open, comes in only {best} of 100 games."),
    "filled_now": N_("{box} is sure now; later in {done} of 100 games."),
}
"""What these kinds say of a box that brings all or nothing."""

_OF_POINTS = {"turn_box", "filled_now", "bonus_points", "extra", "now", "gain"}
_OF_TOKENS = {"third", "won_tokens", "lost_tokens", "receives", "gives"}
"""Kinds whose first number is one of points, or of tokens, by name."""

_CASES, _PERCENT, _AMOUNT = "cases", "percent", "amount"
_OTHER = {
    _CASES: (N_("after the other move, in {done}"), N_("the other, in {done}")),
    _PERCENT: (N_("after the other move, {done}%"), N_("the other, {done}%")),
    _AMOUNT: (N_("after the other move, {done}"), N_("the other, {done}")),
}
"""Whose the second number is, and more shortly of a second claim, or where there is no room (English)."""

_FEWER_IS_BETTER = {
    *("spent", "waits", "settled", "nothing", "bust", "stuck"),
    *("lost_tokens", "receives", "loses_game"),
}

_WITHOUT_RISK = {
    "bust": N_("It risks nothing; the other move loses the turn in {done} of 100 cases."),
    "stuck": N_("After the other move, a throw loses all steps of this turn in {done} of 100 cases."),
}
"""Those where the better answer risks nothing."""

_SURE_NOW = {
    "hit": N_("{box} is sure now; after the other move it comes in {done} of 100 turns."),
    "spent": N_("It saves {box} for sure; the other move uses it up in {done} of 100 turns."),
    "waits": N_("{box} can wait; the other move takes it in {done} of 100 turns."),
    "round": N_("The round is won for sure; after the other move in {done} of 100 cases."),
    "again": N_("Another turn is sure now; after the other move it comes in {done} of 100 cases."),
}
"""Those where the better answer leaves nothing to chance."""

_SURE_ONLY = {
    "hit": N_("It brings {box} for sure."),
    "spent": N_("It saves {box}."),
    "waits": N_("{box} can wait."),
}
"""Those where the better answer always brings it, and the other one never."""

_GIVEN_UP = {
    "hit": N_("It gives up {box}."),
    **dict.fromkeys(("spent", "waits"), N_("It uses up the box {box}.")),
    "settled": N_("The other move settles for {box} at once."),
}
"""Those where the better answer never brings it, and the other one for sure."""

_OTHER_SETTLES = N_("The other move settles for {box} in {done} of 100 turns.")
"""What *settled* says where the better answer never does."""

_NEVER_BY_OTHER = N_("It brings {box} in {best} of 100 turns; the other move never does.")
_RULED_OUT = N_("It gives up {box}, which the other move brings in {done} of 100 turns.")
"""What *hit* says where one of the answers never brings it, and the other now and then. A third one may, too."""

_IN_SHORT = {
    _WITHOUT_RISK["bust"]: N_("It risks nothing; the other loses {done} of 100 turns."),
    _WITHOUT_RISK["stuck"]: N_("After the other move, {done} of 100 throws lose all steps of the turn."),
    _SURE_NOW["hit"]: N_("{box} is sure now; the other, in {done} of 100 turns."),
    _SURE_NOW["spent"]: N_("It saves {box}; the other uses it up in {done} of 100."),
    _SURE_NOW["waits"]: N_("{box} can wait; the other takes it in {done} of 100."),
    _SURE_NOW["round"]: N_("The round is won for sure; the other, in {done} of 100."),
    _SURE_NOW["again"]: N_("Another turn is sure now; the other, in {done} of 100."),
    _NEVER_BY_OTHER: N_("It brings {box} in {best} of 100; the other never."),
    _RULED_OUT: N_("It gives up {box} ({done} of 100 turns)."),
}
"""These sentences in fewer words, where there is little room."""

_STILL = N_("{box}, kept open, still gets {best}.")
"""What *kept_open* says of a box that would be struck."""

_EARLY = N_("{box} gets {best} now, later {done}.")
_STRUCK = N_("{box} is struck; left open, it averages {done}.")
"""What *filled_now* says where it is the price of the better answer."""

_STILL_COMES = N_("{box} still comes in {best} of 100 games if its box stays open.")
_STRUCK_COMES = N_("{box} is struck; left open, it comes in {done} of 100 games.")
"""What it says of a box that brings all or nothing."""

_OTHER_LEAVES = N_("It climbs column {box} by {best}% on average; the other move does not.")
_LEAVES = N_("It leaves column {box} as it is; the other move climbs {done}% of it on average.")
"""What *column* says where one of the answers never climbs it."""

_PAR_BESIDE = N_("The upper bonus: {best} ({n} of each is par); {other}.")
"""What *par* says where there is little room."""

_FILLED = N_("It uses up {box} in {best} of 100; {other}.")
"""What *spent* says where it is the price of the better answer."""

_GOING_ON = {
    "gain": N_("It brings {best} if it counts, but loses {risk} of 100 turns; the other move brings {done} for sure."),
    "climbed": N_("It climbs {best} if it counts, but loses {risk} of 100 turns; the other move keeps {done}."),
}
"""What an answer brings and risks where the worse one risks nothing."""

_STAYING = {
    "gain": N_("It brings {best} for sure; the other move {done} if it counts, but it loses {risk} of 100 turns."),
    "climbed": N_("It keeps {best}; the other move climbs {done} if it counts, but loses {risk} of 100 turns."),
}
"""What an answer keeps that risks nothing, where the worse one does."""

_MORE, _FEWER = (
    N_("{now} more now, and {later} more later."),
    N_("{now} fewer now, but {later} more later."),
)
_PRICE = N_("{now} more now, only {later} fewer later.")
_LATER = N_("What comes later brings {later} more on average.")
_OPEN = {
    _MORE: N_("{now} more now, and {later} more later: {box} stays open."),
    _FEWER: N_("{now} fewer now, but {later} more later: {box} stays open."),
    _LATER: N_("{box} stays open: what comes later brings {later} more on average."),
}
"""These of an answer that leaves a box open which the other one fills."""
_BY_ORDER = {
    _MORE: N_("{now} more now, and more later too."),
    _FEWER: N_("{now} fewer now, but more later."),
    _PRICE: N_("{now} more now, but fewer later."),
    _LATER: N_("What comes later brings more on average."),
    _OPEN[_MORE]: N_("{now} more now, and more later too: {box} stays open."),
    _OPEN[_FEWER]: N_("{now} fewer now, but more later: {box} stays open."),
    _OPEN[_LATER]: N_("{box} stays open: what comes later brings more on average."),
}
"""These where nobody knows well enough how many points that is."""
_MANY = N_("It is the sum of many small things.")


def reason_text(context: RenderContext, game: AnyGame, why: Sequence[Claim] | None) -> str:
    """Return the reason that ``why`` states; empty where nobody can say (None)."""
    if why is None:
        return ""
    if why is COMING:
        return context.t("I am still working it out.")
    if why is LATE:
        return too_long(context)
    if not why:
        return context.t(_MANY)
    game = game.solo if isinstance(game, Race) else game
    kinds = {claim.claim: claim for claim in why}
    if "later" in kinds:
        said = _now_and_later(context, game, kinds.get("now"), kinds["later"])
        return said[0].upper() + said[1:]  # It may begin with "about".
    return _going_on(context, why) or _told(context, game, why)


_THINK_OF_BOX = N_("Think of {box}: how often does each answer bring it?")
_THINK_OF_BONUS = N_("Think of the upper bonus: how likely does each answer leave it?")
_THINK_OF_ENOUGH = N_("Think of {box}: is it enough for this turn?")
_THINK_OF_RISK = N_("Think of the risk: how often does each answer lose the turn?")
_THINK_OF_GIFTS = N_("Think of a won round: how many tokens does it give away?")
_THINK_OF_LOSS = N_("Think of a lost round: how many tokens does it cost?")
_IDEAS = {
    "hit": _THINK_OF_BOX,
    "spent": N_("Think of the box {box}: should this turn use it up?"),
    "settled": _THINK_OF_ENOUGH,
    "dearer": _THINK_OF_ENOUGH,
    "waits": N_("Think of the box {box}: should this turn use it up?"),
    "third": N_("Think of the third die beside 1-1: how many tokens does it set?"),
    "par": _THINK_OF_BONUS,
    "turn_box": N_("Think of {box}: how many points does each answer bring there?"),
    "box": N_("Think of {box}: how many points will be there in the end?"),
    "upper": N_("Think of the upper section, bonus included: where does each answer lead it?"),
    "kept_open": N_("Think of the box {box}: what is it worth if it stays open?"),
    "filled_now": N_("Think of {box}: will it get more later than now?"),
    "bonus": _THINK_OF_BONUS,
    "bonus_points": _THINK_OF_BONUS,
    "extra": N_("Think of further Yums: how likely are they after each answer?"),
    "now": N_("Think of this turn: how many points does each answer bring?"),
    "later": N_("Think of what comes later: what does each answer leave for it?"),
    "bust": _THINK_OF_RISK,
    "gain": N_("Think of a turn that counts: how much does each answer make of it?"),
    "reach": N_("Think of the goal: how often does each answer reach it this turn?"),
    "qualify": N_("Think of qualifying: how often does each answer bring it this turn?"),
    "nothing": N_("Think of a turn without a chip: how often does each answer end so?"),
    "stuck": N_("Think of the next throw: how often does it lose the turn?"),
    "climbed": N_("Think of a turn that counts: how far does each answer climb?"),
    "column": N_("Think of column {box}: how far does each answer climb there?"),
    "tie": N_("Think of a tied round: how likely is it after each answer?"),
    "round": N_("Think of the round: how often does each answer win it?"),
    "won_tokens": _THINK_OF_GIFTS,
    "lost_tokens": _THINK_OF_LOSS,
    "receives": _THINK_OF_LOSS,
    "gives": _THINK_OF_GIFTS,
    "begins": N_("Think of the next round: does it help to throw first there?"),
    "wins_game": N_("Think of the end: can this round win the game?"),
    "loses_game": N_("Think of the end: can this round lose the game?"),
    "again": N_("Think of another turn at once: how often does each answer bring it?"),
}
"""What a hint says to think of, for each kind of claim: the quantity, but not for which answer it speaks (English)."""


def idea_text(context: RenderContext, game: AnyGame, why: Sequence[Claim] | None) -> str:
    """Return what to think of: the quantities of the reason ``why``; empty where there are none.

    Their order tells nothing: neither which of two speaks for the better answer, nor which one is its price.
    """
    if may_ask_again(why):
        return ""
    game = game.solo if isinstance(game, Race) else game

    def idea(claim: Claim) -> str:
        sentence = _IDEAS[claim.claim]
        if sentence == _THINK_OF_BONUS:
            sentence = face_of(game.key).bonus_sentence(game, sentence)
        return context.t(sentence, box=_box(context, game, claim))

    return " ".join(dict.fromkeys(idea(claim) for claim in sorted(why or ())))


def may_ask_again(why: Sequence[Claim] | None) -> bool:
    """Whether a reason is still to come, or nobody has worked it out in time: its reader may ask for it once more."""
    return why in (COMING, LATE)


def too_long(context: RenderContext) -> str:
    """Return what is said where nobody has worked out what a reader waits for."""
    return context.t("That takes too long just now. Ask again in a few minutes.")


def why_line(context: RenderContext, game: AnyGame, why: Sequence[Claim] | None) -> str:
    """Return the reason as a line of its own; empty where nobody can say."""
    reason = reason_text(context, game, why)
    return context.t("Why: {reason}", reason=reason) if reason else ""


def _now_and_later(context: RenderContext, game: AnyGame, at_once: Claim | None, rest: Claim) -> str:
    now, later = at_once.best - at_once.done if at_once else 0.0, rest.best - rest.done
    sentence = _LATER if not now else _PRICE if later < 0 else _FEWER if now < 0 else _MORE
    by_order = rest.unit == "order"
    close = bool(now) and not by_order and _close(abs(now), abs(later))
    told = _average if now else _of_points
    sentence = _OPEN.get(sentence, sentence) if rest.about else sentence
    return context.t(
        _BY_ORDER[sentence] if by_order else sentence,
        now=_of_points(context, abs(now), close=close),
        later=told(context, abs(later), close=close),
        box=_box(context, game, rest),
    )


def _going_on(context: RenderContext, why: Sequence[Claim]) -> str:
    """Return what one answer brings and risks, where the other one risks nothing; empty where both do, or neither."""
    kinds = {claim.claim: claim for claim in why}
    brought, risk = next((kinds[kind] for kind in _GOING_ON if kind in kinds), None), kinds.get("bust")
    if brought is None or risk is None or min(risk.best, risk.done) > _NONE:
        return ""
    close = _close(brought.best, brought.done)
    points = partial(_of_points, close=close), partial(_points, close=close)
    counted, told = _climbs(brought.best, brought.done) if brought.claim == "climbed" else points
    return context.t(
        (_GOING_ON if risk.best > risk.done else _STAYING)[brought.claim],
        best=counted(context, brought.best),
        done=told(context, brought.done),
        risk=_cases(context, max(risk.best, risk.done)),
    )


def _told(context: RenderContext, game: AnyGame, why: Sequence[Claim]) -> str:
    """Return a sentence a claim, in few words where there is little room; a price begins with *But*."""
    prices = [(claim.best > claim.done) == (claim.claim in _FEWER_IS_BETTER) for claim in why]
    told: list[str] = []
    for short, terse, but in _SHORTER:
        told = [
            _sentence(context, game, claim, why[:place], short=short or place > 0, terse=terse)
            for place, claim in enumerate(why)
        ]
        if but and prices == [False, True]:
            box, second = _box(context, game, why[1]), told[1]
            lower = second if box and second.startswith(box) else second[0].lower() + second[1:]
            told[1] = context.t("But {reason}", reason=lower)
        if sum(map(len, told)) < LONGEST:
            break
    return " ".join(told)


_SHORTER = ((False, False, True), (True, False, True), (True, True, True), (True, True, False))
"""What is told with less and less room: the first sentence in short, what is sure in fewer words too, without *But*."""


def _box(context: RenderContext, game: AnyGame, claim: Claim) -> str:
    boxes = claim.about.split(TOGETHER) if claim.about else []
    return TOGETHER.join(face_of(game.key).aim_name(context, game, do) for do in boxes)


def _sentence(
    context: RenderContext, game: AnyGame, claim: Claim, before: Sequence[Claim], *, short: bool, terse: bool
) -> str:
    """Return the sentence of a claim after those ``before``; a ``terse`` one says in few words too what is sure."""
    kind, best, done = claim.claim, claim.best, claim.done
    saves = kind in ("spent", "waits")
    good, other = (1.0 - best, 1.0 - done) if saves else (best, done)  # To save a box is what is good.
    close = _close(best, done)
    told: Callable[[RenderContext, float], str] = _cases if claim.unit == "chance" else partial(_points, close=close)
    if kind == "bonus" and claim.unit != "chance":
        kind = "bonus_points"
    counted = told
    if kind in _OF_TOKENS:
        counted, told = _of_tokens, partial(_points, close=True)
    elif kind == "climbed":
        counted, told = _climbs(best, done)
    elif kind == "column":
        counted = told = _percent
    elif claim.unit == "points":
        counted = partial(_of_points if kind in _OF_POINTS else _average, close=close)
        told = partial(_average, close=close) if kind == "filled_now" else told
    all_or_nothing = kind in _OF_GAMES and claim.unit == "chance"
    sentence = _OF_GAMES[kind] if all_or_nothing else _SENTENCES[kind]
    if sure := _sure_sentence(claim, good, other, before):
        sentence = _IN_SHORT.get(sure, sure) if terse else sure
    elif kind == "settled" and good < _NONE:
        sentence = _OTHER_SETTLES
    elif kind == "column" and min(best, done) < _NONE:
        sentence = _OTHER_LEAVES if best > done else _LEAVES
    elif saves and best > done:
        sentence = _FILLED
    elif kind == "kept_open" and done < _NONE:
        sentence = _STILL_COMES if all_or_nothing else _STILL
    elif kind == "filled_now" and best < _NONE:
        sentence = _STRUCK_COMES if all_or_nothing else _STRUCK
    elif kind == "filled_now" and best < done:
        sentence = _EARLY
    elif kind in ("bonus", "bonus_points", "par"):
        sentence = face_of(game.key).bonus_sentence(game, _PAR_BESIDE if kind == "par" and short else sentence)
    if kind == "par":
        counted = told = _ahead
    number = _CASES if told is _cases else _PERCENT if told is _percent else _AMOUNT
    shown = told(context, done)
    return context.t(
        sentence,
        box=_box(context, game, claim),
        best=counted(context, best),
        done=shown,
        other=context.t(_OTHER[number][short], done=shown),
        n=claim.about.rpartition(" ")[2],
    )


def _sure_sentence(claim: Claim, good: float, other: float, before: Sequence[Claim]) -> str:
    """Return what is said (English) where one of the answers leaves nothing to chance; else empty.

    ``good`` and ``other`` are the chances of what is good, after the better answer and after the other one.
    """
    kind = claim.claim
    if kind in _WITHOUT_RISK and claim.best < _NONE:
        return _WITHOUT_RISK[kind]
    if kind in _SURE_NOW and good > _SURE:
        return _SURE_ONLY.get(kind, _SURE_NOW[kind]) if other < _NONE else _SURE_NOW[kind]
    if kind in _GIVEN_UP and good < _NONE and other > _SURE:
        return _GIVEN_UP[kind]
    if kind == "hit" and min(good, other) < _NONE and not any(_alike(claim, one) for one in before):
        return _NEVER_BY_OTHER if good > other else _RULED_OUT
    return ""


def _alike(claim: Claim, other: Claim) -> bool:
    """Whether both say what one and the same answer never brings."""
    return claim.claim == other.claim and (claim.best < _NONE, claim.done < _NONE) == (
        other.best < _NONE,
        other.done < _NONE,
    )


def _ahead(context: RenderContext, points: float) -> str:
    """Return how far somebody is from par."""
    if not points:
        return context.t("at par")
    ahead, behind = N_("{amount} ahead"), N_("{amount} behind")
    return context.t(ahead if points > 0 else behind, amount=context.t.number(abs(round(points))))


def _cases(context: RenderContext, chance: float) -> str:
    """Return how many of 100 that is; only what never or always happens is 0 or 100."""
    number = 100 * chance
    if _NONE < number < 0.5 or 99.5 < number < 100 - _NONE:
        return context.t.number(min(max(number, 0.1), 99.9), 1)
    return context.t.number(round(number))


def _close(best: float, done: float) -> bool:
    """Whether two amounts need a decimal to be told apart as well as they are."""
    return abs(best - done) < 1 or round(best) == round(done)


def _shown(points: float, *, close: bool) -> float:
    """Return an amount as it is shown: whole, but for one below 1, and where two are ``close``."""
    whole = round(points)
    return whole if (points >= 1 and not close) or abs(points - whole) < _WHOLE else round(points, 1)


def _points(context: RenderContext, points: float, *, close: bool = False) -> str:
    shown = _shown(points, close=close)
    return context.t.number(shown) if isinstance(shown, int) else context.t.tenths(shown)


def _average(context: RenderContext, points: float, *, close: bool = False) -> str:
    """Return an amount that is so large on average: *about*, unless it is whole."""
    shown = _points(context, points, close=close)
    return shown if abs(points - round(points)) < _WHOLE else context.t("about {amount}", amount=shown)


def _of_points(context: RenderContext, points: float, *, close: bool = False) -> str:
    number = _number(_shown(points, close=close))
    return context.t.many("{amount} point", "{amount} points", number, amount=_average(context, points, close=close))


def _of_tokens(context: RenderContext, tokens: float) -> str:
    shown = _shown(tokens, close=True)
    return context.t.many(
        "{amount} token", "{amount} tokens", _number(shown), amount=_points(context, tokens, close=True)
    )


def _number(shown: float) -> int:
    """Return what a noun agrees with: 1.5 is one in French and none in English, as 0 is."""
    return 1 if shown == 1 else 0 if shown < _SEVERAL else _SEVERAL


def _climbs(best: float, done: float) -> tuple[Callable[[RenderContext, float], str], ...]:
    """Return what tells how far the better answer climbs, and then the other one.

    Both are parts of a column in percent, or columns where one of them climbs a whole one.
    """
    if max(best, done) < 1:
        return _part_of_column, lambda context, share: context.t("{n}%", n=_percent(context, share))
    decimals = 1 if abs(best - done) >= _TENTH else 2

    def columns(context: RenderContext, climbed: float) -> str:
        shown = round(climbed, decimals)
        amount = context.t.number(shown, decimals)
        return context.t.many("{amount} column", "{amount} columns", _number(shown), amount=amount)

    return columns, lambda context, climbed: context.t.number(climbed, decimals)


_TENTH = 0.1


def _part_of_column(context: RenderContext, share: float) -> str:
    return context.t("{n}% of a column", n=_percent(context, share))


def _percent(context: RenderContext, share: float) -> str:
    """Return a part of a column in percent; only what never happens is 0."""
    return context.t.number(100 * share, 0 if 200 * share >= 1 or share < _NONE else 1)
