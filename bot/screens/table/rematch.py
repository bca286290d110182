"""What screens say of rematches: the score of the evening, who is in, when the game starts."""

from bot.games import CATALOGUE
from bot.screens.computers.words import introduced
from bot.screens.kit import RenderContext, mention
from bot.screens.table.clock import moment
from bot.tables.core.model import Table
from bot.tables.core.occupants import Computer, Occupant
from bot.tables.play.rematch import evening


def evening_lines(context: RenderContext, table: Table) -> list[str]:
    """Who has won how many games of this evening, the best first; nothing before its second game, or a first win."""
    score = evening(table) if table.evening else {}
    best = max(score.values(), default=0)
    if not best:
        return []
    ordered = sorted(score, key=lambda user: -score[user])
    parts = [
        f"**{mention(user)} {score[user]}**" if score[user] == best else f"{mention(user)} {score[user]}"
        for user in ordered
    ]
    return [context.t("Evening: {score}", score=" – ".join(parts))]


def rematch_lines(context: RenderContext, table: Table) -> list[str]:
    """What the lobby of a rematch says first: the score, and when it starts."""
    t = context.t
    if not table.invited:
        return []
    lines = evening_lines(context, table)
    if table.starts_at is not None:
        lines.append(t("**The game starts {moment}.** Stir or Leave stops it.", moment=moment(table.starts_at)))
    elif not set(table.invited) <= set(table.players):
        lines.append(t("The game starts when everybody is in."))
    else:
        lines.append(t("Everybody is in. {host} starts the game.", host=mention(table.host)))
    return lines


def awaited_lines(context: RenderContext, table: Table) -> list[str]:
    """Return those of the game before who are not in yet, below the seats; nothing in any other lobby."""
    awaited = [mention(user) for user in table.invited if user not in table.players]
    if context.plain:
        return [context.t("{player} not yet", player=player) for player in awaited]
    return [f"{player}\N{NO-BREAK SPACE}?" for player in awaited]


def seated(context: RenderContext, table: Table, occupant: Occupant) -> str:
    """Return somebody in a lobby: a computer with its level; of a person, a rematch says that they are in."""
    if isinstance(occupant, Computer):
        return introduced(context, occupant, table.game)
    player = mention(occupant)
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
