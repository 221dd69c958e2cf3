"""The table as pages see it: `ports.TableService` over the loop's immutable snapshots."""

import hashlib
import hmac
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import TimeoutError as WaitTimeoutError
from http import HTTPStatus
from pathlib import Path
from typing import Literal

import msgspec

from companion.archive import Archive
from companion.camera_desk import CameraDesk
from companion.factmodels import FactsModel
from companion.images import ImageShelf
from companion.loop import Loop
from companion.ports import Done, Identity, Joined, Refused, SeatInfo
from companion.practising.service import Practising, TableAtRest
from companion.readmodels import Choice, SeatView
from companion.referee import EvidenceRecord
from companion.retelling import Retelling
from companion.storymodels import MomentModel, StatisticsModel, StoryModel
from companion.table.effects import Reply
from companion.table.facts import facts_of
from companion.table.presenter import COLOURS, amendments_of, look
from companion.table.signals import Ask, Signal, Tap
from companion.table.state import Table
from companion.table.translating import in_language
from companion.table.verdicts import exported, verdict_model
from companion.teaching.now import table_now
from companion.teaching.service import TableNow, Teaching
from companion.verdictmodels import VerdictModel
from companion.words import Words, render, t
from hardware.config import BoardConfig

CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""32 symbols without 0/O and 1/I (performance.md section 7: at least 6 of 32)."""
CODE_LENGTH = 6
ANSWER_S = 8.0
"""How long a tap waits for the disk: sync stalls of cheap SD cards reach some seconds."""
HOST_ACTIONS = frozenset(
    {"seats", "option", "facts", "start", "end", "new_game", "free_seat", "first", "retry"}
    | {"pause", "resume", "move", "table_language", "spoken"}
)
PRACTICE_ACTIONS = frozenset({"practice", "practice_stop", "practice_band", "practice_tap"})
"""Beside the game and between games; `practice_tap` is for every player."""
PLAYER_ACTIONS = frozenset(
    {"undo", "redo", "amend", "overrule", "tick", "language", "says", "preview", "practice_tap"}
)
"""What everybody at the table may do; the journal says who did."""


def new_code() -> str:
    """A fresh join code."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class TableServer:
    """Implements `TableService`. Every method may be called from any thread."""

    def __init__(
        self,
        loop: Loop,
        *,
        images: ImageShelf,
        table_key: str,
        clock: Callable[[], int],
        archive: Archive | None = None,
        catalogue: Path | None = None,
        wiring: BoardConfig | None = None,
        keep_band: Callable[[float], Words] | None = None,
    ) -> None:
        """Args.

        clock: The table's: the kernel's, or the twin's.
        archive: Kept games.
        catalogue: Where cards that are taught here are kept.
        wiring: Of the buttons and lamps; None where there are none.
        keep_band: Writes a measured tie band down; see `Practising`.
        """
        self._loop = loop
        self._retelling = Retelling(loop, archive)
        self._images = images
        self._table_key = table_key
        self._clock = clock
        self._lock = threading.Lock()
        self._subscribers: dict[str, list[Callable[[], None]]] = {}
        self._encoded: dict[str, tuple[SeatView, bytes]] = {}
        self.lessons = None if catalogue is None else Teaching(catalogue, self._to_teach)
        self.practice = Practising(
            board=wiring, table=self._to_practise, post=loop.post, keep_band=keep_band
        )
        self.camera = CameraDesk(self._language_of)

    def _language_of(self, audience: str) -> str:
        return self._loop.table.language_of(audience)

    def _to_teach(self, audience: str) -> TableNow:
        return table_now(self._loop.table, audience)

    def _to_practise(self) -> TableAtRest:
        """What practice needs to know of the table."""
        table = self._loop.table
        return TableAtRest(
            playing=table.phase == "playing",
            seats=table.seats,
            seated=tuple(member.seat for member in table.members),
            buttons=table.works("buttons"),
            referee=table.referee.config,
            stuck=table.stuck_buttons,
        )

    # ---------------------------------------------------------------- who is who
    def identify(self, token: str | None) -> Identity | None:
        """Who is this? None for an unknown or revoked token."""
        if not token:
            return None
        wanted = digest(token)
        if hmac.compare_digest(wanted, digest(self._table_key)):
            return Identity(audience="table", host=True)
        for member in self._loop.table.members:
            if hmac.compare_digest(wanted, member.digest):
                return Identity(audience=f"seat:{member.seat}", seat=member.seat, host=member.host)
        return None

    def table_key_ok(self, key: str) -> bool:
        """Whether `key` opens the table's own screen with host rights."""
        return hmac.compare_digest(digest(key), digest(self._table_key))

    def code_ok(self, code: str) -> bool:
        """Whether the join code is right; case and spacing are forgiven."""
        typed = "".join(code.split()).replace("-", "").upper()
        return hmac.compare_digest(typed.encode(), self._loop.table.code.encode())

    def seats(self) -> tuple[SeatInfo, ...]:
        """For the join page."""
        table = self._loop.table
        return tuple(
            SeatInfo(
                seat=seat,
                name=str(table.name(seat)),
                colour=COLOURS[seat],
                free=table.member(seat) is None,
            )
            for seat in range(table.seats)
        )

    def join(
        self, *, code: str, name: str, seat: int | None, token: str | None
    ) -> Joined | Refused:
        """Take a seat; a valid `token` takes its own seat again, perhaps renamed."""
        known = self.identify(token)
        if known is not None and known.seat is not None and token is not None:
            reply = self._ask("rename", known.audience, seat=known.seat, value=name)
            return self._joined(reply, token)
        if not self.code_ok(code):
            return self._no(
                403,
                t(
                    "That is not this table's code. It stands on the table's screen, beside the QR "
                    "code."
                ),
            )
        fresh = secrets.token_urlsafe(32)
        reply = self._ask("join", "new", seat=seat, value=name, token_digest=digest(fresh))
        return self._joined(reply, fresh)

    def _joined(self, reply: Reply, token: str) -> Joined | Refused:
        if reply.status != HTTPStatus.OK:
            return self._refused(reply)
        return Joined(token=token, seat=reply.data["seat"], name=reply.data["name"])

    def leave(self, token: str) -> Done | Refused:
        """Give the seat back and revoke the token."""
        known = self.identify(token)
        if known is None or known.seat is None:
            return self._no(403, t("You have no seat at this table."))
        return self._finish(self._ask("leave", known.audience, seat=known.seat), known)

    # ---------------------------------------------------------------- looking
    def view(self, identity: Identity) -> SeatView:
        """The present view of this audience."""
        return look(self._loop.table, identity.audience)

    def encoded_view(self, audience: str) -> tuple[int, bytes]:
        """Version and JSON of the audience's view, encoded once."""
        view = look(self._loop.table, audience)
        with self._lock:
            cached = self._encoded.get(audience)
            if cached is None or cached[0] is not view:
                cached = (view, msgspec.json.encode(view))
                self._encoded[audience] = cached
        return view.version, cached[1]

    def subscribe(self, audience: str, wake: Callable[[], None]) -> Callable[[], None]:
        """Call `wake` whenever this audience's view changed; returns unsubscribe."""
        with self._lock:
            self._subscribers.setdefault(audience, []).append(wake)

        def unsubscribe() -> None:
            with self._lock:
                wakes = self._subscribers.get(audience, [])
                if wake in wakes:
                    wakes.remove(wake)

        return unsubscribe

    def shown(self, table: Table, audiences: tuple[str, ...]) -> None:
        """The loop's news: wake the streams of these audiences. A game ends what is beside it."""
        if table.phase == "playing":
            self.practice.stop()
            if not table.paused and self.lessons is not None:
                self.lessons.stand_aside()
        with self._lock:
            wakes = [wake for audience in audiences for wake in self._subscribers.get(audience, ())]
        for wake in wakes:
            wake()

    def presence(self, audience: str, delta: int) -> None:
        """A stream opened or closed."""
        self._loop.post(Ask(what="presence", audience=audience, value=str(delta)))

    def evidence_image(self, identity: Identity, ident: str) -> bytes | None:
        """A JPEG of the Pot or the Portal; both lie open, so every audience may see it."""
        found = self._images.get(ident)
        if found is None and self._loop.journal is not None:
            found = self._loop.journal.image(ident)
        return found

    def evidence_record(self, identity: Identity, ident: str) -> bytes | None:
        """A verdict's evidence record as JSON, as `companion judge` takes it."""
        record = self._record(identity, ident)
        if record is None:
            return None
        return msgspec.json.encode(exported(record, over=self._loop.table.phase == "over"))

    def verdict(self, identity: Identity, ident: str) -> VerdictModel | None:
        """A verdict explained: in words, in milliseconds, in pictures."""
        record = self._record(identity, ident)
        lines = (
            line
            for line in self._retelling.story(self._language(identity)).entries
            if line.evidence == ident
        )
        line = next(lines, None)
        if record is None or line is None:
            return None
        return verdict_model(self._loop.table, record, line, self.view(identity))

    def _record(self, identity: Identity, ident: str) -> EvidenceRecord | None:
        """Sealed, with the rules' state: never shown as it is while a game runs."""
        shown = {line.evidence for line in self.view(identity).log}
        if ident not in shown and not self._retelling.has_verdict(ident):
            return None
        if self._loop.journal is None:
            return None
        stored = self._loop.journal.evidence(ident)
        return None if stored is None else msgspec.json.decode(stored, type=EvidenceRecord)

    # ---------------------------------------------------------------- looking back
    def story(self, identity: Identity) -> StoryModel:
        """The game so far; the same for all, since it is told in the announcer's words."""
        return self._retelling.story(self._language(identity))

    def moment(self, identity: Identity, seq: int) -> MomentModel | None:
        """The table right after entry `seq`, as all could see it then."""
        return self._retelling.moment(seq, self._language(identity))

    def statistics(self, identity: Identity) -> StatisticsModel:
        """Of this game; other evenings are for those who sit here."""
        return self._retelling.statistics(
            kept=identity.audience != "public", language=self._language(identity)
        )

    def _language(self, identity: Identity) -> str:
        return self._loop.table.language_of(identity.audience)

    def health(self) -> dict[str, object]:
        """For /healthz: no names, no secrets."""
        table = self._loop.table
        return {
            "ok": not table.failed,
            "phase": "stopped" if table.failed else table.phase,
            "entries": table.seq,
            "sensors": {name: status.ok for name, status in sorted(table.sensors.items())},
        }

    def amendments(self, identity: Identity, seq: int) -> tuple[Choice, ...]:
        """What entry `seq` could have been; ids are values for `host(action="amend")`."""
        table = self._loop.table
        return in_language(amendments_of(table, seq, identity.audience), self._language(identity))

    def facts(self, identity: Identity) -> FactsModel | None:
        """What the owner may complete of the box."""
        return in_language(facts_of(self._loop.table), self._language(identity))

    # ---------------------------------------------------------------- acting
    def tap(self, identity: Identity, *, version: int, choice_id: str) -> Done | Refused:
        """A button of the view of that version was tapped."""
        arrived = self._clock()
        reply = self._request(
            lambda ident: Tap(
                audience=identity.audience,
                version=version,
                choice=choice_id,
                arrived=arrived,
                ident=ident,
                run=self._loop.table.run,
            )
        )
        return self._finish(reply, identity)

    def host(self, identity: Identity, *, action: str, value: str = "") -> Done | Refused:
        """What is not a choice of the game: for the host, some of it for every player."""
        if action not in HOST_ACTIONS | PLAYER_ACTIONS | PRACTICE_ACTIONS:
            return self._no(422, t("The table does not know this request."), identity)
        if identity.audience == "public":
            return self._no(403, t("Who watches changes nothing. Join the table first."), identity)
        if action not in PLAYER_ACTIONS and not identity.host:
            return self._no(
                403, t("Only the host or the table's own screen can do this."), identity
            )
        if action in PRACTICE_ACTIONS:
            return self._practise(identity, action, value)
        return self._finish(self._ask(action, identity.audience, value=value), identity)

    def _practise(self, identity: Identity, action: str, value: str) -> Done | Refused:
        """What is asked of the practice, which is beside the table."""
        why = self.practice.ask(action, value, identity.seat)
        if isinstance(why, float):
            return self._finish(self._ask("band", identity.audience, value=str(why)), identity)
        if why:
            return self._no(409, why, identity)
        return Done(version=self.view(identity).version)

    def _ask(
        self,
        what: str,
        audience: str,
        *,
        seat: int | None = None,
        value: str = "",
        token_digest: str = "",
    ) -> Reply:
        arrived = self._clock()
        return self._request(
            lambda ident: Ask(
                what=what,
                audience=audience,
                seat=seat,
                value=value,
                digest=token_digest,
                arrived=arrived,
                ident=ident,
                run=self._loop.table.run,
            )
        )

    def _request(self, make: Callable[[int], Signal]) -> Reply:
        try:
            return self._loop.request(make).result(ANSWER_S)
        except WaitTimeoutError:
            return Reply(
                ident=0,
                status=503,
                reason=render(
                    t("The table did not answer in time. Look at the page: it shows what is done."),
                    self._loop.table.language,
                ),
            )

    def _no(
        self, status: Literal[403, 409, 422], reason: Words, identity: Identity | None = None
    ) -> Refused:
        """A refusal in the language of whoever asked; of the table, where nobody is known."""
        language = self._loop.table.language_of(identity.audience if identity else "public")
        return Refused(status=status, reason=render(reason, language))

    def _finish(self, reply: Reply, identity: Identity) -> Done | Refused:
        if reply.status != HTTPStatus.OK:
            return self._refused(reply, identity)
        return Done(version=look(self._loop.table, identity.audience).version)

    def _refused(self, reply: Reply, identity: Identity | None = None) -> Refused:
        view = self.view(identity) if identity is not None else None
        return Refused(status=reply.status, reason=reply.reason, rule=reply.rule, view=view)  # type: ignore[arg-type]
