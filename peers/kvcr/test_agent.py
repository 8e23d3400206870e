"""The byte-copy agent against one in another process, against broken peers, and its bytes."""

from __future__ import annotations

import logging
import os
import socket
import struct
import time
import unittest
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import blocks
import wire
from byte_copy_agent import AgentError, ByteCopyAgent, DescriptorGrid, PeerDisconnected
from framework import Pool
from links import Transfer, TransferState
from nodes import Process
from wire import Category, FrameType, Hello, Kind, Malformed, Metadata, Reason, Region

# Broken peers are what these tests are about: the agent's complaints show on demand only.
logging.basicConfig(level=os.environ.get("KVPROOF_LOG", "CRITICAL"))

SECONDS: Final = 30.0
MIB: Final = 1 << 20


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("it did not come about")
        time.sleep(0.0005)


class Opener:
    """This side: an agent, its memory, and the owner whose metadata it has loaded."""

    def __init__(self, owner: Process, size: int) -> None:
        self.owner = owner
        self.pool = Pool("", size, 1)
        self.agent = ByteCopyAgent("opener")
        self.regions = self.agent.register_memory([(self.pool.address, size, 0, "")])
        self.name = self.agent.add_remote_agent(bytes.fromhex(owner.ready["metadata"]))

    def here(self, offset: int, size: int) -> DescriptorGrid:
        return self.agent.prep_xfer_dlist("", [(self.pool.address + offset, size, 0)])

    def there(self, offset: int, size: int) -> DescriptorGrid:
        return self.agent.prep_xfer_dlist(
            self.name, [(self.owner.ready["address"] + offset, size, 0)]
        )

    def request(
        self, operation: str, offset: int, size: int, notification: bytes = b""
    ) -> Transfer:
        return self.agent.make_prepped_xfer(
            operation, self.here(offset, size), [0], self.there(offset, size), [0], notification
        )

    def run(self, transfer: Transfer) -> str:
        state: str = self.agent.transfer(transfer)
        end = time.monotonic() + SECONDS
        while state == "PROC" and time.monotonic() < end:
            state = self.agent.check_xfer_state(transfer)
            time.sleep(0.0005)
        return state

    def notifications(self) -> list[str]:
        return [each for all_ in self.owner("notifications")["by"].values() for each in all_]

    def collect(self, count: int) -> list[str]:
        """At least so many of the owner's notifications, in the order in which it had them."""
        received = self.notifications()
        end = time.monotonic() + SECONDS
        while len(received) < count and time.monotonic() < end:
            received += self.notifications()
        return received


class BetweenProcessesTest(unittest.TestCase):
    SIZE = 3 * MIB

    def setUp(self) -> None:
        self.owner = Process("owner.py", {"name": "owner", "bytes": self.SIZE})
        self.addCleanup(self.owner.kill)
        self.opener = Opener(self.owner, self.SIZE)
        self.addCleanup(self.opener.agent.close)

    def test_what_is_written_arrives_and_nothing_beside_it(self) -> None:
        self.owner("fill", block=1)
        self.opener.pool.write(0, blocks.content(2, self.SIZE))

        state = self.opener.run(self.opener.request("WRITE", 64, 2 * MIB + 24))

        self.assertEqual(state, "DONE")
        old, new = blocks.content(1, self.SIZE), blocks.content(2, self.SIZE)
        actual = bytes.fromhex(self.owner("read", offset=0, size=self.SIZE)["hex"])
        end = 64 + 2 * MIB + 24
        self.assertTrue(actual == old[:64] + new[64:end] + old[end:])

    def test_what_is_read_is_what_the_owner_holds(self) -> None:
        self.owner("fill", block=3)

        state = self.opener.run(self.opener.request("READ", 0, self.SIZE))

        self.assertEqual(state, "DONE")
        self.assertEqual(blocks.judge(3, self.opener.pool.read(0)), "right")

    def test_a_bound_notification_follows_the_data_and_needs_a_poll(self) -> None:
        self.opener.pool.write(0, blocks.content(4, self.SIZE))
        transfer = self.opener.request("WRITE", 0, self.SIZE, b"bound")

        self.opener.agent.transfer(transfer)
        until(lambda: transfer.state is TransferState.ARRIVED)
        before = self.opener.notifications()
        self.opener.agent.check_xfer_state(transfer)
        received = self.opener.collect(1)

        self.assertEqual(before, [])
        self.assertEqual(received, [b"bound".hex()])
        self.assertEqual(self.owner("judge", block=4)["finding"], "right")

    def test_notifications_arrive_in_the_order_sent(self) -> None:
        sent = [b"%d" % number for number in range(200)]

        for payload in sent:
            self.opener.agent.send_notif("owner", payload)
        received = self.opener.collect(len(sent))

        self.assertEqual([bytes.fromhex(each) for each in received], sent)
        self.assertEqual(self.opener.notifications(), [])

    def test_memory_that_the_owner_deregistered_is_not_written(self) -> None:
        self.owner("fill", block=5)
        transfer = self.opener.request("WRITE", 0, self.SIZE, b"never")
        self.owner("deregister")

        state = self.opener.run(transfer)

        self.assertEqual(state, "ERR")
        self.assertTrue(transfer.quiet)
        self.assertEqual(self.owner("judge", block=5)["finding"], "right")
        self.assertEqual(self.opener.notifications(), [])

    def test_a_request_after_a_failed_one_is_carried_out(self) -> None:
        self.opener.pool.write(0, blocks.content(6, self.SIZE))
        address = self.owner.ready["address"]
        outside = Transfer(
            "WRITE",
            "owner",
            [Region(Kind.DRAM, 0, self.opener.pool.address, 3 * MIB)],
            [Region(Kind.DRAM, 0, address + MIB, 3 * MIB)],
            b"",
        )

        self.assertEqual(self.opener.run(outside), "ERR")
        self.assertEqual(self.opener.run(self.opener.request("WRITE", 0, self.SIZE)), "DONE")
        self.assertEqual(self.owner("judge", block=6)["finding"], "right")

    def test_memory_deregistered_here_fails_the_request_before_a_byte_of_it_is_read(self) -> None:
        transfer = self.opener.request("WRITE", 0, self.SIZE, b"never")
        self.opener.agent.deregister_memory(self.opener.regions)

        self.assertEqual(self.opener.run(transfer), "ERR")
        self.assertEqual(self.opener.notifications(), [])

    def test_an_owner_that_dies_leaves_requests_failed_and_not_quiet(self) -> None:
        big = self.opener.agent.make_prepped_xfer(
            "WRITE", self.opener.here(0, MIB), [0] * 400, self.opener.there(0, MIB), [0] * 400
        )

        self.opener.agent.transfer(big)
        self.owner.kill()
        until(lambda: self.opener.agent.check_xfer_state(big) != "PROC")

        self.assertEqual(self.opener.agent.check_xfer_state(big), "ERR")
        self.assertFalse(big.quiet)
        with self.assertRaises(PeerDisconnected):
            self.opener.agent.send_notif("owner", b"anybody")

    def test_a_peer_that_ended_is_reached_again_only_after_its_metadata_is_loaded_anew(
        self,
    ) -> None:
        self.assertEqual(self.opener.run(self.opener.request("WRITE", 0, 64)), "DONE")
        self.owner("close")
        until(lambda: self.opener.agent.transfer(self.opener.request("WRITE", 0, 64)) == "ERR")
        with Process("owner.py", {"name": "owner", "bytes": self.SIZE}) as successor:
            metadata = bytes.fromhex(successor.ready["metadata"])
            with self.assertRaises(AgentError):
                self.opener.agent.add_remote_agent(metadata)

            self.opener.agent.remove_remote_agent("owner")
            self.opener.agent.add_remote_agent(metadata)
            self.opener.owner = successor

            self.assertEqual(self.opener.run(self.opener.request("WRITE", 0, 64)), "DONE")

    def test_an_owner_of_another_incarnation_is_not_written(self) -> None:
        self.owner("fill", block=7)
        metadata = Metadata.decode(bytes.fromhex(self.owner.ready["metadata"]))
        predecessor = replace(metadata, incarnation=bytes(16))
        self.opener.agent.remove_remote_agent("owner")
        self.opener.agent.add_remote_agent(predecessor.encode())

        self.assertEqual(self.opener.run(self.opener.request("WRITE", 0, 64)), "ERR")
        self.assertEqual(self.owner("judge", block=7)["finding"], "right")

    def test_a_cancelled_request_ends_quiet_and_without_its_notification(self) -> None:
        big = self.opener.agent.make_prepped_xfer(
            "WRITE",
            self.opener.here(0, MIB),
            [0] * 400,
            self.opener.there(0, MIB),
            [0] * 400,
            b"no",
        )

        self.opener.agent.transfer(big)
        first = self.opener.agent.release_xfer_handle(big)
        until(lambda: self.opener.agent.release_xfer_handle(big))

        self.assertFalse(first)
        self.assertEqual((big.state, big.quiet), (TransferState.CANCELLED, True))
        self.assertEqual(self.opener.run(self.opener.request("WRITE", 0, 64, b"yes")), "DONE")
        received = self.opener.collect(1)
        self.assertEqual(received, [b"yes".hex()])


class BrokenPeerTest(unittest.TestCase):
    """Raw connections to an owner: none of these may end it, or write a byte."""

    def setUp(self) -> None:
        self.pool = Pool("", 4096, 1)
        self.agent = ByteCopyAgent("owner")
        self.addCleanup(self.agent.close)
        self.agent.register_memory([(self.pool.address, 4096, 0, "")])
        self.everything = Region(Kind.DRAM, 0, self.pool.address, 4096)

    def hello(self) -> Hello:
        return Hello(wire.VERSION, "raw", bytes(16), "owner", self.agent.incarnation)

    def answer(self, *content: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.agent.port), timeout=SECONDS) as channel:
            channel.sendall(b"".join(content))
            channel.shutdown(socket.SHUT_WR)
            received = b""
            while more := channel.recv(65536):
                received += more
            return received

    def goodbye_of(self, *content: bytes) -> int:
        """The reason in the last frame of the answer, which has to be a GOODBYE."""
        received = self.answer(*content)
        while True:
            (length,) = struct.unpack_from(">I", received)
            frame, received = received[4 : 4 + length], received[4 + length :]
            if not received:
                break
        self.assertEqual(frame[0], FrameType.GOODBYE)
        return frame[9]

    def test_greets_only_who_wants_this_agent_in_this_incarnation(self) -> None:
        hello = self.hello()
        another = replace(hello, wanted="another")
        earlier = replace(hello, wanted_incarnation=bytes(16))
        later = replace(hello, version=2)

        self.assertEqual(self.answer(wire.hello(hello)), wire.frame(FrameType.WELCOME))
        self.assertEqual(self.goodbye_of(wire.hello(another)), Reason.NOT_THAT_AGENT)
        self.assertEqual(self.goodbye_of(wire.hello(earlier)), Reason.NOT_THAT_INCARNATION)
        self.assertEqual(self.goodbye_of(wire.hello(later)), Reason.VERSION)

    def test_broken_frames_end_the_connection_and_nothing_else(self) -> None:
        hello = wire.hello(self.hello())
        short = self.everything.piece(0, 8)
        broken = {
            "no hello": wire.write(1, short, bytes(8)),
            "two hellos": hello + hello,
            "wrong magic": hello.replace(b"KVPN", b"NPVK"),
            "hello with more": wire.frame(FrameType.HELLO, 0, hello[13:], b"x"),
            "unknown type": hello + struct.pack(">IBQ", 9, 11, 0),
            "type zero": hello + struct.pack(">IBQ", 9, 0, 0),
            "too short": hello + struct.pack(">I", 8) + bytes(8),
            "too long": hello + struct.pack(">I", wire.MAX_LENGTH + 1),
            "fewer bytes than said": hello + wire.write(1, self.everything, bytes(8)),
            "more bytes than said": hello + wire.write(1, short, bytes(9)),
            "no bytes": hello + wire.write(1, self.everything.piece(0, 0), b""),
            "unknown kind": hello + wire.frame(FrameType.READ, 1, struct.pack(">BQQI", 2, 0, 1, 8)),
            "sync with a body": hello + wire.frame(FrameType.SYNC, 1, b"x"),
            "an owner's frame": hello + wire.frame(FrameType.DONE, 1),
            "notify too short": hello
            + wire.frame(FrameType.NOTIFY, 0, struct.pack(">I", 5), b"four"),
        }
        for name, content in broken.items():
            with self.subTest(name):
                self.assertEqual(self.goodbye_of(content), Reason.MALFORMED)
        self.assertEqual(self.pool.read(0), bytes(4096))
        self.assertEqual(self.answer(hello), wire.frame(FrameType.WELCOME))

    def test_a_piece_outside_registered_memory_is_not_found_and_the_rest_of_it_ignored(
        self,
    ) -> None:
        outside = Region(Kind.DRAM, 0, self.pool.address + 4090, 8)
        inside = self.everything.piece(0, 8)

        received = self.answer(
            wire.hello(self.hello()),
            wire.write(1, outside, bytes([1] * 8)),
            wire.write(1, inside, bytes([1] * 8)),
            wire.frame(FrameType.SYNC, 1),
            wire.write(2, self.everything.piece(8, 8), bytes([2] * 8)),
            wire.frame(FrameType.SYNC, 2),
        )

        frames = wire.FrameReader()
        frames.space()[: len(received)] = received
        frames.filled(len(received))
        first, second, third = frames.next(), frames.next(), frames.next()
        assert first is not None and second is not None and third is not None
        self.assertIsNone(frames.next())
        self.assertEqual(first.type, FrameType.WELCOME)
        self.assertEqual((second.type, second.request), (FrameType.FAILED, 1))
        self.assertEqual(wire.parse_coded_text(second.body)[0], Category.NOT_FOUND)
        self.assertEqual((third.type, third.request), (FrameType.DONE, 2))
        self.assertEqual(self.pool.read(0), bytes(8) + bytes([2] * 8) + bytes(4080))

    def test_other_kinds_devices_and_addresses_that_overflow_are_not_found(self) -> None:
        for place in (
            Region(Kind.VRAM, 0, self.pool.address, 8),
            Region(Kind.DRAM, 1, self.pool.address, 8),
            Region(Kind.DRAM, 0, wire.MAX_U64, 8),
            Region(Kind.DRAM, 0, 0, 8),
        ):
            with self.subTest(str(place)):
                received = self.answer(wire.hello(self.hello()), wire.read(9, place))
                self.assertEqual(received[13 + 4], FrameType.FAILED)

    def unsent(self) -> int:
        """Seen only between two turns of the agent's thread."""
        with self.agent._lock:
            return max((link._unsent_bytes for link in self.agent._links), default=0)

    def test_an_opener_that_takes_no_answers_does_not_make_the_owner_hold_them(self) -> None:
        """200 MiB are asked for; until they are taken, no more than a few are in memory."""
        pool = Pool("", MIB, 1)
        self.agent.register_memory([(pool.address, MIB, 0, "")])
        ask = wire.read(1, Region(Kind.DRAM, 0, pool.address, MIB))
        with socket.create_connection(("127.0.0.1", self.agent.port), timeout=SECONDS) as channel:
            channel.sendall(wire.hello(self.hello()) + 200 * ask)
            until(lambda: self.unsent() > 0)
            self.assertLess(self.unsent(), 5 * MIB)
            expected = 13 + 200 * (13 + 12 + MIB)
            while expected > 0:
                received = len(channel.recv(MIB))
                self.assertGreater(received, 0)
                expected -= received
        self.assertEqual(expected, 0)


class HandMadeOwner:
    """An owner in the test's hands: takes one opener, reads its frames, says what it is told to."""

    def __init__(self) -> None:
        self.remote = Region(Kind.DRAM, 0, 4096, MIB)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(SECONDS)
        self._frames = wire.FrameReader()
        self._channel: socket.socket | None = None

    def metadata(self) -> bytes:
        port = self._listener.getsockname()[1]
        return Metadata("owner", bytes(16), "127.0.0.1", port, (self.remote,)).encode()

    def welcome(self) -> None:
        self._channel, _ = self._listener.accept()
        self._channel.settimeout(SECONDS)
        self.say(wire.frame(FrameType.WELCOME))

    def say(self, content: bytes) -> None:
        assert self._channel is not None
        self._channel.sendall(content)

    def heard_until(self, last: FrameType) -> list[FrameType]:
        """The types of the opener's frames up to one of this type."""
        assert self._channel is not None
        heard: list[FrameType] = []
        while not heard or heard[-1] is not last:
            frame = self._frames.next()
            if frame is None:
                self._frames.filled(self._channel.recv_into(self._frames.space()))
            else:
                heard.append(frame.type)
        return heard

    def close(self) -> None:
        if self._channel is not None:
            self._channel.close()
        self._listener.close()


class HandMadeOwnerTest(unittest.TestCase):
    """What an opener does while the owner is slow, or answers what was not asked."""

    def setUp(self) -> None:
        self.owner = HandMadeOwner()
        self.addCleanup(self.owner.close)
        self.pool = Pool("", MIB, 1)
        self.agent = ByteCopyAgent("opener")
        self.addCleanup(self.agent.close)
        self.agent.register_memory([(self.pool.address, MIB, 0, "")])
        self.agent.add_remote_agent(self.owner.metadata())

    def posted(self, operation: str, size: int, times: int = 1) -> Transfer:
        transfer = self.agent.make_prepped_xfer(
            operation,
            self.agent.prep_xfer_dlist("", [(self.pool.address, size, 0)]),
            [0] * times,
            self.agent.prep_xfer_dlist("owner", [(self.owner.remote.address, size, 0)]),
            [0] * times,
        )
        self.agent.transfer(transfer)
        self.owner.welcome()
        return transfer

    def assert_cut_off(self, transfer: Transfer) -> None:
        """Failed, not quiet, and none of it has been taken for data."""
        until(lambda: self.agent.check_xfer_state(transfer) != "PROC")
        self.assertEqual((transfer.state, transfer.quiet), (TransferState.FAILED, False))
        self.assertEqual(self.pool.read(0), bytes(MIB))

    def test_an_answer_to_a_read_is_what_was_asked_for_or_the_end(self) -> None:
        address = self.owner.remote.address
        for name, answer in {
            "another address": wire.data(1, address + 8, bytes([1] * 64)),
            "fewer bytes": wire.data(1, address, bytes([1] * 56)),
            "another request": wire.data(2, address, bytes([1] * 64)),
            "done, and nothing sent": wire.frame(FrameType.DONE, 1),
            "a write": wire.write(1, self.owner.remote.piece(0, 64), bytes([1] * 64)),
            "welcome again": wire.frame(FrameType.WELCOME),
            "goodbye": wire.goodbye(Reason.CLOSING, "bye"),
        }.items():
            with self.subTest(name):
                transfer = self.posted("READ", 64)
                self.owner.heard_until(FrameType.SYNC)
                self.owner.say(answer)
                self.assert_cut_off(transfer)
                self.doCleanups()
                self.setUp()

    def test_more_than_was_asked_for_is_the_end(self) -> None:
        transfer = self.posted("READ", 64, times=2)
        self.owner.heard_until(FrameType.SYNC)

        for _ in range(3):
            self.owner.say(wire.data(1, self.owner.remote.address, bytes(64)))

        self.assert_cut_off(transfer)

    def test_done_before_everything_was_sent_is_the_end(self) -> None:
        transfer = self.posted("WRITE", MIB, times=100)

        self.owner.say(wire.frame(FrameType.DONE, 1))

        self.assert_cut_off(transfer)

    def test_a_cancelled_request_sends_no_more_pieces(self) -> None:
        transfer = self.posted("WRITE", MIB, times=400)
        until(lambda: self.owner.heard_until(FrameType.WRITE) != [])

        self.agent.release_xfer_handle(transfer)

        self.assertLess(self.owner.heard_until(FrameType.SYNC).count(FrameType.WRITE), 100)
        self.owner.say(wire.frame(FrameType.DONE, 1))
        until(lambda: self.agent.release_xfer_handle(transfer))

    def test_an_opener_keeps_no_more_than_a_few_pieces_waiting(self) -> None:
        self.posted("WRITE", MIB, times=400)
        self.owner.heard_until(FrameType.WRITE)

        with self.agent._lock:
            waiting = max(link._unsent_bytes for link in self.agent._links)

        self.assertLess(waiting, 5 * MIB)


class CallsTest(unittest.TestCase):
    def setUp(self) -> None:
        self.agent = ByteCopyAgent("agent")
        self.addCleanup(self.agent.close)
        self.pool = Pool("", 4096, 4)

    def test_overlapping_memory_is_refused_and_leaves_nothing_registered(self) -> None:
        self.agent.register_memory([(self.pool.address + 4096, 4096, 0, "")])
        before = self.agent.get_agent_metadata()

        with self.assertRaises(AgentError):
            self.agent.register_memory(
                [(self.pool.address, 4096, 0, ""), (self.pool.address + 8000, 4096, 0, "")]
            )

        self.assertEqual(self.agent.get_agent_metadata(), before)

    def test_metadata_of_its_own_name_is_refused(self) -> None:
        with self.assertRaises(AgentError):
            self.agent.add_remote_agent(self.agent.get_agent_metadata())

    def test_elements_of_a_grid_are_numbered_row_by_row(self) -> None:
        self.agent.register_memory([(self.pool.address, 4 * 4096, 0, "")])
        base = self.pool.address

        grid = self.agent.prep_xfer_dlist("", [(base, 64, 0, 128, 3), (base + 8192, 32, 0, 32, 2)])

        self.assertEqual(
            [(grid.element(i).address - base, grid.element(i).size) for i in range(5)],
            [(0, 64), (128, 64), (256, 64), (8192, 32), (8224, 32)],
        )
        for index in (-1, 5):
            with self.assertRaises(AgentError):
                grid.element(index)

    def test_a_copy_within_the_agent_is_done_when_posted(self) -> None:
        self.agent.register_memory([(self.pool.address, 4 * 4096, 0, "")])
        self.pool.write(0, blocks.content(1, 4096))
        grid = [(self.pool.address, 4096, 0, 4096, 4)]
        transfer = self.agent.make_prepped_xfer(
            "WRITE",
            self.agent.prep_xfer_dlist("", grid),
            [0],
            self.agent.prep_xfer_dlist("agent", grid),
            [3],
            b"copied",
        )

        self.assertEqual(self.agent.transfer(transfer), "DONE")
        self.assertEqual(blocks.judge(1, self.pool.read(3)), "right")
        self.assertEqual(self.agent.get_new_notifs(), {"agent": [b"copied"]})


class MetadataTest(unittest.TestCase):
    METADATA = Metadata(
        "é", bytes(range(16)), "127.0.0.1", 4660, (Region(Kind.VRAM, 3, 0x1000, 0x2000),)
    )
    BLOB = bytes.fromhex(
        "6b76706e69786c31 0002c3a9 000102030405060708090a0b0c0d0e0f"
        "00093132372e302e302e31 1234 00000001"
        "01 0000000000000003 0000000000001000 0000000000002000"
    )

    def test_is_laid_out_as_the_table_says(self) -> None:
        self.assertEqual(self.METADATA.encode(), self.BLOB)
        self.assertEqual(Metadata.decode(self.BLOB), self.METADATA)

    def test_nothing_shorter_longer_or_otherwise_begun_is_metadata(self) -> None:
        for junk in [self.BLOB[:size] for size in range(len(self.BLOB))] + [
            self.BLOB + b"x",
            b"K" + self.BLOB[1:],
            self.BLOB.replace(b"\xc3\xa9", b"\xc3\xc3"),
            self.BLOB.replace(b"\x00\x02\xc3\xa9", b"\x00\x00"),
        ]:
            with self.subTest(junk.hex()), self.assertRaises(Malformed):
                Metadata.decode(junk)


class BlocksTest(unittest.TestCase):
    def test_content_is_the_function_that_java_knows(self) -> None:
        # SplitMix64 from state 0: its first two outputs are mix(STEP) and mix(2 * STEP).
        words = struct.unpack("<3Q", blocks.content(0, 24))
        self.assertEqual(words, (0, 0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4))

    def test_wrong_bytes_are_told_and_named(self) -> None:
        right = blocks.content(1 << 63, 4096)
        self.assertEqual(blocks.judge(1 << 63, right), "right")
        self.assertEqual(blocks.judge(5, right), f"block {1 << 63}")
        torn = right[:1024] + blocks.content(6, 4096)[1024:]
        self.assertEqual(blocks.judge(1 << 63, torn), "wrong from byte 1024, 3072 of 4096 bytes")
        flipped = right[:2048] + bytes([right[2048] ^ 1]) + right[2049:]
        self.assertEqual(blocks.judge(1 << 63, flipped), "wrong from byte 2048, 8 of 4096 bytes")


if __name__ == "__main__":
    unittest.main()
