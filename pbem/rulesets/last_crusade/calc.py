"""What `pbem calc last-crusade` offers: shots and assaults of any cards, exact and not sampled. Plain data, printed by the console."""

from __future__ import annotations

from pbem.rulesets.last_crusade.calc_assault import ASSAULT
from pbem.rulesets.last_crusade.calc_fire import BOMBARDMENT, SHOT, STRIKE

CALC = {"shot": SHOT, "bombardment": BOMBARDMENT, "strike": STRIKE, "assault": ASSAULT}
