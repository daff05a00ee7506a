"""The ledger's rows for the round, the base game, the table and their interplay; read by `ledger`."""

from typing import Final

BASE: Final = """
RD-1 | The round | Base game
A round has four phases: explorer, spawn, horror, monster. No phase ends while a step is open, nor the
explorer phase before every explorer in play has finished.

RD-2 | Taking turns | Base game | turn_order
Explorers act in any order. One who has finished has no stamina left and acts no more this round: nor does
a card give it any stamina before the next one.

RD-3 | Spawn phase | Base game | rating_max rating_after_fail
Each explorer in play rolls against the spawn rating: as high or higher is safe and raises it, lower
brings a monster and sets it back.

RD-4 | Horror phase | Base game | rating_max rating_after_fail
One roll against the horror rating. A failure raises monster threat, invokes a horror event and sets the
rating back.

RD-5 | Monster phase | Base game
Each monster acts once, in order, as its card says; the group carries it out.

RD-6 | A rating that was never set | Reading
Without a rating its phase passes without a roll.

RD-7 | When active abilities are played | Reading
Active abilities are played in the explorer phase, by an explorer who has not finished, with no step
open.

BG-1 | What things cost | Base game | cost_*
A step costs 1 stamina, exploring 2, opening a door 2, a chapter space 3, unless the table agreed
otherwise. Action spaces are used from an adjacent space.

BG-2 | Adjacent spaces and walking | Base game | diagonal_corner pass_allies
The eight neighbours are adjacent where no wall or closed door lies between. Obstacles cannot be walked
on, nor spaces where another unit stands; monsters block explorers and explorers monsters.

BG-3 | Sight | Base game | sight_corner
Sight runs from centre to centre. Walls, closed doors and rubble block it; units and action spaces do
not.

BG-4 | Attacks | Base game | banished_to
The dice together must reach armor, or will for an arcane attack, to take 1 health. A banished monster
gives nothing. An attack that a card makes by itself hits ethereal units with the leave of who acts.

BG-5 | Spaces are used once | Base game | spaces_used_once
An action space that was used is marked explored and cannot be used again.

BG-6 | Death and replacement | Base game | dead_items replacement last_death
A destroyed explorer is out. With an entry token in play one not yet used may take its place in the next
explorer phase; with no explorer alive the game is lost.

BG-7 | Winning and losing | Base game
The game is won when the endgame's condition or a victory effect says so. If both fall due at once, lost
comes first (a reading). After the end nothing moves, but undo still works.

BG-8 | Borders between tiles | Base game
A step or a line of sight between two tiles is open only where neither of them, terrain included, has a
wall or a closed door.

BG-9 | Using inventory | Base game
Items are equipped, taken off, augmented and upgraded in one go; consumables are destroyed after use. Either
of two who trade ends the trade, whoever paid for it.

BG-10 | Workbench | Base game | workbench_effect
Who uses a workbench trades and then uses inventory, or draws items, as the table agreed. It also anchors trades.

BG-11 | Push, pull, teleport | Base game | push_springs_traps
A push or pull goes space by space in a straight line and ends early at a wall, an obstacle or a unit. A
teleport needs only a free space. Who is moved so onto a trapped space springs it; who walks there does not.

DK-1 | Invoke and reinvoke | Base game | empty_deck
To invoke is to draw a card, lay it on the destroyed pile and resolve it. To reinvoke is to resolve the
top of that pile again.

DK-2 | Event decks at setup | Base game | trim_core_events
Each event deck takes as many core cards as the scenario brings of its own; the rest stay in the box.

DK-3 | No card is lost or doubled | Base game
At every moment each card is in exactly one place. Out of the game, stored and held are places too.

DK-4 | Explorer events | Base game | placed_event
While an explorer event is current, any explorer may play its active abilities from anywhere. A bound
event stays with its explorer instead.

SC-1 | The scenario is fixed | Vivarium rulebook, The Four Scenarios
Scenario, length and variation are chosen before setup and hold for the session.

SC-2 | Vivarium's other cards | Vivarium rulebook, What Vivarium Adds
New explorers, monsters, items and events follow the rules of the base game and mix with any set.

SC-3 | Setup | Base game
Decks are made ready, the starting tile and the entry token laid, the explorers placed by it, the first
chapter entered.

AM-1 | Table rulings | Vivarium rulebook, Quick Answers | ruling_by
Where effects contradict or the tracker falls short, the group decides and enters it with a reason. A
ruling may go against a rule, but can't put a card in two places.

AM-2 | Answers of the group | Vivarium rulebook, Quick Answers | group_choice
Where the explorers decide together, one of them enters the answer. Everybody sees who did, and it can
be undone.

IP-1 | One thing sets off another | Reading
What an ability orders happens in its place; what it merely triggers waits until the ability is
finished. What may prevent a loss or a death is the exception: it is asked before anything else goes on. As much
as can be done is done; a price is always paid whole, and nothing that prevents a loss gives it back.

IP-2 | The exploring explorer is gone | Reading
The steps of its exploration stay open and the group answers them. If the new tile is gone, only the
encounter is still drawn.

IP-3 | Walking into an environment | Reading
The walk stops where it enters the tile, the environment resolves, then the walk goes on. Steps not
taken are not paid.

IP-4 | Several units enter at once | Reading
All are placed first, then the environment resolves for one after another in the group's order.

IP-5 | A new round begins | Reading
All countdowns tick together, tiles without charges are destroyed one by one, loss is checked; then
stamina returns and replacements enter.

IP-6 | An ability takes the last charge | Reading
The tile is destroyed in the same way, as soon as that ability is finished.

IP-7 | An edge opens again | Reading
An environment of that tile that was without an edge is connected there at once.

IP-8 | An entry or exit token loses its edge | Reading | lost_token
The group lays it on an unexplored edge of a remaining tile. Without one it waits beside the board.

IP-9 | The chapter changes in the middle | Reading
The ability is finished first, then the chapter changes, then waiting steps go on. Other abilities of
the old chapter are dropped.

IP-10 | An encounter is covered while it resolves | Reading
The ability in hand is finished; nothing new on that encounter can begin.

IP-11 | Cards laid on the destroyed events | Reading | placed_event
They cover the event that was current and are not current themselves until they are reinvoked.

IP-12 | The table changes between rolls | Reading
Tokens and ratings are read anew at each roll. The dead are passed over, and those who came meanwhile
are not added.

IP-13 | One tile in name only | Reading
The reach of an encounter gives neither adjacency nor sight, and environments act on the real tile.

IP-14 | Traps that kill | Reading
The attacks follow one another and look up their targets anew each time, also when the activating unit
has died.

IP-15 | No way on | Reading | dead_end
When tiles are left but every edge is walled off or held by a token, exploring through the wall is
legal.

IP-16 | The spawn space is taken | Reading
The next nearest free spawn space of that tile is used, or else the free space nearest to the first.

IP-17 | No monster left | Reading | empty_deck
With an empty monster deck the destroyed ones are shuffled, or nobody comes. The rating is set back all
the same.

IP-18 | No terrain, environment or encounter left | Reading | empty_deck
The step is skipped and logged. Encounters are reshuffled where the table plays it so.

IP-19 | Explorers who left | Reading | left_in_play
An explorer who left by the exit takes no part in rolls, payments, encounters or levers.

IP-20 | Chains of barrels | Reading
A barrel explodes once, and explosions follow one another in the group's order.

IP-21 | The area falls apart | Reading
Both parts stay in play, with no way across the gap. The gap can be explored from either side.

IP-22 | Several changes to one number | Reading
Values set by a card come first, then plus and minus, then the limits of the track.
"""
