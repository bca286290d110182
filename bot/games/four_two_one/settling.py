"""The end of a round of 421: who receives tokens, from whom, and the throws for ties (rules.md §18)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

from bot.engine import DOUBLE, Dice, Seat, multiplier, next_seat
from bot.games.four_two_one.hands import DICE, NENETTE, hand, place, value
from bot.games.four_two_one.state import Rampo, Settled, State, Thrown

NENETTE_TOKENS = 2


@dataclass
class TieThrows:
    """Throws for ties and keeps them. Every tied seat throws three dice once, in playing order."""

    dice: Dice
    thrown: list[Rampo] = field(default_factory=list)

    def best(self, seats: Sequence[Seat]) -> Seat:
        """Return the seat with the best hand; throw until only one has it."""
        return self._one(seats, best=True)

    def worst(self, seats: Sequence[Seat]) -> Seat:
        """Return the seat with the worst hand; throw until only one has it."""
        return self._one(seats, best=False)

    def both(self, seats: Sequence[Seat]) -> tuple[Seat, Seat]:
        """Return the seats with the best and the worst hand; if all of a round tie, one throw decides both."""
        while True:
            places = self._throw(seats)
            low, high = _with(places, min(places.values())), _with(places, max(places.values()))
            if low != high:
                return self.best(low), self.worst(high)

    def _one(self, seats: Sequence[Seat], *, best: bool) -> Seat:
        while len(seats) > 1:
            places = self._throw(seats)
            seats = _with(places, (min if best else max)(places.values()))
        return seats[0]

    def _throw(self, seats: Sequence[Seat]) -> dict[Seat, int]:
        rampo = tuple(Thrown(seat, self.dice.roll(DICE, tie=seat)) for seat in seats)
        self.thrown.append(rampo)
        return {seat: place(faces) for seat, faces in rampo}


def _with(places: dict[Seat, int], wanted: int) -> list[Seat]:
    return [seat for seat, at in places.items() if at == wanted]


def stake(state: State, value_421: int) -> int:
    """Return the tokens that the hands of the round set so far, at least one of them: the best, by the Power die."""
    best, *others = sorted((faces for faces in state.hands if faces), key=place)
    second = others[:1] if state.power == DOUBLE else []
    return sum(value(faces, value_421) for faces in (best, *second)) * multiplier(state.power)


def settle_round(state: State, *, rampo: bool, nenette: str, value_421: int, dice: Dice) -> Settled:
    """Return the end of the round; without ``rampo`` a tie brings no tokens to anybody."""
    places = {Seat(seat): place(faces) for seat, faces in enumerate(state.hands) if faces}
    top = min(places.values())
    best, worst = _with(places, top), _with(places, max(places.values()))
    throws = TieThrows(dice)
    loser, giver = _ends(best, worst, state.discharge, throws if rampo else None)
    owed = stake(state, value_421)
    purse = _TokenTransfer(state, giver)
    special = [seat for seat in places if hand(state.hands[seat]) == NENETTE and nenette != "none"]
    paid = [seat for seat in special if nenette == "add2" and purse.pay(seat, NENETTE_TOKENS)]
    if loser is not None:
        instead = nenette == "fixed2" and loser in special
        if purse.pay(loser, NENETTE_TOKENS if instead else owed) and instead:
            paid = [loser]
    return Settled(state.hands, owed, loser, giver, tuple(purse.gained), tuple(paid), tuple(throws.thrown))


def _ends(
    best: list[Seat], worst: list[Seat], discharge: bool, rampos: TieThrows | None
) -> tuple[Seat | None, Seat | None]:
    """Return the seat that receives and, in the discharge, the giver; first throw for a tie for the worst hand."""
    if rampos is None:
        return worst[0] if len(worst) == 1 else None, best[0] if discharge and len(best) == 1 else None
    if not discharge:
        return rampos.worst(worst), None
    if best == worst:
        giver, loser = rampos.both(best)
        return loser, giver
    loser = rampos.worst(worst)
    return loser, rampos.best(best)


class _TokenTransfer:
    """The source of a round's tokens: the pot, or the seat that gives; nobody after an undecided tie."""

    def __init__(self, state: State, giver: Seat | None) -> None:
        self._giver = giver
        self._left = state.tokens[giver] if giver is not None else 0 if state.discharge else state.pot
        self.gained = [0] * len(state.tokens)

    def pay(self, seat: Seat, tokens: int) -> int:
        """Give ``seat`` so many tokens, or what is left; return how many. A seat pays itself nothing."""
        given = 0 if seat == self._giver else min(tokens, self._left)
        self._left -= given
        self.gained[seat] += given
        if self._giver is not None:
            self.gained[self._giver] -= given
        return given


def next_starter(state: State, end: Settled, rule: str, playing: Iterable[Seat]) -> Seat:
    """Return the first seat of the round after ``end``: the one ``rule`` names, or the next one ``playing``."""
    staying = set(playing)
    wanted = state.first
    if rule == "loser" and end.loser is not None:
        wanted = end.loser
    elif rule == "winner":
        wanted = _winner(state, end)
    elif rule == "clockwise":
        wanted = Seat((state.first + 1) % len(state.tokens))
    before = Seat((wanted - 1) % len(state.tokens))
    return cast(Seat, next_seat(len(state.tokens), before, lambda seat: seat in staying))


def _winner(state: State, end: Settled) -> Seat:
    """Return the seat with the best hand: the one that gave, else the first of a tie, in the order of the round."""
    if end.giver is not None:
        return end.giver
    played = [Seat(seat) for seat, faces in enumerate(end.hands) if faces]
    seats = len(state.tokens)
    return min(played, key=lambda seat: (place(end.hands[seat]), (seat - state.first) % seats))
