"""What a table is: its values, its refusals, and the protocols of its storage. No I/O."""
