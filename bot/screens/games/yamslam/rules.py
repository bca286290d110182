"""The rules of Yamslam in words, from the same kinds of chips as its board."""

from bot.engine import N_, has_power
from bot.engine.match import GAMES, MatchLength
from bot.games.yamslam.chips import ALL_KINDS, CHIPS, KINDS, LAST, SET, SIX_KINDS
from bot.games.yamslam.rules import DICE, THROWS, Yamslam
from bot.screens.games.yamslam.power import POWER_WORDS
from bot.screens.kit import Field, RenderContext, sentences
from bot.screens.kit.match import match_rules

_EXAMPLES = {
    "2p": "1-1-4-4-6",
    "3k": "2-2-2-5-6",
    "ss": "1-2-3-4-6",
    "fl": "2-2-4-6-6",
    "fh": "3-3-3-5-5",
    "4k": "6-6-6-6-1",
    "ls": "2-3-4-5-6",
}


def yamslam_rules(context: RenderContext, game: Yamslam) -> tuple[str, tuple[Field, ...]]:
    """Return the rules of ``game``: the turn and the chips, then its parts by name."""
    t = context.t
    body = [
        t(
            "Throw {dice} dice, {throws} times at most; before each further throw hold what you like. Stop when you "
            "want and take one chip that your dice win, if one is left. 1, 3 and 5 are black, 2, 4 and 6 are red.",
            dice=DICE,
            throws=THROWS,
        )
        + (" " + t("A 6 on the Power die gives a fourth throw.") if has_power(game.house_rules) else ""),
        "",
        t("There are {chips} chips of each kind:", chips=CHIPS),
        *(
            t(
                "**{kind}** ({points}): {said} For example {dice}.",
                kind=t(kind.label),
                points=kind.points,
                said=t(kind.condition),
                dice=_EXAMPLES[kind.key],
            )
            for kind in KINDS
        ),
    ]
    if game.house_rules["quad_is_two_pair"]:
        body.append(t("Four equal dice also win a chip for 2 Pairs."))
    parts = (
        (
            t("Yamslam"),
            t(
                "Five equal dice take any chip, from the rack or one that was removed, and you play again. If that was "
                "the last chip on the rack, the game is over."
            ),
        ),
        (t("No chip"), _no_chip(context, game)),
        (t("Power die"), POWER_WORDS.rules(context, game)),
        (
            t("End and bonuses"),
            "\n".join(
                [
                    t(
                        "The game ends when the last chip on the rack is taken or removed. Then everybody adds to "
                        "their chips:"
                    ),
                    t("* all seven kinds: {points}", points=ALL_KINDS),
                    t("* six kinds: {points}", points=SIX_KINDS),
                    t("* each complete set of {chips} chips: {points}", chips=CHIPS, points=SET),
                    t("* the last chip, if it was taken: {points}", points=LAST),
                ]
            ),
        ),
        (t("Alone"), _alone(context, game)),
        (t("Two teams"), t("Partners sit alternately and pool their chips.") if game.sides else ""),
        (t("Games in a match"), _match(context, game)),
        (t("Equal totals"), _ties(context, game)),
    )
    return "\n".join(body), tuple(Field(name, said) for name, said in parts if said)


def _no_chip(context: RenderContext, game: Yamslam) -> str:
    forced, sliding = game.house_rules["forced_take"], game.house_rules["sliding_round"]
    said = {
        N_("Who stops with dice that win a chip must take one."): forced,
        N_("You need not take a chip."): not forced,
        N_(
            "After as many turns in a row without a chip as there are players, the dearest chip on the rack is removed."
        ): sliding,
        N_("After a whole round without a chip, the dearest chip on the rack is removed."): not sliding,
    }
    return sentences(context, said)


def _alone(context: RenderContext, game: Yamslam) -> str:
    said = {
        N_("Each turn without a chip removes the dearest one, and a Yamslam takes two chips."): True,
        N_(
            "If the first is the last one on the rack, the second is one of those removed; then the game is over."
        ): game.removed_chip_is_owed,
        N_("All 28 chips are a Grand Slam: 1,000 points."): True,
    }
    return sentences(context, said)


def _match(context: RenderContext, game: Yamslam) -> str:
    return match_rules(context, game, context.t("The first player who is still there begins each game."))


def _ties(context: RenderContext, game: Yamslam) -> str:
    if game.house_rules["tiebreak"] == "share":
        return context.t("They share the place.")
    if MatchLength.of(game.house_rules[GAMES]).several:
        return context.t("The most different kinds, added over all games, decide; else the place is shared.")
    return context.t("The most different kinds decide, else the place is shared.")
