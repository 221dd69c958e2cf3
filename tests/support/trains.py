"""A press as a board tells it: first the press, and its bounce train when that is whole."""

from msgspec.structs import replace

from hardware.events import Bounced, Press


def as_told(press: Press) -> tuple[Press | Bounced, ...]:
    """The press without its train, then the train, where it has one."""
    if not press.bounce:
        return (press,)
    train = Bounced(
        seat=press.seat, button=press.button, at=press.at, bounce=press.bounce, run=press.run
    )
    return replace(press, bounce=()), train
