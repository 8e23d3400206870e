package kvproof.benchmarks.events;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import kvproof.model.HeldBlock;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.Selection;
import kvproof.router.lane.LanedRouter;

/**
 * Whether an index ended up with what the caches hold: every block of every worker, and the leading
 * blocks of the sampled prompts as a look-up finds them.
 *
 * @param residentBlocks of the caches
 * @param differingBlocks held by one side only, or on another tier
 * @param prefixesCompared prompts times workers
 * @param differingPrefixes of another length
 */
public record EndState(
    long residentBlocks, long differingBlocks, long prefixesCompared, long differingPrefixes) {

  /** What is looked at; nothing changes it meanwhile. */
  public record Applied(
      Supplier<List<HeldBlock>> held,
      Supplier<Selection> fresh,
      ToIntFunction<WorkerWithDpRank> numbers,
      Selecting selecting) {

    /** As both routers look up. */
    @FunctionalInterface
    public interface Selecting {
      void select(long[] prompt, int blocks, int[] targets, int count, Selection result);
    }

    void lookUp(long[] prompt, Selection result) {
      selecting.select(prompt, prompt.length, new int[0], 0, result);
    }
  }

  static Applied of(ReferenceRouter router) {
    return new Applied(router::heldBlocks, router::newSelection, router::numberOf, router::select);
  }

  public static Applied of(LanedRouter router) {
    return new Applied(router::heldBlocks, router::newSelection, router::numberOf, router::select);
  }

  public static EndState of(EventStream stream, StorageTier tier, Applied router) {
    long differing = differing(stream.resident(), tier, router.held().get());
    int[] numbers = new int[EventStream.WORKERS];
    for (int worker = 0; worker < numbers.length; worker++) {
      numbers[worker] = router.numbers().applyAsInt(new WorkerWithDpRank(worker, 0));
    }
    Selection selection = router.fresh().get();
    long prefixes = 0;
    for (StreamPrompt prompt : stream.samples()) {
      router.lookUp(prompt.local(), selection);
      for (int worker = 0; worker < numbers.length; worker++) {
        int found = found(selection, tier, numbers[worker]);
        prefixes += found == held(prompt, stream.resident().get(worker)) ? 0 : 1;
      }
    }
    long compared = (long) stream.samples().size() * EventStream.WORKERS;
    return new EndState(stream.residentBlocks(), differing, compared, prefixes);
  }

  private static int found(Selection selection, StorageTier tier, int number) {
    return tier == StorageTier.DEVICE
        ? selection.lookup().deviceBlocks(number)
        : selection.lookup().blocks(tier, number);
  }

  private static int held(StreamPrompt prompt, long[] resident) {
    int held = 0;
    while (held < prompt.size() && Arrays.binarySearch(resident, prompt.sequence(held)) >= 0) {
      held++;
    }
    return held;
  }

  static long differing(List<long[]> expected, StorageTier tier, List<HeldBlock> actual) {
    List<boolean[]> seen = new ArrayList<>();
    expected.forEach(hashes -> seen.add(new boolean[hashes.length]));
    long differing = 0;
    for (HeldBlock block : actual) {
      int at = -1;
      if (block.tier() == tier
          && block.owner() instanceof WorkerWithDpRank(long worker, int dpRank)
          && worker < expected.size()
          && dpRank == 0) {
        at = Arrays.binarySearch(expected.get((int) worker), block.externalHash());
        if (at >= 0 && !seen.get((int) worker)[at]) {
          seen.get((int) worker)[at] = true;
          continue;
        }
      }
      differing++;
    }
    for (boolean[] worker : seen) {
      for (boolean found : worker) {
        differing += found ? 0 : 1;
      }
    }
    return differing;
  }

  public boolean isRight() {
    return differingBlocks == 0 && differingPrefixes == 0;
  }
}
