"""Buttons of version 0.1 stand on live boards and results: every one still leads where it led."""

from __future__ import annotations

from typing import Any

import pytest

HELD, NONE = frozenset({0, 2}), frozenset[int]()
ANA = 175928847299117063

AT_TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "hold 2 13": ("hold", {"die": 1, "shown": HELD}),
    "hold 1 -": ("hold", {"die": 0, "shown": NONE}),
    "group 13 -": ("hold_too", {"dice": HELD, "shown": NONE}),
    "holds = 1 3": ("hold_all", {"dice": HELD}),
    "holds =": ("hold_all", {"dice": NONE}),
    "menu": ("menu", {}),
    "menu strike": ("menu", {"kind": "strike"}),
    "menu mark 2": ("menu", {"kind": "mark", "column": 2}),
    "undo": ("undo", {}),
    "sure strike yum": ("sure", {"action": "strike yum"}),
    "unsure": ("unsure", {}),
    "type keep 3 3": ("open_form", {"action": "keep 3 3"}),
    "told roll": ("read_form", {"action": "roll"}),
    "faces keep 3 3": ("open_buttons", {"action": "keep 3 3"}),
    "face 6 - keep 3 3": ("press_face", {"face": 6, "shown": (), "action": "keep 3 3"}),
    "face 0 12 roll": ("press_face", {"face": 0, "shown": (1, 2), "action": "roll"}),
    "close": ("close", {}),
    "join": ("join", {}),
    "leave": ("leave", {}),
    "start": ("start", {}),
    "cancel": ("cancel", {}),
    "end": ("end", {}),
    "end yes": ("answer_end", {"answer": "yes"}),
    "end no": ("answer_end", {"answer": "no"}),
    "quit": ("quit_game", {}),
    "quit yes": ("answer_quit", {"answer": "yes"}),
    "quit no": ("answer_quit", {"answer": "no"}),
    "rematch": ("rematch", {}),
    "mine": ("open_own_sheet", {}),
    "rules": ("rules", {}),
    "rules notes": ("rules", {"page": "notes"}),
    "rules whole": ("rules", {"page": "whole"}),
    "rules short": ("rules", {"page": "short"}),
    "rules part 3": ("rules", {"page": 3}),
    "sheets": ("sheets", {}),
    "sheets 1 next": ("sheets", {"page": 1, "button": "next"}),
    "option": ("show_options", {}),
    "option tab rules": ("show_options", {"tab": "rules"}),
    "option ask sheet": ("show_question", {"key": "sheet"}),
    "option pick sheet yams": ("pick", {"key": "sheet", "word": "yams"}),
    "option page 1 next": ("show_page", {"page": 1, "button": "next"}),
    "option show low_first": ("show_rule", {"key": "low_first"}),
    "option set low_first 1": ("set_rule", {"key": "low_first", "choice": 1}),
    "option preset strict": ("set_preset", {"key": "strict"}),
    "clock": ("clock_panel", {}),
    "clock set pace slow": ("choose_clock", {"key": "pace", "word": "slow"}),
    "vote volunteer": ("volunteer", {}),
    "vote take": ("vote", {"wish": "take"}),
    "replay": ("open_replay", {}),
    "replay sheet 3": ("show_sheet", {"seat": 3}),
    "replay 12 on": ("step_to", {"number": 12, "word": "on"}),
    "daily board 20261121": ("_board", {"day": 20261121}),
    "daily share 20261121": ("_share", {"day": 20261121}),
    "daily rules 20261121": ("_rules", {"day": 20261121}),
}

BESIDE_TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "about": ("_about", {}),
    "help": ("_help", {}),
    "rules of yum_plus short": ("_rules", {"game": "yum_plus", "page": "short"}),
    "rules of 421 part 2": ("_rules", {"game": "421", "page": 2}),
    "open yams": ("_open", {"game": "yams"}),
    "help play": ("_help", {"topic": "play"}),
    "help server": ("_help", {"topic": "server"}),
    "daily show": ("_show", {}),
    "daily play 20261121": ("_play", {"day": 20261121}),
    "daily board 20261121 0 before": ("_board", {"day": 20261121, "page": 0, "button": "before"}),
    f"history {ANA} * 0 open": ("leaf", {"user": ANA, "game": "*", "page": 0, "button": "open"}),
    f"history {ANA} 421 2 next": ("leaf", {"user": ANA, "game": "421", "page": 2, "button": "next"}),
    "replayed 1z": ("replay", {"code": "1z"}),
    f"stats {ANA} * * overview history": (
        "turn",
        {"user": ANA, "game": "*", "series": "*", "page": "overview", "button": "history"},
    ),
    f"stats {ANA} yum_plus t0badcafe dice page": (
        "turn",
        {"user": ANA, "game": "yum_plus", "series": "t0badcafe", "page": "dice", "button": "page"},
    ),
    "leaderboard yum_plus wins all together - 0 game": (
        "press",
        {
            "game": "yum_plus",
            "by": "wins",
            "period": "all",
            "kind": "together",
            "rules": "-",
            "page": 0,
            "button": "game",
        },
    ),
    "leaderboard * rating s3 solo * -1 mine": (
        "press",
        {"game": "*", "by": "rating", "period": "s3", "kind": "solo", "rules": "*", "page": -1, "button": "mine"},
    ),
    "mygames page 1 next": ("_turn", {"page": 1, "button": "next"}),
    "mygames page 0 back": ("_turn", {"page": 0, "button": "back"}),
    "mygames own 1z": ("_open_own", {"table": 71}),
    "mygames table 1z 0": ("_look", {"table": 71, "page": 0}),
    "mygames leave 1z 0": ("_done", {"what": "leave", "table": 71, "page": 0}),
    "mygames end 1z 2 sure": ("_surely_done", {"what": "end", "table": 71, "page": 2}),
    "preferences page look": ("_show", {"page": "look"}),
    "preferences set hold menu": ("_choose", {"key": "hold", "word": "menu"}),
    "privacy export": ("_export", {}),
    "privacy ask": ("_ask", {}),
    "privacy erase": ("_erase", {}),
    "privacy show": ("_explain", {}),
    "season show 3": ("_show", {"number": 3}),
    "season older 20": ("_older", {"older": 20}),
    "season ask end 3": ("_ask", {"what": "end", "number": 3}),
    "season reopen 3": ("_decide", {"what": "reopen", "number": 3}),
    "settings page games": ("_turn", {"page": "games"}),
    "settings game yum_plus": ("_turn_to_game", {"game": "yum_plus"}),
    "settings set language fr": ("_choose", {"key": "language", "word": "fr"}),
    "settings preset yum_plus strict": ("_choose_preset", {"game": "yum_plus", "key": "strict"}),
    "settings channels = 12 7": ("_choose_places", {"key": "channels", "ids": ("12", "7")}),
    "settings season =": ("_choose_places", {"key": "season", "ids": ()}),
}


@pytest.mark.parametrize("beside", [False, True], ids=["at tables", "beside tables"])
async def test_every_text_of_version_0_1_leads_to_its_handler(evening: Any, beside: bool) -> None:
    router = evening.client.router
    routes, known = (router._free, BESIDE_TABLES) if beside else (router._tables, AT_TABLES)
    lost = [do for do in known if do.split(" ")[0] not in routes or routes.find(do.split(" ")[0], do) is None]
    assert not lost
    led = {do: routes.find(do.split(" ")[0], do) for do in known}
    assert {do: words for do, (_, words) in led.items()} == {do: words for do, (_, words) in known.items()}
    named = {do: handler.__name__ for do, (handler, _) in led.items() if not do.startswith("daily") or beside}
    assert named == {do: known[do][0] for do in named}
