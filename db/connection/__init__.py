"""Opening a database: its address, its engines, one process at a time, the schema of this version.

It also says what the errors of drivers mean.
"""
