"""The voice: in order, never twice, never late, never about what was undone; and what it speaks."""

import random
from functools import cache
from typing import Any

import pytest

from companion.table import wizard_thieves
from companion.table.effects import Say
from companion.table.work import Work
from companion.words import NOTE, USUAL
from hardware.events import SensorStatus
from hardware.timing import MS
from tests.companion.table.scripted import Script
from tests.companion.table.test_amend import act_at_random, desk_amendments, reveal, slap
from tests.companion.words.speaker import Begun, HeardScript

SEEDS = range(25)


@cache
def evening(seed: int, *, deaf: bool = False) -> tuple[HeardScript, list[Begun]]:
    """A random game with undo, redo and corrections, in which people do not wait for the voice."""
    rng = random.Random(seed)
    game = HeardScript(rng.choice((2, 3, 4)), deaf=deaf).begin()
    for _ in range(60):
        if game.table.phase != "playing":
            break
        steps = [step for step in game.table.steps if step.action is not None]
        if steps and not game.table.prompts and rng.random() < 0.08:
            step = rng.choice(steps)
            values = [value for value, _ in desk_amendments(game, step)] or ["out"]
            game.ask("amend", "seat:0", value=f"{step.seq}={rng.choice(values)}")
        elif rng.random() < 0.1:
            game.ask("undo", "seat:1")
        act_at_random(game, rng)
    return game, game.speaker.begun


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_said_is_said_in_order_once_in_time_and_true(seed: int):
    _, begun = evening(seed)
    idents = [one.ident for one in begun]
    assert len(begun) > 5
    assert idents == sorted(set(idents)), "in order, and nothing twice"
    assert max(one.waited for one in begun) <= 2000 * MS
    assert not [one.text for one in begun if one.untrue]


def test_a_voice_that_did_not_listen_to_undo_would_be_found_out():
    untrue = [one for seed in SEEDS for one in evening(seed, deaf=True)[1] if one.untrue]
    assert untrue


def test_sentences_do_wait_and_some_are_dropped():
    """The random games are hurried enough to mean something."""
    games = [evening(seed) for seed in SEEDS]
    waited = [one.waited for _, begun in games for one in begun]
    asked = sum(isinstance(effect, Say) for game, _ in games for effect in game.effects)
    assert sum(wait > 500 * MS for wait in waited) > 50
    assert len(waited) < asked


def test_what_one_entry_has_to_say_is_said_in_one_breath():
    game = Script(3).begin()
    reveal(game, "treasure:2")
    (said,) = [say.text for say in game.spoken if say.seq]
    assert said == "Times 2. Ben, 2 chances."
    slap(game, 2)
    assert game.spoken[-1].priority == "verdict"


def test_a_question_that_was_answered_is_not_asked_aloud_any_more():
    game = HeardScript(2).begin()
    game.card(None, 900, unsure="glare")
    game.until(1000)
    (prompt,) = game.table.prompts
    game.answer("gem:1")
    retracted = [effect.seq for effect in game.effects if type(effect).__name__ == "Retract"]
    assert prompt.seq in retracted


def spoken_of(game: Script, *keys: str) -> list[str]:
    before = len(game.spoken)
    reveal(game, *keys)
    return [say.text for say in game.spoken[before:]]


def test_the_host_chooses_what_is_spoken_and_everything_is_shown():
    game = Script(3).begin()
    assert spoken_of(game, "gem:1") == []
    assert game.ask("spoken", value="card=true").status == 200
    assert spoken_of(game, "gem:2") == ["Ben: Sapphire."]
    assert game.ask("spoken", value="challenge=false").status == 200
    assert spoken_of(game, "treasure:3") == ["Cleo: x3 treasure."]
    assert game.said[-1] == "Times 3. Ann, 3 chances."
    kinds = {one.kind: one.on for one in game.view().host.spoken}
    assert (kinds["card"], kinds["challenge"], kinds["verdict"]) == (True, False, True)


@pytest.mark.parametrize("value", ["", "card", "card=1", "rumour=true", "note=true", "=true"])
def test_a_kind_that_is_not_there_is_refused(value: str):
    game = Script(2).seat_everybody()
    reply = game.ask("spoken", value=value)
    assert (reply.status, game.table.spoken) == (409, USUAL)


def test_every_line_is_of_a_kind_that_can_be_chosen(monkeypatch: pytest.MonkeyPatch):
    heard: set[str] = set()
    say = Work.say

    def listen(work: Work, lines: Any, **fields: Any) -> None:
        told = tuple(lines)
        heard.update(line.kind for line in told)
        say(work, told, **fields)

    monkeypatch.setattr(Work, "say", listen)
    for seed in SEEDS[:8]:
        evening.__wrapped__(seed)
    game = Script(2).begin()
    game.send(SensorStatus(sensor="camera", ok=False, text="The camera is gone.", source="none"))
    game.send(SensorStatus(sensor="light", ok=True, text="It is getting dark.", warning=True))
    assert heard - {NOTE} == set(wizard_thieves.SPOKEN)


def hear(game: Script, ask: str, **fields: Any) -> list[Say]:
    before = len(game.spoken)
    game.reply = game.ask(ask, "seat:0", **fields)  # type: ignore[attr-defined]
    return game.spoken[before:]


def test_a_name_sounds_as_its_owner_wants_and_is_shown_as_it_is_written():
    game = Script(2).begin()
    assert game.ask("says", "seat:0", value="Anne-Marie").status == 200
    game.ask("undo", "seat:0")
    reveal(game, "gem:1")
    game.ask("undo", "seat:0")
    undone, task = game.spoken[-2:]
    assert undone.text == "Anne-Marie took back: Anne-Marie: Ruby."
    assert "Ann" in task.text
    assert game.view().captions[-2].text.startswith("Ann took back")
    assert game.view(0).says == "Anne-Marie"
    assert game.view(1).says == ""


def test_a_name_can_be_tried_on_the_loudspeaker_but_not_all_evening():
    game = Script(2).seat_everybody()
    captions = game.view().captions
    (said,) = hear(game, "preview", value="Äntschi", arrived=10_000 * MS)
    assert (said.text, said.language, said.priority) == ("Äntschi", "en", "say")
    assert hear(game, "preview", value="again", arrived=14_000 * MS) == []
    assert "Wait a moment" in game.reply.reason  # type: ignore[attr-defined]
    (said,) = hear(game, "preview", value="", arrived=15_001 * MS)
    assert said.text == "Ann"
    assert game.ask("preview", "seat:1", arrived=16_000 * MS).status == 409, "nor by turns"
    assert game.ask("preview", "table", arrived=60_000 * MS).status == 409, "only names of people"
    assert game.view().captions == captions, "whoever asked has it on the phone"


HOSTILE = [
    "<script>alert(1)</script>",
    '<speak><audio src="x"/></speak>',
    "[[h@'loU]]",
    "{who} {n} {0} %s",
    "a\x00b\x1b[2J\r\n\tc",
    "\u202egnirts",
    "\u200b\u2060",
    "李雷",
    "محمد",
    "Ω≈ç√∫µ≤≥÷",
    "🃏🃏",
    "x" * 200,
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319",
]


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_any_name_is_safe_to_show_and_to_speak(name: str):
    game = Script(2)
    reply = game.ask("join", "new", seat=0, value=name, digest="d0")
    if reply.status != 200:
        assert game.table.member(0) is None
        assert reply.reason
        return
    game.ask("join", "new", seat=1, value=name, digest="d1")
    first, second = (member.name for member in game.table.members)
    assert first != second, "two alike are told apart"
    game.ask("says", "seat:0", value=name)
    game.ask("preview", "seat:0", arrived=10_000 * MS)
    game.ask("start")
    reveal(game, "treasure:2")
    game.ask("undo", "seat:0")
    texts = [say.text for say in game.spoken] + [str(c.text) for c in game.view().captions]
    assert texts
    for text in texts:
        assert text.isprintable() or "\u200d" in text
        assert "{who}" not in text or "{who}" in name
    assert not [say for say in game.spoken if "[[" in say.text], "no phonemes of eSpeak's own"
    assert max(len(member.name) for member in game.table.members) <= 24
