"""The exact values of all positions that can follow from one: quick for the last turns of a sheet of any size."""

import numpy as np

from bot.mind.sheets.compiled import OPEN, CompiledSheet
from bot.mind.sheets.solver import Numbers, Table, work_out

_USUAL_DICE = 5
MOST_STATES = 10
"""Of five dice, a state takes a millisecond; of six, which have twice as many keeps, four. A hint takes twenty."""


def cone(sheet: CompiledSheet, number: int, free: int, upper: int, most: int | None = None) -> Table | None:
    """Return the values of all that can follow from a position, itself included; None if that is too much.

    The position is a state of the links, the filled free boxes as bits and an upper class; ``most`` counts states.
    Unless said otherwise, it is as many as a hint has time for.
    """
    if most is None:
        most = MOST_STATES // (1 if sheet.throws.dice <= _USUAL_DICE else 2)
    frees = 1 << (len(sheet.free_places) - free.bit_count())
    open_boxes = len(sheet.upper_places) - int(sheet.upper.masks[upper]).bit_count()
    if frees << open_boxes > most:  # Known at once; the classes are never fewer than the sets of boxes.
        return None
    classes, links = _classes(sheet, upper), _links(sheet, number)
    if frees * len(classes) * len(links) > most:
        return None
    every = np.arange(1 << len(sheet.free_places))
    sizes = len(sheet.link_states), len(every), sheet.upper.count
    table = Table(links, every[every & free == free], classes, sizes)
    work_out(sheet, table)
    return table


def _classes(sheet: CompiledSheet, upper: int) -> Numbers:
    """Return an upper class and all that can follow from it."""
    found, fresh = np.array([upper]), np.array([upper])
    while len(fresh):
        after = np.unique(sheet.upper.after[fresh])
        fresh = np.setdiff1d(after[after >= 0], found)
        found = np.concatenate([found, fresh])
    return found


def _links(sheet: CompiledSheet, number: int) -> Numbers:
    """Return a state of the links and all that can follow from it."""
    found, fresh = {number}, [number]
    while fresh:
        labels = sheet.link_states[fresh.pop()]
        for one, link in enumerate(sheet.links):
            if labels[one] == OPEN:
                for points in link.holds:
                    after = sheet.link_number(sheet.filled(labels, one, points))
                    if after not in found:
                        found.add(after)
                        fresh.append(after)
    return np.array(sorted(found))
