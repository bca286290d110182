"""What people do: the page, its websocket, and hands for tests."""
