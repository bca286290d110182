"""The steps, in folders of twenty at most. Never change a step that was released."""
