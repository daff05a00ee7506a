"""The application as a process of its own, with the cards in an order that a test has arranged.

    python -m tests.browser.served FOLDER PORT [FIRST ...] [-- LAST ...]

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
PATIENCE = 60  # seconds after which a start has failed


class Server:
    """One server on a port of its own; `kill` is kill -9, `stop` asks it to end."""

    def __init__(self, folder: Path, *cards: str) -> None:
        self.folder = folder
        self.cards = cards
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.begin()

    def begin(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "tests.browser.served"]
        self.process = subprocess.Popen(
            [*command, str(self.folder), str(self.port), *self.cards],
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if not name.startswith("VIVARIUM_")},
        )
        deadline = time.monotonic() + PATIENCE
        try:
            while not self.answers():
                assert self.process.poll() is None, "the server ended at once"
                assert time.monotonic() < deadline, "the server did not start"
                time.sleep(0.05)
        except BaseException:
            self.end()  # no fixture knows it yet that would
            raise

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


class Arranged:
    """Chance with everything in its place: `first` on top, `last` at the bottom, every die at its highest face.

    A map tile is named by its number; its side is the first one.
    """

    def __init__(self, first: list[str], last: list[str]) -> None:
        self.first = first
        self.last = last

    def roll(self, die: str, faces: tuple[int, ...]) -> int:
        return min(faces) if die == "side" else max(faces)

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        first = [card for wanted in self.first for card in cards if wanted in (card, card[:-1])]
        last = [card for wanted in self.last for card in cards if wanted in (card, card[:-1])]
        return (*first, *(card for card in cards if card not in first and card not in last), *last)

    def reveal(self, deck: str) -> None:
        pass


def main() -> None:
    import uvicorn

    from app.config import Settings
    from app.main import create_app

    folder, port, *cards = sys.argv[1:]
    middle = cards.index("--") if "--" in cards else len(cards)
    app = create_app(Settings(data_dir=Path(folder)), Arranged(cards[:middle], cards[middle + 1 :]))
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
