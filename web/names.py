"""What a person may be called: anything that can be seen and cannot trick the eye."""

import unicodedata

from companion.words import Text, mark, t

MAX_VISIBLE = 24
MAX_MARKS = 3  # accents on one letter; Vietnamese needs two, "zalgo" needs many
JOINERS = "\u200c\u200d"  # Persian spelling and family emoji need them, between other signs only
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters by category, yet nothing to see
HIDDEN = {
    "Cc": mark("a control character"),
    "Cf": mark("an invisible or direction-changing character"),
    "Co": mark("a private character"),
    "Cs": mark("half a character"),
    "Cn": mark("an unassigned character"),
    "Zl": mark("a line break"),
    "Zp": mark("a line break"),
}


class NameRefusedError(ValueError):
    """The name cannot be used; the message says why and what to do."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why


def clean_name(raw: str) -> str:
    """The name as it will be shown: composed, without spaces around, single spaces inside.

    Raises:
        NameRefusedError: Empty, longer than 24 visible characters, or with hidden characters.
    """
    for character in raw:
        kind = unicodedata.category(character)
        if kind in HIDDEN and character not in JOINERS:
            raise NameRefusedError(
                t(
                    "The name holds {what} ({code}). Please type it anew.",
                    what=Text(HIDDEN[kind]),
                    code=f"U+{ord(character):04X}",
                )
            )
    name = " ".join(unicodedata.normalize("NFC", raw).split())
    _check_marks(name)
    visible = sum(1 for character in name if _is_visible(character))
    if visible == 0:
        raise NameRefusedError(t("Please give a name that can be seen."))
    if _length(name) > MAX_VISIBLE:
        raise NameRefusedError(
            t("Please choose a name of at most {most} characters.", most=MAX_VISIBLE)
        )
    return name


def _length(name: str) -> int:
    return sum(1 for character in name if not _is_mark(character) and character not in JOINERS)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in {"Mn", "Me", "Mc"}


def _is_visible(character: str) -> bool:
    return not (
        _is_mark(character) or character.isspace() or character in JOINERS or character in BLANKS
    )


def _check_marks(name: str) -> None:
    run = 0
    for place, character in enumerate(name):
        run = run + 1 if _is_mark(character) or character in JOINERS else 0
        if run > MAX_MARKS or (run and place == 0):
            raise NameRefusedError(
                t("The name holds stray accents or joiners. Please type it anew.")
            )
    if name.endswith(tuple(JOINERS)):
        raise NameRefusedError(t("The name ends in an invisible character. Please type it anew."))
