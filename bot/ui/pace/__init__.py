"""The pace of work: queues, throttles, retries, limits per person, and requests with a lost answer."""
