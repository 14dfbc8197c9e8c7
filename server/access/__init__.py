"""What the services of both sides share: who calls, doors, refusals, limits, health, logs."""
