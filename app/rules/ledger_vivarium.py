"""The ledger's rows for what Vivarium and the 4.0 update add; read by `ledger`."""

from typing import Final

VIVARIUM: Final = """
CH-1 | Two halves make a chapter | Vivarium rulebook, Chapters in Vivarium
A chapter is a top and a bottom card. Either may carry a picture, lore, ratings or abilities, and either
may be without them.

CH-2 | A chapter enters | Vivarium rulebook, Chapters in Vivarium
When a chapter enters, what enters play with it is resolved in printed order: the top card first, then
the bottom. The round goes on once all of it is done.

CH-3 | Played chapters and ratings | Vivarium rulebook, Chapters in Vivarium | chapter_sets_sliders
A chapter with a spawn or horror rating on either card is played. A printed rating sets its slider, also
when it is 0; one that is not printed leaves the slider alone.

CH-4 | On to the next chapter | Vivarium rulebook, Chapters in Vivarium
A chapter is left by activating a chapter space. A blocking one is left by meeting the condition that it
prints, on whichever card that stands. While an exit token is in play, the way on is over the exit alone.

CH-5 | Chapters that are only read | Vivarium rulebook, Chapters in Vivarium
Without a rating on either card a chapter is read, what enters play is resolved, and the next one
follows at once. Several may follow each other; ratings and chapter tokens stay as they are.

CH-6 | Headings bind nothing | Vivarium rulebook, Chapters in Vivarium
The heading over several abilities is only a name. Each of them keeps its own kind, moment and cost.

CH-7 | Choice panels | Vivarium rulebook, Chapters in Vivarium
The group picks exactly one option of such a panel. It holds for every explorer, also one who enters
later, and the others count for nothing until the chapter is over.

CH-8 | Abilities of chapters | Reading
Active abilities of the current chapter may be played by any explorer, from anywhere, at their printed
cost. They are gone with the chapter.

CH-9 | Leaving by the exit | Base game | exit_step
With an exit token in play an explorer can leave over its edge. The chapter is over when no living
explorer is left on the board.

CT-1 | Count tokens on cards | Vivarium rulebook, Chapters in Vivarium
Panels that print a space for them can hold count tokens: charges, open options, the option chosen or
determined. They go when their card goes.

CT-2 | Charges on cards | Vivarium rulebook, Chapters in Vivarium
A card enters with the charges that it prints, and spending one takes one off. Without charges only the
ability that needs them is closed.

CT-3 | Locked options | Vivarium rulebook, Chapters in Vivarium
Locked options open one after another in printed order. An option can be used only while it carries a
token.

CT-4 | Chosen and determined options | Vivarium rulebook, Chapters in Vivarium | determined_option
A token marks the option that the group picked, or the one whose condition is met. When several
conditions are met, the group picks among them.

TK-1 | Spawn and horror tokens | Vivarium rulebook, Chapter Tokens
Chapter tokens lie beside the rating sliders and are a stock to pay from. They are not part of a rating
and never move its slider.

TK-2 | Paying with chapter tokens | Vivarium rulebook, Chapter Tokens
Abilities add tokens, or take them as a price. A price is paid whole: without enough tokens the ability
can't be played at all.

TK-3 | How many tokens a chapter holds | Vivarium rulebook, Chapter Tokens | token_cap
A chapter can print how many tokens it holds. Adding stops there, and a price that would add one more
can't be paid; tokens already beyond it stay.

TK-4 | Tokens outlast the chapter | Vivarium rulebook, Chapter Tokens
Chapter tokens stay when the chapter changes. Only the limit goes with its chapter.

EX-1 | Exploring | Vivarium rulebook, Exploring a New Map Tile | explore_from
For 2 stamina an explorer at an unexplored edge of its map tile draws the top map tile. It is joined
whole edge to whole edge, turned so that its direction symbol meets the explored edge.

EX-2 | Terrain, environment, encounter | Vivarium rulebook, Exploring a New Map Tile
After a new map tile come its terrain, its environment and an encounter, each once. The explorer who
explored places the first two; nobody takes a turn while one of them is open.

EX-3 | When the three decks rest | Vivarium rulebook, Exploring a New Map Tile
Neither setup nor a tile that comes with the entry token uses the three decks. An exploration that cost
nothing does.

EX-4 | The area that fits | Base game | max_area scroll_with_explorer
The map tiles never cover more than the area agreed. When a new one would, the far row or column scrolls
away before the terrain is placed.

EX-5 | Unexplored edges | Base game | explore_token_edge
A side of a tile with no tile joined to it is unexplored, walled or not. When a neighbour goes, its edge
is unexplored again.

EX-6 | The tile with the entry token | Base game | entry_tile
Some effects place a new map tile with the entry token on one of its edges. Waiting explorers enter
there.

EX-7 | The order of exploring | Reading
Pay, join the tile, scroll, move environments whose edges were closed, then terrain, environment and
encounter. No step begins before the one before it is answered.

TR-1 | Placing a terrain | Vivarium rulebook, Terrains
The top terrain goes onto the new map tile, on whichever face and whichever of the four edges one likes.
The edge that joins it to the old tiles counts too.

TR-2 | How a terrain lies | Vivarium rulebook, Terrains
Its two printed walls point outward, so it always fills a corner: the long wall flush with the chosen
edge, the short one with a neighbouring edge. It is turned, never mirrored.

TR-3 | What a terrain may not cover | Vivarium rulebook, Terrains
Chapter spaces and spawn spaces must stay free, whatever lies on them. If no placement of either face is
legal, the terrain goes under its deck and is skipped.

TR-4 | A terrain stays | Vivarium rulebook, Terrains
Once placed it is never moved, removed or replaced by an effect. It goes only with its map tile.

TR-5 | What a terrain overrides | Vivarium rulebook, Terrains
Everything under it is gone and its own spaces count instead. Walls and doors on the two borders it
shares with the tile go as well, and on its outer sides its printed walls stand.

TR-6 | The overridden layout counts | Vivarium rulebook, Terrains
Walking, sight, traps, stations and spawning all read the tile as the terrain left it. What lies under a
terrain counts for nothing.

EN-1 | Connecting an environment | Vivarium rulebook, Environments | homeless_environment
The environment is connected to an unexplored edge of the new map tile. A token on that edge does not
matter.

EN-2 | Where an environment acts | Vivarium rulebook, Environments
It acts on its own map tile only, and on every unit there, explorers and monsters alike. Whoever leaves
the tile leaves the effect.

EN-3 | When its edge is explored | Vivarium rulebook, Environments | homeless_environment
When its edge gets a tile, the environment moves to another unexplored edge of the same map tile.
Charges and effect go on.

EN-4 | Entering an environment | Vivarium rulebook, Environments | spawn_enters entry_enters
What enters play on an environment resolves for each unit that comes onto its tile, in whatever way.
What does nothing for a monster is passed over.

EN-5 | Countdowns | Vivarium rulebook, Countdown Environments
A countdown environment loses one charge with each new round, from the round after it was drawn. It does
not matter who stands there.

EN-6 | When a countdown ends | Vivarium rulebook, Countdown Environments | spent_overlays
With its last charge the map tile is destroyed: monsters on it are banished, explorers on it die,
environment and terrain leave play, and the tile goes under its deck turned over.

NC-1 | Drawing an encounter | Vivarium rulebook, Encounters
The top encounter is laid face up on the destroyed ones, resolved, and is then the current one. The one
it covers counts no longer.

NC-2 | Everyone is in reach | Vivarium rulebook, Encounters | encounter_reach
An encounter belongs to no tile. Any explorer in play may resolve it, and its effects reach all units as
if they stood on one tile.

NC-3 | Abilities of the encounter | Vivarium rulebook, Encounters
While an encounter is current, any explorer may play its active abilities from anywhere, at their cost.

NC-4 | Storing cards | Vivarium rulebook, Encounters | pooled_payment
Some encounters let the group put cards aside on them for a price, card by card. The price is met in
full or the card is not stored.

NC-5 | Stored cards | Vivarium rulebook, Encounters | stored_on_cover
A stored card is out of play. Only an ability of the encounter that holds it can bring it back.

NC-6 | An encounter is no place | Vivarium rulebook, Encounters
It lies on no tile and works like a chapter or event. Tiles that go, or the death of whoever explored,
do not end it.

ST-1 | Steps: roll | Vivarium rulebook, Step Abilities
One explorer rolls the named dice, once, and printed changes apply as things stand at that moment.

ST-2 | Steps: adjust | Vivarium rulebook, Step Abilities | pay_last_health
Any explorers may pay the printed price to raise the roll, together no further than the printed limit.
The rolling explorer closes it.

ST-3 | Steps: resolve | Vivarium rulebook, Step Abilities | roll_off_scale
The rolling explorer resolves what the result says: one option, or all those above or below it, as the
card reads.

ST-4 | Any explorer, each explorer | Vivarium rulebook, Step Abilities
With "any" the steps happen once and the group picks who. With "each" they happen in full for one
explorer after another.

ST-5 | Where step abilities occur | Vivarium rulebook, Step Abilities
They enter play with chapters and encounters, and nothing comes between their three steps.

IT-1 | Adding an item level | 4.0 update, Adding item levels | half_rounding half_which
First half of each item deck leaves the game, then the items of the new level are shuffled in.

MN-1 | The monster level | 4.0 update, Increasing monster level | threat_after_level top_level half_rounding half_which
When threat rises on its last position, the monster deck and its destroyed cards are shuffled, halved,
and joined by the monsters of the next level.

RC-1 | Recharge station | 4.0 update, Recharge station | used_station_counts
Roll the recharge die, then trade with one explorer at a station or workbench, then use inventory, in
that order.

RC-2 | Using inventory on a neighbour | 4.0 update, Recharge station
Wherever inventory may be used, it may be an adjacent explorer's instead.

EV-1 | Event space | 4.0 update, Event space | event_space
For 2 stamina: restore essence or invoke an explorer event, or roll against the horror rating to bring
monster threat down.

TL-1 | Trap lever | 4.0 update, Trap lever
All units on trapped spaces of the activating unit's tile are attacked with three high dice; without
such a unit, on all tiles.

TL-2 | Others at the levers | 4.0 update, Trap lever | destroyed_lever_counts traps_without_activator
Then each other explorer beside a lever attacks the trapped spaces of its own tile with three low dice.

TL-3 | The lever is spent | 4.0 update, Trap lever
Only the lever that was activated gets a destroyed token, at the end.

XB-1 | Exploding barrel | 4.0 update, Exploding barrel
A barrel hit by an arcane attack explodes as an arcane attack.

CS-1 | Lit chapter spaces and ethereal units | 4.0 update, Chapter space
Who stands on a tile with a lit chapter space can target ethereal units.

CS-2 | Lighting a chapter space | Base game | chapter_space_lit
A chapter space is lit when it is activated, and stays lit until its tile goes. It is not activated
twice, unless the table lets spaces be used again (BG-5).

GD-1 | The game die | 4.0 update, Game die | dice
The game die shows 0 to 9, and 0 counts as 0. There is no 10.

ED-1 | Editions | 4.0 update, Compatibility with other editions | rules_4_0
The 4.0 update fits every edition and scenario; a table can play without it.
"""
