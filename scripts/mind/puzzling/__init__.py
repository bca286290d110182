"""Why an answer of a puzzle is the best one: what its turn brings, and whether the upper bonus decides."""
