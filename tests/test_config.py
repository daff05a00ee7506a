"""Settings: what the environment may say, and the sentence that answers what it may not."""

from __future__ import annotations

import dataclasses
import re
import threading
from pathlib import Path

import pytest

from app.cli import SETTINGS_HELP
from app.config import NAMES, ConfigError, Settings, unknown_names

ROOT = Path(__file__).parents[1]
LONG = "s" * 40


def test_an_empty_environment_gives_the_documented_defaults(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    settings = Settings.from_environment({})
    assert settings == Settings(
        data_dir=tmp_path / "data",
        host="0.0.0.0",
        port=8000,
        database_url=f"sqlite:///{tmp_path}/data/vivarium.db",
        pack=None,
        secret="",
        public_url="",
        trusted_proxy="",
        log_level="info",
    )
    assert settings.is_sqlite


def test_a_variable_that_is_set_to_nothing_counts_as_not_set():
    assert Settings.from_environment(dict.fromkeys(NAMES, " ")) == Settings.from_environment({})


def test_every_setting_is_read(tmp_path):
    settings = Settings.from_environment(
        {
            "VIVARIUM_HOST": "::1",
            "VIVARIUM_PORT": "9000",
            "VIVARIUM_DATA_DIR": str(tmp_path),
            "VIVARIUM_DATABASE_URL": "postgres://u:p@db/vivarium",
            "VIVARIUM_PACK": str(tmp_path / "cellar"),
            "VIVARIUM_SECRET": LONG,
            "VIVARIUM_PUBLIC_URL": "https://table.example:8443/",
            "VIVARIUM_TRUSTED_PROXY": "10.0.0.1, 172.18.0.0/16",
            "VIVARIUM_LOG_LEVEL": "Warning",
        }
    )
    assert settings == Settings(
        data_dir=tmp_path,
        host="::1",
        port=9000,
        database_url="postgresql://u:p@db/vivarium",
        pack=tmp_path / "cellar",
        secret=LONG,
        public_url="https://table.example:8443",
        trusted_proxy="10.0.0.1,172.18.0.0/16",
        log_level="warning",
    )
    assert not settings.is_sqlite


def test_the_command_line_wins_over_the_environment(tmp_path):
    settings = Settings.from_environment(
        {"VIVARIUM_PORT": "9000", "VIVARIUM_HOST": "10.0.0.7"},
        instead={"VIVARIUM_PORT": "9001", "VIVARIUM_DATA_DIR": str(tmp_path)},
    )
    assert (settings.port, settings.host) == (9001, "10.0.0.7")
    assert settings.database_url == f"sqlite:///{tmp_path}/vivarium.db"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "http", "VIVARIUM_PORT must be a whole number from 0 to 65535, not 'http'."),
        ("PORT", "65536", "VIVARIUM_PORT must be a whole number from 0 to 65535, not '65536'."),
        ("PORT", "-1", "VIVARIUM_PORT must be a whole number from 0 to 65535, not '-1'."),
        ("PORT", "８０００", "VIVARIUM_PORT must be a whole number from 0 to 65535, not '８０００'."),
        (
            "DATABASE_URL",
            "mysql://root:hush@db/x",
            "VIVARIUM_DATABASE_URL must start with sqlite:/// or postgresql://, not 'mysql'.",
        ),
        (
            "DATABASE_URL",
            "vivarium.db",
            "VIVARIUM_DATABASE_URL must start with sqlite:/// or postgresql://, not 'vivarium.db'.",
        ),
        (
            "DATABASE_URL",
            "sqlite://",
            "VIVARIUM_DATABASE_URL must name a file after sqlite:///, so that tables are kept.",
        ),
        (
            "DATABASE_URL",
            "sqlite:///:memory:",
            "VIVARIUM_DATABASE_URL must name a file after sqlite:///, so that tables are kept.",
        ),
        ("SECRET", "hush", "VIVARIUM_SECRET must have at least 32 characters; it has 4."),
        (
            "TRUSTED_PROXY",
            "10.0.0.1,proxy",
            "VIVARIUM_TRUSTED_PROXY must list addresses or networks like 172.18.0.0/16, not 'proxy'.",
        ),
        ("LOG_LEVEL", "loud", "VIVARIUM_LOG_LEVEL must be one of debug, info, warning, error, not 'loud'."),
        ("DATA_DIR", "/what?", "The data folder /what? can't hold a SQLite database: '?' is in its name."),
    ],
)
def test_a_value_that_cannot_be_used_is_answered_with_one_sentence(name, value, sentence):
    with pytest.raises(ConfigError) as refused:
        Settings.from_environment({f"VIVARIUM_{name}": value})
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "value",
    [
        "table.example",
        "ftp://table.example",
        "https://",
        "https://table.example/vivarium",
        "https://table.example/?a=b",
        "https://user@table.example",
        "https://table.example:eight",
        "https://[::1",
    ],
)
def test_a_public_address_is_scheme_and_host_and_no_more(value):
    with pytest.raises(ConfigError, match=r"^VIVARIUM_PUBLIC_URL must be http:// or https:// with a host"):
        Settings.from_environment({"VIVARIUM_PUBLIC_URL": value})


def test_what_is_secret_stays_out_of_messages():
    shown = repr(Settings(database_url="postgresql://u:hush@db/x", secret="hush" * 10))
    assert "hush" not in shown


def test_settings_are_frozen(tmp_path):
    settings = Settings(data_dir=tmp_path)
    with pytest.raises(dataclasses.FrozenInstanceError):
        settings.port = 1  # type: ignore[misc]


def test_a_misspelt_setting_is_pointed_out():
    given = {"VIVARIUM_DATADIR": "x", "VIVARIUM_HOST": "::", "VIVARIUM_TEST_POSTGRES_URL": "x", "HOME": "x"}
    assert unknown_names(given) == [
        "There is no setting VIVARIUM_DATADIR: it is ignored. Did you mean VIVARIUM_DATA_DIR?"
    ]


def test_a_given_secret_is_used_and_not_written_down(tmp_path):
    assert Settings(data_dir=tmp_path, secret=LONG).load_secret() == LONG
    assert list(tmp_path.iterdir()) == []


def test_the_secret_is_kept_for_its_owner_only_and_found_again(tmp_path):
    settings = Settings(data_dir=tmp_path / "new")
    secret = settings.load_secret()
    kept = settings.data_dir / "secret"
    assert len(secret) >= 32
    assert kept.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in settings.data_dir.iterdir()] == ["secret"]
    assert Settings(data_dir=settings.data_dir).load_secret() == secret


def test_each_data_folder_has_a_secret_of_its_own(tmp_path):
    assert Settings(data_dir=tmp_path / "a").load_secret() != Settings(data_dir=tmp_path / "b").load_secret()


def test_a_secret_that_others_may_read_is_closed(tmp_path):
    (tmp_path / "secret").write_text(LONG)
    (tmp_path / "secret").chmod(0o644)
    assert Settings(data_dir=tmp_path).load_secret() == LONG
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


def test_servers_that_start_together_agree_on_one_secret(tmp_path):
    settings = Settings(data_dir=tmp_path)
    got: list[str] = []
    together = threading.Barrier(8)

    def start() -> None:
        together.wait()
        got.append(settings.load_secret())

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 8
    assert len(set(got)) == 1


def test_a_damaged_secret_is_named_not_replaced(tmp_path):
    (tmp_path / "secret").write_text("short\n")
    with pytest.raises(ConfigError, match="is damaged"):
        Settings(data_dir=tmp_path).load_secret()
    assert (tmp_path / "secret").read_text() == "short\n"


@pytest.mark.parametrize("content", [None, b"\xff\xfe" * 40])
def test_a_secret_that_cannot_be_read_is_one_sentence(tmp_path, content):
    path = tmp_path / "secret"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(ConfigError) as refused:
        Settings(data_dir=tmp_path).load_secret()
    assert str(refused.value).startswith(f"The secret file {path} can't be used: ")


@pytest.mark.parametrize("document", ["README.md", "docs/operating.md"])
def test_every_setting_stands_in_the_documents_and_no_other(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    named = set(re.findall(r"VIVARIUM_[A-Z_]+", text))
    assert named - {"VIVARIUM_TEST_POSTGRES_URL"} == set(NAMES)


def test_every_setting_stands_in_the_help():
    assert set(re.findall(r"VIVARIUM_[A-Z_]+", SETTINGS_HELP)) == set(NAMES)
