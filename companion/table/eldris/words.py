"""How the characters of Eldris, their traits, places and money are named and drawn."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from companion.readmodels import CardFace, Purse
from companion.table.desk import Told
from companion.words import Text, Words, all_of, decimal, mark, t
from rules.core import Key
from rules.eldris.cards import CHARACTERS, TRAITS, Trait
from rules.eldris.money import DOLLAR, coins, on_score_cards
from rules.eldris.square import Place

TRAIT_NAMES: Mapping[Trait, str] = MappingProxyType(
    {
        "charisma": mark("Charisma"),
        "constitution": mark("Constitution"),
        "dexterity": mark("Dexterity"),
        "intelligence": mark("Intelligence"),
        "strength": mark("Strength"),
        "wisdom": mark("Wisdom"),
    }
)
TINTS: Mapping[Trait, str] = MappingProxyType(
    {
        "charisma": "coral",
        "constitution": "amber",
        "dexterity": "green",
        "intelligence": "blue",
        "strength": "red",
        "wisdom": "violet",
    }
)
PLACES: Mapping[Place, str] = MappingProxyType(
    {"corner": mark("in a corner"), "edge": mark("at the edge"), "centre": mark("in the centre")}
)
TITLES: Mapping[str, str] = MappingProxyType(
    {
        title: title
        for title in (
            mark("Legend Among Thieves"),
            mark("Skilled Swindler"),
            mark("Street Scoundrel"),
            mark("Petty Pickpocket"),
        )
    }
)
"""Solo titles, for the catalogues."""
UNKNOWN = "card"
"""The symbol of a card of which only the key is known."""


def trait_name(trait: Trait) -> Text:
    """`Strength`."""
    return Text(TRAIT_NAMES[trait])


def trait_icon(trait: Trait) -> str:
    """Of `web/static/icons.svg`."""
    return f"trait-{trait[:3]}"


def card_name(key: Key, names: Mapping[str, str] | None = None) -> Text:
    """What the content pack calls the character; catalogues may know the name too."""
    return Text(names.get(key, key) if names else key)


def names_of(seats: Sequence[int], told: Told) -> Words:
    """`Ann, Ben and Cleo`."""
    return all_of([told.name(seat) for seat in seats])


def cards_of(keys: Sequence[Key], told: Told) -> Words:
    """`Fighter and Monk`."""
    return all_of([card_name(key, told.names) for key in keys])


def face_of(key: Key, told: Told) -> CardFace:
    """A card with the trait that the pack gives it."""
    if told.pack is None:
        return plain_face(key)
    trait: Trait = told.pack.traits[key].value
    return CardFace(
        key=key,
        label=card_name(key, told.names),
        icon=trait_icon(trait),
        tint=TINTS[trait],
    )


def plain_face(key: Key) -> CardFace:
    """A card where only its key is known."""
    return CardFace(key=key, label=card_name(key), icon=UNKNOWN)


def trait_face(trait: Trait) -> CardFace:
    """A face of a die, or a card of which the trait alone shows."""
    return CardFace(key=trait, label=trait_name(trait), icon=trait_icon(trait), tint=TINTS[trait])


def in_reading_order(keys: Sequence[Key], told: Told) -> tuple[Key, ...]:
    """By trait, then by name, as people look for a card."""
    if told.pack is None:
        return tuple(keys)
    return tuple(
        sorted(
            keys,
            key=lambda key: (
                TRAITS.index(told.pack.traits[key].value),
                told.names.get(key, key),
                CHARACTERS.index(key),
            ),
        )
    )


def dollars(halves: int) -> Words:
    """`$3`, `$3.50`, `50 c`."""
    whole, half = divmod(halves, DOLLAR)
    if not half:
        return t("${amount}", amount=str(whole))
    if not whole:
        return t("50 c")
    return t("${amount}", amount=decimal(f"{whole}.50"))


def card_value(halves: int) -> str:
    """What score cards show: `3½`."""
    whole, half = divmod(on_score_cards(halves), DOLLAR)
    return f"{whole or ''}½" if half else str(whole)


def purse(halves: int, *, two_go: bool) -> Purse:
    """A sum as people lay it out: in coins, or by two score cards (R-EL-36)."""
    if two_go:
        note = t("Score cards: {value}", value=card_value(halves))
        return Purse(label=dollars(halves), note=note)
    return Purse(label=dollars(halves), coins=tuple(dollars(coin) for coin in coins(halves)))
