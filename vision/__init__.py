"""Reading the table: arrays in, readings out. Never opens a camera, never knows the time."""
