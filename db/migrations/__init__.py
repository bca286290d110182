"""The steps from one schema to the next, run by db.connection.migrate (Alembic)."""
