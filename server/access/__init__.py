"""Who calls, and how a refusal looks on the wire: what the services of both sides share."""
