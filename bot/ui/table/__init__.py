"""The messages of a table: draw them, send them, keep them true, and remove them.

The clock, the caller, the reconciler and the result's picture live here too.
"""
