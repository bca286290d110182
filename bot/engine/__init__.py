"""What every game stands on: types, dice, hands, options, the one gate, records and the codec.

Everything here is pure: no I/O, no clock, no randomness of its own. It knows no game, no table and no Discord.
"""
