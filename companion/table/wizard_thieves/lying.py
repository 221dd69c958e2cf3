"""What should lie on the Pot and the Portal, as everybody at the table can see it."""

from typing import Any

from companion.table.desk import Lies
from rules.wizard_thieves import actions as a
from rules.wizard_thieves.view import View


def lying(view: View) -> dict[str, Lies]:
    """The visible top cards. A Pot that goes to somebody is about to be moved."""
    portal = Lies(top=view.portal[-1] if view.portal else "", settled=view.portal_due is None)
    if view.collecting is not None:
        pot = Lies(top=view.collecting.top, settled=False)
    else:
        pot = Lies(top=view.pot.top or "", settled=view.tied is None)
    return {"pot": pot, "portal": portal}


def laid(action: Any) -> tuple[str, str] | None:
    """The card that this entry laid open, and where."""
    match action:
        case a.Reveal(card=card):
            return "pot", card
        case a.ToPortal(card=card):
            return "portal", card
        case a.UsePortalCaster(card=card) if card:
            return "portal", card
        case _:
            return None
