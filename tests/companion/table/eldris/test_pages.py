"""What pages, story and voice tell of Eldris: in English and German, without anything secret."""

import random
from typing import Any

import msgspec
import pytest

from companion.chronicle import chronicle, moment
from companion.history import fold
from companion.table.audience import everything
from companion.table.desks import told_of
from companion.table.eldris import ids
from companion.table.eldris.narrator import narrate
from companion.table.eldris.words import card_value, dollars, purse
from companion.table.no_slaps import SPOKEN
from companion.table.presenter import audiences
from companion.words import KINDS, NOTE
from rules import eldris as rules
from rules.eldris.money import coins
from tests.companion.table.eldris.people import GAME, Game, Moment
from tests.companion.table.scripted import Script


@pytest.fixture(scope="module")
def played() -> Game:
    game = Game(3, random.Random(5), secrecy="trusted")
    game.play()
    return game


def test_money_is_shown_as_coins_that_people_have():
    """Spec, section 1: $3, $1, $5, 50 c; the fewest of them make the haul."""
    assert [str(dollars(halves)) for halves in (0, 1, 2, 7, 16)] == [
        *("$0", "50 c", "$1", "$3.50", "$8")
    ]
    shown = purse(17, two_go=False)
    assert [str(coin) for coin in shown.coins] == ["$5", "$3", "50 c"]
    assert sum(coins(17)) == 17


def test_score_cards_end_at_eight():
    """R-EL-36."""
    assert [card_value(halves) for halves in (1, 7, 16, 19)] == ["½", "3½", "8", "8"]
    shown = purse(19, two_go=True)
    assert shown.coins == ()
    assert (str(shown.label), "8" in str(shown.note)) == ("$9.50", True)


def test_the_rivals_have_score_cards_of_their_own():
    """R-EL-36: solo 2-Go uses a second pair."""
    game = Moment(1, random.Random(2), lambda state: state.solo.pool > 0, two_go="true")
    pool = game.script.state.solo.pool
    row = next(row for row in game.view(0).rows if row.id == "foes")
    assert f"score cards: {card_value(pool)}." in str(row.note)


def test_every_sentence_is_of_a_kind_that_the_host_can_choose(played: Game):
    told = told_of(played.script.table)
    heard = {line.kind for step in played.script.table.steps for line in narrate(step.events, told)}
    assert heard - {NOTE} <= set(SPOKEN) <= set(KINDS)
    assert {"move", "verdict", "card"} <= heard


def test_nothing_said_names_an_adjacency(played: Game):
    """R-EL-9: no word of diagonal or orthogonal, in a game in which Strength was rolled."""
    said = " ".join(played.script.said).lower()
    assert "steals" in said
    assert not any(word in said for word in ("diagonal", "orthogonal", "adjacent"))


def test_story_and_moments_are_told_without_hidden_cards(played: Game):
    told = chronicle(fold(played.script.rows))
    assert told is not None
    lines = told.story().entries
    assert any("wins the game" in str(line.text) for line in lines)
    for line in lines[:: max(1, len(lines) // 15)]:
        page = moment(told, line.seq).view
        assert not any(row.secret for row in page.rows)
        if page.square is not None:
            assert not any(card.mine or card.near for card in page.square.cards)


def test_a_whole_story_is_told_in_german(played: Game):
    told = chronicle(fold(played.script.rows))
    lines = [str(line.text) for line in told.story("de").entries]
    assert any("gewinnt das Spiel" in line for line in lines)
    assert any("tauschen die Plätze" in line for line in lines)
    assert not any("change places" in line or "steals" in line for line in lines)


def test_every_page_of_a_game_can_be_encoded(played: Game):
    for audience in audiences(played.script.table):
        assert msgspec.json.decode(everything(played.script.table, (), audience))


def test_the_harder_solo_game_shows_nobody_where_threats_stand():
    """Spec, section 4: neither tokens nor what may be tapped tells them apart."""
    hard = Moment(1, random.Random(3), in_wager, solo_tokens="false")
    state = hard.script.state
    for audience in (0, "table", "public"):
        view = hard.view(audience)
        assert not any(card.token for card in view.square.cards)
    offered = {c.id for c in hard.view(0).my_choices}
    assert all("use:" in one or one.startswith(("wager:", "foes:")) for one in offered)
    tapped = {card for one in offered for card in one.split(":")[1:]}
    wanted = {
        card
        for card in state.grid
        if state.config.traits[card] in state.solo.concealed and card not in state.dark
    }
    assert {card for card in tapped if card in state.grid} == wanted
    assert wanted > set(state.solo.threats)


def in_wager(state: Any) -> bool:
    """Where a token hides a card of a hidden foe's trait, so that there is something to tell."""
    if state.phase != "wager" or state.players[0].haul < 2:
        return False
    solo, traits = state.solo, state.config.traits
    alike = {c for c in state.grid if traits[c] in solo.concealed and c not in state.dark}
    return alike > set(solo.threats)


@pytest.mark.parametrize(
    "choice",
    [
        *(
            "layout=abc",
            "layout=",
            "up=zz",
            "hand=",
            "roll=12",
            "roll=789",
            "reroll=---",
            "reroll=1",
        ),
        *("move:str1", "move:str1:str1", "move:str1:xyz", "run:a:b", "steal:", "accuse:str1:9"),
        *("accuse:str1", "cutpurse:no", "use:luck", "foes", "foes:str1:str2:str3", "fan=a", "back"),
        *("correct:1", "pass=1", "swap:str1", "", "=", "x", "roll=\uff11\uff12\uff13"),
    ],
)
def test_what_no_page_offers_is_no_action_or_refused_by_the_rules(choice: str):
    script = Script(2, camera=False, buttons=False, game=GAME).begin()
    before = script.state
    assert script.tap(0, choice).status in {409, 422}
    assert script.state == before
    action = ids.action(0, choice)
    assert action is None or getattr(rules.check(before, action), "reason", "")


def test_why_a_solo_game_of_three_cannot_begin_is_told_in_the_hosts_language():
    script = Script(3, game="thieves-of-eldris", mode="solo").seat_everybody()
    assert "the solo game is for one player" in script.ask("start", "seat:0").reason
    assert script.ask("language", "seat:0", value="de").status == 200
    assert "Das Solospiel ist für eine Person" in script.ask("start", "seat:0").reason
