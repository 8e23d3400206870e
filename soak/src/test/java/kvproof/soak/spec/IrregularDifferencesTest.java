package kvproof.soak.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvRouter;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.Verdict;
import kvproof.model.Verdict.Kind;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.front.Fronts;
import kvproof.soak.run.AnswerComparison;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import org.junit.jupiter.api.Test;

/**
 * Scenario V36: on irregular histories the inventory is the truth, and every overlap of a router
 * that differs from it is reported as over- or under-credit with its number of blocks.
 */
class IrregularDifferencesTest {
  private static final int CASES = 200;

  @Test
  void removalThatIsNotHeardIsReportedBlockByBlock() {
    List<String> reported = reported(IrregularDifferencesTest::withoutRemovals);

    assertThat(reported).filteredOn(text -> text.startsWith("OVER_CREDIT")).hasSizeGreaterThan(50);
  }

  @Test
  void blockThatIsNotStoredIsReportedBlockByBlock() {
    List<String> reported = reported(IrregularDifferencesTest::withoutLastBlock);

    assertThat(reported).filteredOn(text -> text.startsWith("UNDER_CREDIT")).hasSizeGreaterThan(50);
  }

  /** What was reported on the device, once it is seen to be what the overlaps say. */
  private static List<String> reported(UnaryOperator<IndexStep> fault) {
    List<String> all = new ArrayList<>();
    for (int seed = 0; seed < CASES; seed++) {
      Case drawn =
          Fronts.fronted(new OwnerInventoryOracle()).flattened(Cases.draw(Profile.IRREGULAR, seed));
      KvRouter truth = new OwnerInventoryOracle();
      KvRouter faulty = new OwnerInventoryOracle();
      for (IndexStep step : drawn.indexSteps()) {
        truth.take(step);
        faulty.take(fault.apply(step));
      }
      for (Request request : drawn.requests()) {
        Answer expected = truth.answer(request);
        Answer actual = faulty.answer(request);

        List<String> found = onDevice(AnswerComparison.compare(request, expected, "truth", actual));

        assertThat(found).isEqualTo(differences(request.id(), expected, actual));
        all.addAll(found);
      }
    }
    return all;
  }

  private static List<String> onDevice(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Agreed() -> List.of();
      case Verdict.Diverged(var differences) ->
          differences.stream()
              .filter(it -> it.part().equals("device") && it.kind() != Kind.WRONG_VALUE)
              .map(it -> it.kind() + " " + it.where() + ": " + it.actual())
              .toList();
    };
  }

  private static List<String> differences(String id, Answer expected, Answer actual) {
    SortedMap<Owner, Integer> truth = AnswerParts.device(expected);
    SortedMap<Owner, Integer> claimed = AnswerParts.device(actual);
    SortedSet<Owner> ranks = new TreeSet<>(truth.keySet());
    ranks.addAll(claimed.keySet());
    List<String> differences = new ArrayList<>();
    for (Owner rank : ranks) {
      int blocks = claimed.getOrDefault(rank, 0);
      int tooMany = blocks - truth.getOrDefault(rank, 0);
      String claim = id + ", " + rank + ": " + blocks + (blocks == 1 ? " block, " : " blocks, ");
      if (tooMany > 0) {
        differences.add("OVER_CREDIT " + claim + tooMany + " too many");
      } else if (tooMany < 0) {
        differences.add("UNDER_CREDIT " + claim + -tooMany + " too few");
      }
    }
    return differences;
  }

  private static IndexStep withoutRemovals(IndexStep step) {
    return step instanceof Removed(var owner, var tier, var _)
        ? new Removed(owner, tier, BlockHashes.empty())
        : step;
  }

  private static IndexStep withoutLastBlock(IndexStep step) {
    return step instanceof Stored(var owner, var tier, var parent, var locals, var externals)
            && locals.size() > 1
        ? new Stored(
            owner,
            tier,
            parent,
            locals.slice(0, locals.size() - 1),
            externals.slice(0, externals.size() - 1))
        : step;
  }
}
