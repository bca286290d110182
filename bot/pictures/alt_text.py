"""What a picture shows, in one or two sentences: for screen readers, and for pictures that do not load."""

from collections import Counter
from collections.abc import Sequence

from bot.locales import Words
from bot.screens.kit import (
    MOST_SHEETS,
    RUNNING,
    BoardPicture,
    Card,
    CardSeat,
    Climber,
    Curve,
    CurveLine,
    Mountain,
    Pad,
    PodiumPicture,
    Pot,
    Profile,
    ProfileLabels,
    Rack,
    SeasonPicture,
    Track,
    truncate,
)
from bot.screens.kit.values import Burst, Holder

LIMIT = 1024
"""Discord's limit, in characters."""
_NAME = 40
_LINE = 80


def card_alt(t: Words, card: Card) -> str:
    """Return the ranking of a card in words."""
    seats = [card.seats[seat] for seat in card.ranking]
    lines = [_seat(seat, alone=len(seats) == 1) for seat in seats]
    if card.others:
        lines.append(card.others)
    sentence = t("Final result of {game}: {ranking}.", game=truncate(card.title, _LINE), ranking=", ".join(lines))
    if card.sheet and len(seats) <= MOST_SHEETS:
        sentence += " " + t(
            "The picture shows the score sheets too. To read them, press More, then In words, then The sheets in words."
        )
    if card.course is not None:
        courses = [_course(t, line) for line in card.course.lines]
        sentence += f" {card.course.label}. {'; '.join(courses)}."
    return truncate(sentence, LIMIT)


def _course(t: Words, line: CurveLine) -> str:
    """Return how a game went for somebody in a sentence: nobody can follow all totals by ear."""
    name = truncate(" ".join((line.name or line.instead).split()), _NAME)
    start, half, end = (t.number(line.values[place]) for place in (0, len(line.values) // 2, -1))
    return t("{player}: {start} at the start, {half} halfway, {end} at the end", player=name, start=start, half=half,
             end=end)  # fmt: skip


def _seat(seat: CardSeat, alone: bool) -> str:
    name = truncate(" ".join((seat.name or seat.instead).split()), _NAME)
    note = f" ({truncate(seat.note, _NAME)})" if seat.note else ""
    line = f"{name} {truncate(seat.score, _NAME)}{note}"
    return line if alone else f"{seat.rank}. {line}"


def profile_alt(t: Words, profile: Profile) -> str:
    """Return the number of games that a profile shows, and their average, best and last score."""
    decimals = 0 if all(float(score).is_integer() for score in profile.shown) else 1
    player = truncate(" ".join((profile.player or profile.instead).split()), _NAME)
    fewest = f" ({profile.labels.fewest})" if profile.fewest_is_best else ""
    game, best = truncate(profile.game, _LINE) + fewest, t.number(profile.best, decimals)
    if len(profile.shown) == 1:
        return truncate(
            t("{player}'s score in one game of {game}: {best}.", player=player, game=game, best=best), LIMIT
        )
    return truncate(
        t(
            "{player}'s scores over {n} games of {game}: average {average}, best {best}, last {last}.",
            n=len(profile.shown),
            player=player,
            game=game,
            average=t.number(profile.average, 1),
            best=best,
            last=t.number(profile.shown[-1], decimals),
        ),
        LIMIT,
    )


def podium_alt(t: Words, podium: PodiumPicture) -> str:
    """Return the players on a podium, and why they stand there."""
    ranking = ", ".join(
        f"{step.rank}. {truncate(step.name or step.instead, _NAME)} {step.value}"
        + f" ({', '.join(step.lines)})" * bool(step.lines)
        for step in (*podium.steps, *podium.behind)
    )
    return truncate(
        t("{title}, {subtitle}: {ranking}.", title=podium.title, subtitle=podium.subtitle, ranking=ranking), LIMIT
    )


def season_alt(t: Words, season: SeasonPicture) -> str:
    """Return the champions of a season, and who stands where in each game; of very many games, fewer of each."""
    return next(
        (told for most in (3, 2) if len(told := _season_told(t, season, most)) <= LIMIT),
        truncate(_season_told(t, season, 1), LIMIT),
    )


def _season_told(t: Words, season: SeasonPicture, most: int) -> str:
    parts = [t("{title}, {subtitle}", title=season.title, subtitle=season.subtitle)]
    if season.champions:
        names = t.listed([truncate(name, _NAME) for name in season.champions])
        parts.append(t("{name}: {value}", name=season.won, value=names))
    for table in season.tables:
        ranking = ", ".join(
            f"{step.rank}. {truncate(step.name or step.instead, _NAME)} {step.value}" for step in table.steps[:most]
        )
        parts.append(t("{name}: {value}", name=table.title, value=ranking))
    return ". ".join([*parts, season.others] if season.others else parts)


def curve_alt(t: Words, curve: Curve) -> str:
    """Say where each line of a curve begins and ends, how far it goes up and down, and the marked turns."""
    return truncate(f"{curve.label}. " + " ".join(_line_alt(t, line) for line in curve.lines), LIMIT)


def _line_alt(t: Words, line: CurveLine) -> str:
    low, high = min(line.values), max(line.values)
    name = truncate(" ".join((line.name or line.instead).split()), _NAME)
    sentence = t(
        "{player}: {start} before the game, at least {low}, at most {high}, {score} at the end.",
        player=name,
        start=t.number(line.values[0], 1),
        low=t.number(low, 1),
        high=t.number(high, 1),
        score=t.number(line.values[-1], 1),
    )
    if line.chances:
        lowest, highest = t.number(min(line.chances)), t.number(max(line.chances))
        won = t("Chance to win from {low} to {high} in 100 games.", low=lowest, high=highest)
        sentence = f"{sentence} {won}"
    if not line.costly:
        return sentence
    turns = t.listed([t.number(turn) for turn in line.costly])
    return (
        sentence + " " + t.many("Costliest turn: {turns}.", "Costliest turns: {turns}.", len(line.costly), turns=turns)
    )


def mountain_alt(t: Words, mountain: Mountain, names: Sequence[str]) -> str:
    """Return in words the runners that fall, everybody's columns and cones, and the runners; ``names`` by seat.

    A name is empty where it is unknown.
    """
    tops = dict(mountain.columns)
    shown = [truncate(name, _NAME) or t("Player {number}", number=seat + 1) for seat, name in enumerate(names)]
    parts = [
        t("{player}: {cones}", player=name, cones=_climbed(t, climber, tops))
        for climber, name in zip(mountain.climbers, shown, strict=True)
    ]
    climbed = "; ".join(parts)
    if mountain.runners:
        climbed += ". " + t("Runners: {places}", places=", ".join(_steps(t, mountain.runners, tops)))
    if mountain.fallen:
        falls = [t("{column} from {step} to {below}", column=column, step=step, below=below)
                 for column, below, step in mountain.fallen]  # fmt: skip
        climbed = t("Turn lost, the runners fall: {places}", places=", ".join(falls)) + f". {climbed}"
    return truncate(climbed, LIMIT)


def _climbed(t: Words, climber: Climber, tops: dict[int, int]) -> str:
    won = [t("{column} won", column=column) for column in climber.won]
    cones = tuple(cone for cone in climber.cones if cone[0] not in climber.won)
    return ", ".join((*won, *_steps(t, cones, tops))) or t("no cone yet")


def _steps(t: Words, pieces: tuple[tuple[int, int], ...], tops: dict[int, int]) -> list[str]:
    return [t("{column} at {step} of {top}", column=column, step=step, top=tops[column]) for column, step in pieces]


def pad_alt(t: Words, pad: Pad) -> str:
    """Return everybody's totals, then the filled boxes of each column: by whole names where all have room."""
    totals = ", ".join(
        f"{truncate(foot.name or foot.instead, _NAME)} {foot.total}"
        + "".join(f" ({said})" for said in (foot.beyond, *foot.wrote[:1]) if said)
        for foot in pad.feet
    )
    names = [forms for half in pad.halves for forms in half]
    written = ""
    for form in (0, -1):
        columns = [
            t("{name}: {value}", name=column.heads[0], value=boxes) if column.heads[0] else boxes
            for column in pad.columns
            if (
                boxes := ", ".join(
                    f"{forms[form]} {cell.points}"
                    for forms, cell in zip(names, column.cells, strict=True)
                    if cell.points
                )
            )
        ]
        owner = [truncate(name, _LINE) for name in pad.owner[:1]]
        written = "; ".join(filter(None, (*_celebrated(pad.burst, pad.shout), totals, pad.others, *owner, *columns)))
        if len(written) <= LIMIT:
            break
    return truncate(written, LIMIT)


def _celebrated(burst: Burst | None, shout: Sequence[str] = ()) -> Sequence[str]:
    """What is to be celebrated, with its dice while these lie over the picture."""
    return shout[:1] if burst is None else (f"{burst.said[0]} {'-'.join(map(str, burst.faces))}",)


def track_alt(t: Words, track: Track) -> str:
    """Return everybody's points on the way to the goal, what the latest turn brought or lost, and who acts."""
    lanes = [
        t(
            "{player} {points} of {goal}",
            player=truncate(lane.name or lane.instead, _NAME),
            points=lane.total,
            goal=track.goal_text,
        )
        + (f" ({lane.note})" if lane.note else "")
        + (f", +{t.number(lane.gained)}" if lane.gained else "")
        + (f", −{lane.lost}" if lane.lost else "")
        for lane in track.lanes
    ]
    return truncate("; ".join(filter(None, (*_celebrated(track.burst), *lanes, track.others))), LIMIT)


def rack_alt(t: Words, rack: Rack) -> str:
    """Return the chips left of each kind and who has the others, then everybody's points."""
    left = [
        t("{kind}, {points}: {left} left", kind=shelf.labels[0], points=shelf.points, left=shelf.left)
        + "".join(
            f", {name} {number}" if name else ", " + t("{n} removed", n=number)
            for name, number in Counter(claim.heads[0] if claim.heads else "" for claim in shelf.claims).items()
        )
        for shelf in rack.shelves
    ]
    points = [f"{truncate(foot.name or foot.instead, _NAME)} {foot.total}" for foot in rack.feet]
    return truncate("; ".join((*_celebrated(rack.burst), *points, *left)), LIMIT)


def pot_alt(t: Words, pot: Pot) -> str:
    """Return the part of the game, the tokens in the pot and everybody's, what just moved, and the hands."""
    parts = [*_celebrated(pot.burst), pot.phase]
    if pot.tokens is not None:
        parts.append(t.many("In the pot: {n} token", "In the pot: {n} tokens", pot.tokens))
    if pot.about:
        parts.append(pot.about)
    return truncate("; ".join((*parts, *(_holder(t, holder) for holder in pot.holders))), LIMIT)


def _holder(t: Words, holder: Holder) -> str:
    lane = holder.lane
    tokens = t.many("{n} token", "{n} tokens", lane.points)
    ranked = t("best hand") if holder.best else t("worst hand") if holder.worst else ""
    return (
        t("{name}: {value}", name=truncate(lane.name or lane.instead, _NAME), value=tokens)
        + (f" ({lane.note})" if lane.note else "")
        + (f", +{lane.gained}" if lane.gained else f", −{lane.lost}" if lane.lost else "")
        + (f", {'-'.join(map(str, holder.hand))}" if holder.hand else "")
        + (f" ({ranked})" if ranked else "")
    )


def board_alt(t: Words, picture: BoardPicture, names: Sequence[str]) -> str:
    """Return in words what the picture of a board shows; ``names`` by seat, empty for an unknown name."""
    match picture:
        case Mountain():
            return mountain_alt(t, picture, names)
        case Pad():
            return pad_alt(t, picture)
        case Track():
            return track_alt(t, picture)
        case Rack():
            return rack_alt(t, picture)
        case Pot():
            return pot_alt(t, picture)


def profile_labels(t: Words) -> ProfileLabels:
    """Return the words on a profile picture."""
    return ProfileLabels(
        curve=t("Score of each game"),
        spread=t("Games by score"),
        running=t("average of the last {n}", n=RUNNING),
        average=t("Average"),
        best=t("Best"),
        games=t("games"),
        fewest=t("fewer is better"),
    )
