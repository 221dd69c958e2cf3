"""The board process: owns the gpiozero devices, away from busy Python."""
