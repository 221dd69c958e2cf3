"""How the pages of Wizard Thieves name what people choose."""


def choice_id(choice: tuple[str, int | None]) -> str:
    """The id that a page gives to what the owner of an item wants."""
    what, value = choice
    names = {
        "coin": "apply_king_coin",
        "bomb": f"use_bomb:{'all' if value is None else value}",
        "deck": f"use_gauntlet:deck:{value}",
        "portal": f"use_gauntlet:portal:{value}",
        "caster": f"use_portal_caster:{value}",
    }
    return names[what]
