"""Every place in the code that sends what others read, and the test that says whom such a message may name.

Another kind of message fails this test until one walks through it.
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

LEFT_OUT = (
    "ranking/test_left_out.py test_nothing_that_the_bot_posts_or_others_share_names_somebody_who_does_not_want_that"
)
REVIEWS = "reviews/test_reviews.py test_a_shared_review_names_no_opponent_who_does_not_want_that"
TOURNAMENTS = "server/test_league.py test_no_message_of_a_tournament_names_whom_it_may_not"
QUIET = "waiting/test_mentions.py test_no_message_notifies_who_does_not_want_it"
AT_THE_TABLE = ""
"""Boards name those who play at them, whatever they have chosen."""

SENT = {
    "bot/ui/delivery/calls.py _send": QUIET,
    "bot/ui/delivery/messages.py _send_below": AT_THE_TABLE,
    "bot/ui/delivery/pictures.py post_game_card": AT_THE_TABLE,
    "bot/ui/delivery/presenter.py _posted": AT_THE_TABLE,
    "bot/ui/delivery/presenter.py _post_as_guest": QUIET,
    "bot/ui/delivery/presenter.py repost": QUIET,
    "bot/ui/press/proof.py send_seal": (
        "test_kept_seals.py test_one_press_keeps_the_seal_and_one_more_verifies_it_after_the_game"
    ),
    "bot/ui/press/review.py post_shared": REVIEWS,
    "bot/ui/server/posts.py _post": LEFT_OUT,
    "bot/ui/server/posts.py _post_moment": LEFT_OUT,
    "bot/ui/server/seasons.py _post": LEFT_OUT,
    "bot/ui/server/tournaments.py _announce": TOURNAMENTS,
    "bot/ui/server/tournaments.py _post": TOURNAMENTS,
    "bot/ui/server/tournaments.py _send_to": QUIET,
    "cogs/base.py _show_everybody": LEFT_OUT,
    "cogs/daily.py _post": "daily/test_comparing.py test_a_result_is_shared_once_without_its_dice",
    "cogs/leaderboard.py _share": LEFT_OUT,
    "cogs/stats.py _show": "test_sharing.py test_whom_somebody_has_met_is_named_to_others_only_if_that_person_wants_it",
    "cogs/tournament.py _post": TOURNAMENTS,
    "cogs/welcome.py on_guild_join": "server/test_first_contact.py test_a_welcome_in_the_servers_language",
}
"""By file and function."""


def senders(file: Path) -> set[str]:
    """The functions of a file that send something which is not private for sure."""
    return {
        function.name
        for function in ast.walk(ast.parse(file.read_text()))
        if isinstance(function, ast.AsyncFunctionDef)
        for one in ast.walk(function)
        if isinstance(one, ast.Call) and _is_public(one)
    }


def _is_public(call: ast.Call) -> bool:
    private = any(word.arg == "ephemeral" and ast.unparse(word.value) == "True" for word in call.keywords)
    match call.func:
        case ast.Attribute(attr="send", value=ast.Name(id="press" | "self" | "line")):
            return False  # A press is answered in private; a line is a connection.
        case ast.Attribute(attr="send" | "send_message"):
            return not private
    return False


def test_each_place_that_sends_what_others_read_is_walked_through() -> None:
    found = {
        f"{file.relative_to(ROOT).as_posix()} {name}"
        for folder in ("bot/ui", "cogs")
        for file in (ROOT / folder).rglob("*.py")
        for name in senders(file)
    }
    assert found == set(SENT)


def test_the_tests_that_walk_through_them_are_there() -> None:
    for told in set(SENT.values()) - {AT_THE_TABLE}:
        file, name = told.split(" ")
        assert f"async def {name}(" in (ROOT / "tests" / "e2e" / file).read_text(), name
