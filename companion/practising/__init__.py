"""Practice at the table, from a page: rounds on the buttons, on phones, and a bar over all."""
