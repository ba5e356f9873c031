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
    "r1": "supply", "r2": "support", "r3": "main", "r4": "fire", "r5": "fire", "r7": "end", "d1": "engineers", "d2": "fire",
    "d3": "withdraw", "d4": "fire", "d5": "advance", "defenders supplied": "supply", "defensive supply": "supply",
    "artillery support": "support", "discards": "discard",
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
SAME = (  # items that forbid the same thing: a refusal under one is a refusal under the others
    ("P3.8", "P3.9", "AS-4"),
    ("AC-17", "P11.1", "P3.6"),
    ("P7.3", "P14.7"),
)
REFUSED_ALSO = {  # by what is refused: further items that forbid the same
    "only-in-village": ("SG-10",), "not-taken-in": ("P14.4", "SG-9", "SG-10"), "fortification-full": ("P14.4",), "inside": ("P14.4",),
    "not-spotted": ("P4.1",), "target-not-spotted": ("P4.1", "P9.1", "P10.1"), "no-point": ("P6.5",), "engaged": ("P5.1",),
    "engaged-already": ("AS-8", "P9.1", "P10.1", "P7.6", "P8.1", "P11.6", "P7.5", "TR-10"), "zone-unsupplied": ("P6.2",),
    "unit-unsupplied": ("P6.2", "P6.3", "P6.4"), "gun-out-of-range": ("AS-8", "P3.4"), "enemy-headquarters": ("SR-13",),
    "card-not-paid": ("P6.5",), "cannot-pay": ("P6.5", "AS-11", "AS-12"), "no-mp": ("AS-1", "AS-6", "P5.1", "P11.2", "P11.5"),
    "no-firepower": ("P12.2",), "too-far-to-look": ("P3.4",), "not-held": ("P3.7",), "not-together": ("P11.6", "TR-1"),
}  # fmt: skip
FACT_NAMES = {"points": "fp", "firepower": "fp", "dice": "fp", "result": "hits"}  # of a shot
REWRITES = (  # what EXPECT also says
    (r"^(?:the game is a )?draw$", "draw yes"),
    (r"^no draw$", "draw no"),
    (r"^(US|German) (supply|pool|supply points|hand|pile|deck):? (\d+)$", r"\2 \1 \3"),
    (r"^supply points (US|German)\b", r"supply \1"),
    (r"^(US|German) (?:scores |has )?(\d+) points$", r"points \1 \2"),
    (r"^(US|German) wins$", r"winner \1"),
    (r"^(?:the )?game (?:is )?over$", "over not no"),
    (r"^(?:the )?game (?:is )?not over$", "over no"),
    (r"^(?:winner none|no winner)$", "won no"),
    (r"^(US|German) has (\d+) (?:supply|supply points)$", r"supply \1 \2"),
    (r"^victory pile\b", "pile"),
    (r" has (?:taken )?(\d+) (?:hits?|damage)$", r" has \1 hits"),
    (r"^((?:(?! has ).)+) (\d+) (hits?|mp|damage)$", r"\1 has \2 \3"),
    (r" (\d+) damage$", r" \1 hits"),
    (r"^(?:the )?main attack (?:from )?(\S+)$", r"event main attack origin \1"),
    (r"^(.+?) (?:withdrew|withdrawn)$", r"event withdrawn \1"),
    (r"^(?:(?:second )?phase 2|second phase) skipped$", "event phase 2 skipped"),
)
WORDS = {  # other ways to write what is said of a card
    "armour": "armor", "tank": "armor", "tanks": "armor", "blindé": "armor", "infanterie": "infantry",
    "infantry soldier": "soldier", "infantry_soldier": "soldier", "infantry-soldier": "soldier", "infantry soldiers": "soldier",
    "soldat": "soldier", "soldiers": "soldier", "gun": "artillery", "guns": "artillery",
    "artillerie": "artillery", "engineers": "engineer", "génie": "engineer", "aircraft": "air", "plane": "air", "avion": "air",
    "fighter-bomber": "fighter_bomber", "fighter bomber": "fighter_bomber", "anti-tank": "antitank", "antichar": "antitank",
    "motorised": "motorized", "motorisé": "motorized", "reconnaissance": "recon", "headquarters troops": "hq", "hq troops": "hq",
    "hq_troops": "hq", "hq-troops": "hq", "fort": "fortification", "armoured": "armored", "dug-in": "dug in",
    "retranché": "dug in", "repéré": "spotted",
    "engagé": "engaged", "unspotted": "not spotted", "unengaged": "not engaged", "hidden": "not spotted", "face down": "not spotted",
    "arm fp": "arm", "inf fp": "inf", "arm_fp": "arm", "inf_fp": "inf", "defense": "defence", "défense": "defence", "def": "defence",
    "movement": "mp", "move": "mp",
    "portée": "range", "supply cost": "cost", "coût": "cost",
}  # fmt: skip
FACTORS = {  # multiplications, which a shot tells by what they add or take off
    "x2": "doubled", "*2": "doubled", "doubled": "doubled", "/2": "unsupplied", "x1/2": "unsupplied", "x0.5": "unsupplied",
    "half": "unsupplied", "halved": "unsupplied",
}  # fmt: skip
MODIFIER_ALSO = {  # by the item of a modifier: further items that speak of the same
    "SR-1": ("SR-2", "SR-3", "SR-4", "SR-5", "SR-6", "P12.2", "P13.8"), "AS-17": ("AS-18", "P12.2"),
    "AS-23": ("AS-22", "AS-24", "SR-15", "P12.2"),
    "AC-1": ("P12.2",), "P12.2": ("AC-1",), "P7.6": ("P12.2",), "AC-3": ("P12.2", "SG-8", "AC-13", "P14.2"),
    "P14.7": ("SE-18", "SU-4", "SU-5", "SG-4", "SG-5", "P12.2"), "SR-10": ("P12.2",), "P12.5": ("AC-1",),
}  # fmt: skip
EVENT_WORDS = {  # stems of other words for what an event says
    "shown": ("ability",), "show": ("ability",), "reveal": ("ability", "spot"), "kill": ("destroy",), "eliminat": ("destroy",),
    "withdraw": ("withdrawn",), "captur": ("captured", "hq"), "win": ("winner",), "resign": ("resigned",), "flak": ("aa",),
}  # fmt: skip
MAY_BEGIN_WITH = ("P3.8",)  # more than three units in a zone, who may not all assault out of it [AS-2]
UNWRITTEN = ("draw",)  # cards: which of them is drawn need not be said
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
