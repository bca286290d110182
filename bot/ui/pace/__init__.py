"""How fast and how often: queues, throttles, retries, limits per person, and requests with a lost answer."""
