"""The owner's file: every key documented, every mistake named."""

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from companion.config import Config, ConfigError, load_config
from rules.wizard_thieves import Options

DOCS = Path(__file__).parents[2] / "docs" / "configuration.md"


def documented() -> dict[str, object]:
    (block,) = re.findall(r"```toml\n(\[web\].*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    return tomllib.loads(block)


def test_the_documented_file_is_valid() -> None:
    config = msgspec.convert(documented(), Config)
    assert config.web.names == ("table.home",)


def test_every_key_is_documented() -> None:
    def check(kind: type, written: object, where: str) -> None:
        assert isinstance(written, dict)
        for field in msgspec.structs.fields(kind):
            assert field.name in written, f"{where}.{field.name} is not in docs/configuration.md"

    shown = documented()
    config = Config()
    for name in ("web", "voice", "referee", "eye"):
        check(type(getattr(config, name)), shown[name], name)
    from hardware.config import BoardConfig, SeatWiring

    check(BoardConfig, shown["board"], "board")
    check(SeatWiring, shown["board"]["seats"][0], "board.seats")  # type: ignore[index]


def test_every_option_of_the_rulings_is_documented() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for field in msgspec.structs.fields(Options):
        assert f"`{field.name}`" in text


def test_no_file_means_defaults(tmp_path: Path) -> None:
    assert load_config(tmp_path / "companion.toml") == Config()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[web]\nport = 99999\n", "web.port"),
        ("[web]\nprot = 80\n", "prot"),
        ("[voice]\nrate = 'fast'\n", "voice.rate"),
        ("[board]\nbeeper = 'x'\n", "board.beeper"),
        ("[web\n", "line 1"),
        ("\udcff".encode("utf-8", "surrogateescape").decode("latin-1"), "companion.toml"),
    ],
)
def test_a_mistake_is_named_with_file_field_and_cure(tmp_path: Path, text: str, named: str) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    assert named in str(caught.value)
    assert "companion.toml" in str(caught.value)
    assert "Mend" in str(caught.value)
