"""The kernel every game stands on: types, dice, the one gate, records, shapes. Pure: no I/O, no clock."""
