"""A Discord on this machine, for ``play`` and for tests. It knows nothing of the bot.

``world`` holds what exists and who may do what, ``gateway`` and ``rest`` serve bots, ``client`` serves people and
tests.
"""
