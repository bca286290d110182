"""The end of a game: who won, the ranking, the score of the series, Rematch, and the picture of the result."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import msgspec

from bot.engine import N_, Outcome, Seat
from bot.engine.game import GAMES
from bot.games import CATALOGUE
from bot.screens.daily import dice_field
from bot.screens.kit import (
    LEAF_GREEN,
    MOST_LINES,
    MOST_SEATS,
    MOST_SHEETS,
    NO_SHEETS,
    SLATE,
    Button,
    Card,
    CardSeat,
    Curve,
    CurveLine,
    Field,
    RenderContext,
    Row,
    Screen,
    Style,
    left_note,
    mention,
    more_button,
    place_sign,
    real_dice_field,
    side_name,
    side_ranks,
    side_word,
    titled,
    unbroken,
)
from bot.screens.kit.computers import introduced, last_word
from bot.screens.kit.faces import face_of
from bot.screens.kit.seal import has_words
from bot.screens.kit.sides import members, sums
from bot.screens.kit.trophies import trophy_lines
from bot.screens.kit.values import left_word, starred, voided_line
from bot.screens.review import chance
from bot.screens.table.options import preset_in_force
from bot.screens.table.waiting import away_sign, moment
from bot.screens.tournament import OwnRound
from bot.tables.daily import Beside, DailyResult
from bot.tables.model.table import Computer, Occupant, PendingCall, Status, Table
from bot.tables.moves.lobbies import evening
from bot.tables.records.profiles import BestGame, Company, Feat, HeadToHead
from bot.tables.records.reviews import ReviewStory
from bot.tables.records.trophies import Earned
from bot.tables.storage.results import TurnScores

# -- What screens say of rematches: the score of the series, who is in, when the game starts ------------------------


def evening_lines(context: RenderContext, table: Table) -> list[str]:
    """The wins of each player in a game and its rematches, the best first; nothing before the first rematch or win."""
    score = evening(table) if table.evening else {}
    best = max(score.values(), default=0)
    if not best:
        return []
    ordered = sorted(score, key=lambda user: -score[user])
    parts = [
        f"**{mention(user)} {score[user]}**" if score[user] == best else f"{mention(user)} {score[user]}"
        for user in ordered
    ]
    return [context.t("Series: {score}", score=" – ".join(parts))]


def rematch_lines(context: RenderContext, table: Table) -> list[str]:
    """Return what the lobby of a rematch says first: the score, and when it starts."""
    t = context.t
    if not table.invited:
        return []
    lines = evening_lines(context, table)
    if table.starts_at is not None:
        lines.append(
            t(
                "The game starts {moment}. **Mix in a word** or **Leave** (under **More**) stops this countdown.",
                moment=moment(table.starts_at),
            )
        )
    elif not set(table.invited) <= set(table.players):
        lines.append(t("The game starts when everybody is in."))
    else:
        lines.append(t("Everybody is in. {host} starts the game.", host=mention(table.host)))
    return lines


def awaited_lines(context: RenderContext, table: Table, away: Mapping[Occupant, int]) -> list[str]:
    """Return those of the game before who are not in yet, below the seats; nothing in any other lobby.

    ``away`` as in :func:`bot.screens.table.waiting.away_sign`.
    """
    lines = list[str]()
    for user in table.invited:
        if user not in table.players:
            player = mention(user)
            asked = context.t("{player} not yet", player=player) if context.plain else f"{player}\N{NO-BREAK SPACE}?"
            lines.append(asked + away_sign(context, user, away))
    return lines


def seated(context: RenderContext, table: Table, occupant: Occupant) -> str:
    """Return somebody in a lobby: a computer with its level; of a person, a rematch says that they are in."""
    if isinstance(occupant, Computer):
        return introduced(context, occupant, table.game)
    player = titled(context, occupant)
    if not table.invited:
        return player
    return context.t("{player} is in", player=player) if context.plain else f"{player}\N{NO-BREAK SPACE}✓"


def rematch_title(context: RenderContext, table: Table) -> str:
    """The title of the lobby of a rematch; a new message notifies those whom it mentions behind."""
    others = " ".join(mention(user) for user in table.invited if user != table.host)
    game = context.t(CATALOGUE[table.game.key].label)
    if not others:
        return context.t("**{game}** · {host} wants a rematch!", game=game, host=mention(table.host))
    return context.t(
        "**{game}** · {host} wants a rematch! {players}", game=game, host=mention(table.host), players=others
    )


# -- The end of a game: the winner, the ranking, the score of the series, Rematch -----------------------------------


class ResultView(msgspec.Struct, frozen=True):
    """What the table does not hold of a game that is over."""

    verified: bool = False
    """The bot has computed every throw of a finished game again, and they are the same."""
    best: BestGame | None = None
    """What a finished game is the best of, if it is."""
    announced: bool = False
    """The result was posted as a new message, which mentions everybody."""
    day: DailyResult | None = None
    """The place of a finished game of the day among the others."""
    beside: Beside | None = None
    """That game beside the champion's, once the day is over."""
    own_round: OwnRound | None = None
    """The standing of the player, in a game of a tournament."""
    public: Table | None = None
    """On a player's own table: the public one."""
    course: Sequence[TurnScores] = ()
    """What everybody had after each turn of a finished game in turns."""
    counts: Sequence[Mapping[str, int]] = ()
    """What the game counted, by seat."""
    story: ReviewStory | None = None
    """What its review tells of the game, once there is one."""
    met: HeadToHead | Company | None = None
    """The games of this kind between the players, this one too; of two, as the first of them sees them."""
    beat_champion: frozenset[int] = frozenset()
    """The players for whom it is the first win in this game against a champion."""
    remarks: bool = False
    """Computers may say something of it."""
    trophies: Sequence[Earned] = ()
    """What it brings."""
    names: tuple[str, ...] | None = None
    """The names of the players by seat, where a picture goes with a board for one of them; else None."""
    voided: bool = False
    """Managers have decided that the result counts nowhere."""
    carded: bool = False
    """Its card stands above the words, with everybody's place and score."""


NOT_KNOWN = ResultView()
"""A result of which memory knows nothing."""


def result_screen(context: RenderContext, table: Table, known: ResultView = NOT_KNOWN) -> Screen:
    """A finished game; where nothing is ``known`` of it, as in a replay, without a headline, which might differ."""
    outcome = table.outcome
    if outcome is None:
        return ended_screen(context, table)
    t = context.t
    first = [] if known is NOT_KNOWN or known.voided else headline(context, table, outcome, known)
    result = [t("**{game}** · final result", game=t(CATALOGUE[table.game.key].label))]
    ranking = [] if known.carded and _card_says_all(context, table) else ranking_lines(context, table, outcome)
    if context.spoken:  # Those who press hear the first lines.
        result, ranking = _result_heard(context, result[0], ranking), []
    return Screen(
        title="",
        content=verdict(context, table, outcome, announced=known.announced, voided=known.voided),
        body="\n".join(
            [
                *([voided_line(context)] if known.voided else []),
                *result,
                *first,
                *([] if known is NOT_KNOWN else kind_word(context, table, outcome, known)),
                *_remarks(context, table, known),
                *hinted_lines(context, table),
                *evening_lines(context, table),
                *_further_story(context, table, first),
                *ranking,
                # The rest comes by later edits: below everything else, it moves none of it.
                *_further_best_lines(context, table, known.best, first),
                *_champion_lines(context, table, known.beat_champion),
                *_trophy_lines(context, table, known.trophies),
                *_met_lines(context, table, known.met),
                *_further_lines(context, table, outcome, known, first),
                *_throw_lines(context, table, known.story),
            ]
        ),
        fields=_dice_fields(context, table),
        footer=_verified(context) if known.verified and has_words(table.seed) else "",
        colour=SLATE if known.voided else LEAF_GREEN,
        rows=_rows(context, table),
        picture=face_of(table.game.key).final_picture(table, table.game, table.state),
    )


_HEARD = 4
"""So many lines of a ranking are heard in one."""


def _result_heard(context: RenderContext, title: str, ranking: list[str]) -> list[str]:
    """Return the ``title`` with the ``ranking``: a short one in the same line, which is told as a whole."""
    if not ranking or len(ranking) > _HEARD:
        return [title, *ranking]
    return [context.t("{name}: {value}", name=title, value="; ".join(line.lstrip("> ") for line in ranking))]


def _card_says_all(context: RenderContext, table: Table) -> bool:
    """Whether the card tells the reader all that the ranking does.

    It leaves out what partners and the games of a match add up to, and people behind the first twelve.
    """
    adds_up = table.game.sides or len(table.game.own_games(table.state, Seat(0))) > 1
    return not (context.plain or adds_up or len(table.players) > MOST_SEATS)


def _verified(context: RenderContext) -> str:
    """What a check of dice with somebody's words in them tells; without words, it would not bind who runs the bot."""
    if context.spoken:
        return context.t("Every throw fits the seal and the words mixed in: press More, then Verify, to see that.")
    return context.t("🔒 Throws fit the seal and the words · More → Verify")


def hinted_lines(context: RenderContext, table: Table) -> list[str]:
    """The players who had hints, so that nobody wonders why leaderboards lack the game; else nothing."""
    if not table.hinted:
        return []
    players = context.t.listed([mention(table.players[seat]) for seat in table.hinted])
    return [
        context.t(
            "With hints for {players}: the game does not count in leaderboards, ratings and records.", players=players
        )
    ]


def _best_lines(context: RenderContext, table: Table, best: BestGame | None) -> list[str]:
    if best is None:
        return []
    line = starred(context, sentence) if (sentence := _best_sentence(context, table, best)) else ""
    if best.feat in (Feat.SO_FAR, Feat.FIRST) and not context.plain:
        line = sentence and f"-# {sentence}"
    return [*filter(None, (line,)), *_best_lines(context, table, best.other)]


def _further_best_lines(context: RenderContext, table: Table, best: BestGame | None, first: Sequence[str]) -> list[str]:
    """Return these lines without the one that is the headline."""
    told = [_bare(line) for line in first]
    return [line for line in _best_lines(context, table, best) if _bare(line) not in told]


def _bare(line: str) -> str:
    return line.removeprefix(_LARGE).removeprefix("-# ").removeprefix("★ ").strip("*")


def _best_sentence(context: RenderContext, table: Table, best: BestGame) -> str:
    """Return what a score is the best of; empty where that is nothing to be proud of."""
    t, face, options = context.t, face_of(table.game.key), table.game.options
    if face.one_score(options):
        return ""
    score, player = face.score_words(context, best.score, options), mention(table.players[best.seat])
    match best.feat:
        case Feat.RECORD:
            return _record(context, table, best)
        case Feat.BEST_YET:
            return t("{player}'s best game yet: {score}", player=player, score=score)
        case Feat.SO_FAR | Feat.FIRST:
            if not best.score or face.last_loses(options):
                return ""
            return t("{player}'s best so far: {score}", player=player, score=score)


def _record(context: RenderContext, table: Table, best: BestGame) -> str:
    """Return that a score is the best of the server; empty where every game ends with the same."""
    face, options = face_of(table.game.key), table.game.options
    if face.one_score(options):
        return ""
    return context.t("A server record: {score}!", score=face.score_words(context, best.score, options))


def _champion_lines(context: RenderContext, table: Table, beat_champion: frozenset[int]) -> list[str]:
    players = context.t.listed([mention(player) for player in table.players if player in beat_champion])
    if not players:
        return []
    return [starred(context, context.t("First win against the champion computer: {players}!", players=players))]


def _trophy_lines(context: RenderContext, table: Table, trophies: Sequence[Earned]) -> list[str]:
    """Return what the game has brought to those who are known here; memory may know who was erased meanwhile."""
    return trophy_lines(context, [one for one in trophies if one.user in table.players]) if trophies else []


def _remarks(context: RenderContext, table: Table, known: ResultView) -> list[str]:
    remark = last_word(table) if known.remarks else None
    return [] if remark is None else [remark.said(context, table)]


def _met_lines(context: RenderContext, table: Table, met: HeadToHead | Company | None) -> list[str]:
    """Return the score between the players so far; nothing of their first game, and where the series says the same."""
    t, first = context.t, table.players[0]
    if met is None or met.games < 2:
        return []
    won: dict[Occupant, int] = (
        dict[Occupant, int](met.won.items()) if isinstance(met, Company) else {first: met.won, met.user: met.lost}
    )
    if set(won) != set(table.players) or (dict(evening(table)) == won and table.evening):
        return []
    parts = [
        f"**{mention(user)} {games}**" if games == max(won.values()) else f"{mention(user)} {games}"
        for user, games in sorted(won.items(), key=lambda score: -score[1] * isinstance(met, Company))
    ]
    tied = t.many(" ({n} tie)", " ({n} ties)", met.tied) if isinstance(met, HeadToHead) and met.tied else ""
    return [t("All your games so far: {score}", score=" – ".join(parts)) + tied]


# -- The headline of a result: one sentence about how the game went, each with the condition under which it is true --
# It speaks of those who won, or of what was rare in the game, whoever did that, and of nobody's decisions. Mid-game
# points are compared once everybody has had a turn.

_CLOSE = 50
"""A game is close where the second lacks at most this part of the first one's points."""

_SLIM = 0.25
"""A chance to win that is worth a headline, where two play: a third of winners had it. Of more, nobody expects half."""

_FAR = 5
"""Somebody comes back who was behind by this part of what the game was decided by, or more."""

_WORTH_TELLING = 2
"""A turn brings the winner back that brought so many points or more."""

_OFTEN = 2
"""What is rare is worth a line where it comes so often in one game."""

_ABOVE = 1.5
"""A turn is far above all others that brought more than so many times the next best one."""


_SHOUTED = 3
"""So often in the game of one player, what is rare leads the headline."""

_LARGE = "## "


def headline(context: RenderContext, table: Table, outcome: Outcome, known: ResultView) -> list[str]:
    """Return the headline: a feat in large letters, else how the game went.

    There is none where all others left.
    """
    for feat in _feats(context, table, known):
        line = starred(context, feat)
        return [line if context.plain else _LARGE + line]
    sentence = _course_line(context, table, outcome, known).sentence
    sentence = sentence or _tie_line(context, table, outcome)
    if not sentence and len(table.players) == 1:
        sentence = _alone_line(context, table, known)
    return [starred(context, sentence)] if sentence else []


def _alone_line(context: RenderContext, table: Table, known: ResultView) -> str:
    """Return the best score of a player alone, else what was rare, else their best turn.

    Where a goal ends the game and turns are what counts, the end of the story tells how many it took.
    """
    face, options = face_of(table.game.key), table.game.options
    if known.best is not None and (best := _best_sentence(context, table, known.best)):
        return best
    if face.one_score(options) or face.fewest_is_best(options):
        return next((line.replace("**", "") for line in reversed(_story(context, table))), "")
    if rare := rare_lines(context, table, known):
        return rare[0]
    turn = _best_turn(table, known.course)
    points = "" if turn is None else face.score_words(context, turn.points, options)
    return context.t("Best turn: {points}", points=points) if points else ""


def _story(context: RenderContext, table: Table) -> list[str]:
    return face_of(table.game.key).story(context, table, table.game, table.state)


def _tie_line(context: RenderContext, table: Table, outcome: Outcome) -> str:
    """Return what those who share the victory ended with; empty where that differs, and where partners play."""
    face, options = face_of(table.game.key), table.game.options
    scores = {outcome.scores[seat] for seat in outcome.winners}
    if table.game.sides or len(outcome.winners) == 1 or len(scores) > 1 or not any(scores) or face.one_score(options):
        return ""
    return context.t("{score} each: nothing parts them.", score=face.score_words(context, scores.pop(), options))


def _further_story(context: RenderContext, table: Table, first: Sequence[str]) -> list[str]:
    """Return the story without what is the headline."""
    told = [_bare(line) for line in first]
    return [line for line in _story(context, table) if line.replace("**", "") not in told]


def _shouted(first: Sequence[str]) -> list[str]:
    """Return the headline as it would stand below another one."""
    return [line.removeprefix(_LARGE) for line in first]


def _feats(context: RenderContext, table: Table, known: ResultView) -> list[str]:
    """Return what is greater than how a game went: a record, three Yums of one player, what the game says of seats."""
    face = face_of(table.game.key)
    feats = [_record(context, table, known.best)] if known.best and known.best.feat is Feat.RECORD else []
    feats += [_shout(context, table, known)]
    feats += [
        face.feat(context, table, table.game, table.state, Seat(seat))
        for seat in range(len(table.players))
        if seat not in table.gone and table.mode.in_turns
    ]
    return [feat for feat in feats if feat]


def _shout(context: RenderContext, table: Table, known: ResultView) -> str:
    """Return that one player had what is rare three times or more; empty where nobody did."""
    face, stayed = face_of(table.game.key), [seat for seat in range(len(known.counts)) if seat not in table.gone]
    often = {seat: known.counts[seat].get(face.rare, 0) for seat in stayed}
    seat = max(stayed, key=lambda one: often[one], default=None)
    if seat is None or often[seat] < _SHOUTED:
        return ""
    return context.t(
        "{name}, {name}, {name}! {player} threw it {n} times.",
        name=face.rare_name(context, table.game),
        player=mention(table.players[seat]),
        n=often[seat],
    )


def _further_lines(
    context: RenderContext, table: Table, outcome: Outcome, known: ResultView, first: Sequence[str]
) -> list[str]:
    """Return what would have been a headline beside the ``first`` one: feats, a comeback, and what was rare."""
    if known is NOT_KNOWN:
        return []
    course = _course_line(context, table, outcome, known)
    told = [*_feats(context, table, known), *([course.sentence] if course.comeback else [])]
    told += rare_lines(context, table, known, course.turn)
    record = _best_lines(context, table, known.best)
    lines = dict.fromkeys(told)
    return [line for line in lines if starred(context, line) not in (*_shouted(first), *record)]


class _Course(NamedTuple):
    """The course of a game in one sentence; empty where there is nothing to say of it."""

    sentence: str
    comeback: bool = False
    """Whether the winner came back."""
    turn: int = 0
    """What a turn of the winner brought that the sentence tells."""


def _course_line(context: RenderContext, table: Table, outcome: Outcome, known: ResultView) -> _Course:
    t, face, options = context.t, face_of(table.game.key), table.game.options
    sides = table.game.sides or len(table.players)
    won = {seat % sides for seat in outcome.winners}
    rivals = [seat for seat in range(len(table.players)) if seat % sides not in won and seat not in table.gone]
    if len(won) != 1 or not rivals:
        return _Course("")
    winner, fewest = outcome.winners[0], face.fewest_is_best(options)
    name = side_name(context, table, winner % sides) if table.game.sides else mention(table.players[winner])

    def ahead(scores: Sequence[int]) -> int:
        return scores[winner] - max(scores[rival] for rival in rivals)

    def counted(lead: int) -> str:
        return face.score_words(context, -abs(lead) if fewest else abs(lead), options)

    # Where only turns count, who has had fewer of them is not ahead.
    course = known.course if not fewest or face.last_loses(options) else ()
    begun = max((_first_turn(course, seat) for seat in (*outcome.winners, *rivals)), default=0)
    leads, margin = [ahead(turn.scores) for turn in course[begun:]], ahead(outcome.scores)
    lowest = min(leads, default=0)
    later = pairwise(course[begun + leads.index(lowest) :] if lowest < 0 else ())
    best = 0 if fewest else max((now.scores[winner] - then.scores[winner] for then, now in later), default=0)
    low = None if known.story is None else known.story.lowest
    if low is not None and low <= _SLIM * 2 / sides:
        if best < _WORTH_TELLING:
            return _Course(t("{player} came back from {chance}!", player=name, chance=chance(context, low)), True)
        sentence = N_("{player} came back from {chance}: {best} in one turn!")
        return _Course(t(sentence, player=name, chance=chance(context, low), best=counted(best)), True, best)
    if len(leads) > 1 and leads[-2] < 0:
        sentence = t("{player} was {points} behind before the last turn!", player=name, points=counted(leads[-2]))
        return _Course(sentence, True)
    if lowest < 0 and -lowest * _FAR >= max(map(abs, outcome.scores)):
        sentence = N_("{player} was {points} behind, then came {best} in one turn!")
        if best < _WORTH_TELLING:
            sentence, best = N_("{player} was {points} behind, and wins!"), 0
        return _Course(t(sentence, player=name, points=counted(lowest), best=counted(best)), True, best)
    if not fewest and 0 < margin * _CLOSE <= outcome.scores[winner]:
        return _Course(t.many("Photo finish: {n} point apart!", "Photo finish: {n} points apart!", margin))
    if rare := rare_lines(context, table, known):
        return _Course(rare[0])
    if margin > 0 and (said := _decided(context, table, outcome, rivals)):
        return _Course(said)
    if len(leads) > len(table.players) and min(leads) > 0:
        return _Course(t("{player} led from the first turn on.", player=name))
    if margin > 0:
        return _Course(t("Won by {points}.", points=counted(margin)))
    if margin or not outcome.scores[winner] or face.one_score(options):
        return _Course("")
    score = face.score_words(context, outcome.scores[winner], options)
    return _Course(t("{score} each: only the rule for ties parts them.", score=score))


def _decided(context: RenderContext, table: Table, outcome: Outcome, rivals: Sequence[int]) -> str:
    """Return the part of a sheet that decided, of a single game without partners."""
    game, state = table.game, table.state
    if game.sides or len(game.own_games(state, Seat(0))) > 1:
        return ""
    second = max(rivals, key=lambda rival: outcome.scores[rival])
    return face_of(game.key).decided(context, table, game, state, outcome.winners[0], Seat(second))


def rare_lines(context: RenderContext, table: Table, known: ResultView, headlined: int = 0) -> list[str]:
    """Return what was rare in the game, whoever did it: what seldom comes twice, and a turn far above all others.

    Not one with the points that are ``headlined``: it is the same turn.
    """
    t, face, lines = context.t, face_of(table.game.key), list[str]()
    often = {seat: counts.get(face.rare, 0) for seat, counts in enumerate(known.counts) if seat not in table.gone}
    best, together = _best_turn(table, known.course), sum(often.values())
    shout = _shout(context, table, known)
    if shout:
        lines.append(shout)
    elif together >= _OFTEN:
        by = [seat for seat in sorted(often, key=lambda seat: -often[seat]) if often[seat]]
        players = ", ".join(mention(table.players[seat]) + (f" {often[seat]}" if len(by) > 1 else "") for seat in by)
        name = face.rare_name(context, table.game)
        lines.append(t("{name}, {n} times: {players}", name=name, n=together, players=players))
    if best is not None and best.far and best.points != headlined:
        seat, points, sentence = best.seats[0], best.points, N_("One turn brought {player} {points}!")
        named = face.rare_points(table.game, table.state, seat)
        if named * _ABOVE >= points:  # No other turn brought so much.
            points, sentence = named, N_("{name} for {player}: {points}!")
        told = face.score_words(context, points, table.game.options)
        name = face.rare_name(context, table.game)
        lines.append(t(sentence, name=name, player=mention(table.players[seat]), points=told))
    return lines


class _BestTurn(NamedTuple):
    """The turn of a game that brought most."""

    points: int
    seats: tuple[Seat, ...]
    """All who had such a turn."""
    far: bool
    """Nobody had another one nearly as good."""


def _best_turn(table: Table, course: Sequence[TurnScores]) -> _BestTurn | None:
    """Return the best turn of those who stayed; None where points are few, or the fewest is best."""
    before = ((0,) * len(table.players), *(turn.scores for turn in course))
    gains = [
        (now.scores[now.seat] - then[now.seat], now.seat)
        for now, then in zip(course, before, strict=False)
        if now.seat not in table.gone
    ]
    most, *others = sorted((gain for gain, _ in gains), reverse=True) or [0]
    if most < 2 or face_of(table.game.key).fewest_is_best(table.game.options):
        return None
    seats = tuple(dict.fromkeys(seat for gain, seat in gains if gain == most))
    return _BestTurn(most, seats, len(gains) > len(table.players) and most > _ABOVE * others[0])


def kind_word(context: RenderContext, table: Table, outcome: Outcome, known: ResultView) -> list[str]:
    """Return in one line what those did well who have not won; nothing where partners play.

    How close the best of these people came, the best turn of the game unless :func:`rare_lines` or the headline tells
    it, or how long they led: never what they might have done.
    """
    t, face, game = context.t, face_of(table.game.key), table.game
    placed = (seat for group in outcome.ranks for seat in group if seat not in (*outcome.winners, *table.gone))
    seat = next((seat for seat in placed if isinstance(table.players[seat], int)), None)
    if seat is None or game.sides:
        return []
    close = face.came_close(context, table, game, table.state, seat)
    if close:
        return [close]
    player, course = mention(table.players[seat]), known.course
    best = _best_turn(table, course)
    told = best is not None and best == (_course_line(context, table, outcome, known).turn, outcome.winners[:1], False)
    if best is not None and not best.far and not told:
        return [
            t.many(
                "Best turn of all: {players}, {points}",
                "Best turn of all: {players}, {points} each",
                len(best.seats),
                players=t.listed([mention(table.players[one]) for one in best.seats]),
                points=face.score_words(context, best.points, game.options),
            )
        ]
    begun = max((_first_turn(course, other) for other in range(len(table.players))), default=0)
    led = [
        left
        for left, turn in enumerate(reversed(course[begun:]))
        if turn.scores[seat] > max(score for other, score in enumerate(turn.scores) if other != seat)
    ]
    counts = not face.fewest_is_best(game.options) or face.last_loses(game.options)
    if not counts or not led or not 0 < 2 * led[0] <= len(course):
        return []
    return [
        t.many(
            "{player} led {n} turn before the end.",
            "{player} led {n} turns before the end.",
            led[0],
            player=player,
        )
    ]


def _throw_lines(context: RenderContext, table: Table, story: ReviewStory | None) -> list[str]:
    """Return the luckiest and the unluckiest throw of a game that has its review."""
    throws = (
        {} if story is None else {N_("Luckiest: {throw}"): story.luckiest, N_("Unluckiest: {throw}"): story.unluckiest}
    )
    face = face_of(table.game.key)
    texts = {
        sentence: face.move_text(context, table, table.game, thrown) for sentence, thrown in throws.items() if thrown
    }
    return [context.t(sentence, throw=unbroken(context, text)) for sentence, text in texts.items() if text]


def _first_turn(course: Sequence[TurnScores], seat: Seat | int) -> int:
    """Return the place of the first turn of ``seat``; behind the last one, if it had none."""
    return next((place for place, turn in enumerate(course) if turn.seat == seat), len(course))


def ended_screen(context: RenderContext, table: Table, news: Sequence[str] = ()) -> Screen:
    """A game that ended early, as the ``news`` say: nobody wins, nothing counts."""
    t, face = context.t, face_of(table.game.key)
    totals = table.own_totals
    standing = sorted(range(len(totals)), key=totals.__getitem__, reverse=True)
    lines = [
        f"{face.score_bold(context, totals[seat], table.game.options)} · {_player(context, table, Seat(seat))}"
        for seat in standing
    ]
    early = (
        t("Nobody was left to play against before two had had a turn, so the game was not played and does not count.")
        if len(table.staying) < 2 and (table.unplayed or table.has_own_tables)
        else t("The game ended early, so it does not count.")
    )
    return Screen(
        title="",
        content=t("**{game}** · ended early", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join([*news, early, *lines]),
        fields=_dice_fields(context, table),
        colour=SLATE,
        rows=_rows(context, table),
    )


def verdict(
    context: RenderContext, table: Table, outcome: Outcome, *, announced: bool = False, voided: bool = False
) -> str:
    """Return the winner; nobody has won by a result that was ``voided``.

    A result that is posted as a new message says who else played, so that it notifies them.

    That is so where all played at once, and after a break. Once ``announced``, it still names them: without its
    mention, a message loses its mark among those that mention somebody.
    """
    if voided:
        players = context.t.listed([mention(player) for player in table.players])
        return context.t("**Voided.** Players: {players}.", players=players)
    sentence = f"**{winners(context, table, outcome)}**"
    if table.mode.in_turns and not announced and table.pending_call is not PendingCall.RESULT:
        return sentence
    t, teams = context.t, table.game.sides
    named = [mention(player) for seat, player in enumerate(table.players) if teams or seat not in outcome.winners]
    if not named:
        return sentence
    more = t("Players: {players}.", players=t.listed(named)) if teams else t("With {players}.", players=t.listed(named))
    return f"{sentence} {more}"


def winners(context: RenderContext, table: Table, outcome: Outcome) -> str:
    """Return the sentence about the winners, or about the score of somebody who played alone."""
    t = context.t
    if len(table.players) == 1:
        score = face_of(table.game.key).score_words(context, outcome.scores[0], table.game.options)
        return t("{player} finishes with {score}.", player=mention(table.players[0]), score=score)
    if table.game.sides:
        names = [side_name(context, table, side) for side in side_ranks(table, outcome)[0]]
    else:
        names = [mention(table.players[seat]) for seat in outcome.winners]
    if len(names) == 1:
        return t("{player} wins!", player=names[0])
    return t("{players} tie for first place.", players=t.listed(names))


def ranking_lines(context: RenderContext, table: Table, outcome: Outcome) -> list[str]:
    """Everybody's place and score, the best first; nothing for a player alone."""
    if len(table.players) == 1:
        return []
    if table.game.sides:
        return _sides_ranking(context, table, outcome)
    lines: list[str] = []
    place = 1
    for group in outcome.ranks:
        lines.extend(_line(context, table, outcome, seat, place) for seat in group)
        place += len(group)
    return lines


def _line(context: RenderContext, table: Table, outcome: Outcome, seat: Seat, place: int) -> str:
    score = face_of(table.game.key).score_bold(context, outcome.scores[seat], table.game.options)
    sign = place_sign(context, place, earned=earns_medal(table, outcome, seat))
    return f"{sign} {score} · {_player(context, table, seat)}"


def _sides_ranking(context: RenderContext, table: Table, outcome: Outcome) -> list[str]:
    """A line per side, its members below."""
    face, options = face_of(table.game.key), table.game.options
    own_table, lines, place = table.own_totals, [], 1
    for group in side_ranks(table, outcome):
        for side in group:
            seats = members(table, side)
            sign = place_sign(context, place, earned=earns_medal(table, outcome, seats[0]))
            points = face.score_bold(context, outcome.scores[seats[0]], options)
            lines.append(f"{sign} {points} · {side_name(context, table, side)}")
            for seat in seats:
                own = f"**{context.t.number(own_table[seat])}** · " if table.game.adds_partners else ""
                lines.append(f"> {own}{_player(context, table, seat)}")
        place += len(group)
    return lines


def earns_medal(table: Table, outcome: Outcome, seat: Seat) -> bool:
    """Return whether a place is worth a medal: nobody gets one for nothing, nor for a game they left."""
    face = face_of(table.game.key)
    with_points = face.fewest_is_best(table.game.options) or outcome.scores[seat] > 0
    if face.last_loses(table.game.options) and seat in outcome.ranks[-1] and len(outcome.ranks) > 1:
        return False
    return with_points and (bool(table.game.sides) or not table.has_left(seat))


def _player(context: RenderContext, table: Table, seat: Seat) -> str:
    """A player, their score in each game of a match, whether they had hints, and whether they stayed."""
    games = sums(context.t, table.game.own_games(table.state, seat))
    notes = [games] if games else []
    notes += [context.t("with hints")] if seat in table.hinted else []
    left = left_note(context, table, seat)
    sign = face_of(table.game.key).seat_sign(context, table, seat)
    return f"{sign}{titled(context, table.players[seat])}{''.join(f' ({note})' for note in notes)}{left}"


def _dice_fields(context: RenderContext, table: Table) -> tuple[Field, ...]:
    """Return what has to be said of dice that are the players' own, or everybody's; **Verify** knows all others."""
    if table.settings.real_dice:
        return (real_dice_field(context, table),)
    if table.settings.tournament is not None:
        return ()
    if table.mode.duplicate:  # This does not know whether its day is over; others may still throw them.
        return (dice_field(context, table.seed, over=False),)
    return ()


def _rows(context: RenderContext, table: Table) -> tuple[Row, ...]:
    """Three buttons, one row of a phone; the replay takes the place of a review that there cannot be."""
    t = context.t
    again = t("Rematch") if len(table.staying) > 1 else t("Play again")
    rematch = (Button("rematch", again, Style.SUCCESS),) if table.rematch is None else ()
    reviewed = table.status is Status.FINISHED and CATALOGUE[table.game.key].reviewed(table.game, len(table.players))
    story = Button("review", t("Review")) if reviewed else Button("replay", t("Replay"))
    return ((*rematch, story, more_button(context)),)


# -- The picture of a finished game: everybody's rank and score, and for up to four players their sheets -------------


def result_card(context: RenderContext, table: Table, names: Sequence[str], *, voided: bool = False) -> Card | None:
    """Return the card of ``table``; None if there is none. ``names`` by seat, empty for an unknown name.

    Where managers have ``voided`` the result, it says so.
    """
    outcome = table.outcome
    face = face_of(table.game.key)
    if outcome is None or not table.public_result or face.final_picture(table, table.game, table.state) is not None:
        return None
    places = _places(table, outcome)
    sheets = (
        face.card_sheets(context, table, table.game, table.state) if len(table.players) <= MOST_SHEETS else NO_SHEETS
    )
    shown = sorted(sorted(places, key=lambda seat: (places[seat], seat))[:MOST_SEATS])
    more = len(places) - len(shown)
    return Card(
        title=context.t(CATALOGUE[table.game.key].label),
        subtitle=_subtitle(context, table, voided=voided),
        seats=tuple(_seat(context, table, outcome, Seat(seat), names[seat], places[seat]) for seat in shown),
        sheet=sheets.lines,
        heads=sheets.heads,
        others=context.t.many("and {n} more", "and {n} more", more) if more else "",
    )


def with_course(context: RenderContext, table: Table, card: Card, rounds: Sequence[Sequence[int]]) -> Card:
    """Return ``card`` with everybody's scores before the first round and after each of them; the winner first."""
    by_rank = sorted(enumerate(card.seats), key=lambda numbered: numbered[1].rank)
    lines = tuple(
        CurveLine(seat.name, seat.instead, tuple(abs(float(scores[number])) for scores in rounds))
        for number, seat in by_rank
    )
    label = context.t(face_of(table.game.key).course)
    return replace(card, course=Curve("", "", label, "", lines, language=context.t.language))


def has_course(table: Table, card: Card) -> bool:
    """Whether the course of the game belongs on ``card``: where it lacks sheets, and its lines can be told apart."""
    course = face_of(table.game.key).course
    return bool(course) and table.mode.in_turns and not card.sheet and len(table.players) <= MOST_LINES


def game_card(context: RenderContext, table: Table, names: Sequence[str]) -> Card | None:
    """Return the card of the game of a match that ended last; None in its first game, and for a player alone."""
    number = table.game.games_before(table.state)
    if not number or len(table.players) == 1:
        return None
    points, sides = _last_points(table), table.game.sides
    face, options, t = face_of(table.game.key), table.game.options, context.t
    seats = tuple(
        CardSeat(
            name=names[seat],
            score=face.score_words(context, points[seat], options),
            rank=1 + sum(other > points[seat] for other in points),
            instead=t("Player {number}", number=seat + 1),
            note=side_word(context, table, seat % sides) if sides else "",
            points=float(points[seat]),
            left=table.has_left(Seat(seat)),
            earned=points[seat] > 0,
        )
        for seat in range(min(len(points), MOST_SEATS))
    )
    title = t(CATALOGUE[table.game.key].label) + " · " + t("Game {number}", number=number)
    return Card(title=title, subtitle=t("Final result"), seats=seats)


def game_text(context: RenderContext, table: Table) -> str:
    """The words above the card of a game: its winner."""
    points, sides = _last_points(table), table.game.sides
    best = [seat for seat, made in enumerate(points) if made == max(points)]
    if sides:
        names = [side_name(context, table, side) for side in sorted({seat % sides for seat in best})]
    else:
        names = [mention(table.players[seat]) for seat in best]
    return context.t.many(
        "**Game {number} goes to {players}.** The next one begins.",
        "**Game {number} is a tie: {players}.** The next one begins.",
        len(names),
        number=table.game.games_before(table.state),
        players=context.t.listed(names),
    )


def _last_points(table: Table) -> list[int]:
    """Return what each seat made in the game of a match that ended last, or its side where partners add up."""
    last, sides = table.game.games_before(table.state) - 1, table.game.sides
    own = [table.game.own_games(table.state, Seat(seat))[last] for seat in range(len(table.players))]
    return [sum(own[seat % sides :: sides]) for seat in range(len(own))] if table.game.adds_partners and sides else own


def _subtitle(context: RenderContext, table: Table, *, voided: bool) -> str:
    parts = [context.t("Voided") if voided else context.t("Final result")]
    preset = preset_in_force(table.game)
    if table.game.both_ways:
        parts.append(context.t("Both ways"))
    if table.game.options.keys() - ({GAMES} if table.game.both_ways else set()):
        parts.append(context.t(preset.label) if preset else context.t("House rules"))
    if table.settings.real_dice:
        parts.append(context.t("Real dice"))
    return " · ".join(parts)


def _places(table: Table, outcome: Outcome) -> dict[int, int]:
    """Return the rank of every seat, from 1; with sides, that of its side."""
    places: dict[int, int] = {}
    sides, place = table.game.sides, 1
    for group in side_ranks(table, outcome) if sides else outcome.ranks:
        seats = range(len(table.players)) if sides else group
        places |= {seat: place for seat in seats if not sides or seat % sides in group}
        place += len(group)
    return places


def _seat(context: RenderContext, table: Table, outcome: Outcome, seat: Seat, name: str, place: int) -> CardSeat:
    face, score, options = face_of(table.game.key), outcome.scores[seat], table.game.options
    return CardSeat(
        name=name,
        score=face.score_words(context, score, options),
        rank=place,
        instead=context.t("Player {number}", number=seat + 1),
        note=", ".join(_notes(context, table, seat)),
        points=None if face.fewest_is_best(options) else float(score),
        left=table.has_left(seat),
        earned=earns_medal(table, outcome, seat),
    )


def _notes(context: RenderContext, table: Table, seat: Seat) -> list[str]:
    """Return the side, what the game says of the player, whether they had hints, and whether they left."""
    sides = table.game.sides
    notes = [side_word(context, table, seat % sides)] if sides else []
    notes += face_of(table.game.key).card_notes(context, table.game, table.state, seat)
    notes += [context.t("with hints")] if seat in table.hinted else []
    return [*notes, *filter(None, [left_word(context, table, seat)])]
