"""The handlers of buttons, menus and forms of a table. Each calls a service and shows what came of it."""
