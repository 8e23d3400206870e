package kvproof.router.policy;

import static kvproof.router.policy.InputSet.CACHE;
import static kvproof.router.policy.Requests.context;
import static kvproof.router.policy.Requests.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.ResidentCounts;
import kvproof.router.policy.experimental.ResidentBlocks;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** All rows at once, row by row, and the counters themselves: one answer. */
class ResidentBatchPropertyTest {
  private static final int WORKERS = 6;
  private static final InputSet DECLARED = CACHE.plus(ResidentBlocks.INPUT);

  /**
   * Selections in a row, counters changing between them.
   *
   * @param steps each of these: six bits say who is eligible, six who is rejected, and the rest
   *     whose counter changes and how
   */
  @Property(tries = 500)
  void batchSaysWhatItsRowsSay(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(max = (1 << 17) - 1) Integer> steps) {
    var trial = new Trial();
    for (int step : steps) {
      trial.change(step >> 12);
      trial.select(step & 63, step >> 6 & 63);
    }

    assertThat(trial.atOnce).isEqualTo(trial.expected);
    assertThat(trial.byRow).isEqualTo(trial.expected);
  }

  private static final class Trial {
    private final ResidentCounts counts = new ResidentCounts();
    private final PolicyRun run = new PolicyRun();
    private final List<Long> atOnce = new ArrayList<>();
    private final List<Long> byRow = new ArrayList<>();
    private final List<Long> expected = new ArrayList<>();

    void change(int choice) {
      WorkerWithDpRank rank = new WorkerWithDpRank(choice % WORKERS, 0);
      if (choice < 12) {
        counts.remove(rank);
      } else {
        counts.set(rank, choice);
      }
    }

    void select(int eligible, int rejected) {
      Rank[] ranks =
          IntStream.range(0, WORKERS)
              .filter(worker -> (eligible >> worker & 1) == 1)
              .mapToObj(Rank::of)
              .toArray(Rank[]::new);
      long[] filtered =
          IntStream.range(0, WORKERS)
              .filter(worker -> (rejected >> worker & 1) == 1)
              .asLongStream()
              .toArray();
      WorkerSelectionPolicy policy =
          WorkerSelectionPolicy.builder()
              .filter(Components.rejecting(filtered))
              .scorer(Components.batchScorer(DECLARED, this::read))
              .picker(Components.looking(DECLARED, this::read))
              .build();
      run.run(policy, Host.of(ranks).counting(counts::view), context(tokens(64)));
    }

    private void read(BatchView rows) {
      long[] blocks = new long[rows.size()];
      ResidentBlocks.read(rows, -1, blocks);
      for (int row = 0; row < blocks.length; row++) {
        atOnce.add(blocks[row]);
        byRow.add(ResidentBlocks.orElse(rows.row(row), -1));
        expected.add(counts.blocks(rows.row(row).worker()).orElse(-1));
      }
    }

    private void read(ScoredRows rows) {
      long[] blocks = new long[rows.size()];
      ResidentBlocks.read(rows, -1, blocks);
      for (int row = 0; row < blocks.length; row++) {
        atOnce.add(blocks[row]);
        byRow.add(ResidentBlocks.orElse(rows, row, -1));
        expected.add(counts.blocks(rows.worker(row)).orElse(-1));
      }
    }
  }
}
