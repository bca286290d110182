"""The routes of everything one can press at a table. What stands beside no table is routed by the cogs."""

from __future__ import annotations

from bot.tables.core.errors import NoSuchChoice
from bot.ui.presses import clock_presses, option_presses, playing, replays, seating, strike_presses
from bot.ui.presses import telling_presses as told
from bot.ui.presses import vote_presses as votes
from bot.ui.presses.patterns import HOLD, HOLD_ALL, Pattern
from bot.ui.presses.router import Router, TableHandler
from bot.ui.presses.table_press import PressContext

_ROUTES: tuple[tuple[str | Pattern, TableHandler], ...] = (
    (HOLD, playing.hold),
    (HOLD_ALL, playing.hold_all),
    ("menu", playing.menu),
    ("menu {kind:mark|strike}", playing.menu),
    ("menu {kind:mark|strike} {column:number}", playing.menu),
    ("undo", playing.undo),
    ("sure {action:rest}", strike_presses.sure),
    ("unsure", strike_presses.unsure),
    ("type {action:rest}", told.open_form),
    ("told {action:rest}", told.read_form),
    ("faces {action:rest}", told.open_buttons),
    ("face {face:face} {shown:faces} {action:rest}", told.press_face),
    ("close", told.close),
    ("join", seating.join),
    ("leave", seating.leave),
    ("start", seating.start),
    ("cancel", seating.cancel),
    ("stir", seating.stir),
    ("stirred", seating.stirred),
    ("rematch", seating.rematch),
    ("mine", seating.mine),
    ("rules", seating.rules),
    ("sheets", seating.sheets),
    ("sheets {page:page}", seating.sheets_page),
    ("sheets {page:page} {button}", seating.sheets_page),
    ("option", option_presses.show_rules),
    ("option page {page:page} {button}", option_presses.show_rules),
    ("option show {key}", option_presses.show_rule),
    ("option set {key} {choice:number}", option_presses.set_rule),
    ("option preset {key}", option_presses.set_preset),
    ("clock", clock_presses.panel),
    ("clock set {key} {word}", clock_presses.choose),
    ("vote volunteer", votes.volunteer),
    ("vote {wish}", votes.vote),
    ("replay", replays.open_replay),
    ("replay sheet {seat:number}", replays.show_sheet),
    ("replay {number:number} {word}", replays.step_to),
)


def table_router(context: PressContext) -> Router:
    """Return a router that knows what can be pressed at tables."""
    router = Router(context, playing.act)
    for pattern, handler in _ROUTES:
        router.table(pattern, handler)
    router.refuse("clock", NoSuchChoice)
    return router
