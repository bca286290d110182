"""The routes of everything one can press at a table. What stands beside no table is routed by the cogs."""

from bot.screens.guide import OFFER
from bot.screens.kit import patterns as ask
from bot.screens.kit.patterns import Pattern
from bot.screens.kit.sides import ANY_SIDE
from bot.tables.model.errors import NoSuchChoice
from bot.ui.press import entered_dice as entered
from bot.ui.press import guide, hints, leaving, lobby, play, proof, reading, review, training, votes
from bot.ui.press.router import PressServices, Router, TableHandler

_ROUTES: tuple[tuple[str | Pattern, TableHandler], ...] = (
    (ask.HOLD, play.hold),
    (ask.HOLD_ALL, play.hold_all),
    (ask.HOLD_TOO, play.hold_too),
    ("menu", play.menu),
    (ask.MENU, play.menu),
    (ask.COLUMN_MENU, play.menu),
    ("undo", play.undo),
    (ask.STRIKE, play.sure),
    ("unsure", play.unsure),
    (ask.TYPE_THROW, entered.open_form),
    (ask.TYPED_THROW, entered.read_form),
    (ask.PRESS_THROW, entered.open_buttons),
    (ask.PRESSED_FACE, entered.press_face),
    (ask.TYPED_NEXT_THROW, entered.read_form),
    (ask.PRESSED_NEXT_FACE, entered.press_face),
    ("close", entered.close),
    ("join", lobby.join),
    (ask.SIDE, lobby.choose_side),
    (ANY_SIDE, lobby.choose_side),
    ("leave", lobby.leave),
    ("start", lobby.start),
    ("cancel", leaving.cancel),
    ("end", leaving.end),
    (ask.END, leaving.answer_end),
    ("quit", leaving.quit_game),
    (ask.QUIT, leaving.answer_quit),
    ("stir", lobby.stir),
    ("stirred", lobby.stirred),
    ("rematch", lobby.rematch),
    ("more", lobby.more),
    (ask.BRING_DOWN, lobby.bring_down),
    (reading.BACK, lobby.back_to_more),
    ("fair", lobby.fair_dice),
    ("read", reading.read),
    ("read sheets", reading.read_sheets),
    (ask.READ_SHEETS, reading.read_sheets),
    ("hint", hints.hint),
    (OFFER, guide.begin),
    (ask.HINTED, hints.play),
    ("mine", lobby.open_own_sheet),
    ("rules", lobby.rules),
    (ask.RULES_PAGE, lobby.rules),
    (ask.RULES_PART, lobby.rules),
    ("sheets", lobby.sheets),
    ("sheets {page:page}", lobby.sheets),
    (ask.SHEETS_PAGE, lobby.sheets),
    ("option", lobby.show_options),
    (ask.OPTIONS_TAB, lobby.show_options),
    ("option page {page:page} {button}", lobby.show_page),
    (ask.OPTION_ASK, lobby.show_question),
    (ask.OPTION_PICK, lobby.pick),
    (ask.OPTION_SHOW, lobby.show_rule),
    (ask.OPTION_SET, lobby.set_rule),
    (ask.OPTION_PRESET, lobby.set_preset),
    ("clock", lobby.clock_panel),
    (ask.CLOCK_SET, lobby.choose_clock),
    ("computers", lobby.computers_panel),
    (ask.COMPUTERS_ADD, lobby.add),
    (ask.COMPUTERS_REMOVE, lobby.remove),
    (ask.COMPUTERS_SET, lobby.choose_computers),
    ("vote volunteer", votes.volunteer),
    (ask.VOTE, votes.vote),
    ("replay", review.open_replay),
    (ask.REPLAY_SHEET, review.show_sheet),
    (ask.REPLAY_STEP, review.step_to),
    (ask.REPLAY_CHAMPION, review.step_in_champions),
    ("review", review.open_review),
    (ask.REVIEW_SEAT, review.show_seat),
    (ask.REVIEW_MORE, review.show_whole),
    (ask.REVIEW_AT, review.replay_at),
    (ask.REVIEW_SHARE, review.share),
    (ask.REVIEW_WHAT, review.explain),
    (ask.REVIEW_TRY, training.try_again),
    (ask.REVIEW_TRAIN, training.train_these),
    ("verify", proof.verify),
    ("secret", proof.secret),
    ("seal", proof.ask_seal),
    ("seal keep", proof.keep_seal),
    (ask.CHECK_SEAL, proof.check_seal),
    ("sealed", proof.compare_seal),
    ("record", proof.record),
)


def table_router(services: PressServices) -> Router:
    """Return a router that knows what can be pressed at tables."""
    router = Router(services, play.act)
    for pattern, handler in _ROUTES:
        router.table(pattern, handler)
    router.refuse("clock", NoSuchChoice)
    router.refuse("computers", NoSuchChoice)
    return router
