"""What one KVCR gets from another over the byte-copy agent: the situations of a fetch, with bytes.

Each test is a row of what callers see; together they show that the agent is a fabric that KVCR
cannot tell from the one that it was made for, failures included.
"""

from __future__ import annotations

import os
import signal
import socket
import time
import unittest
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from nodes import KvcrNode, block

SIZE: Final = 64 << 10
# Short enough to wait for, long enough that a busy machine is not taken for a stalled source.
SHORT: Final = {"operation_ms": 4_000, "abandon_ms": 8_000}
REQUEST: Final = "request"


class KvcrTest(unittest.TestCase):
    def node(self, name: str, **options: Any) -> KvcrNode:
        node = KvcrNode(name, options.pop("block_bytes", SIZE), **options)
        self.addCleanup(node.kill)
        return node

    def pair(self, **options: Any) -> tuple[KvcrNode, KvcrNode]:
        return self.node("source", **options), self.node("target", **options)

    def fetch(
        self,
        target: KvcrNode,
        endpoint: str,
        numbers: Iterable[int],
        request: str = REQUEST,
        hint: bool = True,
    ) -> dict[int, dict[str, Any]]:
        names = [block(number) for number in numbers]
        if hint:
            target("hint", source=endpoint, blocks=names, request=request)
        result = target.wait(target("fetch", blocks=names, request=request))
        return {int(name, 16): entry for name, entry in result.items()}

    def assert_delivered(
        self, target: KvcrNode, result: dict[int, dict[str, Any]], expected: Iterable[int]
    ) -> None:
        """Exactly these succeeded, and their bytes are theirs."""
        succeeded = {number for number, entry in result.items() if entry["status"] == "SUCCESS"}
        self.assertEqual(succeeded, set(expected))
        for number in succeeded:
            ((label, element),) = result[number]["places"]
            judged = target("judge", memory="owned", element=element, block=block(number))
            self.assertEqual((label, judged["finding"]), ("", "right"))

    def hint_of(self, target: KvcrNode, request: str = REQUEST) -> tuple[bool, list[int]]:
        hint = target("state")["hints"][request]
        return hint["failed"], [int(name, 16) for name in hint["missing"]]

    def sent(self, node: KvcrNode, kind: str) -> list[dict[str, Any]]:
        """Control frames this node sent since the last look, of one type."""
        frames = [
            msgspec.msgpack.decode(bytes.fromhex(content))
            for way, _, content in node("trace")["trace"]
            if way == "control-out"
        ]
        return [frame for frame in frames if frame["type"] == kind]

    def await_that(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + 60
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError("it did not come about in 60 s")
            time.sleep(0.01)

    def await_operations(self, node: KvcrNode, states: list[str]) -> None:
        """Until the node's operations are exactly these, by state."""
        self.await_that(lambda: list(node("state")["operations"].values()) == states)


class DeliveredTest(KvcrTest):
    def test_all_present(self) -> None:
        source, target = self.pair()
        source.holds(range(6))

        result = self.fetch(target, source.endpoint, range(6))

        self.assert_delivered(target, result, range(6))
        self.assertEqual(self.hint_of(target), (False, []))
        handles = [entry["release"] for entry in result.values()]
        self.assertEqual(target("release", handles=handles)["released"], [True] * 6)
        self.assertEqual(target("release", handles=[999])["released"], [False])

    def test_two_of_six_evicted(self) -> None:
        source, target = self.pair(slots=6)
        source.holds(range(6))
        source.holds([100, 101], 8)
        inventory = source("events")["inventory"]
        gone = sorted(int(n, 16) for names, _, removed in inventory if removed for n in names)
        self.assertEqual(len(gone), 2)
        left = set(range(6)) - set(gone)

        result = self.fetch(target, source.endpoint, range(6))

        self.assert_delivered(target, result, left)
        self.assertEqual(self.hint_of(target), (False, gone))
        target("trace")
        again = self.fetch(target, source.endpoint, gone, hint=False)
        self.assert_delivered(target, again, [])
        self.assertEqual(self.sent(target, "start_write"), [])

    def test_live_local_prefix(self) -> None:
        source, target = self.pair()
        source.holds([4, 5, 6])
        target.holds([1, 2, 3])

        result = self.fetch(target, source.endpoint, range(1, 7))

        self.assert_delivered(target, result, range(1, 7))
        (request,) = self.sent(target, "start_write")
        self.assertEqual([key.hex() for key in request["keys"]], [block(n) for n in (4, 5, 6)])

    def test_stale_local_prefix(self) -> None:
        source, target = self.pair()
        source.holds([4, 5, 6])

        result = self.fetch(target, source.endpoint, range(1, 7))

        self.assert_delivered(target, result, [4, 5, 6])
        self.assertEqual(self.hint_of(target), (False, [1, 2, 3]))

    def test_32_suffixes_each_byte_exact(self) -> None:
        source, target = self.pair(slots=40, elements=40)
        source.holds(range(33))

        for start in range(32):
            request = f"suffix-{start}"
            result = self.fetch(target, source.endpoint, range(start, 33), request)
            self.assert_delivered(target, result, range(start, 33))
            target("release", handles=[entry["release"] for entry in result.values()])

    def test_blocks_of_the_framework_are_pinned_written_and_unpinned(self) -> None:
        source, target = self.pair(slots=4)
        for name, places in source.fills(range(3)).items():
            source("own", block=name, places=places)

        result = self.fetch(target, source.endpoint, range(4))

        self.assert_delivered(target, result, range(3))
        self.await_operations(source, [])
        self.assertEqual(source("pins")["pinned"], {})

    def test_parts_that_are_asked_for_by_name(self) -> None:
        source, target = self.pair(parts=["k", "v"], slots=8)
        source("fill", block=block(1), element=0, label=":k")
        source("fill", block=block(1), element=0, label=":v", offset=SIZE)
        source("own", block=block(1), places=[[":k", 0], [":v", 0]])
        target("hint", source=source.endpoint, blocks=[block(1)], request=REQUEST)

        operation = target("deliver", blocks={block(1): [[":v", 5]]}, request=REQUEST)
        result = target.wait(operation)

        self.assertEqual(result[block(1)]["status"], "SUCCESS")
        place = {"memory": "framework", "element": 5, "label": ":v", "block": block(1)}
        self.assertEqual(target("judge", offset=SIZE, **place)["finding"], "right")
        self.assertNotEqual(target("judge", offset=0, **place)["finding"], "right")

    def test_foreign_bytes_under_the_right_keys_are_named(self) -> None:
        source, target = self.pair()
        source("fill", block=block(77), element=0)
        source.take({block(1): [["", 0]]})

        result = self.fetch(target, source.endpoint, [1])

        ((_, element),) = result[1]["places"]
        judged = target("judge", memory="owned", element=element, block=block(1))
        self.assertEqual(judged["finding"], "block 77")


class RefusedTest(KvcrTest):
    def test_wrong_source_that_holds_none(self) -> None:
        source, target = self.pair()

        result = self.fetch(target, source.endpoint, range(6))

        self.assert_delivered(target, result, [])
        self.assertEqual(self.hint_of(target), (False, list(range(6))))
        reports = [
            bytes.fromhex(c) for way, _, c in source("trace")["trace"] if way.startswith("n")
        ]
        self.assertEqual(len(reports), 1)
        report = msgspec.msgpack.decode(reports[0].removeprefix(b"KVCR:"))
        self.assertEqual((report["success"], report["completed_indices"]), (True, []))

    def test_another_source_for_the_same_request(self) -> None:
        source, target = self.pair()
        source.holds([1])
        other = self.node("other")
        self.fetch(target, other.endpoint, [1])

        target("hint", source=source.endpoint, blocks=[block(1)], request=REQUEST)

        self.assertTrue(self.hint_of(target)[0])

    def test_wrong_block_size(self) -> None:
        source = self.node("source", block_bytes=2 * SIZE)
        source.holds([1])
        target = self.node("target")

        self.assert_delivered(target, self.fetch(target, source.endpoint, [1]), [])
        self.assertTrue(self.hint_of(target)[0])

    def test_layout_that_differs(self) -> None:
        source, target = self.pair(parts=["k", "v"])
        source("own", block=block(1), places=[[":k", 0], [":v", 0]])
        target("hint", source=source.endpoint, blocks=[block(1)], request=REQUEST)

        result = target.wait(
            target("fetch", blocks=[block(1)], request=REQUEST, layout=[":v", ":k"])
        )

        self.assertEqual(result[block(1)]["status"], "FAILED")
        self.assertEqual(self.hint_of(target), (False, [1]))

    def test_malformed_endpoint_fails_at_once(self) -> None:
        target = self.node("target")
        started = time.monotonic()

        result = self.fetch(target, "not-an-endpoint", [1])

        self.assert_delivered(target, result, [])
        self.assertLess(time.monotonic() - started, 10)
        self.assertTrue(self.hint_of(target)[0])

    def test_restarted_source_refuses_once_then_serves(self) -> None:
        source, target = self.pair()
        source.holds([1])
        self.assert_delivered(target, self.fetch(target, source.endpoint, [1], "first"), [1])
        port = source.port
        source.kill()
        successor = self.node("successor", port=port)
        successor.holds([2])

        refused = self.fetch(target, successor.endpoint, [2], "second")
        served = self.fetch(target, successor.endpoint, [2], "third")

        self.assert_delivered(target, refused, [])
        self.assertEqual(len(self.sent(successor, "write_refused")), 1)
        self.assertTrue(self.hint_of(target, "second")[0])
        self.assert_delivered(target, served, [2])

    def test_source_paused_beyond_its_timeout_refuses_ever_after(self) -> None:
        source, target = self.node("source", **SHORT), self.node("target")
        source.holds([1])
        os.kill(source.pid, signal.SIGSTOP)
        time.sleep(SHORT["operation_ms"] / 1000 + 0.5)
        os.kill(source.pid, signal.SIGCONT)

        self.assert_delivered(target, self.fetch(target, source.endpoint, [1], "first"), [])
        self.assert_delivered(target, self.fetch(target, source.endpoint, [1], "second"), [])
        self.assertTrue(self.hint_of(target, "second")[0])


class TimedOutTest(KvcrTest):
    def operation_of(self, target: KvcrNode) -> list[str]:
        return list(target("state")["operations"].values())

    def await_quarantine(self, target: KvcrNode) -> None:
        self.await_operations(target, ["QUARANTINED"])

    def test_nobody_listens(self) -> None:
        target = self.node("target", **SHORT)
        with socket.create_server(("127.0.0.1", 0)) as reserved:
            endpoint = f"tcp://127.0.0.1:{reserved.getsockname()[1]}"
        started = time.monotonic()

        result = self.fetch(target, endpoint, [1])

        self.assert_delivered(target, result, [])
        self.assertGreaterEqual(time.monotonic() - started, SHORT["operation_ms"] / 1000)
        self.await_operations(target, ["WAITING_TERMINAL"])
        self.await_quarantine(target)
        self.assertTrue(any("uncertain" in event for event in target("events")["events"]))
        with self.assertRaisesRegex(RuntimeError, "unresolved operations"):
            target("close")

    def test_lost_request_is_fenced_by_the_probe(self) -> None:
        source, target = self.pair(**SHORT)
        source.holds([1, 2])
        # Whom a probe means is known from an earlier acknowledgement, which may come last.
        self.assert_delivered(target, self.fetch(target, source.endpoint, [2], "earlier"), [2])
        self.await_that(lambda: target("state")["acknowledged"] == [source.endpoint])
        target("lose", types=["start_write"])

        result = self.fetch(target, source.endpoint, [1])

        self.assert_delivered(target, result, [])
        self.await_operations(target, [])
        (acknowledged,) = self.sent(source, "write_probe_ack")
        self.assertTrue(acknowledged["terminal"])
        self.assertEqual(target("events")["events"], [])

    def test_pin_that_is_never_answered(self) -> None:
        source, target = self.pair(**SHORT)
        source("pins", silent=True)

        result = self.fetch(target, source.endpoint, [1])

        self.assert_delivered(target, result, [])
        self.await_operations(target, [])
        self.assertTrue(self.hint_of(target)[0])

    def test_write_that_the_fabric_fails_ends_in_quarantine(self) -> None:
        source, target = self.pair(**SHORT)
        source.holds([1])
        target("deregister")

        result = self.fetch(target, source.endpoint, [1])

        self.assertEqual(result[1]["status"], "FAILED")
        self.await_quarantine(target)
        self.assertEqual(len(source("state")["operations"]), 1)

    def test_source_killed_after_accepting_and_restarted(self) -> None:
        source, target = self.pair(**SHORT)
        source("pins", silent=True)
        target("hint", source=source.endpoint, blocks=[block(1)], request=REQUEST)
        operation = target("fetch", blocks=[block(1)], request=REQUEST)
        self.await_that(lambda: source("pins")["requested"] == [[block(1)]])
        port = source.port
        source.kill()
        successor = self.node("successor", port=port, **SHORT)

        result = target.wait(operation)

        self.assertEqual(result[block(1)]["status"], "FAILED")
        self.await_quarantine(target)
        acknowledged = self.sent(successor, "write_probe_ack")
        self.assertTrue(acknowledged)
        self.assertFalse(any(each["terminal"] for each in acknowledged))
        self.assertEqual(self.operation_of(target), ["QUARANTINED"])


if __name__ == "__main__":
    unittest.main()
