"""Final tables of seasons are posted where a server has chosen a channel.

Revision 0043, after 0042.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Choose the channel of the latest one where there has been one and nobody has chosen: it goes on coming there."""
    seasons = sa.table("seasons", *map(sa.column, ("guild", "number", "channel", "message")))
    settings = sa.table("settings", *map(sa.column, ("guild", "season_channel", "post_channel", "post_season")))
    told = sa.and_(seasons.c.channel.is_not(None), seasons.c.message > 0)
    newest = sa.select(seasons.c.guild, sa.func.max(seasons.c.number).label("number")).where(told)
    latest = newest.group_by(seasons.c.guild).subquery()
    same = sa.and_(seasons.c.guild == latest.c.guild, seasons.c.number == latest.c.number)
    places = sa.select(seasons.c.guild, seasons.c.channel).join(latest, same)
    known = sa.select(settings.c.guild)
    connection = op.get_bind()
    connection.execute(
        settings.insert().from_select(["guild", "season_channel"], places.where(seasons.c.guild.not_in(known)))
    )
    here = places.subquery()
    connection.execute(
        settings.update()
        .values(season_channel=sa.select(here.c.channel).where(here.c.guild == settings.c.guild).scalar_subquery())
        .where(settings.c.guild.in_(sa.select(here.c.guild)), settings.c.season_channel.is_(None))
        .where(settings.c.post_channel.is_(None), settings.c.post_season.is_not(sa.false()))
    )
