"""What the bot is and how to use it."""

from __future__ import annotations

from bot import __version__
from bot.screens.kit import Desk, Field, Link, Screen

SCOPES = "bot+applications.commands"


def help_screen(desk: Desk) -> Screen:
    """How to play, by task."""
    t = desk.t
    return Screen(
        title=t("How to play with Gobelet"),
        body=t(
            "One person types `/yum start`, friends press **Join**, then **Start**. On your turn press **Throw**, "
            "press the dice you want to hold, throw again (three throws at most), and choose a box in the menu."
        ),
        fields=(
            Field(
                t("Start a game"),
                t(
                    "`/yum start` opens a table here, and so do `/yams`, `/yamslam`, `/5000`, `/ambition`, `/421` and "
                    "`/cantstop`; `thread: True` gives it a thread of its own."
                ),
            ),
            Field(t("The board is out of sight"), t("`/table show` posts it again at the bottom.")),
            Field(
                t("Somebody has to go"),
                t("`/table leave` gives up a seat, the others go on. `/table end` closes the table."),
            ),
            Field(t("Learn the rules"), t("`/rules`, or the Rules button of a lobby.")),
            Field(t("Who is best?"), t("`/leaderboard`: wins, games, best and average score.")),
            Field(t("Are the dice fair?"), t("`/verify` computes every throw of a finished game again.")),
            Field(t("Keep a game"), t("`/table record` gives every throw and decision as a file.")),
            Field(
                t("Change the language"),
                t("`/settings language` (Manage Server) for boards; what only you see is in your own."),
            ),
        ),
    )


def about_screen(desk: Desk, application: int, permissions: int) -> Screen:
    """Version, fairness, privacy, and how to invite the bot."""
    t = desk.t
    invite = f"https://discord.com/oauth2/authorize?client_id={application}&scope={SCOPES}&permissions={permissions}"
    return Screen(
        title=t("Gobelet {version}", version=__version__),
        body=t(
            "Gobelet is French for a dice cup. It hosts dice nights: Yum Plus and its family, Yamslam, 5000, Ambition, "
            "421 and Can't Stop, in English and French, with dice anyone can check."
        ),
        fields=(
            Field(
                t("Fair dice"),
                t(
                    "Before a game a secret is sealed (SHA-256) and the seal is shown; the players' own joining is "
                    "mixed in; at the end the secret is shown. Neither players nor host can choose a throw."
                ),
            ),
            Field(
                t("What is kept"),
                t("Ids of players, servers and channels, the games and their results. No names, no messages."),
            ),
            Field(
                t("Permissions"),
                t(
                    "View Channel, Send Messages and Embed Links to show boards; threads and files for `/yum start "
                    "thread` and records. No privileged intents: it cannot read what you write."
                ),
            ),
        ),
        rows=((Link(invite, t("Invite Gobelet")),),),
    )
