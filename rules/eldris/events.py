"""Every fact that can follow from a legal action."""

from rules.eldris.events_cards import (
    CardsEntered,
    CardTurnedUp,
    CutpurseChosen,
    CutpurseRechosen,
    CutpurseReplaced,
    DisplayReturned,
    PeekNoted,
    ShadowSteppedIn,
    SquareLaid,
    TargetDrawn,
    TargetReturned,
)
from rules.eldris.events_nick import (
    Accused,
    AdjacencyDoubted,
    Answered,
    CutpurseShown,
    CutpurseTaken,
    Eliminated,
    FinePaid,
    GuildPaid,
    Passed,
    Stolen,
)
from rules.eldris.events_solo import (
    CompetitionPaid,
    FoesFanned,
    FoesRevealed,
    RivalsStole,
    RoundEnded,
    SoloCutpurseChosen,
    TargetRobbed,
    Wagered,
    WagerLost,
    WagerWon,
)
from rules.eldris.events_turn import (
    AbilityEnded,
    AbilityMoved,
    AbilityUsed,
    Awaiting,
    BenefitDeclined,
    Exchanged,
    GameEnded,
    Moved,
    Rerolled,
    Rolled,
    SigilReset,
    TurnPassed,
)

__all__ = [
    "AbilityEnded",
    "AbilityMoved",
    "AbilityUsed",
    "Accused",
    "AdjacencyDoubted",
    "Answered",
    "Awaiting",
    "BenefitDeclined",
    "CardTurnedUp",
    "CardsEntered",
    "CompetitionPaid",
    "CutpurseChosen",
    "CutpurseRechosen",
    "CutpurseReplaced",
    "CutpurseShown",
    "CutpurseTaken",
    "DisplayReturned",
    "Eliminated",
    "Event",
    "Exchanged",
    "FinePaid",
    "FoesFanned",
    "FoesRevealed",
    "GameEnded",
    "GuildPaid",
    "Moved",
    "Passed",
    "PeekNoted",
    "Rerolled",
    "RivalsStole",
    "Rolled",
    "RoundEnded",
    "ShadowSteppedIn",
    "SigilReset",
    "SoloCutpurseChosen",
    "SquareLaid",
    "Stolen",
    "TargetDrawn",
    "TargetReturned",
    "TargetRobbed",
    "TurnPassed",
    "WagerLost",
    "WagerWon",
    "Wagered",
]

Event = (
    SquareLaid
    | CardTurnedUp
    | CardsEntered
    | CutpurseChosen
    | SoloCutpurseChosen
    | Rolled
    | Rerolled
    | SigilReset
    | AbilityUsed
    | BenefitDeclined
    | Moved
    | AbilityMoved
    | AbilityEnded
    | Exchanged
    | CutpurseRechosen
    | TargetDrawn
    | TargetReturned
    | DisplayReturned
    | PeekNoted
    | Stolen
    | Passed
    | Accused
    | Answered
    | CutpurseTaken
    | FinePaid
    | GuildPaid
    | CutpurseReplaced
    | ShadowSteppedIn
    | Eliminated
    | CutpurseShown
    | AdjacencyDoubted
    | TurnPassed
    | FoesFanned
    | Wagered
    | FoesRevealed
    | WagerLost
    | WagerWon
    | RivalsStole
    | TargetRobbed
    | CompetitionPaid
    | RoundEnded
    | Awaiting
    | GameEnded
)
