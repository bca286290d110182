"""The websocket for bots: sessions, IDENTIFY and RESUME, heartbeats, events."""
