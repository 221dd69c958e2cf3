"""The sentences that explain a verdict. Of those about a person there is one for the person too.

`{name}` is who pressed; a key that ends in `_you` speaks to the reader instead.
"""

from collections.abc import Mapping
from types import MappingProxyType

from companion.words import Part, Text, Words, decimal, t

FATES: Mapping[str, str] = MappingProxyType(
    {
        "won": "Took the Pot",
        "cursed": "Cursed",
        "out": "Eliminated",
        "tied": "Too close to call",
        "late": "Too late, excused",
        "repeated": "Counted once",
        "earlier": "Judged before",
        "asked": "The table was asked",
    }
)

WORDS: Mapping[str, str] = MappingProxyType(
    {
        # what the verdict rests on
        "zero": "milliseconds after {name}'s hand",
        "zero_card": "milliseconds after {card} can have been visible",
        "by_rules": "The times overlap, but every order that is possible ends the same.",
        "by_people": "The evidence left it open; the table said what happened.",
        "hidden": "The hand that flipped it hid the Pot: {card} became visible somewhere within "
        "{ms} ms.",
        "inexact": "A key or a phone is exact to {ms} ms only.",
        "quick": "{name} was {ms} after {card} became visible.",
        "band": "Hands closer than {ms} ms are too close to call.",
        # why it stayed open
        "tie": "Too close to call: the table says who was first.",
        "chain": "Their order behind the first matters and is too close to call.",
        "overlap": "What came first cannot be told from the evidence.",
        "late": "A press was reported too late to be put in order.",
        "restart": "The companion was restarted in between.",
        "camera": "The camera could not see the Pot.",
        "buttons": "The buttons did not report in time.",
        # each hand
        "after_card": "{name} came {ms} after {card} became visible.",
        "after_card_you": "You came {ms} after {card} became visible.",
        "around_card": "{name} came just when {card} became visible: from {early} ms before to "
        "{late} ms after.",
        "around_card_you": "You came just when {card} became visible: from {early} ms before to "
        "{late} ms after.",
        "before_next": "That was {ms} before {card} became visible, so it was judged on {top}.",
        "overlap_next": "{card} may have been visible already; the table was asked or the order "
        "made no difference.",
        "behind": "{name} came {ms} after {other}.",
        "behind_you": "You came {ms} after {other}.",
        "close": "{name} and {other} are closer than {band} ms: too close to call.",
        "close_you": "You and {other} are closer than {band} ms: too close to call.",
        "unsure": "{name} came from {early} ms before to {late} ms after {other}.",
        "unsure_you": "You came from {early} ms before to {late} ms after {other}.",
        "won": "{name} was first, and the Pot could be grabbed.",
        "won_you": "You were first, and the Pot could be grabbed.",
        "cursed": "Nothing matched {card}: no doubles, no sandwich, no portal match. That is an "
        "improper grab.",
        "out": "Nothing matched {card}. A second improper grab eliminates.",
        "late_hand": "The Pot was taken already. Late hands are excused.",
        "grace": "The Pot was taken already. Hands within {ms} ms of that are excused.",
        "no_pot": "There was no Pot to grab.",
        "eliminated": "Who is out cannot grab.",
        "game_over": "The game was over.",
        "repeated": "The same hand again within {ms} ms: it counts once.",
        "anticipated": "Less than {ms} ms after the card: a guess, too soon to have seen it. "
        "That is only noted; it has no consequence.",
        # what became of it
        "undone": "This was taken back. It does not count.",
        "corrected": "Corrected since. At first it was: {was}",
        # cards and pictures
        "some_card": "a card",
        "emptied": "the Pot being taken",
        "taken_back": "the card being taken back",
        "frame_before": "Before {card}",
        "frame_after": "{card}",
        "frame_between": "Between",
        "zone_anticipation": "Too soon to have seen it",
        "zone_tie": "Too close to call",
        "zone_grace": "Excused",
        "margin": "{second} after {first}",
    }
)


def phrase(key: str, /, **parts: Part) -> Text:
    """One of WORDS with its parts."""
    return Text(WORDS[key], parts)


def span_text(low: float, high: float) -> Text:
    """`12.30 ms ± 0.02`: the middle, and what it may be wrong by to either side."""
    middle, doubt = (low + high) / 2, (high - low) / 2
    digits = 0 if doubt >= 1 else 1 if doubt >= 0.1 else 2  # noqa: PLR2004 - ms
    if doubt < 0.005:  # noqa: PLR2004 - ms; a kernel stamp is surer than two decimals
        shown = f"{middle:.{1 if middle >= 10 else 2}f}"  # noqa: PLR2004 - ms
        return t("{ms} ms", ms=decimal(shown))
    return t(
        "{ms} ms ± {doubt}",
        ms=decimal(f"{middle:.{digits}f}"),
        doubt=decimal(f"{doubt:.{digits}f}"),
    )


def plain_ms(value: float) -> Words:
    """`2`, `1.5`, `150`."""
    return decimal(f"{value:.4g}")
