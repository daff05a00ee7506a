"""One evening at table K7W 4QT, as the dataclasses that the pages are given."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from app.rules.settings import Settings
from app.web import contexts as c
from app.web import contexts_answers as answers
from app.web import contexts_cards as cards
from app.web import contexts_doors as doors
from app.web import contexts_log as log
from app.web import contexts_party as party
from app.web import contexts_rules as rules
from app.web import contexts_rulings as rulings
from app.web.settings_text import groups

AT = datetime(2026, 11, 27, 20, 44, tzinfo=UTC)
ADA = c.Token("ex me", "A", "Ada")
BRAM = c.Token("ex", "B", "Bram")
VEY = c.Token("ex", "V", "Vey")
HOUND = c.Token("mo", "4", "Hound")
WISP = c.Token("mo eth", "1", "Wisp")
STAMINA = c.Cost("2", "stamina", "verd", "stamina")
ESSENCE = c.Cost("1", "essence", "ether", "essence")

BASE = "/t/K7WplayKEY0123456789ab"
NOW = c.NowBar(4, ("on", "", "", ""), "Explorer phase", "Ada, 4 stamina left", "Your turn", True, True)


NOTICES = (
    c.Notice(
        "asked-1",
        "person",
        "Mara, on another phone, asks for the seat of Jonas with Bram.",
        "That phone then plays on; the phone that had the seat loses it.",
        (
            c.NoticeButton("check", "Give it", "grant", (("request", "1"), ("yes", "1"))),
            c.NoticeButton("cross", "No", "grant", (("request", "1"), ("yes", ""))),
        ),
    ),
    c.Notice(
        "undone-56",
        "undo",
        "Jonas took back your move.",
        "Ada walked to Kiln b4.",
        (c.NoticeButton("redo", "Redo", "redo", (("revision", "57"),)),),
        f"{BASE}/log#r56",
        "Log",
    ),
    c.Notice("away-s2", "warn", "Jonas’s phone is away", "The table waits for Bram.", since=AT),
)


def frame(path: str, theme: c.Theme = "dark", fragment: bool = False) -> c.Frame:
    return c.Frame(theme, path, fragment)


def chrome(tab: str, question: c.Question | None = None, watching: bool = False) -> c.Chrome:
    names = (("Board", "board"), ("Cards", "cards"), ("Chapter", "chapter"), ("Party", "party"), ("Log", "log"))
    tabs = tuple(
        c.Tab(name, icon, f"{BASE}/{icon}", icon == tab, int(icon == "cards" and question is not None))
        for name, icon in names
    )
    notices = NOTICES if tab == "share" else ()
    return c.Chrome(BASE, f"{BASE}/{tab}", "n0nce", 57, f"{BASE}/stream", NOW, tabs, question, watching, notices)


QUESTION = c.Question(
    7,
    "Which way down?",
    "The Deep Gallery",
    "The group picks one; the others count for nothing until the next chapter.",
    "CH-7",
    "Anyone answers for the group.",
    (
        c.Option("The flooded shaft", "Doors cost 1 stamina less", '{"type":"Answer","step":7,"option":"0"}'),
        c.Option(
            "The winch road", "Restore 1 health at a workbench", '{"type":"Answer","step":7,"option":"1"}', ("Jonas",)
        ),
    ),
    (
        c.OptionGroup(
            "The Drip: move to",
            (
                c.Option("Kiln b4", "", '{"type":"MoveMonster","monster":"m1","to":[1,3]}'),
                c.Option("Kiln b5", "", '{"type":"MoveMonster","monster":"m1","to":[1,4]}', ("Jonas",)),
            ),
        ),
    ),
    (c.Action("no", "Bram helps with 2 health", reasons=(c.Why("Only 1 more fits.", "ST-2"),)),),
    "chapter",
)

CALL = c.Action(
    "cards",
    "Put 1 stored card on top of the destroyed explorer events. Reinvoke explorer event.",
    "Ada",
    (STAMINA,),
    '{"type":"PlayAbility","explorer":"exp-01","card":"enc-03","at":"card.0.1"}',
)
NOT_CALL = replace(
    CALL,
    note="Bram",
    move="",
    reasons=(
        c.Why("This costs 2 stamina; Bram has 0.", "BG-1"),
        c.Why("Bram has finished for this round.", "RD-2"),
    ),
)
LORE = (
    "Below the lift the rock hums one note, a little flat. The miners stopped their ears with wax, then with bread, "
    "then with company forms. Whoever answers the note, answers twice."
)
ARCHIVIST = cards.CardView(
    "enc-03",
    "encounter",
    "ether",
    "Encounter",
    "The Patient Archivist",
    "Anyone, from any tile, while it lies on top.",
    "NC-3",
    ("He sits behind a wire grille with a pot of paste and files what has not happened yet.",),
    (
        cards.PanelView(
            "",
            "",
            "",
            None,
            (
                cards.AbilityView("When it enters:", "Draw the top 3 explorer events face up.", "check", True, ()),
                cards.AbilityView("Active:", "Put 1 stored card on top.", "cards", False, (CALL, NOT_CALL)),
            ),
            (),
        ),
    ),
    None,
    ("Cold Lantern", "Borrowed Hands"),
)
STEAM = cards.CardView(
    "env-05",
    "env",
    "ether",
    "Environment",
    "Rising Steam",
    "On Kiln, at its south edge. It acts on every unit there.",
    "EN-2",
    (),
    (
        cards.PanelView(
            "", "", "", None, (cards.AbilityView("When a unit enters:", "It loses 1 stamina.", "env", False, ()),), ()
        ),
    ),
    3,
)


def deck(key: str, icon: str, name: str, draw: int, play: int, gone: int, top: str = "") -> cards.DeckRow:
    total = draw + play + gone
    bars = (
        cards.Bar("a", 0, round(100 * draw / total, 1)),
        cards.Bar("b", round(100 * draw / total, 1), round(100 * play / total, 1)),
        cards.Bar("c", round(100 * (draw + play) / total, 1), round(100 * gone / total, 1)),
    )
    return cards.DeckRow(key, icon, name, f"{BASE}/cards/{key}", draw, play, gone, 0, total, bars, top)


DECKS = (
    deck("tiles", "tile", "Map tiles", 11, 4, 0),
    deck("terrains", "terrain", "Terrains", 9, 1, 0),
    deck("environments", "env", "Environments", 10, 2, 1, "Dead Calm"),
    deck("encounters", "encounter", "Encounters", 12, 1, 3, "Brass Choir"),
    deck("explorer_events", "event", "Explorer events", 21, 3, 6, "Loose Flagstones"),
    deck("monsters", "monster", "Monsters", 14, 4, 6, "Ticket Hound"),
)
TRACKS = (
    cards.TrackView("spawn", "nest", "ember", "Spawn rating", 5, 3, tuple(range(10)), 2, 3),
    cards.TrackView("horror", "horror", "ether", "Horror rating", 4, 4, tuple(range(10)), 2, 2),
)
THREAT = cards.ThreatView(3, 1, 5, (cards.Bar("b", 0, 60),))
BARGAIN = c.Action(
    "spawn",
    "Restore 3 essence",
    "Pay 1 spawn token. You have 2",
    (c.Cost("−1", "spawn", "ember", "spawn token"),),
    '{"type":"PlayAbility","explorer":"exp-01","card":"rav-03","at":"bottom.2.0"}',
)
FULL = c.Action(
    "horror",
    "Add 1 horror token",
    reasons=(c.Why("No more than 2 horror tokens fit now, and 2 are there already.", "TK-3"),),
)
TOP = cards.CardView(
    "rav-03",
    "chapter",
    "brass",
    "Chapter",
    "The Singing Ore",
    "",
    "",
    (LORE,),
    (
        cards.PanelView(
            "When the lift stopped",
            "",
            "",
            None,
            (cards.AbilityView("When it enters:", "Add 1 horror token (max 2).", "chapter", True, ()),),
            (),
        ),
    ),
)
BOTTOM = replace(
    TOP,
    lore=(),
    panels=(
        cards.PanelView(
            "Which way down?",
            "Chosen once, for all, until the chapter ends.",
            "CH-7",
            None,
            (),
            (
                cards.OptionView(
                    "The flooded shaft",
                    "on",
                    "Chosen",
                    ("Passive: Doors cost 1 stamina less.",),
                    (),
                ),
                cards.OptionView(
                    "The winch road",
                    "no",
                    "Not taken",
                    ("Passive: Restore 1 health at a workbench.",),
                    (),
                    "Needs 2 or more horror tokens; now: 1.",
                ),
            ),
        ),
        cards.PanelView(
            "Dock stores",
            "",
            "CT-2",
            2,
            (cards.AbilityView("Active:", "Draw 1 item.", "cards", False, (BARGAIN,)),),
            (),
        ),
        cards.PanelView(
            "Bargains with the note",
            "",
            "",
            None,
            (cards.AbilityView("Active:", "", "spawn", False, (BARGAIN, FULL)),),
            (),
        ),
    ),
)


def pools(health: tuple[int, int], stamina: tuple[int, int], essence: tuple[int, int]) -> tuple[party.PoolView, ...]:
    return (
        party.PoolView("health", "health", "ember", *health),
        party.PoolView("stamina", "stamina", "verd", *stamina),
        party.PoolView("essence", "essence", "ether", *essence),
    )


FINISH = c.Action(
    "end",
    "Finish Ada’s turn",
    "4 stamina is lost; she acts no more this round",
    (),
    '{"type":"FinishTurn","explorer":"exp-01"}',
)
END_PHASE = c.Action("end", "End the explorer phase", reasons=(c.Why("Vey has not finished yet.", "RD-1"),))
EXPLORERS = (
    party.UnitView(
        "exp-01",
        ADA,
        "Ada Pryce",
        "You, Antechamber j4",
        "Acting",
        "walk",
        True,
        True,
        pools((5, 6), (4, 8), (3, 4)),
        (
            party.Carried(
                "attack", "Pit Pick", "Equipped", ("Weapon, 1 hand", "Attack: 2 low dice, adjacent (2 stamina)")
            ),
            party.Carried("arcane", "Arc Lamp", "", ("Artifact, lamp",)),
        ),
        (cards.AbilityView("Always:", "When she explores, she looks at the top 2 map tiles.", "text", False, ()),),
        (FINISH,),
        "Carries a level. Trusts it more than floors.",
    ),
    party.UnitView(
        "exp-02",
        BRAM,
        "Bram Okoro",
        "Jonas, Antechamber d3",
        "Turn done",
        "check",
        False,
        True,
        pools((4, 7), (0, 7), (3, 3)),
        (),
        (),
        (),
        "",
    ),
    party.UnitView(
        "exp-03",
        VEY,
        "Vey Lindholm",
        "Mara, Signal Hall e6",
        "To act",
        "slot",
        False,
        True,
        pools((2, 5), (7, 7), (1, 6)),
        (),
        (),
        (),
        "",
    ),
)
MONSTERS = (
    party.UnitView(
        "m1",
        HOUND,
        "Ticket Hound",
        "Signal Hall g5",
        "",
        "",
        False,
        True,
        (party.PoolView("health", "health", "ember", 4, 4),),
        (),
        (),
        (),
        "Loneliest: moves, attacks.",
    ),
)


def _said(revision: int, token: c.Token | None, icon: str, *said: tuple[str, str]) -> log.LogLine:
    """An entry with its sentences, each as (rule, text); what is told last is bookkeeping in an entry of two."""
    lines = tuple(log.LogSaid((text,), rule) for rule, text in said)
    return log.LogLine(revision, token, icon, lines[:1], lines[1:], AT, "Ines", "rolled by the tracker", "", False)


LINES = (
    _said(
        57, ADA, "", ("ST-3", "Ada resolved The Tuning Fork with 5: band 3–5."), ("MN-1", "Threat rose from 2 to 3.")
    ),
    _said(56, ADA, "", ("EN-1", "Rising Steam was connected to the south edge of Kiln, 3 charges.")),
    replace(_said(55, BRAM, "", ("RD-2", "Bram finished the turn with 2 stamina left.")), undone_by="Bram"),
    replace(_said(54, BRAM, "", ("BG-5", "Bram opened a chest at Antechamber h9.")), undone_by="Bram", seen=True),
    _said(53, None, "key", ("AM-1", "Ruling by Ines: “We forgot the fall damage.”")),
)


def table(tab: str, theme: c.Theme, fragment: bool, **more: object) -> tuple[c.Frame, c.Chrome]:
    return frame(f"{BASE}/{tab}", theme, fragment), chrome(tab, **more)  # type: ignore[arg-type]


def examples(theme: c.Theme = "dark", fragment: bool = False) -> dict[str, object]:
    """Every page by name, filled."""
    f = frame
    all_groups = groups(Settings(token_cap="ability"))
    return {
        "home": doors.HomePage(
            f("/", theme),
            (
                doors.KnownTable(
                    "Ruins Among the Void", f"{BASE}/board", "Ada, hosting", "Round 4, explorer phase", AT, ""
                ),
                doors.KnownTable("Thursday", "/t/other", "watching", "Round 9", AT, "Won"),
            ),
            "",
            "",
        ),
        "home-new": doors.HomePage(f("/", theme), (), "K7W 4Q", "No table has the code K7W 4Q. It has six characters."),
        "new": doors.NewPage(
            f("/new", theme),
            (),
            "",
            "",
            (
                doors.ScenarioPick(
                    "ruins",
                    "Ruins Among the Void",
                    "A mine on an asteroid, and what sings below it",
                    True,
                    (c.Pick("short", "Short", "5 chapters, 90 minutes", True),),
                    (c.Pick("company", "Company Orders", "as printed", True),),
                ),
                doors.ScenarioPick(
                    "conta",
                    "Contamination",
                    "A station whose crew has changed",
                    False,
                    (
                        c.Pick("short", "Short", "5 chapters, 90 minutes", False),
                        c.Pick("standard", "Standard", "8 chapters, 2 to 3 hours", True),
                    ),
                    (c.Pick("a", "As printed", "", True), c.Pick("b", "Deaf Shift", "", False)),
                ),
            ),
            tuple(
                c.Pick(t.mark, t.name, "5 health, 7 stamina", t.mark != "M", c.Token("ex", t.mark, t.name))
                for t in (ADA, BRAM, VEY, c.Token("ex", "M", "Moss"))
            ),
            3,
            4,
            "",
            all_groups,
            (),
            sum(len(g.rows) for g in all_groups),
            1,
            "",
        ),
        "join": doors.JoinPage(
            f(f"{BASE}/join", theme),
            BASE,
            "Table K7W 4QT",
            "Ines",
            (),
            "Mara",
            (
                doors.JoinPick("exp-03", VEY, "Vey", "Free. 5 health, 6 stamina, piano tuner", False, True),
                doors.JoinPick(
                    "exp-05", c.Token("ex", "J", "Jem"), "Jem", "Free. 5 health, 8 stamina, lift boy", False, False
                ),
                doors.JoinPick("exp-02", BRAM, "Bram", "Jonas has this seat", True, False, "s2"),
            ),
            False,
            False,
            "",
            "Jonas",
            True,
            f"{BASE}/stream",
            57,
        ),
        "share": doors.SharePage(
            *table("share", theme, fragment),
            "Ruins Among the Void",
            "K7W 4QT",
            "192.168.1.20:8000",
            True,
            (
                doors.DoorLink(
                    "person", "Play", "Takes a seat, moves an explorer", "http://192.168.1.20:8000" + BASE, False
                ),
                doors.DoorLink(
                    "key", "Host", "Also settings and seats. Keep it yours", "http://192.168.1.20:8000/t/host", False
                ),
                doors.DoorLink(
                    "eye", "Watch", "For the TV: sees the table, cannot touch", "http://192.168.1.20:8000/t/watch", True
                ),
            ),
            (
                doors.SeatRow(ADA, "Ines", "Ada, this phone", "key", "Host", (("exp-01", "Ada"),), "s1", True),
                doors.SeatRow(BRAM, "Jonas", "Bram", "", "", (("exp-02", "Bram"),), "s2", False),
            ),
            (doors.SeatRow(VEY, "Vey", "seat free", "slot", "Waiting", (), "exp-03", False),),
            True,
            "Ines",
            "Ruins Among the Void",
            "you" if fragment else "",
            (c.Why("Take another name.", ""),) if fragment else (),
            not fragment,
            "First evening 1.0",
        ),
        "cards": cards.CardsPage(*table("cards", theme, fragment), (ARCHIVIST, STEAM), DECKS, 107, 107),
        "cards-question": cards.CardsPage(
            *table("cards", theme, fragment, question=QUESTION), (ARCHIVIST,), DECKS, 107, 107
        ),
        "deck": cards.DeckPage(
            *table("cards", theme, fragment),
            DECKS[3],
            ARCHIVIST,
            (cards.Placed("The Patient Archivist", "Current"),),
            (cards.Placed("Brass Choir", ""), cards.Placed("Headcount", "")),
            (cards.Placed("Forty Coats", ""),),
            True,
        ),
        "chapter": cards.ChapterPage(
            *table("chapter", theme, fragment),
            "The Singing Ore",
            3,
            6,
            "Ruins Among the Void, short",
            "You work with wax in your ears.",
            ("M182 96L264 96M160 74L160 -8", "M181 93L241 85", "M20 100V70l14-10 14 10v30"),
            TOP,
            BOTTOM,
            "Light one more chapter space: Cistern e8 or Kiln h2.",
            "CH-4",
            "1 of 2 lit.",
            (cards.Behind("The Long Drop", f"{BASE}/chapter/1"), cards.Behind("The Tally Board", "")),
            TRACKS,
            THREAT,
            "",
        ),
        "behind": cards.BehindPage(
            *table("chapter", theme, fragment),
            "The Long Drop",
            1,
            6,
            ("M182 96L264 96M160 74L160 -8", "M181 93L241 85", "M20 100V70l14-10 14 10v30"),
            (TOP, BOTTOM),
            "Chosen: Wax.",
            True,
            cards.Behind("The Singing Ore", f"{BASE}/chapter/2"),
            f"{BASE}/log?before=13#r12",
        ),
        "party": party.PartyPage(
            *table("party", theme, fragment),
            EXPLORERS,
            MONSTERS,
            (FINISH, END_PHASE),
            (c.Why("Vey has 2 health left.", "ST-2"),),
            True,
        ),
        "log": log.LogPage(
            *table("log", theme, fragment),
            (log.LogPart("Round 4, explorer phase", LINES[:3]), log.LogPart("Round 3, monster phase", LINES[3:])),
            (
                c.Pick("", "All", "", True),
                c.Pick("mine", "Mine"),
                c.Pick("rolls", "Rolls"),
                c.Pick("rulings", "Rulings"),
            ),
            f"{BASE}/log?before=53",
            True,
            "End of Bram’s turn",
            True,
        ),
        "undo": log.UndoPage(
            *table("log", theme, fragment),
            54,
            (
                log.UndoLine(BRAM, ("Walked to Antechamber d3",), 0, "Jonas", False, True),
                log.UndoLine(ADA, ("Rolled for The Tuning Fork", "Rolled 3 + 2."), 2, "Ines", True, True),
                log.UndoLine(ADA, ("Placed Slag Chute",), 0, "Ines", True, False),
            ),
            ("Jonas",),
            True,
            "Jonas’s",
        ),
        "refused": answers.RefusedPage(
            *table("board", theme, fragment),
            f"{BASE}/board",
            "Explore east",
            (
                c.Why("This costs 2 stamina; Ada has 1.", "EX-1"),
                c.Why("Bram would be left behind on Antechamber.", "EX-4"),
            ),
            ("Mara resolved The Tuning Fork.",),
            (CALL, FINISH),
            "What Ada can do instead",
            "exp-01",
        ),
        "quicker": answers.QuickerPage(
            *table("board", theme, fragment), f"{BASE}/board", "Mara was quicker", "The spawn phase began."
        ),
        "ask": answers.AskPage(*table("board", theme, fragment, question=QUESTION), QUESTION, ""),
        "ruling": rulings.RulingPage(
            *table("party", theme, fragment),
            (
                rulings.RulingKind(
                    "pool",
                    "Ada: health",
                    "health",
                    "Now 5 of 6.",
                    (
                        rulings.RulingField("unit", "", "exp-01"),
                        rulings.RulingField("what", "", "health"),
                        rulings.RulingField("value", "Health", "4", (), 0, 6, "ruling-exp-01-health"),
                    ),
                ),
            ),
            True,
            "",
            (),
            (),
            ("A card says so", "We forgot something", "Misread the rule", "Wrong button"),
        ),
        "rulings": rulings.RulingPage(
            *table("party", theme, fragment),
            (
                rulings.RulingKind(
                    "pool",
                    "Health, stamina, essence",
                    "health",
                    "",
                    (
                        rulings.RulingField("unit", "Who", "", (c.Pick("exp-01", "Ada"), c.Pick("m1", "Ticket Hound"))),
                        rulings.RulingField("value", "To", "4", (), 0, 9, "f-v"),
                    ),
                ),
                rulings.RulingKind(
                    "tokens",
                    "Chapter tokens",
                    "token",
                    "",
                    (rulings.RulingField("value", "Spawn tokens", "2", (), 0, 20, "f-t"),),
                ),
            ),
            False,
            "",
            (c.Why("Say why: a ruling needs a reason.", ""), c.Why("Ada stands there.", "BG-2")),
            ("Jonas walked.",),
            ("A card says so",),
        ),
        "house": rulings.HousePage(
            *table("share", theme, fragment),
            all_groups,
            sum(len(g.rows) for g in all_groups),
            1,
            True,
            "",
            (
                rulings.HouseChange(
                    "House rule “Exploring from”: Anywhere on the tile; it was: A space on that edge.", "Ines", AT
                ),
            ),
        ),
        "watch": party.WatchPage(
            *table("watch", theme, fragment, watching=True),
            '<svg class="bd" viewBox="-24 -24 448 448"></svg>',
            "Ada’s turn",
            "4 stamina left. Also to act: Vey",
            tuple(party.WatchUnit(u.token, u.token.name, u.note, u.mine, u.pools) for u in EXPLORERS),
            (HOUND, WISP),
            "The Singing Ore, chapter 3 of 6",
            "Light one more chapter space.",
            "1 of 2 lit",
            TRACKS,
            THREAT,
            (
                ("encounter", "ether", "The Tuning Fork", "current encounter"),
                ("env", "ether", "Rising Steam", "on Kiln, breaks in 3 rounds"),
            ),
            ((AT, "Ada rolled 5 for The Tuning Fork."), (AT, "Rising Steam now hangs on Kiln.")),
            "K7W 4QT",
            "192.168.1.20:8000",
            "Take a seat",
            "/t/other/join",
        ),
        "import": doors.ImportPage(f("/import", theme), ("That is no file of this tracker.",), "Ines"),
        "problem": answers.ProblemPage(
            f("/t/nowhere", theme, fragment),
            "No such table",
            (c.Why("There is no table at this address. Perhaps a letter is missing.", ""),),
            "/",
            "To your tables",
        ),
        "rules": rules.RulesPage(
            f("/rules", theme),
            (
                rules.RuleRow(
                    "EX-1",
                    "Exploring",
                    "Vivarium rulebook, Exploring a New Map Tile",
                    "Exploring costs 2 stamina.",
                    ("Exploring from",),
                ),
            ),
            (c.Pick("EX", "Exploring", "", True), c.Pick("TR", "Terrains")),
            "EX",
            "stamina",
            True,
            109,
            "",
            "",
            rules.Primer(
                (rules.PrimerLine("", "Together", "All of you win or lose as one.", "BG-7"),),
                (rules.PrimerLine("", "Taking turns", "Explorers act in any order.", "RD-2"),),
                (rules.PrimerLine("stamina", "Stamina", "pays for steps.", "RD-1"),),
                (rules.PrimerLine("die", "Low die", "shows 0 or 1.", "BG-4"),),
                (rules.PrimerLine("chest", "Chest", "gives items.", "BG-5"),),
            ),
        ),
        "rule": rules.RulePage(
            f("/rules/EX-1", theme),
            rules.RuleRow(
                "EX-1",
                "Exploring",
                "Vivarium rulebook",
                "Exploring costs 2 stamina.",
                ("“Exploring from”: any space",),
                True,
                2,
            ),
            "Exploring",
            "EX",
            (
                rules.RuleExample(
                    "Exploring costs 2 stamina",
                    "Less than 2 stamina",
                    ("Ada at Kiln e1: 6 health, 1 stamina, 4 essence.",),
                    ("Bram: finish the turn",),
                    "Ada: explore over the north edge of Kiln",
                    "refused",
                    (log.LogSaid(("This costs 2 stamina; Ada has 1.",), "EX-1"),),
                ),
                rules.RuleExample("Nothing more happens", "", (), (), "Ada: finish the turn", "legal", ()),
                rules.RuleExample(
                    "Nobody knows yet", "", (), (), "Roll the game die", "unknown", (log.LogSaid(("The die.",), ""),)
                ),
            ),
            "CH-9",
            "EX-2",
            f"{BASE}/log",
            "K7WplayKEY0123456789ab",
        ),
    }
