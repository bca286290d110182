"""The score-sheet family: one rules file for all, every sheet is data (:mod:`bot.games.yum.sheets`)."""
