"""The daemon as the proof kills it: pbem serve in a process of its own. PBEM_TIME, PBEM_SEED and PBEM_KILL_AT are the proof's."""

import sys
from pathlib import Path

from pbem.games.daemon import serve
from pbem.games.house import open_house

if __name__ == "__main__":
    serve(open_house(Path(sys.argv[1])), say=lambda line: print(line, flush=True))
