"""Plants one fault after the other in a copy of the agent; the tests of the agent must catch each.

    planted.py [number ...]     all of them, or those

Takes a few seconds for each; prints what was missed and fails if there is any.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).resolve().parent
SECONDS_EACH: Final = 120


class Fault(NamedTuple):
    what: str
    file: str
    right: str
    wrong: str


FAULTS: Final = [
    Fault(
        "memory is not checked",
        "memory.py",
        "if not any(region.holds(piece) for region in self._regions):",
        "if False:",
    ),
    Fault(
        "a range may end beyond its region",
        "wire.py",
        "and other.address + other.size <= self.address + self.size",
        "and other.address <= self.address + self.size",
    ),
    Fault(
        "kinds are not told apart",
        "wire.py",
        "self.kind == other.kind\n            and self.device == other.device\n"
        "            and self.address <= ",
        "self.device == other.device\n            and self.address <= ",
    ),
    Fault(
        "devices are not told apart",
        "wire.py",
        "and self.device == other.device\n            and self.address <= ",
        "and self.address <= ",
    ),
    Fault(
        "overlapping memory is taken",
        "memory.py",
        "if held.overlaps(region):",
        "if held == region:",
    ),
    Fault(
        "a refused registration leaves its first regions",
        "byte_copy_agent.py",
        "for region in done:\n                    self._memory.deregister(region)",
        "pass",
    ),
    Fault(
        "pieces after the first go to its address",
        "wire.py",
        "yield here.piece(offset, size), there.piece(offset, size)",
        "yield here.piece(offset, size), there.piece(0, size)",
    ),
    Fault(
        "the last piece is a whole one",
        "wire.py",
        "size = min(MAX_PIECE_BYTES, here.size - offset)",
        "size = MAX_PIECE_BYTES if here.size > MAX_PIECE_BYTES else here.size",
    ),
    Fault(
        "an element's place forgets its stride",
        "byte_copy_agent.py",
        "(index - first) * stride, size)",
        "(index - first) * size, size)",
    ),
    Fault(
        "an index counts within the wrong row",
        "byte_copy_agent.py",
        "first = self.ends[row - 1] if row else 0",
        "first = 0",
    ),
    Fault(
        "the notification is sent when the data is, without a poll",
        "links.py",
        "transfer.end(TransferState.ARRIVED, quiet=True)",
        "transfer.end(TransferState.ARRIVED, quiet=True)\n"
        "            self.notify(transfer.notification)",
    ),
    Fault(
        "the notification overtakes the data",
        "links.py",
        "self._work.append(self._frames_of(transfer))",
        "self._work.append(self._frames_of(transfer))\n        self.notify(transfer.notification)",
    ),
    Fault(
        "a bound notification is lost",
        "byte_copy_agent.py",
        "link.notify(transfer.notification, transfer.number)",
        "pass",
    ),
    Fault(
        "notifications in the wrong order",
        "links.py",
        "self._send(self._notifications.popleft())",
        "self._send(self._notifications.pop())",
    ),
    Fault(
        "a notification is given twice",
        "byte_copy_agent.py",
        "taken, self._by_sender = self._by_sender, {}",
        "taken = dict(self._by_sender)",
    ),
    Fault(
        "a request goes on after it has failed",
        "links.py",
        "if request in self._failed:\n            return",
        "if False:\n            return",
    ),
    Fault(
        "a failed request is done as well",
        "links.py",
        "self._failed.remove(request)\n        else:",
        "self._failed.remove(request)\n        if True:",
    ),
    Fault(
        "a request that failed fails those after it",
        "links.py",
        "self._failed.add(request)",
        "self._failed.update(range(100))",
    ),
    Fault(
        "any incarnation will do",
        "links.py",
        "elif hello.wanted_incarnation != self._incarnation:",
        "elif False:",
    ),
    Fault("any agent will do", "links.py", "elif hello.wanted != self._name:", "elif False:"),
    Fault("any version will do", "links.py", "if hello.version != wire.VERSION:", "if False:"),
    Fault(
        "what was cut off by the end of a connection counts as quiet",
        "links.py",
        "transfer.end(TransferState.FAILED, quiet=False)",
        "transfer.end(TransferState.FAILED, quiet=True)",
    ),
    Fault(
        "what was cut off by the end of a connection stays pending",
        "links.py",
        "transfer.end(TransferState.FAILED, quiet=False)",
        "pass",
    ),
    Fault(
        "done before everything was asked for counts",
        "links.py",
        "if self._reads[transfer.number] or not transfer.synced:",
        "if self._reads[transfer.number]:",
    ),
    Fault(
        "data for another address is taken",
        "links.py",
        "if (address, len(content)) != (there.address, there.size):",
        "if len(content) != there.size:",
    ),
    Fault(
        "a cancelled request counts as arrived",
        "links.py",
        "elif transfer.cancelled:",
        "elif False:",
    ),
    Fault(
        "a cancelled request is sent to its end",
        "links.py",
        "if transfer.cancelled or number not in self._in_flight:",
        "if False:",
    ),
    Fault(
        "a handle is released while its request is in flight",
        "byte_copy_agent.py",
        "return not transfer.cancelled or transfer.state is not TransferState.IN_FLIGHT",
        "return True",
    ),
    Fault(
        "an owner keeps answers that nobody takes",
        "links.py",
        "return self._unsent_bytes >= LOW_WATER_BYTES",
        "return False",
    ),
    Fault(
        "an opener hands over all pieces at once",
        "links.py",
        "while self._welcomed and not self._is_full() and self._hand_over():",
        "while self._welcomed and self._hand_over():",
    ),
    Fault(
        "data of another request is taken",
        "links.py",
        "transfer = self._asked(request)\n        if not self._reads[request]:",
        "request = next(iter(self._in_flight))\n        transfer = self._asked(request)\n"
        "        if not self._reads[request]:",
    ),
    Fault(
        "held-back requests are never taken up again",
        "links.py",
        "self._held_back = False\n        while",
        "if self._held_back:\n            return\n        while",
    ),
    Fault(
        "a frame of any length is waited for",
        "wire.py",
        "if not MIN_LENGTH <= length <= MAX_LENGTH:",
        "if False:",
    ),
    Fault(
        "bytes after the last field are passed over",
        "wire.py",
        "if left:",
        "if False:",
    ),
    Fault(
        "a piece of no bytes is taken",
        "wire.py",
        "if not 1 <= place.size <= MAX_PIECE_BYTES:",
        "if place.size > MAX_PIECE_BYTES:",
    ),
    Fault(
        "integers are little-endian", "wire.py", 'struct.Struct(">BQQQ")', 'struct.Struct("<BQQQ")'
    ),
    Fault(
        "another incarnation takes the place of a loaded peer",
        "byte_copy_agent.py",
        "elif known.metadata.incarnation == metadata.incarnation:",
        "elif True:",
    ),
    Fault(
        "a connection that ended is opened again",
        "byte_copy_agent.py",
        "if peer.link is None:\n            owner",
        "if peer.link is None or peer.link.closed:\n            owner",
    ),
    Fault(
        "a broken frame ends the agent's thread",
        "links.py",
        "except Malformed as error:\n            self._on_malformed(error)",
        "except ZeroDivisionError:\n            pass",
    ),
    Fault(
        "a copy within the agent goes the wrong way",
        "byte_copy_agent.py",
        'if transfer.operation == "READ" else (there, here)',
        'if transfer.operation == "WRITE" else (there, here)',
    ),
    Fault(
        "wrong bytes are right",
        "blocks.py",
        "if not wrong.size:",
        "if wrong.size < words.size:",
    ),
    Fault(
        "wrong bytes are blamed on the wrong block",
        "blocks.py",
        "return z ^ (z >> np.uint64(bits)) ^ (z >> np.uint64(2 * bits))",
        "return z ^ (z >> np.uint64(bits))",
    ),
]


def caught(fault: Fault) -> str:
    """The name of a test that failed, or nothing."""
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        copy = Path(folder, "peer")
        shutil.copytree(HERE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        file = copy / fault.file
        text = file.read_text()
        if text.count(fault.right) != 1:
            raise ValueError(f"'{fault.what}' fits {text.count(fault.right)} places")
        file.write_text(text.replace(fault.right, fault.wrong))
        command = [sys.executable, "-B", "-m", "unittest", "-f", "test_agent"]
        try:
            done = subprocess.run(
                command, cwd=copy, capture_output=True, text=True, timeout=SECONDS_EACH, check=False
            )
        except subprocess.TimeoutExpired:
            return f"it did not end in {SECONDS_EACH} s"
        if done.returncode == 0:
            return ""
        failed = [line for line in done.stderr.splitlines() if line.startswith(("FAIL:", "ERROR:"))]
        return failed[0] if failed else f"it ended with {done.returncode}"


def main() -> int:
    chosen = [int(each) for each in sys.argv[1:]] or range(1, len(FAULTS) + 1)
    missed = 0
    for number in chosen:
        fault = FAULTS[number - 1]
        by = caught(fault)
        missed += not by
        print(f"{number:3} {'caught' if by else 'MISSED'}  {fault.what}  {by[:90]}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
