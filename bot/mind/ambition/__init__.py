"""The fewest turns to the goal of Ambition, alone: :mod:`.turn` asks the rules, :mod:`.evaluator` answers."""
