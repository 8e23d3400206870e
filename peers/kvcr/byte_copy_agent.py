"""A NIXL agent that copies bytes over TCP: the calls that KVCR makes of NIXL's Python interface.

It talks to any agent of kvproof, in Java or Python. An agent that is only written to must take
writes while its KVCR thread sleeps, so one I/O thread serves all connections; a lock keeps it and
the callers apart. Unlike the real fabric, every write is checked against registered memory.
"""

from __future__ import annotations

import secrets
import selectors
import socket
import threading
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any, Final, Literal

import wire
from links import Link, OpenerLink, OwnerLink, Transfer, TransferState
from memory import NotRegistered, RegisteredMemory
from wire import Hello, Kind, Malformed, Metadata, Reason, Region

LOOPBACK: Final = "127.0.0.1"
Status = Literal["PROC", "DONE", "ERR"]
MemoryRow = tuple[int, int, int, str]


class AgentError(Exception):
    """The agent refuses a call; the message says what to do instead."""


class PeerDisconnected(AgentError):
    """The connection to that peer ended: forget its metadata and load it again."""


@dataclass(frozen=True)
class AgentConfig:
    """Takes NIXL's options by name. None of them means anything here, except that they are known."""

    num_threads: int = 0
    capture_telemetry: bool = False
    enable_listen_thread: bool = False
    listen_port: int = 0
    backends: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class DescriptorGrid:
    """Prepared descriptors: rows of evenly spaced elements, numbered through row by row."""

    agent_name: str
    rows: tuple[tuple[Region, int, int], ...]
    ends: tuple[int, ...]

    @staticmethod
    def of(agent_name: str, kind: Kind, rows: Iterable[Sequence[int]]) -> DescriptorGrid:
        """Each row is address, size, device and, for more than one, stride and count."""
        parsed, counts = [], []
        for row in rows:
            address, size, device, *grid = (int(number) for number in row)
            stride, count = grid or (size, 1)
            extent = size + (count - 1) * stride
            if size < 1 or count < 1 or (count > 1 and stride < size):
                raise AgentError(f"no descriptors: size {size}, stride {stride}, count {count}")
            parsed.append((Region(kind, device, address, extent), stride, size))
            counts.append(count)
        return DescriptorGrid(agent_name, tuple(parsed), tuple(accumulate(counts)))

    def element(self, index: int) -> Region:
        row = bisect_right(self.ends, index)
        if index < 0 or row == len(self.ends):
            raise AgentError(f"no descriptor {index}; there are {self.ends[-1:] or 0}")
        extent, stride, size = self.rows[row]
        first = self.ends[row - 1] if row else 0
        return extent.piece((index - first) * stride, size)


@dataclass
class Peer:
    """A remote agent whose metadata is loaded, and the connection to it once there is one."""

    metadata: Metadata
    link: OpenerLink | None = None

    def holds(self, extent: Region) -> bool:
        return any(region.holds(extent) for region in self.metadata.regions)


@dataclass
class Inbox:
    """Notifications that nobody has collected, by the name of who sent them."""

    _by_sender: dict[str, list[bytes]] = field(default_factory=dict)

    def add(self, sender: str, payload: bytes) -> None:
        self._by_sender.setdefault(sender, []).append(payload)

    def take(self) -> dict[str, list[bytes]]:
        taken, self._by_sender = self._by_sender, {}
        return taken


class ByteCopyAgent:
    """One agent: its registered memory, its port and its peers. Safe for any thread."""

    def __init__(self, name: str, config: AgentConfig | None = None) -> None:
        if not 1 <= len(name.encode("utf-8")) <= 255:
            raise AgentError(f"an agent name has 1 to 255 bytes, not {name!r}")
        self.name = name
        self.config = config or AgentConfig()
        self.incarnation = secrets.token_bytes(wire.INCARNATION_BYTES)
        self._lock = threading.RLock()
        self._memory = RegisteredMemory()
        self._inbox = Inbox()
        self._peers: dict[str, Peer] = {}
        self._links: list[Link] = []
        self._closing = False
        self._selector = selectors.DefaultSelector()
        self._listener = socket.create_server((LOOPBACK, 0))
        self._listener.setblocking(False)
        self._port: int = self._listener.getsockname()[1]
        self._wake_read, self._wake_write = socket.socketpair()
        self._wake_read.setblocking(False)
        self._wake_write.setblocking(False)
        self._selector.register(self._listener, selectors.EVENT_READ, self._accept)
        self._selector.register(self._wake_read, selectors.EVENT_READ, self._drain_wakes)
        self._thread = threading.Thread(target=self._serve, name=f"byte-copy-{name}", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        return self._port

    # Memory.

    def register_memory(
        self, rows: Iterable[MemoryRow], mem_type: str = "DRAM", backends: Sequence[str] = ()
    ) -> list[Region]:
        """All rows or none: address, size, device, and a text that is not looked at."""
        kind = _kind(mem_type)
        regions = [
            Region(kind, int(device), int(address), int(size)) for address, size, device, *_ in rows
        ]
        with self._lock:
            done: list[Region] = []
            try:
                for region in regions:
                    self._memory.register(region)
                    done.append(region)
            except ValueError as error:
                for region in done:
                    self._memory.deregister(region)
                raise AgentError(str(error)) from error
        return regions

    @property
    def registered_regions(self) -> list[Region]:
        with self._lock:
            return list(self._memory.regions)

    def deregister_memory(self, regions: list[Region], backends: Sequence[str] = ()) -> None:
        """No byte of it is touched after this; the copy that is being made is waited for."""
        with self._lock:
            for region in regions:
                self._memory.deregister(region)

    # Peers.

    def get_agent_metadata(self) -> bytes:
        with self._lock:
            regions = self._memory.regions
            return Metadata(self.name, self.incarnation, LOOPBACK, self.port, regions).encode()

    def add_remote_agent(self, blob: bytes) -> str:
        """Loads metadata. Of a peer that is known only the same incarnation's, which adds to it."""
        try:
            metadata = Metadata.decode(blob)
        except Malformed as error:
            raise AgentError(str(error)) from error
        if metadata.name == self.name:
            raise AgentError(f"{self.name} cannot load metadata of its own name")
        with self._lock:
            known = self._peers.get(metadata.name)
            if known is None:
                self._peers[metadata.name] = Peer(metadata)
            elif known.metadata.incarnation == metadata.incarnation:
                more = [each for each in metadata.regions if each not in known.metadata.regions]
                known.metadata = replace(metadata, regions=(*known.metadata.regions, *more))
            else:
                raise AgentError(
                    f"{metadata.name} is loaded as another incarnation: forget it first"
                )
        return metadata.name

    def remove_remote_agent(self, name: str) -> None:
        """Ends the connection; requests that are in flight on it fail."""
        with self._lock:
            peer = self._peers.pop(name, None)
            if peer is None:
                raise AgentError(f"no metadata of {name} is loaded")
            if peer.link is not None:
                peer.link.close()
        self._wake()

    # Transfers.

    def prep_xfer_dlist(
        self,
        agent_name: str,
        rows: Iterable[Sequence[int]],
        mem_type: str = "DRAM",
        backends: Sequence[str] = (),
    ) -> DescriptorGrid:
        """The empty name stands for this side's memory, a name for that agent's as a destination."""
        grid = DescriptorGrid.of(agent_name, _kind(mem_type), rows)
        with self._lock:
            for extent, _, _ in grid.rows:
                if agent_name in ("", self.name):
                    self._checked_here(extent)
                elif not self._peer(agent_name).holds(extent):
                    raise AgentError(f"{extent} is not inside memory that {agent_name} registered")
        return grid

    def release_dlist_handle(self, grid: DescriptorGrid) -> None:
        """Nothing is held by it."""

    def make_prepped_xfer(
        self,
        operation: str,
        local: DescriptorGrid,
        local_indices: Iterable[int],
        remote: DescriptorGrid,
        remote_indices: Iterable[int],
        notif_msg: bytes = b"",
        backends: Sequence[str] = (),
    ) -> Transfer:
        if operation not in ("WRITE", "READ"):
            raise AgentError(f"operation {operation!r}: WRITE or READ")
        here = [local.element(int(index)) for index in local_indices]
        there = [remote.element(int(index)) for index in remote_indices]
        if not here or [each.size for each in here] != [each.size for each in there]:
            raise AgentError(f"{len(here)} local and {len(there)} remote descriptors do not match")
        if len(notif_msg) > wire.MAX_PIECE_BYTES:
            raise AgentError(f"a notification of {len(notif_msg)} bytes is too long")
        return Transfer(operation, remote.agent_name, here, there, bytes(notif_msg))

    def transfer(self, transfer: Transfer) -> Status:
        """Posts it. To this agent itself it is a copy, and done at once."""
        with self._lock:
            if transfer.state is TransferState.IN_FLIGHT:
                raise AgentError("a request that is in flight cannot be posted again")
            if transfer.remote_agent == self.name:
                return self._copy_here(transfer)
            try:
                self._link(transfer.remote_agent).post(transfer)
            except PeerDisconnected:
                # Nothing of it has left.
                transfer.end(TransferState.FAILED, quiet=True)
                return "ERR"
        self._wake()
        return "PROC"

    def check_xfer_state(self, transfer: Transfer) -> Status:
        """Sends the bound notification when it first sees that all data has arrived."""
        with self._lock:
            match transfer.state:
                case TransferState.PREPARED:
                    raise AgentError("a request that was never posted has no state")
                case TransferState.IN_FLIGHT:
                    return "PROC"
                case TransferState.FAILED | TransferState.CANCELLED:
                    return "ERR"
                case TransferState.DONE:
                    return "DONE"
            # Arrived: its notification goes out on the same connection, so after the data.
            link = self._peer(transfer.remote_agent).link
            if transfer.notification and (link is None or link.closed):
                transfer.end(TransferState.FAILED, quiet=True)
                return "ERR"
            if transfer.notification and link is not None:
                link.notify(transfer.notification, transfer.number)
            transfer.end(TransferState.DONE, quiet=True)
        self._wake()
        return "DONE"

    def release_xfer_handle(self, transfer: Transfer) -> bool:
        """False while it is in flight: it is cancelled then, and to be released again later."""
        with self._lock:
            transfer.cancelled |= transfer.state is TransferState.IN_FLIGHT
            return not transfer.cancelled or transfer.state is not TransferState.IN_FLIGHT

    # Notifications.

    def send_notif(self, name: str, payload: bytes, backend: str | None = None) -> None:
        with self._lock:
            if name == self.name:
                self._inbox.add(name, bytes(payload))
                return
            self._link(name).notify(bytes(payload))
        self._wake()

    def get_new_notifs(self, backends: Sequence[str] = ()) -> dict[str, list[bytes]]:
        with self._lock:
            return self._inbox.take()

    # The end.

    def close(self) -> None:
        """Says goodbye to who is connected, and ends the I/O thread. Twice is harmless."""
        with self._lock:
            if self._closing:
                return
            self._closing = True
            for link in self._links:
                if isinstance(link, OwnerLink):
                    link.say_goodbye(Reason.CLOSING, f"{self.name} closes")
                else:
                    link.close()
        self._wake()
        self._thread.join(timeout=10)

    # Everything below is reached under the lock or by the I/O thread.

    def _peer(self, name: str) -> Peer:
        peer = self._peers.get(name)
        if peer is None:
            raise AgentError(f"no metadata of {name} is loaded")
        return peer

    def _link(self, name: str) -> OpenerLink:
        """Opened on first use; one that ended stays ended until the peer is loaded anew."""
        peer = self._peer(name)
        if peer.link is None:
            owner = peer.metadata
            hello = Hello(wire.VERSION, self.name, self.incarnation, owner.name, owner.incarnation)
            peer.link = OpenerLink(self._memory, hello, owner)
            self._links.append(peer.link)
        if peer.link.closed:
            raise PeerDisconnected(f"{name} is disconnected: forget its metadata and load it again")
        return peer.link

    def _checked_here(self, extent: Region) -> None:
        try:
            self._memory.check(extent)
        except NotRegistered as error:
            raise AgentError(str(error)) from error

    def _copy_here(self, transfer: Transfer) -> Status:
        pairs = zip(transfer.local, transfer.remote, strict=True)
        try:
            for here, there in pairs:
                target, source = (here, there) if transfer.operation == "READ" else (there, here)
                self._memory.copy(target, source)
        except NotRegistered:
            transfer.end(TransferState.FAILED, quiet=True)
            return "ERR"
        if transfer.notification:
            self._inbox.add(self.name, transfer.notification)
        transfer.end(TransferState.DONE, quiet=True)
        return "DONE"

    def _serve(self) -> None:
        while self._attend_all():
            for key, mask in self._selector.select():
                with self._lock:
                    key.data(mask)
        with self._lock:
            for link in self._links:
                link.abandon()
        for channel in (self._listener, self._wake_read, self._wake_write, self._selector):
            channel.close()

    def _attend_all(self) -> bool:
        with self._lock:
            for link in self._links:
                link.attend(self._selector)
            self._links = [link for link in self._links if not link.closed]
            return not self._closing

    def _accept(self, _mask: int) -> None:
        try:
            channel, _ = self._listener.accept()
        except OSError:
            return
        self._links.append(
            OwnerLink(channel, self._memory, self.name, self.incarnation, self._inbox.add)
        )

    def _wake(self) -> None:
        try:
            self._wake_write.send(b"w")
        except OSError:
            # Full of wakes already, or closed: either way the thread need not be told.
            pass

    def _drain_wakes(self, _mask: int) -> None:
        self._wake_read.recv(4096)


def _kind(mem_type: Any) -> Kind:
    try:
        return Kind[mem_type]
    except KeyError as error:
        raise AgentError(f"memory type {mem_type!r}: DRAM or VRAM") from error
