"""When may the next frame go out? When the terminal has taken the ones before.

Over ssh a write returns long before the terminal shows anything: what waits in sshd, in the network and in
the user's own terminal cannot be asked of the kernel. It can be asked of the terminal. Each frame ends with a
device status request (DSR, `ESC [ 5 n`), which every terminal since the VT100 answers (`ESC [ 0 n`) once it
has worked through all that came before. Until then only the wanted picture moves on, and a held key leaves no
backlog behind.
"""

from collections import deque

ASK = "\x1b[5n"

_WINDOW = 1500  # bytes on their way that do not hold up the next frame: 0.15 s at 9,600 bytes a second
_FIRST_PATIENCE = 2.0  # s; a terminal that has not answered by then never will
_PATIENCE = 10.0  # s; one that has answered before is only slow
_RETRY = 1 / 30  # s between looks at the queue of our own, for a terminal that does not answer


class Pace:
    """Counts the frames that the terminal has been sent but has not answered."""

    def __init__(self) -> None:
        self._unanswered: deque[int] = deque()
        self._asks = True
        self._has_answered = False

    def is_free(self, backlog: int) -> bool:
        """May a frame be sent now? `backlog` bytes have not even left this process."""
        if not self._asks:
            return backlog == 0
        return sum(self._unanswered) < _WINDOW

    def sent(self, size: int) -> str:
        """A frame of `size` bytes goes out: what to send after it."""
        if not self._asks:
            return ""
        self._unanswered.append(size)
        return ASK

    def answered(self) -> None:
        """An answer came. One that nobody asked for does no harm."""
        if self._unanswered:
            self._unanswered.popleft()
            self._has_answered = True
        self._asks = self._asks or self._has_answered

    @property
    def patience(self) -> float:
        """After how many seconds to call `give_up`, when a frame has to wait."""
        return _PATIENCE if self._has_answered else _FIRST_PATIENCE if self._asks else _RETRY

    def give_up(self) -> None:
        """No answer came in time: stop asking a terminal that has never answered, take others as free again."""
        self._unanswered.clear()
        self._asks = self._has_answered

    def restart(self) -> None:
        """The terminal was given away and taken back: what was on its way is lost."""
        self._unanswered.clear()
