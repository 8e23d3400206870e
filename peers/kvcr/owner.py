"""A byte-copy agent with one region of memory in a process of its own: the other end of a test.

It is written to and read from, and does the same when told to.

owner.py '{"name": "owner", "bytes": 8192}'
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any, Final

import blocks
from byte_copy_agent import ByteCopyAgent
from framework import Pool

TRANSFER_SECONDS: Final = 30.0


class Owner:
    def __init__(self, name: str, size: int) -> None:
        self._pool = Pool("", size, 1)
        self._agent = ByteCopyAgent(name)
        self._regions = self._agent.register_memory([(self._pool.address, size, 0, "")])

    def ready(self) -> dict[str, Any]:
        return {
            "metadata": self._agent.get_agent_metadata().hex(),
            "address": self._pool.address,
            "port": self._agent.port,
        }

    def do_fill(self, block: int) -> None:
        self._pool.write(0, blocks.content(block, self._pool.size_bytes))

    def do_read(self, offset: int, size: int) -> dict[str, Any]:
        return {"hex": self._pool.read(0)[offset : offset + size].hex()}

    def do_judge(self, block: int) -> dict[str, Any]:
        return {"finding": blocks.judge(block, self._pool.read(0))}

    def do_notifications(self) -> dict[str, Any]:
        received = self._agent.get_new_notifs()
        return {"by": {name: [each.hex() for each in all_] for name, all_ in received.items()}}

    def do_deregister(self) -> None:
        self._agent.deregister_memory(self._regions)

    def do_load(self, metadata: str) -> dict[str, Any]:
        """From here on this side starts transfers too: with the agent of that metadata."""
        return {"name": self._agent.add_remote_agent(bytes.fromhex(metadata))}

    def do_transfer(
        self, operation: str, peer: str, address: int, size: int, notification: str = ""
    ) -> dict[str, Any]:
        """Between the beginning of this side's memory and that address; how it ended."""
        transfer = self._agent.make_prepped_xfer(
            operation,
            self._agent.prep_xfer_dlist("", [(self._pool.address, size, 0)]),
            [0],
            self._agent.prep_xfer_dlist(peer, [(address, size, 0)]),
            [0],
            bytes.fromhex(notification),
        )
        status = self._agent.transfer(transfer)
        end = time.monotonic() + TRANSFER_SECONDS
        while status == "PROC" and time.monotonic() < end:
            time.sleep(0.0005)
            status = self._agent.check_xfer_state(transfer)
        return {"status": status, "quiet": transfer.quiet}

    def do_notify(self, peer: str, payload: str) -> None:
        self._agent.send_notif(peer, bytes.fromhex(payload))

    def do_close(self) -> None:
        self._agent.close()


def main() -> None:
    options = json.loads(sys.argv[1])
    owner = Owner(options["name"], options["bytes"])
    print(json.dumps(owner.ready()), flush=True)
    for line in sys.stdin:
        command = json.loads(line)
        try:
            answer = getattr(owner, f"do_{command.pop('do')}")(**command)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer or {}), flush=True)


if __name__ == "__main__":
    main()
