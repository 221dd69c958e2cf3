"""What a random game can find out about the rules."""


class PlayoutError(AssertionError):
    """A random game broke a law; the message says which."""


class DeadEndError(PlayoutError):
    """Somebody is awaited who can do nothing."""
