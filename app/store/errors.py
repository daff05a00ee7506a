"""What can be wrong with a database. ``str()`` of each error is one sentence for the person who runs the
server.
"""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError


class StoreError(Exception):
    """The database can't be used as asked. ``str()`` says why and what to do."""


class NotOurs(StoreError):
    """The database holds something else: it is left exactly as it was found."""


class NewerSchema(StoreError):
    """The database was made by a newer release than this one (F16)."""


class ReadOnly(StoreError):
    """The database can be read but not written."""


class Busy(StoreError):
    """Another program holds the database, or it can't be reached right now."""


class Damaged(StoreError):
    """The database file is broken."""


class DiskFull(StoreError):
    """There is no room left for another entry."""


class MigrationFailed(StoreError):
    """The database could not be brought up to date; it is as it was."""


class RevisionTaken(StoreError):
    """Another entry got this revision first: nothing was written. Load the table again and decide again."""


class KeyTaken(StoreError):
    """An entry with this idempotency key is in the log already: nothing was written."""


def told(error: BaseException, place: str) -> StoreError:
    """A driver's error as one of ours; `place` is the database in words, without a password."""
    if isinstance(error, StoreError):
        return error
    cause: BaseException = error
    if isinstance(error, DBAPIError) and error.orig is not None:
        cause = error.orig
    text = str(cause).strip().splitlines()[0] if str(cause).strip() else type(cause).__name__
    low = text.lower()
    if "readonly" in low or "read-only" in low or "permission denied" in low:
        return ReadOnly(f"The database {place} can't be written: give this user the right to write it and its folder.")
    if "unable to open" in low:
        return ReadOnly(f"The database {place} can't be opened: its folder must exist and may not be write-protected.")
    if "locked" in low or "busy" in low:
        return Busy(f"The database {place} is held by another program: close that one, then try again.")
    if "not a database" in low or "file is encrypted" in low:
        return NotOurs(
            f"The file {place} is not a Vivarium database: it was left as it is; choose another with "
            "VIVARIUM_DATABASE_URL or VIVARIUM_DATA_DIR."
        )
    if "malformed" in low or "corrupt" in low:
        return Damaged(f"The database {place} is damaged ({text}): put back a copy of it, then start again.")
    if "disk is full" in low or "no space left" in low:
        return DiskFull(f"There is no room left for the database {place}: free some space, then try again.")
    if "connection" in low or "could not translate" in low or "password" in low or "does not exist" in low:
        return Busy(f"The database {place} can't be reached: {text.rstrip('.')}.")
    return StoreError(f"The database {place} can't be used: {text.rstrip('.')}.")
