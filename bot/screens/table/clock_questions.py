"""The questions about waiting for people: for a server and its new tables, and for the host of one table."""

from bot.engine import N_
from bot.screens.kit import Answer, Question, yes_or_no
from bot.tables.core.model import AbsencePolicy
from bot.tables.people.choices import HOUR

ABSENT = Question(
    "absent",
    N_("When a player stays away"),
    (
        Answer("wait", AbsencePolicy.WAIT, N_("Wait"), N_("The table waits, however long it takes")),
        Answer("skip", AbsencePolicy.SKIP, N_("Skip the turn"), N_("On a score sheet, the worst box is struck")),
        Answer("vote", AbsencePolicy.VOTE, N_("Let the others vote"), N_("Somebody else may take the seat over")),
        Answer("drop", AbsencePolicy.DROP, N_("Go on without them"), N_("They lose their seat")),
    ),
)
BY_COMPUTER = Answer(
    "computer",
    AbsencePolicy.COMPUTER,
    N_("Let a computer play for them"),
    N_("It keeps the seat warm until they press a button"),
)
"""One more answer, at a table alone."""
PATIENCE = Question(
    "patience",
    N_("How long to wait for them"),
    (
        Answer("1h", HOUR, N_("1 hour")),
        Answer("4h", 4 * HOUR, N_("4 hours")),
        Answer("24h", 24 * HOUR, N_("24 hours")),
        Answer("3d", 72 * HOUR, N_("3 days")),
        Answer("7d", 168 * HOUR, N_("7 days")),
    ),
)
REMINDER = Question(
    "reminder",
    N_("Reminder of one's turn"),
    (
        Answer("never", 0, N_("Never")),
        Answer("15m", HOUR // 4, N_("After 15 minutes")),
        Answer("1h", HOUR, N_("After 1 hour")),
        Answer("4h", 4 * HOUR, N_("After 4 hours")),
        Answer("24h", 24 * HOUR, N_("After 24 hours")),
    ),
)
CALLS = yes_or_no(
    "calls",
    N_("Calling the next player"),
    N_("With a mention, if they are away"),
    N_("Not at all"),
)
