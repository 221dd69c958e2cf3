"""Teaching this table's cards: a session as a value, and the service that the pages call."""
