"""The routes of everything one can press at a table. What stands beside no table is routed by the cogs."""

from bot.tables.model.errors import NoSuchChoice
from bot.tables.moves.sides import DEALT
from bot.ui.press import entered_dice as entered
from bot.ui.press import hints, leaving, lobby, play, review, votes
from bot.ui.press.patterns import HOLD, HOLD_ALL, HOLD_TOO, Pattern
from bot.ui.press.router import Router, TableHandler
from bot.ui.press.table_press import PressServices

_ROUTES: tuple[tuple[str | Pattern, TableHandler], ...] = (
    (HOLD, play.hold),
    (HOLD_ALL, play.hold_all),
    (HOLD_TOO, play.hold_too),
    ("menu", play.menu),
    ("menu {kind:mark|strike}", play.menu),
    ("menu {kind:mark|strike} {column:number}", play.menu),
    ("undo", play.undo),
    ("sure {action:rest}", play.sure),
    ("unsure", play.unsure),
    ("type {action:rest}", entered.open_form),
    ("told {action:rest}", entered.read_form),
    ("faces {action:rest}", entered.open_buttons),
    ("face {face:face} {shown:faces} {action:rest}", entered.press_face),
    ("next {number:number} told {action:rest}", entered.read_form),
    ("next {number:number} face {face:face} {shown:faces} {action:rest}", entered.press_face),
    ("close", entered.close),
    ("join", lobby.join),
    ("side {side:number}", lobby.choose_side),
    (f"side {DEALT}", lobby.dealt_side),
    ("leave", lobby.leave),
    ("start", lobby.start),
    ("cancel", leaving.cancel),
    ("end", leaving.end),
    ("end yes", leaving.surely_end),
    ("quit", leaving.quit_game),
    ("quit yes", leaving.surely_quit),
    ("quit warm", leaving.step_away),
    ("end no", leaving.keep_open),
    ("quit no", leaving.stay),
    ("stir", lobby.stir),
    ("stirred", lobby.stirred),
    ("rematch", lobby.rematch),
    ("more", lobby.more),
    ("hint", hints.hint),
    ("hinted {action:rest}", hints.play),
    ("mine", lobby.open_own_sheet),
    ("rules", lobby.rules),
    ("rules {page:short|whole|notes}", lobby.rules_page),
    ("rules part {part:number}", lobby.rules_part),
    ("sheets", lobby.sheets),
    ("sheets {page:page}", lobby.sheets_page),
    ("sheets {page:page} {button}", lobby.sheets_page),
    ("option", lobby.show_options),
    ("option tab {tab:game|rules|power}", lobby.show_options),
    ("option page {page:page} {button}", lobby.show_page),
    ("option ask {key}", lobby.show_question),
    ("option pick {key} {word}", lobby.pick),
    ("option show {key}", lobby.show_rule),
    ("option set {key} {choice:number}", lobby.set_rule),
    ("option preset {key}", lobby.set_preset),
    ("clock", lobby.clock_panel),
    ("clock set {key} {word}", lobby.choose_clock),
    ("computers", lobby.computers_panel),
    ("computers add {level:beginner|regular|champion}", lobby.add),
    ("computers remove {number:number}", lobby.remove),
    ("computers set {key} {word}", lobby.choose_computers),
    ("vote volunteer", votes.volunteer),
    ("vote {wish}", votes.vote),
    ("replay", review.open_replay),
    ("replay sheet {seat:number}", review.show_sheet),
    ("replay {number:number} {word}", review.step_to),
    ("review", review.open_review),
    ("review seat {seat:number}", review.show_seat),
    ("review at {seat:number} {move:number}", review.replay_at),
    ("review share {seat:number}", review.share),
)


def table_router(services: PressServices) -> Router:
    """Return a router that knows what can be pressed at tables."""
    router = Router(services, play.act)
    for pattern, handler in _ROUTES:
        router.table(pattern, handler)
    router.refuse("clock", NoSuchChoice)
    router.refuse("computers", NoSuchChoice)
    return router
