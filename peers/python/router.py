#!/usr/bin/env python3
"""A router on plain dictionaries behind the line protocol: the example of docs/routers.md."""
import json
import sys

TIERS = ["device", "host_pinned", "disk", "external"]
QUESTIONS = ["hello", "query", "resident"]


def number(value):
    return int(value, 0) if isinstance(value, str) else value


class Router:
    def __init__(self):
        self.held = {}  # (tier, worker, rank) -> {external: (parent, local)}
        self.tiers = set()  # that ever had an event

    def apply(self, line):
        op, worker, rank = line["op"], number(line["worker"]), line.get("rank", 0)
        tier = line.get("tier", "device")
        if op in ("cleared", "remove_rank", "remove_worker"):
            for owner in [o for o in self.held if o[1] == worker and (op == "remove_worker" or o[2] == rank)]:
                self.held[owner] = {}
                if op != "cleared":
                    del self.held[owner]  # never seen: that is not the same as nothing held
            return
        self.tiers.add(tier)
        if op == "stored":
            blocks, parent = self.held.setdefault((tier, worker, rank), {}), line["parent"]
            for local, external in line["blocks"]:
                blocks[number(external)] = (parent if parent is None else number(parent), number(local))
                parent = external
        else:
            for external in line["blocks"]:
                self.held.get((tier, worker, rank), {}).pop(number(external), None)

    def walk(self, tier, rank, prompt, start):
        """The end (position, external hash before it) of the rank's run that begins at start."""
        places = {place: external for external, place in self.held.get((tier, *rank), {}).items()}
        position, last = start
        while position < len(prompt) and (last, prompt[position]) in places:
            position, last = position + 1, places[last, prompt[position]]
        return position, last

    def query(self, line):
        prompt, lower, targets = [number(h) for h in line["local"]], {}, line.get("targets", [])
        ranks = sorted({owner[1:] for owner in self.held})
        ends = {rank: self.walk("device", rank, prompt, (0, None)) for rank in ranks}
        device = ends = root = {rank: end for rank, end in ends.items() if end[0]}
        for tier in [tier for tier in TIERS[1:] if tier in self.tiers]:
            starts = {r: (0, None) for r in ranks if self.walk(tier, r, prompt[:1], (0, None))[0]} | ends
            ends = {rank: self.walk(tier, rank, prompt, start) for rank, start in starts.items()}
            lower[tier] = {"hits": [[*r, ends[r][0] - starts[r][0]] for r in ends], "next": [[*r, *ends[r]] for r in ends]}
            root = {r: end for r, end in ends.items() if end[0]} if tier == "host_pinned" else root
        choices = [self.choice((number(worker), rank), root) for worker, rank in targets]
        return {"id": line["id"], "device": [[*r, *device[r]] for r in device], "lower": lower, "choices": choices}

    def choice(self, target, root):
        """Whoever else has the longest run from the root, the smallest among equals."""
        frontier = root.get(target, (0,))[0]
        end, source = min(((-end[0], rank) for rank, end in root.items() if rank != target), default=(0, None))
        return [*target, frontier, source, -end] if -end > frontier else [*target, frontier, None, 0]

    def resident(self, line):
        ranks = [(number(worker), rank) for worker, rank in line["ranks"]]
        held = [self.held.get(("device", *rank)) for rank in ranks]
        return {"counts": [[*r, None if h is None else len(h)] for r, h in zip(ranks, held)]}

    def hello(self, line):
        can = ["device", "lower", "choices", "resident"]
        return {"protocol": 1, "name": "router.py", "version": "1", "can": can, "history": "engine"}


router = Router()
for count, text in enumerate(sys.stdin, 1):
    try:
        line = json.loads(text)
        if line["op"] == "reset":
            router = Router()
        elif line["op"] in QUESTIONS:
            print(json.dumps({"op": line["op"], "line": count, **getattr(router, line["op"])(line)}), flush=True)
        else:
            router.apply(line)
    except (ValueError, KeyError, TypeError) as wrong:
        print(json.dumps({"line": count, "error": repr(wrong)}), flush=True)
