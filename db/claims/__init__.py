"""Which process holds which shards, by advisory locks of PostgreSQL.

All locks of a process belong to one session. Its end gives them back, however it came: nothing has to be cleaned up.
"""
