"""One file per step, in order. Never change a step that was released."""
