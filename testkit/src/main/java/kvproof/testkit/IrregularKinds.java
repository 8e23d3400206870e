package kvproof.testkit;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.StorageTier;

/** Stores that break the rule of one external hash per prefix, or that nobody may publish. */
final class IrregularKinds {
  private IrregularKinds() {}

  /** A prefix, or the end of one, under the hashes of a variant. */
  static void variant(HistoryDraft draft, SeededRandom random) {
    if (draft.families().variants().isEmpty()) {
      return;
    }
    PromptChain chain = random.pick(draft.families().variants());
    Owner owner = random.pick(draft.population().owners());
    int start = random.chance(50) ? 0 : draft.families().cut(random, 0, chain.length() - 1);
    int end =
        random.chance(50)
            ? chain.length()
            : draft.families().cut(random, start + 1, chain.length());
    draft.offer(chain.stored(owner, tier(owner, random), start, end));
  }

  private static StorageTier tier(Owner owner, SeededRandom random) {
    return random.chance(50) && !Inventories.isRefused(owner, DEVICE) ? DEVICE : HOST_PINNED;
  }

  /** A held block under a new external hash, sometimes with what follows it. */
  static void rehash(HistoryDraft draft, SeededRandom random) {
    StoreKinds.anyRun(draft, random)
        .ifPresent(
            run -> {
              int position = random.between(run.start(), run.end() - 1);
              PromptChain line =
                  run.chain().rehashed(position, position + 1, draft.freshHash() - position);
              int end = random.chance(60) ? position + 1 : run.end();
              draft.offer(line.stored(run.owner(), run.tier(), position, end));
            });
  }

  /** A held external hash at another place. */
  static void move(HistoryDraft draft, SeededRandom random) {
    StoreKinds.anyRun(draft, random)
        .ifPresent(
            run -> {
              int position = random.between(run.start(), run.end() - 1);
              PromptChain other = draft.families().pick(random);
              OptionalLong parent = other.parentAt(random.below(other.length() + 1));
              long localHash = other.localHashes().at(random.below(other.length()));
              draft.offer(single(run, parent, localHash, position));
            });
  }

  /** A held external hash at the place of another held block. */
  static void moveAndRehash(HistoryDraft draft, SeededRandom random) {
    StoreKinds.anyRun(draft, random)
        .filter(run -> run.length() > 1)
        .ifPresent(
            run -> {
              int position = random.between(run.start() + 1, run.end() - 1);
              int place = random.between(run.start(), position - 1);
              draft.offer(
                  single(
                      run,
                      run.chain().parentAt(place),
                      run.chain().localHashes().at(place),
                      position));
            });
  }

  /** The first block of a run below its last one: nobody comes in from the root any more. */
  static void cycle(HistoryDraft draft, SeededRandom random) {
    StoreKinds.anyRun(draft, random)
        .filter(run -> run.length() > 1)
        .ifPresent(
            run ->
                draft.offer(
                    single(
                        run,
                        run.chain().parentAt(run.end()),
                        run.chain().localHashes().at(run.start()),
                        run.start())));
  }

  /** The hash at a position of a run, stored at a place of its own. */
  private static Stored single(Run run, OptionalLong parent, long localHash, int position) {
    return new Stored(
        run.owner(),
        run.tier(),
        parent,
        BlockHashes.of(localHash),
        run.chain().externalHashes().slice(position, position + 1));
  }

  /** A chain that names one hash twice, or its own parent among its blocks. */
  static void malformed(HistoryDraft draft, SeededRandom random) {
    PromptChain chain = draft.families().pick(random);
    int start = random.below(chain.length());
    int end = random.between(start + 1, chain.length());
    Owner owner = random.pick(draft.population().owners());
    Stored good = chain.stored(owner, tier(owner, random), start, end);
    List<Long> localHashes = new ArrayList<>(good.localHashes().stream().boxed().toList());
    List<Long> externalHashes = new ArrayList<>(good.externalHashes().stream().boxed().toList());
    long again =
        good.parent().isPresent() && random.chance(50)
            ? good.parent().getAsLong()
            : random.pick(externalHashes);
    localHashes.add(random.pick(localHashes));
    externalHashes.add(again);
    draft.offer(
        new Stored(
            good.owner(),
            good.tier(),
            good.parent(),
            BlockHashes.of(localHashes),
            BlockHashes.of(externalHashes)));
  }
}
