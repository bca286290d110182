"""What positions of Yamslam are worth: one turn worked out, the rest of the game estimated."""
