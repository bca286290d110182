"""One file per step, in order; a step that was released is never changed."""
