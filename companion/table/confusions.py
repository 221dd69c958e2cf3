"""What the camera took for what: people's corrections rank the next questions. Pure."""

from collections.abc import Mapping, Sequence

from hardware.events import Candidate

Confusions = Mapping[str, Mapping[str, int]]
"""Best candidate of a reading to what it really was, to how often people said so."""
Alike = Mapping[str, Sequence[str]]
"""Card to those that look most like it, nearest first."""
FEW = 4
"""So many answers about a reading weigh as much as the reading itself."""


def told(confusions: Confusions, read: str, was: str) -> Confusions:
    """A person said what a reading really was."""
    row = confusions.get(read, {})
    return {**confusions, read: {**row, was: row.get(was, 0) + 1}}


def untold(confusions: Confusions, read: str, was: str) -> Confusions:
    """What a person said of a reading was taken back."""
    row = {**confusions.get(read, {})}
    row[was] = row.get(was, 0) - 1
    kept = {**confusions, read: {key: count for key, count in row.items() if count > 0}}
    return {key: counts for key, counts in kept.items() if counts}


def ranked(
    candidates: Sequence[Candidate], confusions: Confusions, alike: Alike
) -> tuple[str, ...]:
    """Keys, most probable first: the reading's own, weighed with what such readings really were.

    A card that the eye did not think of comes in where people have named it for such a reading;
    those that look like its best guess come last.
    """
    if not candidates:
        return ()
    seen = confusions.get(candidates[0].key, {})
    answers = sum(seen.values())
    trust = answers / (answers + FEW)
    whole = sum(one.p for one in candidates) or 1.0
    score = {one.key: (1 - trust) * one.p / whole for one in candidates}
    for key, count in seen.items():
        score[key] = score.get(key, 0.0) + trust * count / answers
    place = {one.key: number for number, one in enumerate(candidates)}
    known = sorted(score, key=lambda key: (-score[key], place.get(key, len(place)), key))
    twins = (key for key in alike.get(candidates[0].key, ()) if key not in score)
    return (*known, *twins)


def likeliest(
    read: str, candidates: Sequence[str], confusions: Confusions, alike: Alike
) -> tuple[str, ...]:
    """What a wrong entry most probably should have been.

    What people said of such readings before, then what the eye itself thought of, then what looks
    like it.
    """
    seen = confusions.get(read, {})
    often = sorted((key for key in seen if key != read), key=lambda key: (-seen[key], key))
    rest = [key for key in candidates if key != read and key not in often]
    twins = (key for key in alike.get(read, ()) if key not in often and key not in rest)
    return (*often, *rest, *twins)
