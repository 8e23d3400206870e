package kvproof.soak.digest;

import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.HeldBlock;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction;
import kvproof.model.Owner;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerWithDpRank;

/**
 * A 64-bit fold over values in the order in which they are added, the same on every machine.
 *
 * <p>Every variable length is folded in front of what it counts and every absence as a value of its
 * own, so that two different sequences of values are told apart. Not for adversaries.
 */
public final class Digest {
  private long state;

  /** One round of SplitMix64 per value: each bit of the state depends on every value before it. */
  public Digest add(long value) {
    long mixed = (state ^ value) + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    state = (mixed ^ (mixed >>> 31)) + 0x632be59bd9b4e019L;
    return this;
  }

  public long value() {
    return state;
  }

  public Digest add(String text) {
    add(text.length());
    for (int i = 0; i < text.length(); i++) {
      add(text.charAt(i));
    }
    return this;
  }

  public Digest add(byte[] bytes) {
    add(bytes.length);
    for (byte b : bytes) {
      add(b);
    }
    return this;
  }

  public Digest add(BlockHashes hashes) {
    add(hashes.size());
    for (int i = 0; i < hashes.size(); i++) {
      add(hashes.at(i));
    }
    return this;
  }

  public Digest add(OptionalLong value) {
    return value.isPresent() ? add(1).add(value.getAsLong()) : add(0);
  }

  public Digest add(Owner owner) {
    return switch (owner) {
      case WorkerWithDpRank(long workerId, int dpRank) -> add(1).add(workerId).add(dpRank);
      case CacheOwner(String name) -> add(2).add(name);
    };
  }

  public Digest add(HeldBlock block) {
    return add(block.tier().ordinal())
        .add(block.owner())
        .add(block.parent())
        .add(block.localHash())
        .add(block.externalHash());
  }

  public Digest add(TierStatistics statistics) {
    return add(statistics.detached()).add(statistics.malformed()).add(statistics.duplicateStores());
  }

  public Digest add(Answer answer) {
    add(answer.device().size());
    answer
        .device()
        .forEach((rank, match) -> add(rank).add(match.blocks()).add(match.lastExternalHash()));
    add(answer.lower().size());
    answer.lower().forEach((tier, lower) -> add(tier.ordinal()).add(lower));
    addCandidates(answer.candidates());
    add(answer.intervals().size());
    for (Answer.SourceInterval held : answer.intervals()) {
      add(held.owner()).add(held.interval().start()).add(held.interval().end());
    }
    add(answer.choices().size());
    answer.choices().forEach((target, choice) -> add(target).add(choice));
    return this;
  }

  private Digest add(TierAnswer lower) {
    add(lower.hits().size());
    lower.hits().forEach((rank, blocks) -> add(rank).add(blocks));
    add(lower.next().size());
    lower.next().forEach((rank, at) -> add(rank).add(at.position()).add(at.lastExternalHash()));
    return this;
  }

  private void addCandidates(Optional<TransferCandidates> candidates) {
    add(candidates.isPresent() ? 1 : 0);
    candidates.ifPresent(
        present -> {
          add(present.chain()).add(present.owners().size());
          present.owners().forEach((owner, blocks) -> add(owner).add(blocks));
        });
  }

  private Digest add(SourceChoice choice) {
    add(choice.frontier()).add(choice.source().isPresent() ? 1 : 0);
    choice.source().ifPresent(this::add);
    add(choice.end()).add(choice.hint().isPresent() ? 1 : 0);
    choice.hint().ifPresent(this::add);
    return this;
  }

  private Digest add(KvHint hint) {
    add(hint.protocolVersion()).add(hint.messageId()).add(hint.actions().size());
    for (KvHintAction action : hint.actions()) {
      add(action.actionId());
      switch (action) {
        case KvHintAction.Fetch fetch ->
            add(1).add(fetch.blockHashes()).add(fetch.sourceControlEndpoint());
        case KvHintAction.Unknown unknown ->
            add(2).add(unknown.actionType()).add(unknown.payload().toString());
      }
    }
    return this;
  }
}
