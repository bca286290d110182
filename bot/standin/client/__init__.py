"""What people do: the page with its websocket, and hands that tests press buttons with."""
