package kvproof.benchmarks.verdict;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.fixture.Shape;
import kvproof.benchmarks.timing.Medians;

/**
 * How this machine stands to that of the publication, measured in this run.
 *
 * <p>The crate predates continuation, so its figures compare with what was published without it:
 * the median over the inventories 1 to 9. Number 4 is left out, since the crate redoes the owner
 * set of every block there and the published revision does not.
 */
public final class MachineScale {
  private MachineScale() {}

  /** Here over there; absent unless the peer timed all eight inventories. */
  public static OptionalDouble of(List<InventoryRow> rows) {
    List<Optional<Double>> ratios =
        rows.stream().filter(row -> isComparable(row.fixture())).map(MachineScale::ratio).toList();
    long wanted =
        List.of(InventoryFixture.values()).stream().filter(MachineScale::isComparable).count();
    if (ratios.size() < wanted || ratios.stream().anyMatch(Optional::isEmpty)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(Medians.of(ratios.stream().map(Optional::orElseThrow).toList()));
  }

  private static boolean isComparable(InventoryFixture fixture) {
    return fixture.published().offP50().isPresent() && fixture.shape() != Shape.ROOT_PREFIX;
  }

  private static Optional<Double> ratio(InventoryRow row) {
    double published = row.fixture().published().offP50().orElseThrow();
    return row.peer().map(peer -> peer.bestP50() / published);
  }
}
