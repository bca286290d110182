"""What the bot is, what it may do in a server, and how to invite it."""

from bot import __version__
from bot.engine import N_
from bot.screens.kit import Button, Field, Link, RenderContext, Row, Screen, naming_commands
from bot.screens.server.permissions import permission_lines

SCOPES = "bot+applications.commands"


def about_screen(context: RenderContext, application: int, permissions: int, support: str = "") -> Screen:
    """Version, permissions one by one, fairness, privacy, where to ask (``support``), and how to invite the bot."""
    t = context.t
    return Screen(
        title=t("Gobelet {version}", version=__version__),
        body=t(
            "Gobelet is French for a dice cup. It hosts dice nights: Yum Plus and its family, Yamslam, 5000, Ambition, "
            "421 and Can't Stop, in English and French, with dice anyone can check."
        ),
        fields=(
            Field(
                t("What each permission is for"),
                "\n".join([*permission_lines(t), "", t("Nothing else: I cannot read what you write.")]),
            ),
            Field(
                t("Fair dice"),
                naming_commands(
                    t, N_("The dice are sealed before a game and shown after it: {verify} computes every throw again.")
                ),
            ),
            Field(t("Privacy"), naming_commands(t, N_("Ids, games and results are kept, no names: {privacy}."))),
            *support_field(context, support),
        ),
        footer=t("Free software under the MIT licence: anyone may run it, read it and change it."),
        rows=(_row(context, application, permissions, support),),
    )


def support_field(context: RenderContext, support: str) -> tuple[Field, ...]:
    """Where to ask the host of this bot; empty if the host has given no address."""
    return (
        Field(context.t("Questions or trouble?"), context.t("Ask the host of this bot: {address}", address=support)),
    ) * bool(support)


def _row(context: RenderContext, application: int, permissions: int, support: str) -> Row:
    invite = f"https://discord.com/oauth2/authorize?client_id={application}&scope={SCOPES}&permissions={permissions}"
    links = [Link(invite, context.t("Invite Gobelet"))]
    if support.startswith("http"):
        links.append(Link(support, context.t("Ask the host")))
    return (*links, Button("help play", context.t("Help")))
