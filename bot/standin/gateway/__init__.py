"""The bots' websocket: sessions, IDENTIFY and RESUME, events."""
