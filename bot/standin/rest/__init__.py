"""The REST interface: routes, errors, rate limits, faults on request."""
