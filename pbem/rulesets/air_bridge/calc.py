"""What `pbem calc air-bridge` offers: fights from bare figures, exact and not sampled. Plain data, printed by the console."""

from __future__ import annotations

from pbem.rulesets.air_bridge.calc_assault import ASSAULT
from pbem.rulesets.air_bridge.calc_fire import BOMBARDMENT, OVERRUN
from pbem.rulesets.air_bridge.calc_maneuver import MANEUVER

CALC = {"maneuver": MANEUVER, "assault": ASSAULT, "bombardment": BOMBARDMENT, "overrun": OVERRUN}
