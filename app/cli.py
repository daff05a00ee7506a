"""The ``vivarium`` command.

Whatever goes wrong is told in one sentence on standard error, with a non-zero exit code and no traceback.
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from app import __version__
from app.config import ConfigError, Settings, parse_port, unknown_names
from app.startup.checks import StartError, claim_data_dir, open_listener, prepare_data_dir
from app.startup.mounts import look_around
from app.startup.welcome import lan_addresses, welcome

if TYPE_CHECKING:
    import socket

EXIT_REFUSED = 1  # a check failed, or the server could not start
LARGEST = 200_000  # bytes of a position that is checked
MOST_PROBLEMS = 10  # of a pack that are told at once
EXIT_USAGE = 2  # argparse's own code for a command line that it can't read

log = logging.getLogger("vivarium")

SETTINGS_HELP = """\
settings by environment (an option on the command line wins):
  VIVARIUM_HOST           address to listen on [0.0.0.0: every network]
  VIVARIUM_PORT           port, 0 for any free one [8000]
  VIVARIUM_DATA_DIR       folder that holds everything worth keeping [./data]
  VIVARIUM_DATABASE_URL   sqlite:///FILE or postgresql://... [vivarium.db in the data folder]
  VIVARIUM_PACK           folder of a card pack of your own [the built-in one]
  VIVARIUM_SECRET         signs seats and links, 32 characters or more [kept in the data folder]
  VIVARIUM_PUBLIC_URL     how phones reach the server, for links and QR codes [as the request says]
  VIVARIUM_TRUSTED_PROXY  addresses of a reverse proxy in front [none]
  VIVARIUM_LOG_LEVEL      debug, info, warning or error [info]
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; takes the process's own arguments by default."""
    options = build_parser().parse_args(arguments)
    if "file" in options:
        return check_file(options.file, options.pack)
    level = "info"
    try:
        settings = Settings.from_environment(instead=given_instead(options))
        level = settings.log_level
        configure_logging(level)
        run: Callable[[Settings], int] = options.run
        return run(settings)
    except (ConfigError, StartError) as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return 0
    except Exception as error:  # the person at the terminal gets a sentence, whatever it is
        if level == "debug":
            log.exception("could not start")
        hint = "" if level == "debug" else " Set VIVARIUM_LOG_LEVEL=debug to see where."
        return _refuse(f"Vivarium can't start: {type(error).__name__}: {_first_line(error)}.{hint}")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of ``vivarium`` and its sub-commands; each sets ``run`` to what carries it out."""
    parser = argparse.ArgumentParser(
        prog="vivarium",
        description="Vivarium Table: a session tracker that the phones around one table share.",
        epilog=SETTINGS_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"vivarium {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    serve = commands.add_parser(
        "serve",
        help="start the server and show the address for phones",
        description="Start the server, and show its address for this machine and for phones nearby.",
        epilog=SETTINGS_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    serve.set_defaults(run=run_server)
    where = serve.add_mutually_exclusive_group()
    where.add_argument("--local", action="store_true", help="listen on this machine only (127.0.0.1)")
    where.add_argument("--host", metavar="H", help="address to listen on")
    serve.add_argument("--port", metavar="N", help="port to listen on, 0 for any free one")
    serve.add_argument("--data-dir", metavar="D", help="folder that holds everything worth keeping")
    serve.add_argument("--pack", metavar="P", help="folder of a card pack of your own (docs/packs.md)")
    check = commands.add_parser(
        "check",
        help="ask the rules about a position that stands in a file",
        description=(
            "Read a position (docs/positions.md), whose last line may be 'move: {...}', and say whether that move is "
            "legal there: with what would happen, or with every reason against it. Without a move the legal ones are "
            "listed. The exit code is 0 for legal, 1 for refused, 2 for what cannot be read."
        ),
    )
    check.add_argument("file", metavar="FILE", help="the file, or - for what is typed or piped in")
    check.add_argument("--pack", metavar="P", help="folder of the card pack that it is played with [the built-in one]")
    return parser


def given_instead(options: argparse.Namespace) -> dict[str, str]:
    """Return the settings that the command line gives, by the names that they have in the environment.

    Raises ConfigError for a port that is none, naming the option.
    """
    given = {}
    if options.local:
        given["VIVARIUM_HOST"] = "127.0.0.1"
    if options.host is not None:
        given["VIVARIUM_HOST"] = options.host
    if options.port is not None:
        given["VIVARIUM_PORT"] = str(parse_port(options.port, source="--port"))
    if options.data_dir is not None:
        given["VIVARIUM_DATA_DIR"] = options.data_dir
    if options.pack is not None:
        given["VIVARIUM_PACK"] = options.pack
    return given


def configure_logging(level: str) -> None:
    """Send our log lines of `level` and above to standard error.

    Libraries may speak of trouble only, unless debugging: the host is to see the address, not their chatter.
    """
    others = "WARNING" if level == "info" else level.upper()
    logging.basicConfig(level=others, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    for ours in ("vivarium", "app"):
        logging.getLogger(ours).setLevel(level.upper())


def run_server(settings: Settings) -> int:
    """Check everything, then serve until told to stop; returns the exit code.

    Raises ConfigError, StartError or whatever the application itself raises while it is built.
    """
    for sentence in unknown_names():
        log.warning(sentence)
    prepare_data_dir(settings.data_dir)
    contained, warning = look_around(settings.data_dir)
    if warning:
        log.warning(warning)
    check_pack(settings.pack)
    settings.load_secret()  # before anything else is built, so that what is wrong with it is one sentence
    lock = claim_data_dir(settings.data_dir) if settings.is_sqlite else None
    try:
        with open_listener(settings.host, settings.port) as listener:
            check_database(settings)
            return serve(settings, listener, contained=contained)
    finally:
        if lock:
            lock.close()


def check_pack(folder: Path | None) -> None:
    """Read the pack that is to be played, None for the built-in one. Raises StartError with what is wrong with it."""
    if folder is None:
        return
    from app.packs import PackError, played

    try:
        played(folder)
    except PackError as error:
        few = "\n".join(f"- {problem}" for problem in error.problems[:MOST_PROBLEMS])
        more = len(error.problems) - MOST_PROBLEMS
        rest = f"\nAnd {more} more." if more > 0 else ""
        raise StartError(f"The card pack can't be played:\n{few}{rest}") from error


def check_file(file: str, pack: str | None = None) -> int:
    """Say what the rules say about the position in `file` ('-' = standard input), played with the pack in the folder
    `pack` or the built-in one; returns the exit code.
    """
    from app.packs import played
    from app.web.check_text import MALFORMED, check_text

    folder = Path(pack).expanduser().absolute() if pack else None
    try:
        check_pack(folder)
    except StartError as error:
        return _refuse(str(error), MALFORMED)
    try:
        raw = sys.stdin.buffer.read(LARGEST + 1) if file == "-" else read_file(Path(file))
        text = raw.decode()
    except OSError as error:
        return _refuse(f"{file} can't be read: {error.strerror or 'no details'}.", MALFORMED)
    except UnicodeDecodeError:
        return _refuse(f"{file} is no text in UTF-8.", MALFORMED)
    if len(raw) > LARGEST:
        return _refuse(f"{file} is larger than {LARGEST // 1000} kB: that is no position.", MALFORMED)
    code, told = check_text(played(folder), text)
    try:
        print(told, file=sys.stderr if code == MALFORMED else sys.stdout, flush=True)
    except BrokenPipeError:  # who reads it has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def read_file(path: Path) -> bytes:
    """The bytes of a file, one more than a position may have at most. Raises OSError."""
    with path.open("rb") as opened:
        return opened.read(LARGEST + 1)


def check_database(settings: Settings) -> None:
    """Open the database once, which brings it up to date. Raises StartError with the store's own sentence."""
    from app.store.db import open_database
    from app.store.errors import StoreError

    try:
        with closing(open_database(settings)):
            pass
    except StoreError as error:
        raise StartError(str(error)) from error


def serve(settings: Settings, listener: socket.socket, *, contained: bool) -> int:
    """Build the application and serve it on `listener` with one process; returns the exit code."""
    from app.main import create_app

    server = GreetingServer(
        uvicorn.Config(
            create_app(settings),
            loop="uvloop",
            http="httptools",
            ws="none",
            workers=1,  # live tables are kept in this process
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=bool(settings.trusted_proxy),
            forwarded_allow_ips=settings.trusted_proxy,
            timeout_graceful_shutdown=3,
        ),
        welcome(
            settings,
            listener.getsockname()[1],
            lan_addresses(),
            contained=contained,
            colour=sys.stdout.isatty(),
        ),
    )
    # uvicorn raises the signal again once all is closed: leave by the front door then, with code 0.
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        server.run(sockets=[listener])
    except SystemExit as stop:
        if stop.code:
            raise StartError("The server stopped while it started: the lines above say why.") from None
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0


class GreetingServer(uvicorn.Server):
    """A server that greets its host once it answers, not before."""

    def __init__(self, config: uvicorn.Config, greeting: str) -> None:
        super().__init__(config)
        self.greeting = greeting

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then print the greeting."""
        await super().startup(sockets)
        if self.started:
            encoding = sys.stdout.encoding or "ascii"
            # A terminal that can't draw blocks must not stop the evening.
            sys.stdout.write(self.greeting.encode(encoding, "replace").decode(encoding))
            sys.stdout.flush()


def _refuse(sentence: str, code: int = EXIT_REFUSED) -> int:
    print(sentence, file=sys.stderr)  # noqa: T201 - this is where the command speaks
    return code


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or ["no details"])[0].rstrip(".")


if __name__ == "__main__":
    sys.exit(main())
