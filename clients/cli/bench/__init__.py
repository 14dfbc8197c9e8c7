"""The benchmark: figures of a house of its own, beside a bare echo in the same run."""
