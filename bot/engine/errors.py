"""What a game refuses, and whose fault it is.

::

    GameError (ValueError)
    ├── UnknownGame     no game has that key
    ├── BadOptions      the chosen options are impossible
    ├── WrongSeats      too few or too many players for these rules
    ├── GameOver        the game has ended; nobody can play on
    ├── NotYourTurn     another seat is to act
    ├── IllegalAction   no legal action has that text now
    ├── DiceMismatch    scripted dice do not fit what the rules throw: a broken record
    ├── BadRecord       a record file that is not a record
    └── OldShape        another version of the code stored this state
"""


class GameError(ValueError):
    """Base of every refusal of the kernel; the message is plain English for logs and ``replay``."""

    @property
    def name(self) -> str:
        """The name of the refusal as ``python -m bot replay`` prints it (notation.md)."""
        return type(self).__name__


class UnknownGame(GameError):
    """No game of the catalogue has that key."""


class BadOptions(GameError):
    """Options that do not exist or do not go together. ``key`` names the first one at fault."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class WrongSeats(GameError):
    """A number of players these rules do not allow."""


class GameOver(GameError):
    """The game has ended."""


class NotYourTurn(GameError):
    """Another seat is to act."""


class IllegalAction(GameError):
    """No legal action has this text in this state: forged, old or mistyped."""


class DiceMismatch(GameError):
    """The dice given are not those the rules throw: wrong number, wrong faces, too few or too many throws."""


class BadRecord(GameError):
    """Text that is not a record of notation.md."""


class OldShape(GameError):
    """A stored state whose shape is not the code's: rebuild it from the journal."""
