"""The one gate: every action of every game goes through :func:`play`, whatever asks for it."""

from dataclasses import dataclass

from bot.engine.dice import Dice, Faces, RecordingDice, ScriptedDice
from bot.engine.errors import DiceMismatch, GameOver, IllegalAction, NotYourTurn
from bot.engine.types import DROP, A, Game, S, Seat, Step, text


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One line of a journal: a seat, its action, and the throws that the action caused (notation.md)."""

    seat: Seat
    do: str
    dice: tuple[Faces, ...] = ()


def legal(game: Game[S, A], state: S) -> dict[str, A]:
    """Return the legal actions by their texts, in the order of the rules."""
    return {text(action): action for action in game.legal_actions(state)}


def play(game: Game[S, A], state: S, seat: Seat, action_text: str, dice: Dice) -> Step[S]:
    """Do what ``action_text`` says for ``seat``, or refuse.

    The gate looks the text up among the legal actions and never parses it. Only :data:`~bot.engine.types.DROP`, which
    is the table's word, works in everybody's turn.

    Raises GameOver, NotYourTurn or IllegalAction, in this order. It never changes the state.
    """
    turn = game.turn(state)
    if turn is None:
        raise GameOver("the game is over")
    if action_text == DROP:
        return game.drop(state, seat, dice)
    if turn != seat:
        raise NotYourTurn(f"seat {turn} is to act, not seat {seat}")
    # One by one, the word first: on average the right action comes halfway, and a press waits for this.
    word = action_text.partition(" ")[0]
    same = (action for action in game.legal_with(word, state) if action.word == word)
    action = next((action for action in same if text(action) == action_text), None)
    if action is None:
        raise IllegalAction(f"{action_text!r} is not legal now")
    return game.apply(state, action, dice)


def play_recorded(game: Game[S, A], state: S, seat: Seat, action_text: str, dice: Dice) -> tuple[Step[S], JournalEntry]:
    """Like :func:`play`, and return the journal's line too."""
    recording = RecordingDice(dice)
    step = play(game, state, seat, action_text, recording)
    return step, JournalEntry(seat, action_text, recording.throws)


def replay_step(game: Game[S, A], state: S, entry: JournalEntry) -> Step[S]:
    """Do ``entry`` again; raises what :func:`play` raises, or DiceMismatch for wrong throws."""
    dice = ScriptedDice(entry.dice)
    step = play(game, state, entry.seat, entry.do, dice)
    if dice.left:
        raise DiceMismatch(f"{entry.do!r} throws less often than written: {dice.left} left")
    return step


def replay_entry(game: Game[S, A], state: S, entry: JournalEntry) -> S:
    """Return the state after ``entry``; raises what :func:`replay_step` raises."""
    return replay_step(game, state, entry).state
