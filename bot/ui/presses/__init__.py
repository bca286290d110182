"""What the buttons and menus of a table do."""
