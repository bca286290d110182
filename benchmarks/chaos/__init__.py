"""The parts of chaos_day.py: people, faults, and what has to be true afterwards."""
