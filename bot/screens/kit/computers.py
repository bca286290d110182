"""The words for computer players: their levels, how they stand in a list, and what they say."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import partial
from typing import NamedTuple

from bot.engine import N_, AnyGame, Level, Seat, Temper
from bot.games import CATALOGUE
from bot.screens.kit import RenderContext, mention
from bot.screens.kit.board import Moment, Tone
from bot.screens.kit.values import COMPUTER
from bot.tables.model.table import Computer, Status, Table
from bot.tables.service.computers import PlaysBelow

LEVELS = {
    Level.BEGINNER: N_("beginner"),
    Level.CASUAL: N_("casual"),
    Level.REGULAR: N_("regular"),
    Level.STRONG: N_("strong"),
    Level.CHAMPION: N_("champion"),
}
"""The names of levels (English), from the weakest on."""

ABOUT = {
    Level.BEGINNER: N_("Wants the most now, and slips often"),
    Level.CASUAL: N_("Plays sensibly, and overlooks things"),
    Level.REGULAR: N_("Plays sensibly, like people who know the game"),
    Level.STRONG: N_("Plays sensibly, and overlooks little"),
    Level.CHAMPION: N_("The best that I can do"),
}
"""What they are like (English)."""


def level_name(context: RenderContext, level: Level) -> str:
    """Return the name of a level."""
    return context.t(LEVELS[level])


def playing_computer(context: RenderContext, table: Table) -> str:
    """Return the computer to act as the board names it: by a word too, or with the person for whom it plays."""
    occupant = table.turn_occupant
    if not isinstance(occupant, int):
        return context.t("{player} (computer)", player=mention(occupant or 0))
    return context.t("{computer} for {player}", computer=COMPUTER, player=mention(occupant))


def below_line(context: RenderContext, event: PlaysBelow) -> str:
    """Return that a computer does not play as its level promises for now."""
    player = mention(event.computer)
    if event.level is None:
        return context.t("⏳ {player} cannot think right now: it plays simple moves until it can.", player=player)
    level = level_name(context, event.level)
    return context.t("⏳ {player} is not ready yet and plays as {level} for now.", player=player, level=level)


def level_lines(context: RenderContext, plays_as: Mapping[Level, Level]) -> list[str]:
    """Return which levels play like a lower one by the rules of a table."""
    t, name = context.t, partial(level_name, context)
    return [
        t("🤖 With these rules, {level} plays like {lower}: I know no better.", level=name(level), lower=name(lower))
        for level, lower in plays_as.items()
    ]


def introduced(context: RenderContext, computer: Computer, game: AnyGame | None = None) -> str:
    """Return a computer with its level, for a list of players; with how strong that level is in ``game``."""
    strength = [] if game is None else strength_of(context, game, computer.level)
    named = context.t("{player}, {level} computer", player=mention(computer), level=level_name(context, computer.level))
    return f"{named} ({strength[0]})" if strength else named


def strength_of(context: RenderContext, game: AnyGame, level: Level) -> list[str]:
    """Return how strong a level was measured to be in ``game``, the best first.

    On a sheet that is its points, which are never more than perfect play brings, and everywhere how often it beats the
    level below. Nobody measured house rules: of those that only estimates know, the champion alone says something.
    """
    from bot.mind.strengths import Average, averages  # noqa: PLC0415 - a bot without computers loads nothing of the mind.

    t, levels = context.t, list(LEVELS)
    if game.options:
        return [t("goes by estimates here")] if level is Level.CHAMPION and not _has_values(game) else []
    strength, below = averages(game.key).get(level, Average()), levels[levels.index(level) - 1]
    told = list[str]()
    if strength.points is not None:
        told.append(t("about {points} points", points=_told(level, strength.points)))
    if strength.beats is not None:
        share = t.percent(strength.beats)
        told.append(t("beats {level} in {share} of games", level=level_name(context, below), share=share))
    return told


def _has_values(game: AnyGame) -> bool:
    """Whether more than estimates is known of ``game`` by its house rules, at some table with a computer."""
    several = [seats for seats in game.seats if seats > 1] or game.seats  # In a race everybody plays the game of one.
    return any(CATALOGUE[game.key].reviewed(game, seats) for seats in several)


def averages_line(context: RenderContext, game: AnyGame) -> str:
    """Return the points that computers bring in ``game`` on average; empty for races, and by house rules."""
    from bot.mind.strengths import averages  # noqa: PLC0415 - as above.

    brought = {} if game.options else averages(game.key)
    points = {level: brought[level].points for level in LEVELS if level in brought}
    told = [
        f"{level_name(context, level)} {context.t.number(_told(level, average))}"
        for level, average in points.items()
        if average is not None
    ]
    return " · ".join(told)


def _told(level: Level, points: float) -> int:
    """Return an average without decimals: the champion's rounded down, so it is never more than perfect play brings."""
    return math.floor(points) if level is Level.CHAMPION else round(points)


# -- What computers say: one line a game. Their character is the style that a table has chosen; where that is even, each
# has its own, in words alone. In every other game one speaks at its first great or lost turn, or of the first great one
# of a person; in others at the end. Memory alone knows of the line in a game; where it has not seen the whole game,
# nobody speaks there.


class Occasion(IntEnum):
    """When a computer speaks; each character has its lines in this order."""

    TRIUMPH = 0
    """A turn was great."""
    BUST = 1
    """A turn is lost."""
    VICTORY = 2
    DEFEAT = 3
    PRAISE = 4
    """A person's turn was great."""


class Remark(NamedTuple):
    """What the computer of a seat speaks of."""

    seat: Seat
    occasion: Occasion

    def said(self, context: RenderContext, table: Table) -> str:
        """Return its line; empty where somebody else has the seat."""
        t, computer = context.t, table.players[self.seat]
        if not isinstance(computer, Computer):
            return ""
        style = _OF_TEMPER.get(table.settings.computer_temper, computer.number - 1)
        chosen = _CHARACTERS[style % len(_CHARACTERS)][self.occasion]
        # So the games of an evening have different lines, and the next evening begins with another one.
        words = chosen[(table.opened // _DAY * 3 + sum(table.evening_wins)) % len(chosen)]
        name = f"**{computer.name if context.plain else mention(computer)}**"
        return t("{player}: “{words}”", player=name, words=t(words))


@dataclass(frozen=True, slots=True)
class Talk:
    """What computers say during a game, as far as memory knows."""

    may: bool = False
    """One may still speak."""
    remark: Remark | None = None
    """What the board shows: until a person has had a turn with it."""

    def after(self, before: Table, now: Table, moment: Moment | None) -> "Talk":
        """Return how it goes on after a change of a table, with this ``moment``."""
        if before.status is Status.LOBBY:
            return Talk(bool(now.computers) and _speaks_in_play(now))
        passed = before.turn != now.turn and before.turn_computer is None
        going_on = replace(self, remark=None if passed else self.remark)
        if not self.may or moment is None:
            return going_on
        if not isinstance(now.players[moment.seat], Computer):
            if not (moment.great and passed):
                return going_on
            return Talk(remark=Remark(_neighbour(now, moment.seat), Occasion.PRAISE))
        if not (moment.great or moment.tone is Tone.BUST):
            return going_on
        occasion = Occasion.BUST if moment.tone is Tone.BUST else Occasion.TRIUMPH
        return Talk(remark=Remark(moment.seat, occasion))


def _neighbour(table: Table, seat: Seat) -> Seat:
    """Return the computer that sits next after ``seat``."""
    order = (Seat((seat + on) % len(table.players)) for on in range(1, len(table.players)))
    return next(other for other in order if isinstance(table.players[other], Computer))


def last_word(table: Table) -> Remark | None:
    """Return what the best computer says of a game that is over; None where one may have spoken in it, or of a tie."""
    computers = [Seat(seat) for seat, player in enumerate(table.players) if isinstance(player, Computer)]
    outcome = table.outcome
    if outcome is None or not computers or (table.mode.in_turns and _speaks_in_play(table)):
        return None
    first = min(computers, key=lambda seat: next(rank for rank, group in enumerate(outcome.ranks) if seat in group))
    if first not in outcome.winners:
        return Remark(first, Occasion.DEFEAT)
    tied = len({seat % table.game.sides if table.game.sides else seat for seat in outcome.winners}) > 1
    return None if tied else Remark(first, Occasion.VICTORY)


def _speaks_in_play(table: Table) -> bool:
    return table.id % 2 == 0


_DAY = 24 * 3600

_CHARACTERS: Sequence[Sequence[Sequence[str]]] = (
    (  # bold
        (
            N_("Go big or go home!"),
            N_("Never in doubt."),
            N_("That one was for the crowd."),
            N_("More of these!"),
            N_("Did you see that?"),
            N_("That is how I like it."),
            N_("The dice love the brave."),
            N_("I could do this all night."),
        ),
        (
            N_("It was worth a try."),
            N_("No regrets."),
            N_("Next time, twice as far."),
            N_("All or nothing."),
            N_("Worth every point."),
            N_("I would throw again."),
            N_("Glorious, in its way."),
            N_("Close, so close."),
        ),
        (
            N_("Fortune favours the bold!"),
            N_("What a ride!"),
            N_("I would do it all again."),
            N_("Who is next?"),
            N_("What a finish!"),
            N_("I dared, and it paid."),
            N_("Drinks for everybody!"),
            N_("Come on, one more!"),
        ),
        (
            N_("Well thrown!"),
            N_("Hats off!"),
            N_("Next time I go all in."),
            N_("Again, right now?"),
            N_("You earned that one."),
            N_("What a game, though!"),
            N_("I go down in style."),
            N_("Teach me that throw."),
        ),
        (
            N_("Now that is a throw!"),
            N_("Bravo, what nerve!"),
            N_("I wish that were mine."),
            N_("The crowd goes wild!"),
            N_("Yes! Like that!"),
            N_("Splendid!"),
            N_("What an artist!"),
            N_("You have the touch tonight."),
        ),
    ),
    (  # careful
        (
            N_("Patience pays."),
            N_("One step at a time."),
            N_("Well, well."),
            N_("I hardly dared to hope."),
            N_("That was worth the wait."),
            N_("Quietly done."),
            N_("A good sum, that."),
            N_("Safe and sound."),
        ),
        (
            N_("One throw too many."),
            N_("Ah, the risk."),
            N_("I will make a note of it."),
            N_("Slowly now."),
            N_("I had a feeling."),
            N_("Deep breath."),
            N_("It happens to the careful too."),
            N_("Next time, one throw less."),
        ),
        (
            N_("Slow and steady."),
            N_("As planned. Almost."),
            N_("Thank you for your patience."),
            N_("A fine game."),
            N_("Step by step, we arrived."),
            N_("I counted on that. Twice."),
            N_("No hurry, and yet."),
            N_("I was worried to the end."),
        ),
        (
            N_("Well played."),
            N_("I will think about it."),
            N_("Congratulations."),
            N_("That was earned."),
            N_("I learned something today."),
            N_("A pleasure, all the same."),
            N_("You played better."),
            N_("I will count more carefully."),
        ),
        (
            N_("Nice!"),
            N_("Beautifully done."),
            N_("I am taking notes."),
            N_("That was well judged."),
            N_("What a lovely sum."),
            N_("I would not have dared."),
            N_("Quite right."),
            N_("That deserves a nod."),
        ),
    ),
    (  # spiteful
        (
            N_("Was anybody counting on that?"),
            N_("Oops."),
            N_("You may applaud."),
            N_("Not bad for a cup."),
            N_("Look and learn."),
            N_("Was that yours? Sorry."),
            N_("Purely by accident."),
            N_("I barely tried."),
        ),
        (
            N_("Not a word."),
            N_("You saw nothing."),
            N_("No laughing."),
            N_("I will remember that."),
            N_("We never speak of this."),
            N_("A present. Make the most of it."),
            N_("Stop smiling."),
            N_("It is the draught in here."),
        ),
        (
            N_("No hard feelings."),
            N_("Better luck next time."),
            N_("Another one?"),
            N_("That was fun. For me."),
            N_("Shall I go easier?"),
            N_("I nearly felt sorry."),
            N_("Same again tomorrow?"),
            N_("Somebody had to win."),
        ),
        (
            N_("Enjoy it while it lasts."),
            N_("I demand a rematch."),
            N_("Fine. Well played."),
            N_("Next time, no mercy."),
            N_("I was distracted."),
            N_("Beginner's luck, surely."),
            N_("Do not get used to it."),
            N_("Fine. You were on form."),
        ),
        (
            N_("Hm. Not bad at all."),
            N_("Save some for me."),
            N_("I would have done that too."),
            N_("Fine, that was pretty."),
            N_("Do that again, I dare you."),
            N_("I saw it. Sadly."),
            N_("It is getting hot in here."),
            N_("Even I applaud."),
        ),
    ),
)
"""Lines: at a table of an even style, the first computer has the first, and so on."""
_OF_TEMPER = {Temper.BOLD: 0, Temper.CAREFUL: 1}
"""Places of the characters that fit a style."""
