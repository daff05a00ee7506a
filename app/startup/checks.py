"""Checks of the data folder and the port, made before anything is served."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import tempfile
from pathlib import Path
from typing import BinaryIO

BACKLOG = 2048  # connections that may wait while the server starts


class StartError(Exception):
    """The server can't start here. ``str()`` is one sentence that says why and what to do."""


def prepare_data_dir(folder: Path) -> None:
    """Make the data folder if need be, for its owner only, and prove that files can be written there."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        # The file has no name or is gone at once: nothing is left behind, whatever happens.
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"vivarium")
            probe.flush()
    except OSError as error:
        reason = _reason(error)
        raise StartError(
            f"The data folder {folder} can't be written: {reason}. Choose another with --data-dir or VIVARIUM_DATA_DIR."
        ) from error


def claim_data_dir(folder: Path) -> BinaryIO:
    """Lock the data folder for this process; the lock goes with the returned file, also after a kill -9.

    Two servers on one SQLite file would each keep their own idea of every table.
    """
    file = (folder / "server.lock").open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise StartError(
            f"Another Vivarium server is using the data folder {folder}: stop it first, or choose another "
            "folder with --data-dir."
        ) from None
    except OSError:
        pass  # a network folder without locks: better to serve than to refuse
    return file


def open_listener(host: str, port: int) -> socket.socket:
    """Return a socket that already listens, so that no other program can take the port in between."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError) as error:
        raise StartError(f"There is no address {host!r} to listen on: check --host or VIVARIUM_HOST.") from error
    listener = socket.socket(family, kind, protocol)
    try:
        # After a kill -9 the port is still in TIME_WAIT for a minute: the evening must not wait for it.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise StartError(_listen_sentence(error, host, port)) from error
    listener.setblocking(False)
    return listener


def _listen_sentence(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"Port {port} is already in use: stop the other program, or choose another port "
                "with --port or VIVARIUM_PORT."
            )
        case errno.EACCES:
            return f"Port {port} needs administrator rights: choose one from 1024 up with --port."
        case errno.EADDRNOTAVAIL:
            return f"This machine has no address {host}: use 0.0.0.0 for all of its networks."
        case _:
            return f"Can't listen on {host} port {port}: {_reason(error)}."


def _reason(error: OSError) -> str:
    if isinstance(error, (FileExistsError, NotADirectoryError)):
        return "a file is in the way"
    reason = os.strerror(error.errno) if error.errno else str(error)
    return reason[:1].lower() + reason[1:]
