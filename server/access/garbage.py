"""The garbage collector of a process that serves: looks less often, and never at what is there for good."""

import gc


def collect_less_often() -> None:
    """Leave alone what lives as long as the process, and look less often at the rest, hardly any of which is cyclic.

    To be called once the process is up.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
