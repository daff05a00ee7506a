"""Settings of one server, read from the environment here and nowhere else.

Every setting is an environment variable whose name starts with ``VIVARIUM_``. A variable that is set to
nothing counts as not set, because container files pass empty ones.
"""

from __future__ import annotations

import ipaddress
import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import urlsplit

NAMES = (
    "VIVARIUM_HOST",
    "VIVARIUM_PORT",
    "VIVARIUM_DATA_DIR",
    "VIVARIUM_DATABASE_URL",
    "VIVARIUM_PACK",
    "VIVARIUM_SECRET",
    "VIVARIUM_PUBLIC_URL",
    "VIVARIUM_TRUSTED_PROXY",
    "VIVARIUM_LOG_LEVEL",
)
"""Every variable a server looks at."""

LOG_LEVELS = ("debug", "info", "warning", "error")
SHORTEST_SECRET = 32  # characters
TEST_PREFIX = "VIVARIUM_TEST_"  # variables of the test run, no business of a server


class ConfigError(Exception):
    """A setting can't be used. ``str()`` is one sentence that names the setting and what would do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What one server was told: where to listen, where to keep its data, how it is reached.

    Building one directly, as tests do, needs no more than ``data_dir``; a server uses `from_environment`.
    """

    data_dir: Path = Path("data")
    """Folder for the database, its copies and the secret; absolute once built."""
    host: str = "0.0.0.0"
    """Address to listen on: every network of this machine by default, so that phones can join."""
    port: int = 8000
    """TCP port; 0 takes any free one."""
    database_url: str = field(default="", repr=False)
    """SQLAlchemy address of the database; a SQLite file in `data_dir` by default. May hold a password."""
    pack: Path | None = None
    """Folder of the card pack that is played, absolute once built; None for the built-in one."""
    secret: str = field(default="", repr=False)
    """The given signing secret, or empty: then `load_secret` keeps one in `data_dir`."""
    public_url: str = ""
    """How phones reach the server (scheme, host, port, no trailing slash), or empty: as the request says."""
    trusted_proxy: str = ""
    """Comma-separated addresses or networks of proxies whose X-Forwarded-* headers are believed, or empty."""
    log_level: str = "info"
    """One of `LOG_LEVELS`."""

    def __post_init__(self) -> None:
        """Make the folders absolute and fill in the database that follows from it."""
        object.__setattr__(self, "data_dir", Path(self.data_dir).expanduser().absolute())
        if self.pack is not None:
            object.__setattr__(self, "pack", Path(self.pack).expanduser().absolute())
        if not self.database_url:
            object.__setattr__(self, "database_url", _sqlite_url(self.data_dir / "vivarium.db"))

    @classmethod
    def from_environment(
        cls, environ: Mapping[str, str] | None = None, *, instead: Mapping[str, str] | None = None
    ) -> Settings:
        """Read every setting; takes the process environment unless another mapping is given.

        `instead` holds variables that win over it, as the command line does.
        Raises ConfigError for the first value that can't be used.
        """
        source = {**(os.environ if environ is None else environ), **(instead or {})}
        given = {name: source.get(name, "").strip() for name in NAMES}
        return cls(
            data_dir=Path(given["VIVARIUM_DATA_DIR"] or "data"),
            host=given["VIVARIUM_HOST"] or "0.0.0.0",
            port=parse_port(given["VIVARIUM_PORT"] or "8000", source="VIVARIUM_PORT"),
            database_url=_parse_database_url(given["VIVARIUM_DATABASE_URL"]),
            pack=Path(given["VIVARIUM_PACK"]) if given["VIVARIUM_PACK"] else None,
            secret=_parse_secret(given["VIVARIUM_SECRET"]),
            public_url=_parse_public_url(given["VIVARIUM_PUBLIC_URL"]),
            trusted_proxy=_parse_trusted_proxy(given["VIVARIUM_TRUSTED_PROXY"]),
            log_level=_parse_log_level(given["VIVARIUM_LOG_LEVEL"] or "info"),
        )

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is a SQLite file, which one server at a time may use."""
        return self.database_url.startswith("sqlite")

    def load_secret(self) -> str:
        """Return the secret that signs seats and links: the given one, else the one kept in the data folder.

        The first call makes the file, readable by its owner only. Two servers that start at the same time get
        the same secret, and a crash leaves either no file or a whole one.
        Raises ConfigError if the file can't be read, made or is too short to be one of ours.
        """
        if self.secret:
            return self.secret
        path = self.data_dir / "secret"
        try:
            if not path.exists():
                _write_once(path, secrets.token_urlsafe(48))
            with suppress(OSError):  # some network folders know no modes
                path.chmod(0o600)
            kept = path.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "not a text file"
            raise ConfigError(f"The secret file {path} can't be used: {reason}.") from error
        if len(kept) < SHORTEST_SECRET:
            raise ConfigError(
                f"The secret file {path} is damaged: bring it back from a backup, or delete it to get a "
                "new one, after which every phone takes its seat again."
            )
        return kept


def unknown_names(environ: Mapping[str, str] | None = None) -> list[str]:
    """Return one sentence for each ``VIVARIUM_`` variable that is no setting, most likely a misspelt one."""
    source = os.environ if environ is None else environ
    sentences = []
    for name in sorted(source):
        if name.startswith("VIVARIUM_") and name not in NAMES and not name.startswith(TEST_PREFIX):
            close = get_close_matches(name, NAMES, n=1)
            hint = f" Did you mean {close[0]}?" if close else ""
            sentences.append(f"There is no setting {name}: it is ignored.{hint}")
    return sentences


def parse_port(text: str, *, source: str) -> int:
    """Return a TCP port from 0 (any free one) to 65535; `source` names the setting in the ConfigError."""
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > 65535:
        raise ConfigError(f"{source} must be a whole number from 0 to 65535, not {text!r}.")
    return int(text)


def _parse_database_url(text: str) -> str:
    """Return the address with the short ``postgres:`` scheme spelled out; empty stays empty."""
    if not text:
        return ""
    scheme, separator, rest = text.partition("://")
    kind = scheme.partition("+")[0]
    if kind == "postgres":
        return f"postgresql{separator}{rest}"
    if not separator or scheme not in {"sqlite", "postgresql", "postgresql+psycopg"}:
        # Never repeat the whole value: it may hold a password.
        raise ConfigError(f"VIVARIUM_DATABASE_URL must start with sqlite:/// or postgresql://, not {scheme[:20]!r}.")
    if kind == "sqlite" and (len(rest) < 2 or ":memory:" in rest):
        raise ConfigError("VIVARIUM_DATABASE_URL must name a file after sqlite:///, so that tables are kept.")
    return text


def _parse_secret(text: str) -> str:
    if text and len(text) < SHORTEST_SECRET:
        raise ConfigError(f"VIVARIUM_SECRET must have at least {SHORTEST_SECRET} characters; it has {len(text)}.")
    return text


def _parse_public_url(text: str) -> str:
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        well_formed = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, an open bracket
        well_formed = False
        parts = urlsplit("")
    if not well_formed or parts.path not in {"", "/"} or parts.query or parts.fragment or parts.username:
        raise ConfigError(
            "VIVARIUM_PUBLIC_URL must be http:// or https:// with a host and nothing after it, "
            f"like https://table.example, not {text!r}."
        )
    return f"{parts.scheme}://{parts.netloc}"


def _parse_trusted_proxy(text: str) -> str:
    entries = [entry.strip() for entry in text.split(",") if entry.strip()]
    for entry in entries:
        try:
            ipaddress.ip_network(entry, strict=False)
        except ValueError as error:
            raise ConfigError(
                f"VIVARIUM_TRUSTED_PROXY must list addresses or networks like 172.18.0.0/16, not {entry!r}."
            ) from error
    return ",".join(entries)


def _parse_log_level(text: str) -> str:
    if text.lower() not in LOG_LEVELS:
        raise ConfigError(f"VIVARIUM_LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}, not {text!r}.")
    return text.lower()


def _sqlite_url(path: Path) -> str:
    if "?" in str(path):  # everything after it would be read as options
        raise ConfigError(f"The data folder {path.parent} can't hold a SQLite database: '?' is in its name.")
    return f"sqlite:///{path}"


def _write_once(path: Path, text: str) -> None:
    """Put a whole new file at `path`, or leave the one that somebody else put there in the meantime."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            path.hardlink_to(draft)  # fails if the file is there by now, unlike a rename
        except FileExistsError:
            pass
        except OSError:  # the folder's file system has no hard links
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
