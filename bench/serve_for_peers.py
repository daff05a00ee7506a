"""Start our server for the peer harness, which gives PORT and DATADIR: see bench/peer_profile.mjs."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def main() -> None:
    """Hand over to the server in this same process: the harness reads its memory by process id."""
    sys.path.insert(0, str(Path(__file__).parent.parent))
    sys.argv = [sys.argv[0], "--port", os.environ["PORT"], "--data-dir", os.environ["DATADIR"]]
    from bench.serve import main as serve

    serve()


if __name__ == "__main__":
    main()
