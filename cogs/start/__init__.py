"""The start commands of games: what one may say when a table is opened, and the factory that makes the cogs."""
