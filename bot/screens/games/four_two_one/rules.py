"""The rules of 421 in words."""

from bot.engine import N_
from bot.games.four_two_one.hands import DICE
from bot.games.four_two_one.rules import THROWS, FourTwoOne
from bot.screens.games.four_two_one.power import POWER_WORDS
from bot.screens.kit import Field, RenderContext, sentences
from bot.screens.kit.match import match_parts


def four_two_one_rules(context: RenderContext, game: FourTwoOne) -> tuple[str, tuple[Field, ...]]:
    """Return the rules of ``game``: the aim and a round, then its parts by name."""
    t = context.t
    body = "\n".join(
        [
            t(
                "{dice} dice and {tokens} tokens. Tokens are bad: first they come from the pot (the charge), then "
                "you try to get rid of them (the discharge). Who has none left first wins.",
                dice=DICE,
                tokens=game.house_rules["tokens"],
            ),
            "",
            _throws(context, game),
            t("Then the worst hand receives tokens: as many as the best hand sets."),
        ]
    )
    parts = (
        (t("Hands, from the best"), _hands(context, game)),
        (t("Charge and discharge"), _phases(context, game)),
        (t("Nénette"), _nenette(context, game)),
        (t("Power die"), POWER_WORDS.rules(context, game)),
        (t("Ties"), _ties(context, game)),
        (t("Who begins"), _first(context, game)),
        *match_parts(
            context,
            game,
            t("Who would begin the next round begins the next game."),
            by_throw=t("Players who share the first place throw once: the best hand wins, equal hands again."),
            may_tie=not game.rampo,
        ),
    )
    return body, tuple(Field(*part) for part in parts if part[1])


def _throws(context: RenderContext, game: FourTwoOne) -> str:
    once, le_bon = game.house_rules["charge_one_throw"], game.house_rules["le_bon"]
    may_stand = game.house_rules["may_stand"]
    said = {
        N_("In the charge everybody throws only once."): once,
        N_(
            "In the discharge the first player throws up to {throws} times and may keep any dice. Everybody else must "
            "throw as often."
        ): once,
        N_(
            "The first player throws up to {throws} times and may keep any dice. Everybody else must throw as often."
        ): not once,
        N_("Who is satisfied says « le bon » and stops before that; nobody throws more than {n} times."): le_bon,
        N_("Who likes their hand may stop before that."): may_stand and not le_bon,
        N_("At least one die is thrown each time, also after a 421."): not (may_stand or le_bon),
    }
    return sentences(context, said, throws=THROWS, n=THROWS)


def _hands(context: RenderContext, game: FourTwoOne) -> str:
    t = context.t
    return "\n".join(
        [
            t("The best hand of a round sets the tokens. All 56 hands stand under **More**."),
            t("* 4-2-1: {tokens} tokens", tokens=game.house_rules["value_421"]),
            t("* 1-1-1: 7 tokens"),
            t("* 6-1-1, 6-6-6, 5-1-1, 5-5-5, and so on down to 2-1-1, 2-2-2: as many as their highest number says"),
            t("* 6-5-4, 5-4-3, 4-3-2, 3-2-1: 2 tokens"),
            t("* all others by their highest die, then the next: 1 token"),
            t("* 2-2-1, the nénette, is the worst"),
        ]
    )


def _phases(context: RenderContext, game: FourTwoOne) -> str:
    without, espagnole = game.house_rules["zero_after_charge"], game.house_rules["espagnole"]
    said = {
        N_("In the charge tokens come from the pot, at most what is left."): True,
        N_("In the discharge the best hand gives them, at most what it has."): True,
        N_("Who has no token when the pot is empty wins at once."): without == "win",
        N_("Who has no token when the pot is empty sits out the discharge and comes right behind its winner."): without
        == "out",
        N_("If one player alone has tokens then, there is no discharge: a player without any wins."): without == "out",
        N_("Everybody plays the first round of the discharge, also without a token."): without not in ("win", "out"),
        N_("Espagnole: who receives all tokens in the charge loses at once; the others share the victory."): espagnole,
    }
    return sentences(context, said)


def _nenette(context: RenderContext, game: FourTwoOne) -> str:
    match game.house_rules["nenette"]:
        case "fixed2":
            return context.t("Who receives with 2-2-1 receives 2 tokens, whatever the best hand is.")
        case "none":
            return context.t("2-2-1 is the worst hand and nothing more.")
    return context.t("Who has 2-2-1 takes 2 tokens at once, before the round is settled.")


def _ties(context: RenderContext, game: FourTwoOne) -> str:
    shared = game.house_rules["ties"] == "none"
    said = {
        N_("Where the worst hands tie, nobody receives; where the best tie in the discharge, nobody gives."): shared,
        N_("Several players without a token at the end share the victory."): shared,
        N_(
            "Rampo: those that tie for the worst hand throw once, and the lowest receives; in the discharge also those "
            "that tie for the best, and the highest gives."
        ): not shared,
        N_("Several players without a token at the end throw too, and the highest wins."): not shared,
        N_("The bot throws for them until it is decided."): not shared,
    }
    return sentences(context, said)


def _first(context: RenderContext, game: FourTwoOne) -> str:
    lowest = game.house_rules["first_player"] == "lowest"
    game_said = (
        context.t("Before the game everybody throws: the lowest begins.")
        if lowest
        else context.t("Before the game everybody throws: the highest begins.")
    )
    said = {
        "loser": context.t("Then who had the worst hand begins the next round."),
        "winner": context.t("Then who had the best hand begins the next round."),
        "clockwise": context.t("Then the next player begins the next round."),
    }
    return f"{game_said} {said[str(game.house_rules['starter'])]}"
