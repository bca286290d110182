"""Storage: schema, the one writer, migrations and queries."""
