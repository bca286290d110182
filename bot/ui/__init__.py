"""The only files that build Discord objects.

``discord`` is the border to Discord, ``presses`` handles what people press, ``table`` keeps the messages of tables
true, ``pace`` limits how fast and how often the bot speaks.
"""
