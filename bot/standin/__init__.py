"""A Discord on this machine: the gateway, the REST routes this bot uses, and a page to play on."""
