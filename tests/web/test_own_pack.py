"""A pack of one's own: it is what the server plays, it is named, and tables of other cards wait for theirs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import app.packs
from app.cli import main
from app.config import Settings
from app.main import create_app
from tests.web.conftest import SECRET, SeededChance, open_table
from tests.web.test_pages import host

BUILTIN = Path(app.packs.__file__).parent / "builtin"


@pytest.fixture
def attic(tmp_path: Path) -> Path:
    """A pack like the built-in one, of another name."""
    folder = tmp_path / "attic"
    shutil.copytree(BUILTIN, folder)
    told = (folder / "pack.yaml").read_text().replace("id: builtin", "id: attic")
    (folder / "pack.yaml").write_text(told.replace("name: The built-in pack", "name: The Attic"))
    return folder


@contextmanager
def served(data: Path, pack: Path | None = None) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(data_dir=data, secret=SECRET, pack=pack), SeededChance(4))) as client:
        yield client


def test_ones_own_pack_is_played_and_named(tmp_path: Path, attic: Path) -> None:
    with served(tmp_path / "data", attic) as client:
        page = client.get("/new").text
        assert "Played with the cards of “The Attic”." in page
        assert "invented for this tracker" not in page
        ines = host(client)
        ines.walk()
        assert "The Attic" in ines.text("share")
        assert client.get(f"/api/tables/{ines.key}").json()["pack"]["name"] == "The Attic"


def test_a_table_of_other_cards_waits_for_them_and_can_be_carried_away(tmp_path: Path, attic: Path) -> None:
    data = tmp_path / "data"
    with served(data, attic) as client:
        ines = host(client, name="Friday")
        ines.walk()
        was = ines.revision()
        ines._be()
        state = client.get(f"/api/tables/{ines.key}").json()["state"]
    with served(data) as client:
        ines.client = client
        for path in ("board", "party", "log", "share"):
            answer = ines.get(path)
            assert answer.status_code == 409, path
            assert "“Friday” is played with the cards of the pack “attic”" in answer.text
            assert f'href="{ines.base}/export"' in answer.text
        assert ines.get("export").json()["made_with"]["pack"] == "attic"
        assert "Friday" in client.get("/").text
        open_table(client)  # others are played as ever
    with served(data, attic) as client:
        ines.client = client
        assert ines.revision() == was
        ines._be()
        assert client.get(f"/api/tables/{ines.key}").json()["state"] == state
        assert ines.get("board").status_code == 200


@pytest.mark.parametrize("command", ["serve", "check"])
def test_what_is_wrong_with_a_pack_is_told_before_anything_starts(
    tmp_path: Path, attic: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    def told(pack: Path) -> str:
        rest = (
            ["--port", "0", "--data-dir", str(tmp_path / "d")] if command == "serve" else [str(BUILTIN / "tiles.txt")]
        )
        assert main([command, "--pack", str(pack), *rest]) == (1 if command == "serve" else 2)
        found = capsys.readouterr()
        assert found.out == ""
        assert "Traceback" not in found.err
        return found.err

    assert f"{tmp_path / 'nowhere'} is no folder" in told(tmp_path / "nowhere")
    (attic / "explorers.yaml").unlink()
    assert "explorers.yaml: nothing can be played without any of these" in told(attic)
    small = tmp_path / "small"
    shutil.copytree(BUILTIN, small)
    cards = (small / "monsters.yaml").read_text()
    (small / "monsters.yaml").write_text(cards.replace("health:", "healthy:"))
    said = told(small)
    assert said.startswith("The card pack can't be played:\n- monsters.yaml: ")
    assert said.rstrip().splitlines()[-1].startswith("And ")
    assert len(said.splitlines()) == 12


def test_a_position_is_checked_with_ones_own_cards(
    tmp_path: Path, attic: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    explorers = (attic / "explorers.yaml").read_text()
    (attic / "explorers.yaml").write_text(explorers.replace("name: Ada Pryce", "name: Zenobia Pryce"))
    position = tmp_path / "position.txt"
    position.write_text(
        "tiles:\n  14a at 0,0\nexplorers:\n  Zenobia 5/1/2 at e1 of 0,0\n"
        'move: {"type": "FinishTurn", "explorer": "exp-01"}\n'
    )
    assert main(["check", str(position)]) == 2
    capsys.readouterr()
    assert main(["check", "--pack", str(attic), str(position)]) == 0
    assert "Zenobia: finish the turn: legal." in capsys.readouterr().out
