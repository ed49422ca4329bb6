"""The rules of the Da Vinci Code: tiles, hands, moves, and what each move shows to all.

Both games of [Eker2020]: the simplified one of its section 2 (tiles 1..n in two colors,
the rest closed on the table, no drawing) and the full one of its section 1.1 (tiles 0-11,
jokers, and a tile drawn at the start of every turn).

>>> setup = Setup(players=3, tiles=12)
>>> setup.parse_code("b1 b4 b5 w6")
(2, 8, 10, 13)
>>> code_name(_)
'b1 b4 b5 w6'
"""

from whoknows.games.davinci.rules.fold import (
    Facts,
    Secret,
    Sight,
    State,
    play,
    sight_of,
    start,
    turn,
)
from whoknows.games.davinci.rules.moves import (
    Answer,
    Arrange,
    Dealt,
    Drew,
    Fact,
    Guess,
    Move,
    Place,
    Placed,
    Right,
    Shown,
    Stop,
    Stopped,
    Wrong,
    agent_name,
    answer_name,
    answer_of,
    move_name,
    parse_move,
)
from whoknows.games.davinci.rules.position import (
    Code,
    Deal,
    Phase,
    Position,
    PublicTable,
    word_of,
)
from whoknows.games.davinci.rules.setup import (
    GOING_ON,
    SEMANTICS,
    Setup,
    Tile,
    code_name,
    is_joker,
    parse_tile,
    tile_color,
    tile_name,
)
from whoknows.games.davinci.rules.turns import legal

__all__ = [
    "GOING_ON",
    "SEMANTICS",
    "Answer",
    "Arrange",
    "Code",
    "Deal",
    "Dealt",
    "Drew",
    "Fact",
    "Facts",
    "Guess",
    "Move",
    "Phase",
    "Place",
    "Placed",
    "Position",
    "PublicTable",
    "Right",
    "Secret",
    "Setup",
    "Shown",
    "Sight",
    "State",
    "Stop",
    "Stopped",
    "Tile",
    "Wrong",
    "agent_name",
    "answer_name",
    "answer_of",
    "code_name",
    "is_joker",
    "legal",
    "move_name",
    "parse_move",
    "parse_tile",
    "play",
    "sight_of",
    "start",
    "tile_color",
    "tile_name",
    "turn",
    "word_of",
]
