"""Start-up warns when the data folder won't survive the container (field report F17)."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.startup.mounts import Mount, is_contained, loss_warning, read_mounts

VOLUMES = "/var/lib/docker/volumes"
NAMELESS = "4f" * 32

CONTAINER = """\
741 634 0:55 / / rw,relatime master:211 - overlay overlay rw,lowerdir=/a:/b,upperdir=/c,workdir=/d
742 741 0:58 / /proc rw,nosuid,nodev,noexec,relatime - proc proc rw
743 741 0:59 / /dev rw,nosuid - tmpfs tmpfs rw,size=65536k,mode=755
748 743 0:61 / /dev/shm rw,nosuid,nodev,noexec,relatime - tmpfs shm rw,size=65536k
749 741 254:1 /var/lib/docker/containers/ab/hosts /etc/hosts rw,relatime - ext4 /dev/vda1 rw
"""
HOST = """\
22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
23 22 0:22 / /tmp rw,nosuid,nodev shared:2 - tmpfs tmpfs rw
24 22 254:2 / /home rw,relatime shared:3 - ext4 /dev/vda2 rw
"""


def mounted(root: str, *, point: str = "/data", kind: str = "ext4") -> str:
    return CONTAINER + f"750 741 254:1 {root} {point} rw,relatime master:1 - {kind} /dev/vda1 rw\n"


def warning(text: str, folder: str, *, marked: bool = False) -> str | None:
    return loss_warning(read_mounts(text), Path(folder), marked=marked)


@pytest.mark.parametrize(
    "text",
    [
        mounted(f"{VOLUMES}/vivarium_data/_data"),
        mounted("/volumes/vivarium/_data"),  # the volumes have a disk of their own
        mounted("/home/ann/vivarium"),  # a folder of the host
        mounted("/", kind="nfs4"),
        mounted(f"{VOLUMES}/games/_data", point="/data/with\\040space"),
    ],
)
def test_a_named_volume_or_a_folder_of_the_host_is_kept(text):
    folder = "/data/with space/x" if "040" in text else "/data"
    assert warning(text, folder, marked=True) is None
    assert warning(text, folder) is None


def test_no_volume_at_all_is_lost_with_the_container():
    assert warning(CONTAINER, "/data") == (
        "The data folder /data is inside the container and is lost with it: mount a volume there to keep your tables."
    )


def test_a_volume_beside_the_data_folder_does_not_help():
    assert warning(mounted("/home/ann/x", point="/database"), "/data") is not None
    assert warning(mounted("/home/ann/x", point="/data/deeper"), "/data") is not None


@pytest.mark.parametrize(
    "root",
    [
        f"{VOLUMES}/{NAMELESS}/_data",
        f"/volumes/{NAMELESS}/_data",
        f"/var/lib/containers/storage/volumes/{NAMELESS}/_data",
        "/var/lib/kubelet/pods/1b/volumes/kubernetes.io~empty-dir/data",
    ],
)
def test_a_volume_without_a_name_is_left_behind(root):
    """The image declares /data a volume, so leaving the volume line out gives one without a name."""
    assert "on a volume without a name" in (warning(mounted(root), "/data") or "")


@pytest.mark.parametrize("text", [HOST, mounted("/", kind="tmpfs").replace("/data", "/tmp")])
def test_memory_is_lost_with_the_machine(text):
    assert "is in memory" in (warning(text, "/tmp/vivarium") or "")


def test_a_folder_on_an_ordinary_machine_is_kept():
    assert warning(HOST, "/home/ann/vivarium/data") is None
    assert warning(HOST, "/srv/vivarium") is None


def test_a_marked_container_needs_no_layers_to_be_one():
    """Some run on a plain file system; the mark gives them away."""
    assert "inside the container" in (warning(HOST, "/srv/vivarium", marked=True) or "")
    assert warning(HOST, "/home/ann/vivarium", marked=True) is None


def test_of_two_mounts_at_one_place_the_later_one_counts():
    covered = mounted("/home/ann/x") + "751 750 0:70 / /data rw - tmpfs tmpfs rw\n"
    assert "is in memory" in (warning(covered, "/data") or "")


def test_what_is_a_container():
    assert is_contained(read_mounts(CONTAINER), marked=False)
    assert is_contained(read_mounts(HOST), marked=True)
    assert not is_contained(read_mounts(HOST), marked=False)


def test_lines_of_another_shape_are_left_out():
    assert read_mounts("nonsense\n\n1 2 3 - ext4\n22 1 254:1 / /x rw - ext4 /dev/vda1 rw\n") == [
        Mount(Path("/x"), "/", "ext4")
    ]
    assert warning("", "/data", marked=True) is None
