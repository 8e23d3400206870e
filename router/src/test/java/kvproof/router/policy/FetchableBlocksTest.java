package kvproof.router.policy;

import static kvproof.router.policy.InputSet.CACHE;
import static kvproof.router.policy.InputSet.LOAD;
import static kvproof.router.policy.InputSet.NONE;
import static kvproof.router.policy.Requests.context;
import static kvproof.router.policy.Requests.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import kvproof.model.SelectionError.AllEligibleWorkersFiltered;
import org.junit.jupiter.api.Test;

/** Custom policies that prefer, ignore or reject ranks by what they could fetch. */
class FetchableBlocksTest {
  private final PolicyRun run = new PolicyRun();

  /** Fetchable 5, 0 (no source), 7; the frontier of the last one counts its host block. */
  private static Host host() {
    return Host.of(
        Rank.of(1).device(10).sourceEnd(15),
        Rank.of(2).device(12).decode(3),
        Rank.of(3).holding(2, 1, 4).sourceEnd(10).decode(50));
  }

  private int run(WorkerSelectionPolicy policy, Host host) {
    return run.run(policy, host, context(tokens(320)));
  }

  private static int fetchable(RowView row) {
    return row.cache().orElseThrow().fetchableBlocks().orElse(0);
  }

  @Test
  void policyThatPrefersThemChoosesTheMostAndTheSourceStaysWithTheRow() {
    Host host = host();

    int chosen =
        run(
            WorkerSelectionPolicy.builder()
                .scorer(Components.scorer(CACHE, row -> -fetchable(row)))
                .picker(Components.cheapest())
                .build(),
            host);

    assertThat(host.rank(chosen).workerId()).isEqualTo(3);
    assertThat(run.cost()).isEqualTo(-7.0);
    assertThat(host.creditedEnd(chosen)).isEqualTo(10);
  }

  @Test
  void policyThatIgnoresThemAsksForNoneAndTheSourceStaysWithTheRow() {
    Host host = host();

    int chosen =
        run(
            WorkerSelectionPolicy.builder()
                .scorer(Components.scorer(LOAD, row -> row.load().orElseThrow().decodeBlocks()))
                .picker(Components.cheapest())
                .build(),
            host);

    assertThat(host.rank(chosen).workerId()).isEqualTo(1);
    assertThat(host.asked.keySet()).noneMatch(question -> question.startsWith("end"));
    assertThat(host.creditedEnd(chosen)).isEqualTo(15);
  }

  @Test
  void policyThatRejectsByThemLeavesRanksWithoutASource() {
    Host host = host();
    WorkerSelectionPolicy policy =
        WorkerSelectionPolicy.builder()
            .filter(Components.filter(CACHE, row -> FilterVerdict.keepIf(fetchable(row) == 0)))
            .picker(Components.cheapest())
            .build();

    int chosen = run(policy, host);

    assertThat(host.rank(chosen).workerId()).isEqualTo(2);
    assertThat(run.survivors()).isEqualTo(1);
    assertThat(host.creditedEnd(chosen)).as("the frontier").isEqualTo(12);

    run(policy, Host.of(Rank.of(1).sourceEnd(1)));
    assertThat(run.error()).isEqualTo(new AllEligibleWorkersFiltered());
  }

  @Test
  void pickerReadsThemByRowIfItDeclaredCache() {
    List<OptionalInt> seen = new ArrayList<>();

    run(
        WorkerSelectionPolicy.builder()
            .picker(
                Components.looking(
                    CACHE,
                    rows -> {
                      Column<CacheView> cache = rows.cache().orElseThrow();
                      for (int row = 0; row < cache.size(); row++) {
                        seen.add(cache.row(row).fetchableBlocks());
                        assertThat(cache.row(row).fetchableBlocksOr(-1))
                            .isEqualTo(seen.getLast().orElse(-1));
                      }
                    }))
            .build(),
        host());

    assertThat(seen).containsExactly(OptionalInt.of(5), OptionalInt.of(0), OptionalInt.of(7));
  }

  /** A request that kept no candidates differs from one for which no source qualifies. */
  @Test
  void withoutCandidatesTheyAreAbsent() {
    List<OptionalInt> seen = new ArrayList<>();

    run(
        WorkerSelectionPolicy.builder()
            .scorer(
                Components.scorer(
                    CACHE,
                    row -> {
                      seen.add(row.cache().orElseThrow().fetchableBlocks());
                      return 0;
                    }))
            .picker(Components.looking(NONE, rows -> assertThat(rows.cache()).isEmpty()))
            .build(),
        Host.of(Rank.of(1).device(10)));

    assertThat(seen).containsExactly(OptionalInt.empty());
  }
}
