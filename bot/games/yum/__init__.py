"""The score sheets: one set of rules for all of them.

``scoring`` says what dice are worth and what a sheet is, ``sheets`` holds every sheet as data, ``mind`` knows what
positions are worth.
"""
