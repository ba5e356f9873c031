"""The vocabulary of rule cases: further words for sides, steps, what is rolled, asked and said of cards."""

from __future__ import annotations

SIDE_NAMES = {"us": "US", "german": "German"}
SIDES_BY_NAME = {
    "american": "US", "americans": "US", "américain": "US", "américains": "US", "u.s.": "US", "usa": "US", "germans": "German",
    "allemand": "German", "allemands": "German", "de": "German",
}  # fmt: skip
STATES = ("spotted", "engaged", "dug in", "mounted")
ANSWERS = ("all", "none", "yes", "no", "cease", "clear", "fire")  # what an answer may hold beside cards and zones
OPPOSITES = {"unspotted": "spotted", "hidden": "spotted", "face down": "spotted", "unengaged": "engaged", "on foot": "mounted"}
EXPECTS = (  # what EXPECT may say, for people
    "CARD at ZONE, CARD off map, CARD spotted, CARD engaged, CARD dug in, CARD has 2 hits, CARD has 1 mp, CARD destroyed, CARD in pile US, "
    "CARD in hand, CARD in deck, CARD out, CARD on CARD, CARD in CARD; pool US 4, control C2 US, pile US 12, hand US 6, deck US 40, "
    "offers US, over hq, winner US, turn 3"
)
FACTS = ("fp", "dice", "hits", "die", "need", "total", "pool", "amount", "cost")  # what may be asked of a shot or another event
SUBJECTS = ("firer", "target", "at")  # facts of an event that tell it from others of its kind
SHOTS = ("firer", "target")  # of an event in which somebody fires
QUESTIONS = {  # other words for what is asked
    "supplied": "supply", "defence": "supply", "artillery": "support", "guns": "support", "main attack": "main", "target": "fire",
    "targets": "fire", "shot": "fire", "withdrawal": "withdraw", "clear": "engineers", "advances": "advance", "occupy": "advance",
    "agreement": "end", "peace": "end",
}  # fmt: skip
PURPOSES = {  # other words for what a die is rolled for
    "tir": "fire", "shot": "fire", "shots": "fire", "fires": "fire", "anti-aircraft": "aa", "antiaircraft": "aa", "flak fire": "aa",
    "reconnaissance": "recon", "minefield": "mines", "mine": "mines", "general": "duration", "ravitaillement": "supply", "pioche": "draw",
    "drawing": "draw", "american": "us", "germans": "german", "of": "", "for": "", "at": "", "the": "", "in": "", "on": "", "die": "",
    "dice": "", "roll": "", "by": "", "from": "",
}  # fmt: skip
WORDS = {  # other ways to write what is said of a card
    "armour": "armor", "tank": "armor", "tanks": "armor", "blindé": "armor", "infanterie": "infantry",
    "infantry soldier": "soldier", "soldat": "soldier", "soldiers": "soldier", "gun": "artillery", "guns": "artillery",
    "artillerie": "artillery", "engineers": "engineer", "génie": "engineer", "aircraft": "air", "plane": "air", "avion": "air",
    "fighter-bomber": "fighter_bomber", "fighter bomber": "fighter_bomber", "anti-tank": "antitank", "antichar": "antitank",
    "motorised": "motorized", "motorisé": "motorized", "reconnaissance": "recon", "headquarters troops": "hq", "hq troops": "hq",
    "hq-troops": "hq", "fort": "fortification", "armoured": "armored", "dug-in": "dug in", "retranché": "dug in", "repéré": "spotted",
    "engagé": "engaged", "unspotted": "not spotted", "unengaged": "not engaged", "hidden": "not spotted", "face down": "not spotted",
    "arm fp": "arm", "inf fp": "inf", "defense": "defence", "défense": "defence", "def": "defence", "movement": "mp", "move": "mp",
    "portée": "range", "supply cost": "cost", "coût": "cost",
}  # fmt: skip
STEMS = (  # a step by the words players use for it, in either language; the first stem found decides
    ("set.?up|mise en place", "setup"),
    ("suppl|ravit", "supply"),
    ("reinf|renf", "reinforcement"),
    ("recon", "reconnaissance"),
    ("bomb", "bombardment"),
    ("air|aér", "air"),
    ("mov|mouv|assa", "movement"),
    ("turn end|end of (?:the )?turn|fin du tour", "turn end"),
    ("end|fin", "end"),
)
