package kvproof.soak.run;

import static java.util.stream.Collectors.joining;
import static kvproof.model.Verdict.Kind.WRONG_VALUE;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.HashText;
import kvproof.model.HeldBlock;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerWithDpRank;

/** Compares what two sides say of their state: resident counts, inventories, statistics. */
final class StateComparison {
  private static final int BLOCKS_SHOWN = 3;

  private StateComparison() {}

  /** None is not zero: a rank that was never seen differs from one that holds nothing. */
  static void compareResident(
      WorkerWithDpRank rank, OptionalLong expected, OptionalLong actual, Differences differences) {
    if (expected.isPresent() && actual.isPresent()) {
      differences.addBlocks("resident", rank.toString(), expected.getAsLong(), actual.getAsLong());
    } else {
      differences.addText("resident", rank.toString(), count(expected), count(actual));
    }
  }

  private static String count(OptionalLong count) {
    return count.isPresent() ? Differences.blocks(count.getAsLong()) : "not seen";
  }

  static void compareHeld(
      List<HeldBlock> expected, List<HeldBlock> actual, Differences differences) {
    if (expected.equals(actual)) {
      return;
    }
    List<HeldBlock> tooMany = without(actual, expected);
    List<HeldBlock> tooFew = without(expected, actual);
    Kind kind = Differences.kindOf(tooMany.size(), tooFew.size());
    differences.add(
        "inventory",
        kind,
        "all tiers",
        kind == WRONG_VALUE ? "in dump order, each once" : held(expected, tooFew),
        kind == WRONG_VALUE ? "the same blocks otherwise" : held(actual, tooMany));
  }

  /** {@code Set.contains} only: the order of the result is that of the list. */
  private static List<HeldBlock> without(List<HeldBlock> blocks, List<HeldBlock> others) {
    Set<HeldBlock> removed = new HashSet<>(others);
    List<HeldBlock> rest = new ArrayList<>(blocks);
    rest.removeIf(removed::contains);
    return rest;
  }

  private static String held(List<HeldBlock> all, List<HeldBlock> alone) {
    String shown =
        alone.stream().limit(BLOCKS_SHOWN).map(StateComparison::text).collect(joining("; "));
    return Differences.blocks(all.size())
        + (alone.isEmpty() ? "" : ", only here: " + shown)
        + (alone.size() > BLOCKS_SHOWN ? "; and " + (alone.size() - BLOCKS_SHOWN) + " more" : "");
  }

  private static String text(HeldBlock block) {
    return String.join(
        " ",
        block.owner().toString(),
        block.tier().wireName(),
        block.parent().isPresent() ? HashText.print(block.parent().getAsLong()) : "root",
        HashText.print(block.localHash()) + ":" + HashText.print(block.externalHash()));
  }

  static void compareStatistics(
      StorageTier tier, TierStatistics expected, TierStatistics actual, Differences differences) {
    differences.addText("statistics", tier.wireName(), text(expected), text(actual));
  }

  private static String text(TierStatistics statistics) {
    return String.join(
        ", ",
        statistics.detached() + " detached",
        statistics.malformed() + " malformed",
        statistics.duplicateStores() + " duplicate stores");
  }
}
