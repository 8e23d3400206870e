"""What passes one node, kept as it passed: control frames and the fabric's notifications.

Also where a node is made to misbehave: frames of named types are lost when it sends them.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from agents import nixl_agent  # before KVCR
from kvcr.control_channels import ZmqPeerControlChannel

LOOPBACK: Final = "127.0.0.1"


@dataclass
class Trace:
    """Entries are (kind, peer, bytes in hex), in the order in which this node saw them."""

    entries: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, kind: str, peer: str, content: bytes) -> None:
        self.entries.append((kind, peer, bytes(content).hex()))

    def take(self) -> list[tuple[str, str, str]]:
        # One call: the progress thread adds meanwhile.
        taken = self.entries[:]
        del self.entries[: len(taken)]
        return taken


class RecordingControl(ZmqPeerControlChannel):
    """KVCR's own control channel on a listening socket, so that any free port will do."""

    def __init__(self, port: int, trace: Trace) -> None:
        listener = socket.create_server((LOOPBACK, port))
        super().__init__(LOOPBACK, listener.getsockname()[1], LOOPBACK)
        self.adopt_listener(listener.detach())
        self.lost_types: frozenset[str] = frozenset()
        self._trace = trace

    def send(self, endpoint: str, message: bytes) -> bool:
        if msgspec.msgpack.decode(message).get("type") in self.lost_types:
            self._trace.add("control-lost", endpoint, message)
            return True
        sent = super().send(endpoint, message)
        self._trace.add("control-out" if sent else "control-unsent", endpoint, message)
        return sent

    def recv(self) -> list[bytes]:
        received = super().recv()
        for message in received:
            self._trace.add("control-in", "", message)
        return received


def recording_agent(trace: Trace) -> type[nixl_agent]:
    """The class that KVCR is given in place of NIXL's agent."""

    class RecordingAgent(nixl_agent):
        def get_new_notifs(self, *options: Any) -> dict[str, list[bytes]]:
            received = super().get_new_notifs(*options)
            for sender, payloads in received.items():
                for payload in payloads:
                    trace.add("notification-in", sender, payload)
            return received

        def send_notif(self, name: str, payload: bytes, backend: str | None = None) -> None:
            trace.add("notification-out", name, payload)
            super().send_notif(name, payload, backend)

        def make_prepped_xfer(
            self,
            operation: str,
            local: Any,
            local_indices: Iterable[int],
            remote: Any,
            remote_indices: Iterable[int],
            notif_msg: bytes = b"",
            backends: Any = (),
        ) -> Any:
            if notif_msg:
                trace.add("notification-bound", getattr(remote, "agent_name", ""), notif_msg)
            return super().make_prepped_xfer(
                operation, local, local_indices, remote, remote_indices, notif_msg, backends
            )

    return RecordingAgent
