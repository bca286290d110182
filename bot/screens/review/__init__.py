"""Reviews of finished games: luck and decisions told apart, the costliest decisions, and how well somebody played."""
