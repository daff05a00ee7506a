"""The real server in a process of its own, on one core: what everything here is measured on."""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import uvicorn

from app.config import Settings
from app.main import create_app

SECONDS_TO_START = 20.0
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, CLIENT_CORE = CORES[-1], CORES[0]


@dataclass(frozen=True)
class Server:
    """A running server: its address, its process."""

    url: str
    port: int
    process: subprocess.Popen[bytes]

    def cpu_seconds(self) -> float:
        """Processor time that it has used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(folder: Path, *, pinned: bool = True) -> Iterator[Server]:
    """A server on a free port with its data in `folder`, until the block ends."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "bench.serve", "--port", str(port), "--data-dir", str(folder)]
    process = subprocess.Popen(command + (["--core", str(SERVER_CORE)] if pinned else []))
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + SECONDS_TO_START
        while not _answers(url):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the server did not start")
            time.sleep(0.05)
        yield Server(url, port, process)
    finally:
        process.terminate()
        process.wait(timeout=10)


@contextmanager
def a_folder() -> Iterator[Path]:
    """An empty folder that goes afterwards."""
    with tempfile.TemporaryDirectory(prefix="vivarium-bench-") as name:
        yield Path(name)


def _answers(url: str) -> bool:
    try:
        with urlopen(f"{url}/healthz", timeout=1) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def main() -> None:
    """Serve as `vivarium serve` does, without its checks and its greeting."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--data-dir", type=Path, required=True)
    parser.add_argument("--core", type=int)
    options = parser.parse_args()
    if options.core is not None:
        os.sched_setaffinity(0, {options.core})
    settings = Settings(data_dir=options.data_dir, host="127.0.0.1", port=options.port)
    uvicorn.run(
        create_app(settings),
        host="127.0.0.1",
        port=options.port,
        loop="uvloop",
        http="httptools",
        ws="none",
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=3,
    )


if __name__ == "__main__":
    main()
