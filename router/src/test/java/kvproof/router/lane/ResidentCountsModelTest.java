package kvproof.router.lane;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.PaddedLong;
import kvproof.router.index.ResidentCounts;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** The map of counters and the counters in it; each rank has one lane that writes. */
class ResidentCountsModelTest {
  private static final WorkerWithDpRank FIRST = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank SECOND = new WorkerWithDpRank(2, 0);

  public static class Counts {
    private final ResidentCounts counts = new ResidentCounts();

    @Operation(nonParallelGroup = "first lane")
    public void setFirst(@Param(gen = IntGen.class, conf = "1:3") int blocks) {
      counts.set(FIRST, blocks);
    }

    @Operation(nonParallelGroup = "first lane")
    public void removeFirst() {
      counts.remove(FIRST);
    }

    @Operation(nonParallelGroup = "second lane")
    public void setSecond(@Param(gen = IntGen.class, conf = "1:3") int blocks) {
      counts.set(SECOND, blocks);
    }

    @Operation(nonParallelGroup = "second lane")
    public void secondLaneEnds() {
      counts.removeIf(SECOND::equals);
    }

    @Operation
    public OptionalLong first() {
      return counts.blocks(FIRST);
    }

    @Operation
    public OptionalLong second() {
      return counts.blocks(SECOND);
    }
  }

  /** The map is copied and put back without a lock: one of two ranks that appear gets lost. */
  public static class CountsThatLoseARank {
    private volatile Map<WorkerWithDpRank, Integer> counts = Map.of();

    private void put(WorkerWithDpRank rank, int blocks) {
      Map<WorkerWithDpRank, Integer> copy = new HashMap<>(counts);
      copy.put(rank, blocks);
      counts = copy;
    }

    @Operation(nonParallelGroup = "first lane")
    public void setFirst(@Param(gen = IntGen.class, conf = "1:3") int blocks) {
      put(FIRST, blocks);
    }

    @Operation(nonParallelGroup = "second lane")
    public void setSecond(@Param(gen = IntGen.class, conf = "1:3") int blocks) {
      put(SECOND, blocks);
    }

    @Operation
    public Integer first() {
      return counts.get(FIRST);
    }

    @Operation
    public Integer second() {
      return counts.get(SECOND);
    }
  }

  /** Two threads add up in one counter, instead of one that tells the size. */
  public static class CounterThatAddsUp {
    private final PaddedLong counter = new PaddedLong(0);

    @Operation
    public void add(@Param(gen = IntGen.class, conf = "1:3") int blocks) {
      counter.setOpaque(counter.getOpaque() + blocks);
    }

    @Operation
    public long blocks() {
      return counter.getOpaque();
    }
  }

  @Test
  void ranksAppearCountAndGoInSomeOrder() {
    ModelChecked.isLinearizable(Counts.class);
  }

  @Test
  void plantedRaceIsFound() {
    ModelChecked.isFoundToRace(CountsThatLoseARank.class);
    ModelChecked.isFoundToRace(CounterThatAddsUp.class);
  }
}
