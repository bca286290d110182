"""The routes of everything one can press at a table. What stands beside no table is routed by the cogs."""

from bot.tables.core.errors import NoSuchChoice
from bot.tables.play.sides import DEALT
from bot.ui.presses import (
    clock_presses,
    computer_presses,
    hint_presses,
    leaving,
    option_presses,
    playing,
    replay_presses,
    review_presses,
    seating,
    strike_presses,
)
from bot.ui.presses import entered_dice_presses as entered
from bot.ui.presses import vote_presses as votes
from bot.ui.presses.patterns import HOLD, HOLD_ALL, HOLD_TOO, Pattern
from bot.ui.presses.router import Router, TableHandler
from bot.ui.presses.table_press import PressServices

_ROUTES: tuple[tuple[str | Pattern, TableHandler], ...] = (
    (HOLD, playing.hold),
    (HOLD_ALL, playing.hold_all),
    (HOLD_TOO, playing.hold_too),
    ("menu", playing.menu),
    ("menu {kind:mark|strike}", playing.menu),
    ("menu {kind:mark|strike} {column:number}", playing.menu),
    ("undo", playing.undo),
    ("sure {action:rest}", strike_presses.sure),
    ("unsure", strike_presses.unsure),
    ("type {action:rest}", entered.open_form),
    ("told {action:rest}", entered.read_form),
    ("faces {action:rest}", entered.open_buttons),
    ("face {face:face} {shown:faces} {action:rest}", entered.press_face),
    ("next {number:number} told {action:rest}", entered.read_form),
    ("next {number:number} face {face:face} {shown:faces} {action:rest}", entered.press_face),
    ("close", entered.close),
    ("join", seating.join),
    ("side {side:number}", seating.choose_side),
    (f"side {DEALT}", seating.dealt_side),
    ("leave", seating.leave),
    ("start", seating.start),
    ("cancel", leaving.cancel),
    ("end", leaving.end),
    ("end yes", leaving.surely_end),
    ("quit", leaving.quit_game),
    ("quit yes", leaving.surely_quit),
    ("quit warm", leaving.step_away),
    ("end no", leaving.keep_open),
    ("quit no", leaving.stay),
    ("stir", seating.stir),
    ("stirred", seating.stirred),
    ("rematch", seating.rematch),
    ("more", seating.more),
    ("hint", hint_presses.hint),
    ("hinted {action:rest}", hint_presses.play),
    ("mine", seating.open_own_sheet),
    ("rules", seating.rules),
    ("rules {page:short|whole|notes}", seating.rules_page),
    ("rules part {part:number}", seating.rules_part),
    ("sheets", seating.sheets),
    ("sheets {page:page}", seating.sheets_page),
    ("sheets {page:page} {button}", seating.sheets_page),
    ("option", option_presses.show_options),
    ("option tab {tab:game|rules|power}", option_presses.show_options),
    ("option page {page:page} {button}", option_presses.show_page),
    ("option ask {key}", option_presses.show_question),
    ("option pick {key} {word}", option_presses.pick),
    ("option show {key}", option_presses.show_rule),
    ("option set {key} {choice:number}", option_presses.set_rule),
    ("option preset {key}", option_presses.set_preset),
    ("clock", clock_presses.panel),
    ("clock set {key} {word}", clock_presses.choose),
    ("computers", computer_presses.panel),
    ("computers add {level:beginner|regular|champion}", computer_presses.add),
    ("computers remove {number:number}", computer_presses.remove),
    ("computers set {key} {word}", computer_presses.choose),
    ("vote volunteer", votes.volunteer),
    ("vote {wish}", votes.vote),
    ("replay", replay_presses.open_replay),
    ("replay sheet {seat:number}", replay_presses.show_sheet),
    ("replay {number:number} {word}", replay_presses.step_to),
    ("review", review_presses.open_review),
    ("review seat {seat:number}", review_presses.show_seat),
    ("review at {seat:number} {move:number}", review_presses.replay_at),
    ("review share {seat:number}", review_presses.share),
)


def table_router(services: PressServices) -> Router:
    """Return a router that knows what can be pressed at tables."""
    router = Router(services, playing.act)
    for pattern, handler in _ROUTES:
        router.table(pattern, handler)
    router.refuse("clock", NoSuchChoice)
    router.refuse("computers", NoSuchChoice)
    return router
