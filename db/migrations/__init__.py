"""The steps from one schema to the next. :mod:`db.connection.migrate` runs them by Alembic."""
