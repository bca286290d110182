"""The picture of a finished game: everybody's rank and score, and for up to four players their sheets."""

from collections.abc import Sequence

from bot.engine import Outcome, Seat
from bot.games import CATALOGUE
from bot.screens.games import face_of
from bot.screens.kit import (
    MOST_SEATS,
    MOST_SHEETS,
    NO_SHEETS,
    Card,
    CardSeat,
    RenderContext,
    mention,
    side_name,
    side_ranks,
    side_word,
)
from bot.screens.table.options import preset_in_force
from bot.screens.table.result import earns_medal
from bot.tables.core.model import Status, Table


def has_card(table: Table) -> bool:
    """Whether ``table`` has ended in public, with a full game."""
    return table.status is Status.FINISHED and not table.private


def result_card(context: RenderContext, table: Table, names: Sequence[str]) -> Card | None:
    """Return the card of ``table``; None if there is none. ``names`` by seat, empty for an unknown name."""
    outcome = table.outcome
    if outcome is None or not has_card(table):
        return None
    places = _places(table, outcome)
    face = face_of(table.game.key)
    sheets = (
        face.card_sheets(context, table, table.game, table.state) if len(table.players) <= MOST_SHEETS else NO_SHEETS
    )
    shown = sorted(sorted(places, key=lambda seat: (places[seat], seat))[:MOST_SEATS])
    more = len(places) - len(shown)
    return Card(
        title=context.t(CATALOGUE[table.game.key].label),
        subtitle=_subtitle(context, table),
        seats=tuple(_seat(context, table, outcome, Seat(seat), names[seat], places[seat]) for seat in shown),
        sheet=sheets.lines,
        heads=sheets.heads,
        others=context.t.many("and {n} more", "and {n} more", more) if more else "",
    )


def game_card(context: RenderContext, table: Table, names: Sequence[str]) -> Card | None:
    """Return the card of the game of a match that ended last; None in its first game, and for who plays alone."""
    number = table.game.games_before(table.state)
    if not number or len(table.players) == 1:
        return None
    points, sides = _last_points(table), table.game.sides
    face, options, t = face_of(table.game.key), table.game.options, context.t
    seats = tuple(
        CardSeat(
            name=names[seat],
            score=face.score_words(context, points[seat], options),
            rank=1 + sum(other > points[seat] for other in points),
            instead=t("Player {number}", number=seat + 1),
            note=side_word(context, table, seat % sides) if sides else "",
            points=float(points[seat]),
            left=seat in table.gone,
            earned=points[seat] > 0,
        )
        for seat in range(min(len(points), MOST_SEATS))
    )
    title = f"{t(CATALOGUE[table.game.key].label)} · {t('Game {number}', number=number)}"
    return Card(title=title, subtitle=t("Table {code}", code=table.code), seats=seats)


def game_text(context: RenderContext, table: Table) -> str:
    """The words above the card of a game: who won it."""
    points, sides = _last_points(table), table.game.sides
    best = [seat for seat, made in enumerate(points) if made == max(points)]
    if sides:
        names = [side_name(context, table, side) for side in sorted({seat % sides for seat in best})]
    else:
        names = [mention(table.players[seat]) for seat in best]
    return context.t.many(
        "**Game {number} goes to {players}.** The next one begins.",
        "**Game {number} is shared by {players}.** The next one begins.",
        len(names),
        number=table.game.games_before(table.state),
        players=context.t.listed(names),
    )


def _last_points(table: Table) -> list[int]:
    """Return what each seat made in the game of a match that ended last, or its side where partners add up."""
    last, sides = table.game.games_before(table.state) - 1, table.game.sides
    own = [table.game.own_games(table.state, Seat(seat))[last] for seat in range(len(table.players))]
    return [sum(own[seat % sides :: sides]) for seat in range(len(own))] if table.game.adds_partners and sides else own


def _subtitle(context: RenderContext, table: Table) -> str:
    parts = [context.t("Final result")]
    preset = preset_in_force(table.game)
    if table.game.options:
        parts.append(context.t(preset.label) if preset else context.t("House rules"))
    if table.settings.real_dice:
        parts.append(context.t("Real dice"))
    return " · ".join([*parts, context.t("Table {code}", code=table.code)])


def _places(table: Table, outcome: Outcome) -> dict[int, int]:
    """Return the rank of every seat, from 1; with sides, that of its side."""
    found: dict[int, int] = {}
    sides, place = table.game.sides, 1
    for group in side_ranks(table, outcome) if sides else outcome.ranks:
        seats = range(len(table.players)) if sides else group
        found |= {seat: place for seat in seats if not sides or seat % sides in group}
        place += len(group)
    return found


def _seat(context: RenderContext, table: Table, outcome: Outcome, seat: Seat, name: str, place: int) -> CardSeat:
    face, score, options = face_of(table.game.key), outcome.scores[seat], table.game.options
    return CardSeat(
        name=name,
        score=face.score_words(context, score, options),
        rank=place,
        instead=context.t("Player {number}", number=seat + 1),
        note=", ".join(_notes(context, table, seat)),
        points=None if face.fewest_is_best(options) else float(score),
        left=seat in table.gone,
        earned=earns_medal(table, outcome, seat),
    )


def _notes(context: RenderContext, table: Table, seat: Seat) -> list[str]:
    """Return the side, what the game says of the player, whether they had hints, and whether they left."""
    sides = table.game.sides
    notes = [side_word(context, table, seat % sides)] if sides else []
    notes += face_of(table.game.key).card_notes(context, table.game, table.state, seat)
    notes += [context.t("with hints")] if seat in table.hinted else []
    return [*notes, context.t("has left")] if seat in table.gone else notes
