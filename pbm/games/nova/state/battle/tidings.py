"""What ships have to report of the aliens that they met. Rule: NV CON-05, NV CON-16, NV SPC-49."""

from pbm.kit.records import Record


class Tiding(Record):
    """What ships of an empire have to report of aliens that they met (phase G).

    ``kind`` is that of its event: met, made_abort or ultimatum_obeyed. ``named``: the aliens
    showed who they are. ``contact`` goes into ``State.met``, "" if nothing does. ``jumped``:
    how many of the ``ships`` jumped in.
    """

    kind: str
    viewer: str
    system: str
    alien: str
    ships: int
    named: bool = False
    contact: str = ""
    jumped: int = 0
    goes_on: bool = False
    activities: tuple[str, ...] = ()
