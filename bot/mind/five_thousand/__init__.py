"""The fewest turns to the goal of 5000, alone: :mod:`.turn` asks the rules, :mod:`.evaluator` answers."""
