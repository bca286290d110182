"""The REST interface for bots: routes, answers, errors, rate limits, and faults that a test asks for."""
