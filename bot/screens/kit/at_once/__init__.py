"""Games that everybody plays at once: the words of screens about them, and how a race shows itself."""
