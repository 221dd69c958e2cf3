"""Sensors and actuators of the table. Vendor imports live only inside their adapter."""
