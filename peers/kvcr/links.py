"""The two ends of one connection of the byte-copy fabric, driven by one I/O thread.

Who writes or notifies opens the connection (`OpenerLink`); who is written to only accepts
(`OwnerLink`). Every method runs under the agent's lock; none blocks.
"""

from __future__ import annotations

import logging
import selectors
import socket
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

import wire
from memory import NotRegistered, RegisteredMemory
from wire import Category, Frame, FrameReader, FrameType, Hello, Malformed, Metadata, Reason, Region

logger = logging.getLogger(__name__)

HIGH_WATER_BYTES: Final = 4 << 20
# Between one piece's frame and the high-water mark, so that a queue never passes the mark.
LOW_WATER_BYTES: Final = HIGH_WATER_BYTES - 2 * wire.MAX_LENGTH
_READS_A_TURN: Final = 8


class Link:
    """A connection, its unsent bytes and its unread frames."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._channel.setblocking(False)
        self._channel.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._frames = FrameReader()
        self._unsent: deque[memoryview] = deque()
        self._unsent_bytes = 0
        self._registered = 0
        self.closed = False

    def attend(self, selector: selectors.BaseSelector) -> None:
        """Sends what can be sent and says what to wake up for; the I/O thread alone calls it."""
        self._guarded(self._pump)
        wanted = self._interest()
        if self.closed:
            if self._registered:
                selector.unregister(self._channel)
            self._channel.close()
        elif not self._registered:
            selector.register(self._channel, wanted, self._on_ready)
        elif wanted != self._registered:
            selector.modify(self._channel, wanted, self._on_ready)
        self._registered = 0 if self.closed else wanted

    def close(self) -> None:
        """The socket itself goes when the I/O thread attends to the link."""
        if not self.closed:
            self.closed = True
            self._ended()

    def abandon(self) -> None:
        """Ends it at once, whatever is unsent: the I/O thread's last act."""
        self.close()
        self._channel.close()

    def _on_ready(self, mask: int) -> None:
        if mask & selectors.EVENT_READ:
            self._guarded(self._receive)

    def _guarded(self, step: Callable[[], None]) -> None:
        """No frame may end the thread, whatever is in it."""
        if self.closed:
            return
        try:
            step()
        except Malformed as error:
            self._on_malformed(error)
        except OSError as error:
            logger.info("connection ended: %s", error)
            self.close()
        except Exception:
            logger.exception("a connection is given up")
            self.close()

    def _receive(self) -> None:
        for _ in range(_READS_A_TURN):
            try:
                size = self._channel.recv_into(self._frames.space())
            except BlockingIOError:
                return
            if not size:
                self._on_end_of_input()
                return
            self._frames.filled(size)
            self._handle_frames()
            if self.closed or not self._interest() & selectors.EVENT_READ:
                return

    def _handle_frames(self) -> None:
        while not self.closed:
            frame = self._frames.next()
            if frame is None:
                return
            self._on_frame(frame)

    def _send(self, content: bytes) -> None:
        self._unsent.append(memoryview(content))
        self._unsent_bytes += len(content)

    def _flush(self) -> None:
        while self._unsent:
            try:
                sent = self._channel.send(self._unsent[0])
            except BlockingIOError:
                return
            self._unsent_bytes -= sent
            if sent == len(self._unsent[0]):
                self._unsent.popleft()
            else:
                self._unsent[0] = self._unsent[0][sent:]

    def _interest(self) -> int:
        return selectors.EVENT_READ | (selectors.EVENT_WRITE if self._unsent else 0)

    def _is_full(self) -> bool:
        return self._unsent_bytes >= LOW_WATER_BYTES

    def _pump(self) -> None:
        raise NotImplementedError

    def _on_end_of_input(self) -> None:
        self.close()

    def _on_malformed(self, error: Malformed) -> None:
        logger.warning("a broken frame: %s", error)
        self.close()

    def _on_frame(self, frame: Frame) -> None:
        raise NotImplementedError

    def _ended(self) -> None:
        """What else ends with the connection."""


class OwnerLink(Link):
    """The passive end: carries out the opener's frames, strictly in order."""

    def __init__(
        self,
        channel: socket.socket,
        memory: RegisteredMemory,
        name: str,
        incarnation: bytes,
        on_notification: Callable[[str, bytes], None],
    ) -> None:
        super().__init__(channel)
        self._memory = memory
        self._name = name
        self._incarnation = incarnation
        self._on_notification = on_notification
        self._opener: str | None = None
        self._failed: set[int] = set()
        self._held_back = False
        self._last_words = False

    def _interest(self) -> int:
        """Answers that nobody takes hold back what else the opener asks for."""
        if self._held_back:
            return selectors.EVENT_WRITE
        return super()._interest()

    def _pump(self) -> None:
        self._flush()
        self._handle_frames()
        self._flush()
        if self._last_words and not self._unsent:
            self._discard_unread()
            self.close()

    def _handle_frames(self) -> None:
        self._held_back = False
        while not self._last_words:
            if self._is_full():
                self._flush()
            if self._is_full():
                self._held_back = True
                return
            frame = self._frames.next()
            if frame is None:
                return
            self._on_frame(frame)

    def say_goodbye(self, reason: Reason, text: str) -> None:
        logger.info("goodbye (%s): %s", reason.name, text)
        self._send(wire.goodbye(reason, text))
        self._last_words = True

    def _on_end_of_input(self) -> None:
        """Who asks no more is still told what became of what it asked."""
        self._last_words = True

    def _on_malformed(self, error: Malformed) -> None:
        self.say_goodbye(Reason.MALFORMED, str(error))

    def _discard_unread(self) -> None:
        """Unread bytes would turn the close into a reset, and the goodbye would be lost."""
        try:
            for _ in range(_READS_A_TURN):
                if not self._channel.recv(wire.MAX_LENGTH):
                    return
        except OSError:
            return

    def _on_frame(self, frame: Frame) -> None:
        if self._opener is None:
            self._greet(frame)
            return
        match frame.type:
            case FrameType.WRITE:
                place, content = wire.parse_write(frame.body)
                self._carry_out(frame.request, lambda: self._memory.store(place, content))
            case FrameType.READ:
                place = wire.parse_read(frame.body)
                self._carry_out(frame.request, lambda: self._answer(frame.request, place))
            case FrameType.SYNC:
                wire.parse_empty(frame.body)
                self._sync(frame.request)
            case FrameType.NOTIFY:
                self._on_notification(self._opener, wire.parse_notify(frame.body))
            case _:
                raise Malformed(f"an owner is not sent {frame.type.name}")

    def _greet(self, frame: Frame) -> None:
        if frame.type is not FrameType.HELLO:
            raise Malformed(f"the first frame is HELLO, not {frame.type.name}")
        hello = wire.parse_hello(frame.body)
        if hello.version != wire.VERSION:
            self.say_goodbye(Reason.VERSION, f"version {hello.version}; this is {wire.VERSION}")
        elif hello.wanted != self._name:
            self.say_goodbye(Reason.NOT_THAT_AGENT, f"this is {self._name}, not {hello.wanted}")
        elif hello.wanted_incarnation != self._incarnation:
            self.say_goodbye(
                Reason.NOT_THAT_INCARNATION,
                f"{self._name} is {self._incarnation.hex()}, not {hello.wanted_incarnation.hex()}",
            )
        else:
            self._opener = hello.opener
            self._send(wire.frame(FrameType.WELCOME))

    def _carry_out(self, request: int, step: Callable[[], None]) -> None:
        if request in self._failed:
            return
        try:
            step()
        except NotRegistered as error:
            self._failed.add(request)
            self._send(wire.failed(request, Category.NOT_FOUND, str(error)))

    def _answer(self, request: int, place: Region) -> None:
        self._send(wire.data(request, place.address, self._memory.load(place)))

    def _sync(self, request: int) -> None:
        # The last frame of its request: a failed one has had its answer and is forgotten.
        if request in self._failed:
            self._failed.remove(request)
        else:
            self._send(wire.frame(FrameType.DONE, request))


class TransferState(Enum):
    PREPARED = auto()
    IN_FLIGHT = auto()
    ARRIVED = auto()
    DONE = auto()
    FAILED = auto()
    CANCELLED = auto()


@dataclass(eq=False)
class Transfer:
    """One request; `quiet` says that nothing of it can still be on its way."""

    operation: str
    remote_agent: str
    local: list[Region]
    remote: list[Region]
    notification: bytes
    state: TransferState = TransferState.PREPARED
    quiet: bool = True
    cancelled: bool = False
    synced: bool = False
    local_fault: str = ""
    number: int = 0

    def post(self, number: int) -> None:
        self.state = TransferState.IN_FLIGHT
        self.quiet = False
        self.cancelled = False
        self.synced = False
        self.local_fault = ""
        self.number = number

    def end(self, state: TransferState, quiet: bool) -> None:
        self.state = state
        self.quiet = quiet


class OpenerLink(Link):
    """The active end: sends requests and notifications once the owner has welcomed it."""

    def __init__(self, memory: RegisteredMemory, hello: Hello, owner: Metadata) -> None:
        super().__init__(socket.socket(socket.AF_INET, socket.SOCK_STREAM))
        self._memory = memory
        self._hello = hello
        self._welcomed = False
        self._next_request = 1
        self._in_flight: dict[int, Transfer] = {}
        self._reads: dict[int, deque[tuple[Region, Region]]] = {}
        self._work: deque[Iterator[bytes]] = deque()
        self._notifications: deque[bytes] = deque()
        self._connect(owner)

    def _connect(self, owner: Metadata) -> None:
        """Starts it; whether it came about shows when the first bytes are sent."""
        try:
            self._channel.connect((owner.host, owner.port))
        except BlockingIOError:
            pass
        except OSError as error:
            logger.info("%s cannot be reached: %s", owner.name, error)
            self.close()
            return
        self._send(wire.hello(self._hello))

    def post(self, transfer: Transfer) -> None:
        transfer.post(self._next_request)
        self._next_request += 1
        self._in_flight[transfer.number] = transfer
        self._reads[transfer.number] = deque()
        self._work.append(self._frames_of(transfer))

    def notify(self, payload: bytes, request: int = 0) -> None:
        self._notifications.append(wire.notify(request, payload))

    def _frames_of(self, transfer: Transfer) -> Iterator[bytes]:
        """Made only when there is room for them; whatever ends early ends with its SYNC too."""
        number = transfer.number
        reads = self._reads[number]
        for here, there in wire.pieces(transfer.local, transfer.remote):
            if transfer.cancelled or number not in self._in_flight:
                break
            try:
                if transfer.operation == "READ":
                    self._memory.check(here)
                    reads.append((here, there))
                    yield wire.read(number, there)
                else:
                    yield wire.write(number, there, self._memory.load(here))
            except NotRegistered as error:
                transfer.local_fault = str(error)
                break
        transfer.synced = True
        yield wire.frame(FrameType.SYNC, number)

    def _pump(self) -> None:
        # While the connection is being made a send would block, which is no error.
        self._flush()
        while self._welcomed and not self._is_full() and self._hand_over():
            self._flush()

    def _hand_over(self) -> bool:
        """One more frame into the queue. Notifications do not wait behind the pieces."""
        if self._notifications:
            self._send(self._notifications.popleft())
            return True
        while self._work:
            content = next(self._work[0], None)
            if content is not None:
                self._send(content)
                return True
            self._work.popleft()
        return False

    def _on_frame(self, frame: Frame) -> None:
        match frame.type:
            case FrameType.WELCOME if not self._welcomed:
                wire.parse_empty(frame.body)
                self._welcomed = True
            case FrameType.GOODBYE:
                reason, text = wire.parse_coded_text(frame.body)
                logger.info("the owner says goodbye (%d): %s", reason, text)
                self.close()
            case FrameType.DATA if self._welcomed:
                self._take_data(frame.request, *wire.parse_data(frame.body))
            case FrameType.DONE if self._welcomed:
                wire.parse_empty(frame.body)
                self._done(self._asked(frame.request))
            case FrameType.FAILED if self._welcomed:
                category, text = wire.parse_coded_text(frame.body)
                logger.info("request %d failed (%d): %s", frame.request, category, text)
                self._asked(frame.request).end(TransferState.FAILED, quiet=True)
                self._forget(frame.request)
            case _:
                raise Malformed(f"an opener is not sent {frame.type.name} here")

    def _asked(self, request: int) -> Transfer:
        transfer = self._in_flight.get(request)
        if transfer is None:
            raise Malformed(f"an answer to request {request}, which is not in flight")
        return transfer

    def _take_data(self, request: int, address: int, content: memoryview) -> None:
        transfer = self._asked(request)
        if not self._reads[request]:
            raise Malformed(f"request {request} is sent more than it asked for")
        here, there = self._reads[request].popleft()
        if (address, len(content)) != (there.address, there.size):
            raise Malformed(f"request {request} asked for {there}, not {len(content)} at {address}")
        try:
            self._memory.store(here, content)
        except NotRegistered as error:
            transfer.local_fault = str(error)

    def _done(self, transfer: Transfer) -> None:
        if self._reads[transfer.number] or not transfer.synced:
            raise Malformed(f"request {transfer.number} is DONE before all of it was")
        if transfer.local_fault:
            logger.warning("request %d failed here: %s", transfer.number, transfer.local_fault)
            transfer.end(TransferState.FAILED, quiet=True)
        elif transfer.cancelled:
            transfer.end(TransferState.CANCELLED, quiet=True)
        else:
            transfer.end(TransferState.ARRIVED, quiet=True)
        self._forget(transfer.number)

    def _forget(self, request: int) -> None:
        del self._in_flight[request]
        del self._reads[request]

    def _ended(self) -> None:
        """What was under way may still be on its way to the owner, or carried out."""
        for transfer in self._in_flight.values():
            transfer.end(TransferState.FAILED, quiet=False)
        self._in_flight.clear()
        self._work.clear()
        self._notifications.clear()
