"""Moments of a game of Wizard Thieves as pages see them."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.readmodels import (
    Caption,
    CardFace,
    Challenge,
    Choice,
    HostModel,
    Lobby,
    LogLine,
    Move,
    Notice,
    OptionModel,
    Pile,
    Player,
    Prompt,
    Result,
    SeatView,
    Task,
)

COLOURS = ("red", "blue", "green", "yellow")
NAMES = ("Ann", "Ben", "Liza", "Timbo")
RUBY = CardFace(key="gem:1", label="Ruby", icon="gem-1", tint="red")
LEAF = CardFace(key="gem:9", label="Leaf", icon="gem-9", tint="teal")
TREASURE = CardFace(key="treasure:3", label="x3 Treasure", icon="treasure-3", tint="gold")
GAUNTLET = CardFace(
    key="item:gauntlet", label="Gauntlet of Stealing", icon="item-gauntlet", tint="mystic"
)
KEYS = (
    *(f"gem:{kind}" for kind in range(1, 10)),
    *(f"treasure:{value}" for value in range(1, 5)),
    "item:gauntlet",
    "item:bomb",
    "item:king_coin",
    "item:portal_caster",
)
GEMS = ("Ruby", "Sapphire", "Emerald", "Amber", "Amethyst", "Pearl", "Onyx", "Topaz", "Leaf")
LABELS = (
    *GEMS,
    *(f"x{value} Treasure" for value in range(1, 5)),
    "Gauntlet of Stealing",
    "Alchemical Bomb",
    "King Coin",
    "Portal Caster",
)
OPTIONS = (
    OptionModel(
        key="grab_before_end",
        label="A grab beats the end",
        kind="switch",
        value="false",
        help="Whether a slap on the very last card still counts (R-WT-15)",
    ),
    OptionModel(
        key="tie_ms",
        label="Tie below (ms)",
        kind="number",
        value="2",
        help="Presses closer than this are too close to call (R-WT-6)",
    ),
)


def players(*, lobby: bool = False, turn: int | None = 0) -> tuple[Player, ...]:
    """Four people; Ben cursed, Timbo out."""
    status = ("safe", "cursed", "safe", "out")
    labels = ("Safe", "Cursed", "Safe", "Out")
    counts = (14, 9, 22, 0)
    return tuple(
        Player(
            seat=seat,
            name=NAMES[seat] if not lobby or seat < 3 else "",
            colour=COLOURS[seat],
            status="" if lobby else status[seat],
            status_label=("Ready" if seat < 3 else "Free") if lobby else labels[seat],
            cards=0 if lobby else counts[seat],
            aside=0 if lobby else (0, 2, 0, 11)[seat],
            turn=not lobby and turn == seat,
            connected=seat != 2,
            host=seat == 0,
        )
        for seat in range(4)
    )


def base(audience: str) -> SeatView:
    """What every moment has."""
    seat = int(audience.partition(":")[2]) if audience.startswith("seat:") else None
    host = audience == "table" or seat == 0
    return SeatView(
        version=1,
        audience=audience,
        game="wizard-thieves",
        title="Wizard Thieves",
        phase="playing",
        seat=seat,
        host=HostModel(choices=(Choice(id="end", label="End this game", style="danger"),))
        if host
        else None,
        lobby=_lobby(open_=False),
    )


def _lobby(*, open_: bool, host: bool = False) -> Lobby:
    return Lobby(
        join_url="http://192.168.1.20:8000/j/WZRD42",
        code="WZRD42",
        seats=4,
        seat_counts=(2, 3, 4),
        can_start=False,
        why_not="One seat is still free." if open_ else "",
        options=OPTIONS if host else (),
    )


def lobby(audience: str) -> SeatView:
    """Three of four have joined."""
    view = base(audience)
    host = view.host is not None
    start = Choice(id="start", label="Start the game", style="primary")
    return replace(
        view,
        phase="lobby",
        headline="One seat is still free.",
        players=players(lobby=True),
        host=HostModel(choices=(start,)) if host else None,
        lobby=_lobby(open_=True, host=host),
        notices=(
            Notice(
                level="warn",
                text="No camera found.",
                cure="Plug one in, or tell each card.",
            ),
        ),
    )


def playing(audience: str) -> SeatView:
    """Ann is to flip, by phone, since there is no camera; anybody may say that a hand came down."""
    view = base(audience)
    mine = view.seat
    cards = tuple(
        Choice(
            id=f"reveal:{key}",
            label=label,
            icon=key.replace(":", "-").replace("_", "-"),
            hint="I flipped this",
        )
        for key, label in zip(KEYS, LABELS, strict=True)
    )
    grab = Choice(
        id="grab",
        label="Grab!",
        style="danger",
        icon="hand",
        hint="Slap the Pot first; then tap. The table is asked who was first.",
    )
    slip = Choice(id="mis_reveal", label="I flipped a card by mistake", style="quiet")
    choices: tuple[Choice, ...] = ()
    if mine is not None and mine != 3:
        choices = (grab, *(cards if mine == 0 else ()), slip)
    return replace(
        view,
        headline="You flip a card" if mine == 0 else "Ann flips a card",
        players=players(),
        piles=(
            Pile(id="pot", label="Pot", count=5, top=RUBY, note="by Timbo"),
            Pile(id="portal", label="Portal", count=1, top=LEAF),
        ),
        my_choices=choices,
        captions=(
            Caption(id=7, text="Timbo is out.", priority="verdict"),
            Caption(id=8, text="Timbo: Ruby.", priority="quiet"),
        ),
        log=_log(),
        notices=(
            Notice(
                level="warn",
                text="This machine has no pins (/dev/gpiochip*), so there are no buttons; play "
                "goes on by phone. On a Pi, update the kernel.",
            ),
            Notice(level="info", text="There is no camera: cards are entered by phone."),
        ),
        can_undo=audience != "public",
        undo_label="Timbo: Ruby",
        redo_label="Ben: Topaz",
    )


def _log() -> tuple[LogLine, ...]:
    return (
        LogLine(seq=1, text="The game begins. Ann starts."),
        LogLine(seq=2, text="Ann: Leaf.", amendable=True),
        LogLine(seq=3, text="Ben: Topaz.", undone=True),
        LogLine(
            seq=4,
            text="Liza, doubles, 471 ms. 12 cards.",
            evidence="v4",
            amendable=True,
            pressed=(2, 0, 1),
            won=2,
        ),
        LogLine(seq=5, text="Timbo: Ruby.", amendable=True),
    )


def amendments(seq: int) -> tuple[Choice, ...]:
    """A card was another card; a slap was somebody else's; nothing else can be corrected."""
    gone = Choice(id=f"{seq}=out", label="That never happened", style="danger")
    if seq == 4:
        slaps = tuple(
            Choice(id=f"4=grab:{seat}", label=f"{NAMES[seat]} was first") for seat in (0, 1, 2)
        )
        return (*slaps, gone)
    if seq not in {2, 5}:
        return ()
    cards = tuple(
        Choice(id=f"{seq}=card:{key}", label=label, icon=key.replace(":", "-").replace("_", "-"))
        for key, label in zip(KEYS, LABELS, strict=True)
    )
    return (*cards, gone)


def putting_back(audience: str) -> SeatView:
    """Ann took back Timbo's card and a slap: the real table has to follow."""
    view = playing(audience)
    moves = (
        Move(
            source="pot",
            target="deck:3",
            text="Ruby from the Pot onto Timbo's deck.",
            cards=("gem:1",),
        ),
        Move(
            source="deck:1",
            source_end="bottom",
            target="pot",
            target_end="1",
            text="The lowest 3 cards of Ben's deck into the Pot, face up: Leaf, x3 Treasure, "
            "Gauntlet of Stealing.",
            cards=("gem:9", "treasure:3", "item:gauntlet"),
        ),
        Move(
            source="status:1", target="status:1", text="Ben's status card to Safe.", cards=("safe",)
        ),
        Move(
            source="aside:2",
            target="deck:2",
            text="2 cards from under Liza's status card onto Liza's deck.",
            cards=("", ""),
        ),
        Move(
            source="deck:0",
            target="deck:2",
            text="The top card of Ann's deck onto Liza's deck.",
            cards=("",),
        ),
        Move(
            source="portal",
            target="deck:1",
            text="Leaf from the Portal onto Ben's deck.",
            cards=("gem:9",),
        ),
    )
    return replace(
        view,
        my_choices=(),
        tasks=tuple(
            Task(id=f"t{number}", move=move, done=number == 1) for number, move in enumerate(moves)
        ),
        captions=(
            Caption(id=30, text="Ann took back: Timbo: Ruby."),
            Caption(id=31, text="Ruby from the Pot onto Timbo's deck."),
        ),
    )


def paused(audience: str) -> SeatView:
    """Somebody fetches drinks."""
    view = playing(audience)
    choices = (
        Choice(id="resume", label="Go on"),
        Choice(id="end", label="End this game", style="danger"),
    )
    return replace(
        view,
        paused=True,
        headline="Paused: cards and slaps do not count now",
        my_choices=(),
        host=HostModel(choices=choices) if view.host else None,
    )


def challenge(audience: str) -> SeatView:
    """Ann faces Liza's x3, and the camera and buttons do the work."""
    view = playing(audience)
    return replace(
        view,
        headline="You have 2 chances" if view.seat == 0 else "Ann has 2 chances",
        piles=(
            Pile(id="pot", label="Pot", count=12, top=TREASURE, note="by Liza"),
            Pile(id="portal", label="Portal", count=0),
        ),
        challenge=Challenge(title="Ann faces Liza's x3", value=3, remaining=2, setter=2, facing=0),
        my_choices=(Choice(id="mis_reveal", label="I flipped a card by mistake", style="quiet"),)
        if view.seat is not None
        else (),
        captions=(
            Caption(id=9, text="Times 3. Ann, 3 chances."),
            Caption(id=10, text="2 left."),
        ),
    )


def item(audience: str) -> SeatView:
    """Ann's Gauntlet waits for her choice."""
    view = playing(audience)
    theft = (
        ("use_gauntlet:deck:1", "Steal from Ben", "Top two, unseen"),
        ("use_gauntlet:deck:2", "Steal from Liza", "Top two, unseen"),
        ("use_gauntlet:portal:0", "Steal Leaf", "From the Portal"),
    )
    return replace(
        view,
        headline="You choose: Gauntlet" if view.seat == 0 else "Ann chooses: Gauntlet",
        piles=(
            Pile(id="pot", label="Pot", count=6, top=GAUNTLET, note="by Ann"),
            Pile(id="portal", label="Portal", count=1, top=LEAF),
        ),
        my_choices=tuple(
            Choice(id=ident, label=label, hint=hint, style="primary", icon="item-gauntlet")
            for ident, label, hint in theft
        )
        if view.seat == 0
        else (),
        captions=(Caption(id=11, text="Gauntlet of Stealing."),),
    )


def _asking(view: SeatView, prompt: Prompt) -> SeatView:
    seen = view.audience != "public"
    return replace(
        view, headline=prompt.title, prompts=(prompt,) if seen else (), my_choices=(), can_undo=seen
    )


def who_first(audience: str) -> SeatView:
    """Two slaps closer than the buttons can tell."""
    choices = (
        Choice(id="answer:p1:0", label="Ann", style="primary"),
        Choice(id="answer:p1:2", label="Liza", style="primary"),
    )
    prompt = Prompt(
        id="p1",
        kind="who_first",
        title="Who was first: Ann or Liza?",
        body="Closer than these buttons can tell. The hand below wins; else the hand that covers "
        "more.",
        choices=choices,
    )
    return _asking(playing(audience), prompt)


def which_card(audience: str) -> SeatView:
    """The camera was not sure."""
    ranked = ("gem:1", "gem:8")
    choices = tuple(
        Choice(id=f"answer:p2:{key}", label=label, style="primary" if key in ranked else "plain")
        for key, label in sorted(
            zip(KEYS, LABELS, strict=True), key=lambda pair: pair[0] not in ranked
        )
    )
    none = Choice(id="answer:p2:none", label="That is no card of this game", style="quiet")
    prompt = Prompt(
        id="p2",
        kind="which_card",
        title="Which card is on the Pot?",
        body="The camera was not sure: glare.",
        choices=(*choices, none),
        evidence=("f1", "f2"),
    )
    return _asking(playing(audience), prompt)


def over(audience: str) -> SeatView:
    """Liza has won."""
    view = playing(audience)
    again = Choice(id="new_game", label="New game", style="primary")
    return replace(
        view,
        phase="over",
        headline="Liza wins the game",
        players=players(turn=None),
        piles=(),
        my_choices=(),
        host=HostModel(choices=(again,)) if view.host else None,
        result=Result(title="Liza wins", winners=(2,), detail="the only one left with Loot"),
        captions=(Caption(id=20, text="Liza wins the game.", priority="verdict"),),
    )


def stopped(audience: str) -> SeatView:
    """The disk is full."""
    view = playing(audience)
    retry = Choice(id="retry", label="Try again", style="primary")
    return replace(
        view,
        phase="stopped",
        my_choices=(),
        can_undo=False,
        host=HostModel(choices=(retry,)) if view.host else None,
        notices=(
            Notice(
                level="stop",
                text="Play has stopped: the disk is full.",
                cure="Everything shown here is safe. Free some space, then choose Try again.",
            ),
        ),
    )


def overruled(audience: str) -> SeatView:
    """All at once: a challenge, a pause, and the table to be put back."""
    view = putting_back(audience)
    faced = challenge(audience)
    held = paused(audience)
    return replace(
        view,
        paused=True,
        headline=held.headline,
        host=held.host,
        challenge=faced.challenge,
        captions=(
            Caption(id=40, text="The table says that grab was not valid.", priority="verdict"),
            Caption(id=41, text="Improper grab. Liza is cursed.", priority="verdict"),
            Caption(id=42, text="Paused."),
        ),
    )


def differing(audience: str) -> SeatView:
    """The camera sees another card than the game has."""
    view = playing(audience)
    ways = (
        Choice(id="mend:pot:missed", label="Leaf was flipped too", style="primary"),
        Choice(id="mend:pot:misread", label="It was Leaf, not Ruby"),
        Choice(id="mend:pot:keep", label="It is right as the game has it", style="quiet"),
    )
    notice = Notice(
        level="warn",
        text="On the Pot the camera sees Leaf, but the game has Ruby on top.",
        cure="Put the cards as the game has them, or say what happened.",
        choices=ways if audience != "public" else (),
        place="pot",
    )
    return replace(view, notices=(notice, *view.notices))


SCENES: Mapping[str, object] = {
    "lobby": lobby,
    "playing": playing,
    "challenge": challenge,
    "item": item,
    "who_first": who_first,
    "which_card": which_card,
    "over": over,
    "putting_back": putting_back,
    "paused": paused,
    "differing": differing,
    "overruled": overruled,
    "stopped": stopped,
}
