"""The pieces of every screen, as plain values: words, buttons, dice, tables, questions, scoreboards.

They know no Discord. :mod:`bot.ui.discord` turns them into messages. Screens import what this file lists from
:mod:`bot.screens.kit`, the rest from its module. Files in this folder import from each other's modules.
"""

from bot.screens.kit.at_once.race_face import AnyRace, RaceFace
from bot.screens.kit.at_once.race_words import RaceWords
from bot.screens.kit.at_once.words import AtOnceWords
from bot.screens.kit.board_view import BoardView
from bot.screens.kit.card_sheets import NO_SHEETS, Sheets
from bot.screens.kit.command_names import naming_commands
from bot.screens.kit.dice import HOLDS, DiceInHand, dice_in_words, hold_rows, large_dice, press_throw
from bot.screens.kit.face import AnyFace, Face
from bot.screens.kit.house_rules import options_in_words, rules_in_force, value_in_words
from bot.screens.kit.match import before_lines, match_parts, match_rules, match_title, next_game_lines, tie_lines
from bot.screens.kit.pager import page_count, turning
from bot.screens.kit.picture_models import (
    MOST_SCORES,
    MOST_SEATS,
    MOST_SHEETS,
    RUNNING,
    Card,
    CardSeat,
    Profile,
    ProfileLabels,
    SheetLine,
    Weight,
)
from bot.screens.kit.plain import without_emoji, words_only
from bot.screens.kit.questions import Answer, Question, find_answer, named_line, page_menu, yes_or_no
from bot.screens.kit.real_dice import enter_dice_form, real_dice_field, with_real_dice
from bot.screens.kit.rule_notes import GOOD_TO_KNOW, RuleNote
from bot.screens.kit.scoreboard import more_buttons, score_lines
from bot.screens.kit.sides import (
    colour_name,
    lobby_lines,
    lobby_sign,
    members,
    own_totals,
    side_name,
    side_ranks,
    side_word,
)
from bot.screens.kit.values import (
    CUP_RED,
    LEAF_GREEN,
    PLAIN_GLYPHS,
    SLATE,
    TABLE_WIDTH,
    WORDS_ONLY,
    Button,
    Choice,
    CopyField,
    Entity,
    EntityMenu,
    Field,
    Form,
    Glyphs,
    Link,
    Menu,
    RenderContext,
    Row,
    Screen,
    Style,
    code_block,
    mention,
    mentions,
    sentences,
    truncate,
)

__all__ = [
    "CUP_RED",
    "GOOD_TO_KNOW",
    "HOLDS",
    "LEAF_GREEN",
    "MOST_SCORES",
    "MOST_SEATS",
    "MOST_SHEETS",
    "NO_SHEETS",
    "PLAIN_GLYPHS",
    "RUNNING",
    "SLATE",
    "TABLE_WIDTH",
    "WORDS_ONLY",
    "Answer",
    "AnyFace",
    "AnyRace",
    "AtOnceWords",
    "BoardView",
    "Button",
    "Card",
    "CardSeat",
    "Choice",
    "CopyField",
    "DiceInHand",
    "Entity",
    "EntityMenu",
    "Face",
    "Field",
    "Form",
    "Glyphs",
    "Link",
    "Menu",
    "Profile",
    "ProfileLabels",
    "Question",
    "RaceFace",
    "RaceWords",
    "RenderContext",
    "Row",
    "RuleNote",
    "Screen",
    "SheetLine",
    "Sheets",
    "Style",
    "Weight",
    "before_lines",
    "code_block",
    "colour_name",
    "dice_in_words",
    "enter_dice_form",
    "find_answer",
    "hold_rows",
    "large_dice",
    "lobby_lines",
    "lobby_sign",
    "match_parts",
    "match_rules",
    "match_title",
    "members",
    "mention",
    "mentions",
    "more_buttons",
    "named_line",
    "naming_commands",
    "next_game_lines",
    "options_in_words",
    "own_totals",
    "page_count",
    "page_menu",
    "press_throw",
    "real_dice_field",
    "rules_in_force",
    "score_lines",
    "sentences",
    "side_name",
    "side_ranks",
    "side_word",
    "tie_lines",
    "truncate",
    "turning",
    "value_in_words",
    "with_real_dice",
    "without_emoji",
    "words_only",
    "yes_or_no",
]
