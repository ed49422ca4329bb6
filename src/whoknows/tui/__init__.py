"""Games on the screen of a terminal: a floor beside the web, and like it above the games.

| file | what it is |
|---|---|
| `parts` | what every game has on the screen: history, hints, a question |
| `table` | what the program asks of a table, and the list of them |
| `mastermind`, `davinci` | one table a game: what keys and clicks do |
| `pegs`, `tiles` | what is on these tables, as text |
| `plain` | the table of any other game: its board as text, its moves to choose from |
| `app` | the program around a table |

A table is shown a `View`, which is built from one sight: no secret comes here before the
game is over.
"""
