"""Works out what positions are worth, beside the event loop: one process, started when first needed.

``thinker`` is for everybody who wants to know; ``worker`` is what that process does. Only the worker imports
``bot.mind``, so a bot that nobody asks neither loads nor computes anything.
"""
