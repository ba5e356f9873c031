"""The vocabulary of rule cases: further words for what is rolled, asked and said of units, and items that say the same."""

from __future__ import annotations

SIDES_BY_NAME = {"allies": "Allied", "british": "Allied", "american": "Allied", "us": "Allied", "polish": "Allied", "germans": "German"}
SAME = (  # items in which the rulebook forbids the same thing twice: a refusal under one is a refusal under the others
    ("4.1a", "16.0h", "3.II.J.1"),
    ("4.2a", "16.0d"),
    ("9.4d", "16.0g"),
    ("9.0d", "2.4g"),
    ("12.0b", "12.0c"),
    ("12.0c", "13.0c"),
)
PURPOSES = {  # other words for what a die is rolled for
    "refuse": "refusal", "refus": "refusal", "react": "reaction", "réaction": "reaction", "bombard": "bombardment",
    "bombardement": "bombardment", "manoeuvre": "maneuver", "manœuvre": "maneuver", "soutien": "support", "demolition": "bridge",
    "pont": "bridge", "allié": "allied", "germans": "german", "allemand": "german", "combat": "", "combat alone": "maneuver",
    "attack": "maneuver", "landing": "drop", "scatter": "drop", "check": "", "test": "", "roll": "", "die": "", "dice": "", "of": "",
    "for": "", "at": "", "the": "", "in": "", "on": "", "fire": "", "final": "", "er": "efficiency", "column": "", "blow": "bridge",
    "blowing": "bridge", "barrage": "defensive", "defence": "defensive", "defense": "defensive", "allies": "allied", "british": "allied",
    "american": "allied", "us": "allied", "withdrawal": "refusal", "attackers": "attacker", "defenders": "defender",
    "attacking": "attacker", "defending": "defender", "météo": "weather", "assaut": "assault", "largage": "drop",
}  # fmt: skip
PURPOSE_WORDS = (
    "refusal", "reaction", "bombardment", "defensive", "maneuver", "support", "bridge", "assault", "efficiency", "drop", "weather",
    "initiative", "attacker", "defender", "allied", "german",
)  # fmt: skip
QUESTIONS = {  # other words for what is asked
    "refusal": "refuse", "reaction": "react", "retreat": "fallback", "withdraw": "fallback", "withdrawal": "fallback", "path": "fallback",
    "stay": "stand", "hold": "stand", "loss": "losses", "casualties": "losses", "step": "losses", "steps": "losses", "tired": "fatigue",
    "advances": "advance", "first": "initiative", "overstacking": "overstack", "stacking": "overstack",
    "defensive bombardment": "defbombard", "final defensive bombardment": "defbombard", "defensive fire": "defbombard",
    "bombardment": "defbombard", "barrage": "defbombard", "defensive support": "support", "support fire": "support",
    "step losses": "losses", "step loss": "losses", "advance after combat": "advance", "defender reaction": "react",
    "refuse combat": "refuse", "retreat path": "fallback", "dual type": "class", "types": "class", "type": "class",
}  # fmt: skip
TYPES = {  # the unit types of 4.1.1 in words
    "tank destroyer": "armour, at", "jagdpanzer": "armour, at", "jpz": "armour, at", "td": "armour, at", "armoured car": "armour, infantry",
    "armored car": "armour, infantry", "armoured recon": "armour, infantry", "armored recon": "armour, infantry",
    "mech inf": "infantry, cm", "panzergrenadier": "infantry, cm", "panzer grenadier": "infantry, cm", "pzg": "infantry, cm",
    "motorized recon": "infantry, cm", "motorised recon": "infantry, cm", "recon": "infantry", "self-propelled artillery": "artillery, cm",
    "rocket artillery": "artillery", "motorized rocket artillery": "artillery, cm", "glider": "airborne", "combat engineers": "engineer",
    "bridge": "bridging", "bridge engineer": "bridging", "bridging engineers": "bridging", "combat/motorized": "cm",
    "fired once": "first fire", "fired twice": "final fire",
}  # fmt: skip
IDLE = r"\b(?:value|rating|strength|points?|factor|allowance|marker|battalion|unit|class|side)\b"  # they add nothing
EVENT_WORDS = {  # stems of other words for what an event says
    "refus": ("refusal",), "withdraw": ("withdrawal",), "react": ("reaction",), "success": ("true",), "succeed": ("true",),
    "fail": ("false",), "kill": ("eliminated",), "destroy": ("eliminated",), "los": ("losses",), "loss": ("losses",),
    "demolition": ("bridge",), "winner": ("winner", "over"), "win": ("winner", "over"),
}  # fmt: skip
WORDS = {  # other ways to write what is said of a unit of one's own
    "armor": "armour", "armoured": "armour", "armored": "armour", "tank": "armour", "tanks": "armour", "panzer": "armour",
    "blindé": "armour", "inf": "infantry", "infanterie": "infantry", "anti-tank": "at", "antitank": "at", "antichar": "at", "c/m": "cm",
    "motorized": "cm", "motorised": "cm", "mechanized": "cm", "mechanised": "cm", "motorisé": "cm", "gun": "artillery",
    "guns": "artillery", "artillerie": "artillery", "self-propelled": "exempt", "engineers": "engineer", "combat engineer": "engineer",
    "génie": "engineer", "bridging engineer": "bridging", "pontonnier": "bridging", "parachute": "airborne", "aéroporté": "airborne",
    "airlanding": "airborne", "full": "2 steps", "full strength": "2 steps", "reduced": "1 step", "defense": "defence",
    "défense": "defence", "attaque": "attack", "movement": "move", "mouvement": "move", "ma": "move", "mp": "move",
    "bombardment": "bombard", "stacking": "sp", "efficiency": "er", "portée": "range",
}  # fmt: skip
REWRITES = (  # what EXPECT also says of a unit
    (r" (?:unfatigued|rested)$", " not fatigued"),
    (r" (?:in supply)$", " supplied"),
    (r" (?:out of supply)$", " unsupplied"),
    (r" (?:full strength|at full strength|full)$", " has 2 steps"),
    (r" (?:reduced|flipped|at reduced strength)$", " has 1 step"),
)
EXPECTS = "UNIT has 1 step, UNIT fatigued, UNIT not fatigued, odds 2:1, column 3:1, result D2F1, points 12"
ANSWERS = (r"air \d+",)  # what an answer may hold beside units and places
STEMS = (  # a step by the words players use for it, in either language; the first stem found decides
    ("strateg|stratég|initiative|weather|météo", "strategic"),
    ("admin", "administrative"),
    ("airborne|drop|aéropor", "airborne"),
    ("mech|méc|meca", "mechanized"),
    ("mov|mouv", "movement"),
    ("decl|décl", "declaration"),
    ("refus", "refusal"),
    ("react|réact", "reaction"),
    ("bomb", "bombardment"),
    ("man[eo]|manœ|support", "maneuver"),
    ("assa", "assault"),
    ("init|supply|ravit", "initial"),
)
REFUSED_ALSO = {  # by what is refused: further items of the rulebook that forbid the same
    "no-bridge": ("4.0b", "12.3.1"), "bridge-blown": ("4.0b", "6.0b"), "attack-over-water": ("12.0a", "13.0a"),
    "attack-over-blown-bridge": ("12.0a", "13.0a"), "no-room": ("5.0b",), "no-landing-room": ("5.0b", "7.3f"),
    "enemy-there": ("4.2a", "4.2b", "17.3a"), "on-foot": ("4.0g", "2.4h", "3.II.J.1"), "mech-fatigued": ("3.II.J.1",),
    "mech-zone": ("3.II.J.1", "6.0c"), "mech-unsupplied": ("3.II.J.1", "4.1a"), "mech-mud": ("18.1c",), "mud-ahead": ("18.1c",),
    "overrun-on-foot": ("2.4h", "4.0h"), "overrun-tired": ("14.0b",), "overrun-odds": ("4.0h",), "too-far": ("4.0a", "4.0b", "2.4c"),
    "too-far-unsupplied": ("16.0a", "4.0a", "4.0b", "2.4c"),
    "overrun-too-far": ("4.0c",), "spent-whole": ("7.2d", "17.1a", "17.3a"), "no-allowance": ("4.0a", "4.0c"), "stack-too-big": ("5.0a",),
    "gun-fatigued": ("14.0b",), "out-of-range": ("9.0c", "2.4g", "9.1a"), "gun-fired-already": ("9.0e", "9.1a"),
    "gun-final-fire": ("9.4b",), "final-fire": ("9.4a", "9.4b"), "gun-unsupplied": ("16.0g",), "unsupplied-gun": ("16.0g", "9.4a"),
    "guns-do-not-attack": ("12.0a", "13.0a"), "unsupplied-assault": ("13.0a",), "air-spent": ("15.0e", "15.0a", "18.1b"),
    "no-enemy-to-bombard": ("9.0c",), "no-drop-in-bad-weather": ("21.0d", "18.1c", "7.3f"), "comes-by-air": ("7.3f",),
    "not-due": ("21.0a", "7.3f"), "zone-off-map": ("7.3f", "7.3d"), "zone-lost": ("7.3b", "7.3f"), "marker-lost": ("7.3d",),
    "no-zone": ("7.3f",), "main-bridge": ("7.2e", "17.1a"), "not-bridging": ("17.1a", "7.2f"), "not-beside": ("17.0",),
    "both-ends": ("7.2b",), "no-engineer": ("17.0",), "bridge-kept": ("7.2e",), "zone-not-attacked": ("12.0a",),
    "zone-not-bombarded": ("9.1a",), "already-attacked": ("12.0a",), "already-assaulted": ("13.0a",),
    "assault-too-many": ("5.0d", "5.0a"), "zone-stops": ("6.0a",), "motorized": ("2.4h",), "fatigued-attacker": ("12.0a", "13.0a"),
}  # fmt: skip
MODIFIER_ALSO = {  # by the item of a modifier: further items that speak of the same
    "12.2": ("17.2a", "16.0c"), "16.0c": ("12.2",), "17.2a": ("12.2",), "17.2d": ("12.2", "13.2a"), "14.0d": ("12.2", "14.0c"),
    "14.0e": ("13.2a", "13.2c"), "13.2b": ("13.2a",), "19.1": ("19.0a", "19.0b", "19.2c"),
    "19.2a": ("19.0a", "19.0b", "19.2b", "19.2c", "13.2a"), "8.0b": ("2.4d", "3.II.H.2", "12.1b"),
    "9.2b": ("9.2a", "3.II.H.3", "15.0b", "2.4f"),
}  # fmt: skip
