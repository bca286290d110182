"""What dice show, against definitions written another way."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from bot.engine import hands

FACES = st.lists(st.integers(1, 6), max_size=7).map(tuple)


@given(FACES, st.integers(1, 6))
def test_counts(faces, face):
    counts = {shown: sum(1 for other in faces if other == shown) for shown in faces}
    assert hands.count(faces, face) == counts.get(face, 0)
    assert hands.most(faces) == max(counts.values(), default=0)
    assert list(hands.pattern(faces)) == sorted(counts.values(), reverse=True)
    assert sum(hands.pattern(faces)) == len(faces)
    for number in range(1, 5):
        assert set(hands.with_at_least(faces, number)) == {shown for shown in counts if counts[shown] >= number}


def test_shapes_of_five_dice():
    throws = list(product(range(1, 7), repeat=5))
    assert sum(map(hands.full_house, throws)) == 300
    assert sum(map(hands.all_equal, throws)) == 6
    assert sum(hands.run(throw, 5) for throw in throws) == 240
    assert sum(hands.run(throw, 4) for throw in throws) == 1200
    assert sum(hands.holds(throw, (1, 2, 3, 4, 5)) for throw in throws) == 120


def test_no_dice_show_nothing():
    assert (hands.most(()), hands.all_equal(()), hands.full_house(()), hands.run((), 1)) == (0, False, False, False)
