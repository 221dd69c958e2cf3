"""The companion: wires rules, vision, hardware and web into one table."""
