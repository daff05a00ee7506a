"""Run a command with a throwaway PostgreSQL beside it.

    python scripts/with_postgres.py COMMAND [ARGUMENT ...]

The command finds the server in VIVARIUM_TEST_POSTGRES_URL (postgresql://..., a superuser, on the loopback
address). Nothing of it is left afterwards. If the variable is set already, that server is used as it is.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

VARIABLE = "VIVARIUM_TEST_POSTGRES_URL"
# Speed over safety: the data are thrown away, so they need not survive a power cut.
SPEED = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=60")


class NoPostgres(Exception):
    """PostgreSQL is not installed or does not start; ``str()`` is one sentence."""


def find_programs() -> Path:
    """Return the folder that holds initdb and pg_ctl, of the newest version if there are several."""
    on_path = shutil.which("initdb")
    if on_path and shutil.which("pg_ctl"):
        return Path(on_path).parent
    places = [*Path("/usr/lib/postgresql").glob("*/bin"), *Path("/opt/homebrew/opt").glob("postgresql*/bin")]
    found = [place for place in places if (place / "initdb").exists() and (place / "pg_ctl").exists()]
    if not found:
        raise NoPostgres("PostgreSQL's own programs (initdb, pg_ctl) are missing: install the package postgresql.")
    return max(
        found,
        key=lambda place: [int(part) for part in place.parent.name.split("@")[-1].split(".") if part.isdigit()],
    )


def owner() -> str | None:
    """Return the user to run the server as: PostgreSQL refuses root, so then it is postgres or nobody."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    raise NoPostgres("PostgreSQL refuses to run as root and there is no other user to run it as.")


def free_port() -> int:
    """Return a port that nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running_postgres() -> Iterator[str]:
    """Start a server in a temporary folder, yield its address, then stop it and remove the folder."""
    programs, user = find_programs(), owner()
    # Not in $TMPDIR: the server's user must be able to enter every folder above its data.
    home = Path(tempfile.mkdtemp(prefix="vivarium-postgres-", dir="/tmp"))
    try:
        if user:
            shutil.chown(home, user)
        password = secrets.token_urlsafe(16)
        _write_password(home / "password", password, user)
        data, port = home / "data", free_port()
        _call(
            user,
            home,
            programs / "initdb",
            "-D",
            data,
            "-U",
            "vivarium",
            "-A",
            "scram-sha-256",
            f"--pwfile={home / 'password'}",
            "-E",
            "UTF8",
            "--locale=C",
            "-N",
        )
        options = f"-h 127.0.0.1 -p {port} -k {home} " + " ".join(f"-c {setting}" for setting in SPEED)
        _call(
            user,
            home,
            programs / "pg_ctl",
            "-D",
            data,
            "-l",
            home / "log",
            "-w",
            "-t",
            "30",
            "-o",
            options,
            "start",
        )
        try:
            yield f"postgresql://vivarium:{password}@127.0.0.1:{port}/postgres"
        finally:
            _call(user, home, programs / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _write_password(path: Path, password: str, user: str | None) -> None:
    path.touch(mode=0o600)
    path.write_text(password + "\n", encoding="ascii")
    if user:
        shutil.chown(path, user)


def _call(user: str | None, home: Path, *command: str | Path) -> None:
    """Run one of PostgreSQL's programs as its user; what it says is shown only if it fails."""
    with (home / "said").open("w+b") as said:  # not a pipe: the server would keep it open
        done = subprocess.run(
            command,
            user=user,
            group=user and pwd.getpwnam(user).pw_gid,
            extra_groups=[] if user else None,
            cwd=home,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            check=False,
        )
        if done.returncode != 0:
            said.seek(0)
            sys.stderr.buffer.write(said.read())
            raise NoPostgres(f"PostgreSQL does not start: {Path(command[0]).name} failed, see above.")


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(128 + number)


def main(command: list[str]) -> int:
    """Run `command` and return its exit code, or 1 without running it if there is no PostgreSQL."""
    if not command:
        print(__doc__, file=sys.stderr)
        return 2
    if os.environ.get(VARIABLE):
        return subprocess.run(command, check=False).returncode
    signal.signal(signal.SIGTERM, _leave)
    try:
        with running_postgres() as url:
            return subprocess.run(command, env={**os.environ, VARIABLE: url}, check=False).returncode
    except NoPostgres as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
