"""The twin of the table: a simulated physical world with people, for demos and end-to-end tests."""
