"""The eye: a process of its own that looks at the table and says what lies there."""
