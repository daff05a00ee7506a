"""Whether the data folder outlives its container, read from the kernel's list of mounts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

CONTAINER_MARKS = (Path("/.dockerenv"), Path("/run/.containerenv"))
LAYERED = frozenset({"overlay", "aufs", "fuse-overlayfs"})
IN_MEMORY = frozenset({"tmpfs", "ramfs"})
# The last part of a mount's root: a volume that was given no name, or one that goes with its pod.
NAMELESS_VOLUME = re.compile(r"/volumes/[0-9a-f]{64}/_data(/|$)|/volumes/kubernetes\.io~empty-dir/")


@dataclass(frozen=True, slots=True)
class Mount:
    """One line of /proc/self/mountinfo: where it is mounted, what part of its source, and of which kind."""

    point: Path
    root: str
    kind: str


def read_mounts(text: str) -> list[Mount]:
    """Read the text of /proc/self/mountinfo; lines of another shape are left out."""
    mounts = []
    for line in text.splitlines():
        before, separator, after = line.partition(" - ")
        fields, source = before.split(" "), after.split(" ")
        if separator and len(fields) >= 6 and source[0]:
            mounts.append(Mount(Path(_unescape(fields[4])), _unescape(fields[3]), source[0]))
    return mounts


def is_contained(mounts: list[Mount], *, marked: bool) -> bool:
    """Tell whether this is a container: it bears the mark of one, or its root file system is layered."""
    return marked or any(mount.point == Path("/") and mount.kind in LAYERED for mount in mounts)


def loss_warning(mounts: list[Mount], folder: Path, *, marked: bool) -> str | None:
    """Return a sentence if `folder` won't outlive the container or the machine, else None.

    `folder` is absolute and free of links; `marked` as in `is_contained`.
    """
    above = [mount for mount in mounts if folder.is_relative_to(mount.point)]
    if not above:
        return None
    # Of two mounts at one place the later one covers the former.
    own = max(enumerate(above), key=lambda pair: (len(pair[1].point.parts), pair[0]))[1]
    if own.kind in IN_MEMORY:
        return f"The data folder {folder} is in memory: everything is lost when this machine restarts."
    if NAMELESS_VOLUME.search(own.root):
        return (
            f"The data folder {folder} is on a volume without a name, which is left behind when the "
            "container is replaced: give the volume a name to keep your tables."
        )
    if own.point == Path("/") and is_contained(mounts, marked=marked):
        return (
            f"The data folder {folder} is inside the container and is lost with it: mount a volume there "
            "to keep your tables."
        )
    return None


def look_around(folder: Path) -> tuple[bool, str | None]:
    """Return whether this is a container, and the warning about `folder` if there is one.

    Systems without mountinfo get no warning.
    """
    try:
        mounts = read_mounts(Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace"))
    except OSError:
        mounts = []
    marked = any(mark.exists() for mark in CONTAINER_MARKS)
    return is_contained(mounts, marked=marked), loss_warning(mounts, folder.resolve(), marked=marked)


def _unescape(text: str) -> str:
    """Undo the octal escapes that the kernel writes for spaces and the like."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), text)
