"""What people remember of the last moments, and how they answer questions from it."""

from dataclasses import dataclass, field

from companion.twin.people_phone import Question

RECENT_NS = 8_000_000_000
"""How far back a question can reach."""
_COUNTED = ("won", "cursed", "out")


@dataclass(frozen=True, slots=True)
class Slap:
    """A press: exact instant, and what it truly brought."""

    seat: int
    at_ns: int
    outcome: str


@dataclass(frozen=True, slots=True)
class Face:
    """A card that lay face up: where, which number from the bottom, since when, by whom.

    Attributes:
        meant: False for a card that was flipped by mistake.
    """

    zone: str
    number: int
    key: str
    at_ns: int
    seat: int
    meant: bool = True


@dataclass(slots=True)
class Memory:
    """All slaps and faces of the game, and when the Pot was taken or a choice was stated."""

    names: dict[int, str]
    slaps: list[Slap] = field(default_factory=list)
    faces: list[Face] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    told: int = 0
    """How many of the faces people have told the companion of, where it has no camera."""

    def answer(self, question: Question, now_ns: int, pot_believed: int) -> str | None:
        """The true answer among the question's values, or None where people see no sense in it."""
        if question.kind == "which_card":
            return self._which_card(question, pot_believed)
        if question.kind == "who_first":
            return self._who_first(question, now_ns)
        if question.kind == "late_card":
            return self._late(question)
        if question.kind == "confirm":
            return self._newest(question) if "yes" in question.values else self._mistake(question)
        return None

    def _which_card(self, question: Question, pot_believed: int) -> str | None:
        zone = "portal" if "portal" in question.title.lower() else "pot"
        faces = [face for face in self.faces if face.zone == zone]
        if not faces:
            return "none" if "none" in question.values else None
        wanted = faces[-1]
        if zone == "pot":
            start = max((at for at in self.taken if at < wanted.at_ns), default=0)
            pile = [face for face in faces if face.at_ns > start and face.meant]
            pile = pile if wanted.meant else [*pile, wanted]
            wanted = next((face for face in pile if face.number == pot_believed), wanted)
        return wanted.key if wanted.key in question.values else None

    def _who_first(self, question: Question, now_ns: int) -> str | None:
        recent = [
            slap
            for slap in self.slaps
            if str(slap.seat) in question.values and now_ns - slap.at_ns < RECENT_NS
        ]
        counted = [slap for slap in recent if slap.outcome in _COUNTED]
        if "none" not in question.values:
            counted = counted or recent
        if not counted:
            return "none" if "none" in question.values else None
        moment = counted[-1].at_ns
        first = min(
            (slap for slap in counted if moment - slap.at_ns < RECENT_NS // 8),
            key=lambda slap: slap.at_ns,
        )
        return str(first.seat)

    def _late(self, question: Question) -> str | None:
        """By the slap that was closest to the thing: who is asked may have slapped again since."""
        seat = next((s for s, name in self.names.items() if name in question.title), None)
        slaps = [slap.at_ns for slap in self.slaps if slap.seat == seat]
        slaps = [at for at in slaps if slaps[-1] - at < RECENT_NS]
        if "taken" in question.title:
            instants = self.taken
        elif "chose" in question.title or "choice" in question.title:
            instants = self.chosen
        else:
            instants = [face.at_ns for face in self.faces]
        if not instants or not slaps:
            return None
        slap, other = min(
            ((slap, min(instants, key=lambda at: abs(at - slap))) for slap in slaps),
            key=lambda pair: abs(pair[0] - pair[1]),
        )
        return "before" if slap < other else "after"

    def _newest(self, question: Question) -> str:
        """Had every card that lay there at the slap been told to the companion?"""
        seat = next((s for s, name in self.names.items() if name in question.title), None)
        slap = next((s for s in reversed(self.slaps) if s.seat == seat), None)
        untold = self.faces[self.told :]
        missing = slap is not None and any(f.meant and f.at_ns <= slap.at_ns for f in untold)
        return "no" if missing else "yes"

    def _mistake(self, question: Question) -> str | None:
        last = self.faces[-1] if self.faces else None
        if last is not None and not last.meant and str(last.seat) in question.values:
            return str(last.seat)
        return "none" if "none" in question.values else None
