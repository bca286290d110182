"""The pieces of every screen, as plain values: words, buttons, dice, tables, questions, scoreboards.

They know no Discord. :mod:`bot.ui.discord` turns them into messages. Screens import what this file lists from
:mod:`bot.screens.kit`, the rest from its module. Files in this folder import from each other's modules.
"""

from bot.screens.kit.board_view import BoardView
from bot.screens.kit.face import AnyFace, Face
from bot.screens.kit.house_rules import options_in_words, rules_in_force, value_in_words
from bot.screens.kit.questions import Answer, Question, find_answer, named_line, page_menu, yes_or_no
from bot.screens.kit.real_dice import (
    dice_to_enter,
    enter_dice_buttons,
    enter_dice_form,
    entered_dice_line,
    face_rows,
    real_dice_field,
)
from bot.screens.kit.rule_notes import GOOD_TO_KNOW, RuleNote
from bot.screens.kit.scoreboard import more_buttons, score_lines
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
    truncate,
)

__all__ = [
    "CUP_RED",
    "GOOD_TO_KNOW",
    "LEAF_GREEN",
    "PLAIN_GLYPHS",
    "SLATE",
    "TABLE_WIDTH",
    "WORDS_ONLY",
    "Answer",
    "AnyFace",
    "BoardView",
    "Button",
    "Choice",
    "CopyField",
    "Entity",
    "EntityMenu",
    "Face",
    "Field",
    "Form",
    "Glyphs",
    "Link",
    "Menu",
    "Question",
    "RenderContext",
    "Row",
    "RuleNote",
    "Screen",
    "Style",
    "code_block",
    "dice_to_enter",
    "enter_dice_buttons",
    "enter_dice_form",
    "entered_dice_line",
    "face_rows",
    "find_answer",
    "mention",
    "mentions",
    "more_buttons",
    "named_line",
    "options_in_words",
    "page_menu",
    "real_dice_field",
    "rules_in_force",
    "score_lines",
    "truncate",
    "value_in_words",
    "yes_or_no",
]
