"""The application as a process of its own, with chance that lays chosen cards on top.

    python -m tests.browser.served FOLDER PORT SEED [CARD ...]

`Server` starts it, kills it and starts it again on the same port over the same folder, as on an evening.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 30  # seconds after which a start has failed


class Server:
    """One server on a port of its own; `kill` is kill -9, `stop` asks it to end."""

    def __init__(self, folder: Path, *cards: str, seed: int = 1) -> None:
        self.folder = folder
        self.cards = cards
        self.seed = seed
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.begin()

    def begin(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "tests.browser.served"]
        self.process = subprocess.Popen(
            [*command, str(self.folder), str(self.port), str(self.seed), *self.cards],
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if not name.startswith("VIVARIUM_")},
        )
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.process.poll() is None, "the server ended at once"
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether it is there."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        """Kill -9: nothing is saved, nothing is said."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> None:
        """Ask it to end; it has open streams."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)

    def end(self) -> None:
        """Whatever it is doing."""
        if self.process.poll() is None:
            self.kill()


def main() -> None:
    import uvicorn

    from app.config import Settings
    from app.main import create_app
    from tests.proofs.around import OnTop

    folder, port, seed, *cards = sys.argv[1:]
    app = create_app(Settings(data_dir=Path(folder)), OnTop(int(seed), *cards))
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=int(port),
        loop="uvloop",
        http="httptools",
        ws="none",
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=3,
    )


if __name__ == "__main__":
    main()
