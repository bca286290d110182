"""The world: servers, people, channels, messages and commands.

It checks every payload against Discord's limits, and every action against permissions.
"""
