"""How fast and how often: one notion each of budget, queue, retry and limit; and requests with a lost answer."""
