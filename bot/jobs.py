"""Every job that the bot does by itself, and how often."""

from bot.outages import OUTAGES
from bot.scheduler import Scheduler
from bot.services import Services
from bot.tables.people.privacy import HOUR
from bot.ui.server.departures import Departures
from bot.ui.server.final_tables import FinalTables
from bot.ui.table.clock import TableClock
from bot.ui.table.due_calls import DueCalls


def schedule_jobs(
    scheduler: Scheduler,
    services: Services,
    clock: TableClock,
    calls: DueCalls,
    seasons: FinalTables,
    departures: Departures,
) -> None:
    """Register all jobs with ``scheduler``, which starts them later."""

    async def rate(now: int) -> None:
        """Rate games that a crash has left, or that are older than ratings."""
        await services.ratings.catch_up_everywhere(services.shards.now)

    async def log_outages(now: int) -> None:
        OUTAGES.look()

    if services.background_reviews is not None:
        scheduler.add("reviews", services.background_reviews.look, 5)
    if services.champion_days is not None:
        scheduler.add("the champion's days", services.champion_days.look, 20)
    scheduler.add("the clock of the tables", clock.look, 2)
    scheduler.add("calls", calls.look, 5)
    scheduler.add("ratings", rate, 60)
    scheduler.add("outages", log_outages, 10)
    scheduler.add("seasons", seasons.look, 60)
    scheduler.add("delete what was kept of servers left long ago", departures.purge, HOUR)
