"""``python -m bot replay`` without the command line: records in, reports out (notation.md).

Every record plays through the same gate as a table. ``move`` in a refusal is the index of the move that failed, counted
from 0; null if no move is at fault.
"""

from collections.abc import Iterator

import msgspec

from bot.engine import (
    FIRST_RULES_VERSION,
    VERSION_KEY,
    AnyGame,
    Faces,
    Game,
    GameError,
    IllegalAction,
    commitment,
    dice_source,
    is_valid_entropy,
)
from bot.engine.dice import recipe, with_throw
from bot.engine.errors import BadRecord
from bot.engine.gate import legal, play_recorded, replay_entry
from bot.engine.options import RULES_VERSION
from bot.engine.record import FairnessProof, Record, read
from bot.engine.types import A, S
from bot.games import make


class MoveFailed(Exception):
    """A move of a record does not play: its index, and what the gate said."""

    def __init__(self, move: int, error: GameError) -> None:
        super().__init__(move, error)
        self.move = move
        self.error = error


def replay_lines(text: str, version: int | None = None) -> Iterator[tuple[dict[str, object], bool]]:
    """Yield the output for each record of ``text``, and whether it played.

    ``text`` is one JSON object over any number of lines, or JSON Lines; empty lines do not count. ``version`` is
    that of the rules for records that name none (:func:`game_of`).
    """
    for data in records(text):
        result = replay(data, version)
        yield result, bool(result["ok"])


def replay(data: bytes, version: int | None = None) -> dict[str, object]:
    """Return the report of the record in ``data``, or why it does not play; never raises."""
    try:
        record = read(data)
        return {"ok": True, **_report(game_of(record, version), record)}
    except (MoveFailed, GameError) as error:
        return refusal(error)


def records(text: str) -> list[bytes]:
    """Return each record of ``text``, which is one JSON object over any number of lines, or JSON Lines."""
    return list(records_by_line(text).values())


def records_by_line(text: str) -> dict[int, bytes]:
    """Return the same by the number of its line, from 1."""
    # A lone surrogate is no UTF-8: it becomes "?", which JSON refuses or a string may well hold.
    data = text.removeprefix("\ufeff").encode("utf-8", "replace")
    lines = [data] if _is_object(data) else data.split(b"\n")
    return {number: line for number, line in enumerate(lines, 1) if line.strip()}


def _is_object(data: bytes) -> bool:
    """Whether all of ``data`` is one JSON object. The end of the first line tells JSON Lines apart."""
    try:
        msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return False
    return True


def game_of(record: Record, version: int | None = None) -> AnyGame:
    """Return the game of ``record``, by the rules that it names; else by ``version`` of them, if the caller says one.

    Else by those of 0.1 where its throws follow recipe 1, as in every record of 0.1 with dice of the bot; by the newest
    where they do not, or where nothing says whence they came. Raises BadRecord where it names two versions.
    """
    named = record.options.get(VERSION_KEY, record.rules_version)
    if record.rules_version is not None and named != record.rules_version:
        raise BadRecord(f"{VERSION_KEY} is {record.rules_version} here, and another among the options")
    if named is None and VERSION_KEY not in record.options:
        old = record.fair is not None and recipe(record.fair.entropy) == 1
        named = version or (FIRST_RULES_VERSION if old else RULES_VERSION)
    return make(record.game, {**record.options, VERSION_KEY: named})


def refusal(refused: MoveFailed | GameError) -> dict[str, object]:
    """Return the line for a record that does not play, or that has no answer."""
    move, error = (refused.move, refused.error) if isinstance(refused, MoveFailed) else (None, refused)
    return {"ok": False, "move": move, "error": error.name, "message": str(error)}


def played(game: Game[S, A], record: Record) -> S:
    """Return the state after all moves of ``record``. Raises MoveFailed."""
    state = game.new(record.seats)
    for index, move in enumerate(record.moves):
        try:
            if not 0 <= move.seat < record.seats:
                raise IllegalAction(f"there is no seat {move.seat}")
            state = replay_entry(game, state, move.entry)
        except GameError as error:
            raise MoveFailed(index, error) from error
    return state


def throws_of_turns(game: AnyGame, record: Record) -> dict[tuple[int, int], Faces]:
    """Return the throws of a record of one seat that plays, by the turn and the throw in it, both from 1."""
    state, count, throws = game.new(record.seats), (0, 0), dict[tuple[int, int], Faces]()
    for move in record.moves:
        if move.dice:
            count = with_throw(count, state.dice)
            (throws[count],) = move.dice
        state = replay_entry(game, state, move.entry)
    return throws


def _report(game: AnyGame, record: Record) -> dict[str, object]:
    state = played(game, record)
    outcome, report = game.outcome(state), game.report(state)
    fields = {
        "game": game.key,
        VERSION_KEY: game.rules_version,
        "finished": outcome is not None,
        "to_act": game.turn(state),
        "ranks": None if outcome is None else outcome.ranks,
        "scores": game.scores(state),
        "seats": report.seats,
        "legal": {do: game.preview(state, action) for do, action in legal(game, state).items()},
        **report.extra,
    }
    return fields if record.fair is None else {**fields, "fair": is_fair(game, record, record.fair)}


def is_fair(game: AnyGame, record: Record, fair: FairnessProof) -> bool:
    """Whether ``fair`` keeps its promise and gives every throw of ``record``, by the recipe it names.

    The game plays once more, since its rules say which seats throw for a tie.
    """
    try:
        secret = bytes.fromhex(fair.secret)
    except ValueError:
        return False
    if commitment(secret) != fair.commitment.lower() or not is_valid_entropy(fair.entropy):
        return False
    if game.both_ways != (recipe(fair.entropy) == 4):
        return False
    dice, state = dice_source(secret, fair.entropy, game=(record.round or 1) - 1), game.new(record.seats)
    for move in record.moves:
        try:
            thrown = dice.for_seat(move.seat, state.dice, game.games_before(state))
            step, entry = play_recorded(game, state, move.seat, move.do, thrown)
        except GameError:
            return False
        if entry != move.entry:
            return False
        state = step.state
    return True
