"""All that the rest of the bot knows of Yamslam."""

from bot.engine import N_, STANDARD, Command, Entry, GameTrophy, Listing, Seat, Theme, ToldGame, reviewed_without
from bot.games.yamslam.rules import FLUSHES, FRIENDS, RULES, WHICH_CHIP, Took, Yamslam


def _at_once(played: ToldGame, seat: Seat) -> bool:
    yamslams = (step for step in played.of(seat) if step.before.throws == 1)
    return any(isinstance(event, Took) and event.yamslam for step in yamslams for event in step.events)


def _every_kind(played: ToldGame, seat: Seat) -> bool:
    return not played.game.sides and all(played.end.taken[seat])


_TROPHIES = (
    GameTrophy("yamslam_at_once", N_("Yamslam at once"), N_("Take a chip for a Yamslam after one throw."), _at_once),
    GameTrophy("yamslam_kinds", N_("One of everything"), N_("Own a chip of all seven kinds at Yamslam."), _every_kind),
)

ENTRY = Entry(
    place=50,
    listings=(
        Listing(
            key=Yamslam.key,
            label=N_("Yamslam"),
            about=N_("dice in two colours and 28 chips to win"),
            make=Yamslam.from_options,
            rules=RULES,
            seats=Yamslam.seats_alone,
            presets=(STANDARD, FRIENDS),
            unit="win",
            reviewed=reviewed_without(*(rule.key for rule in RULES), seats=(2,)),  # Its net knows no house rule.
            minutes=lambda _: 15,
        ),
    ),
    commands=(Command("yamslam", N_("yamslam"), N_("Yamslam: dice in two colours, chips"), (Yamslam.key,)),),
    trophies=_TROPHIES,
    themes={
        WHICH_CHIP: 0.2,
        FLUSHES: 0.17,
        Theme.STRAIGHTS: 0.15,
        Theme.SETS: 0.16,
        Theme.STOP: 0.17,
        Theme.LAST: 0.14,
        Theme.OTHER: 0.01,
    },
)
