package kvproof.benchmarks.verdict;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.timing.Latency;
import kvproof.benchmarks.trial.TimedInventory;
import kvproof.benchmarks.trial.Trial;

/**
 * One inventory over all processes of a run.
 *
 * @param ours kvproof's router
 * @param floor one pass over the hashes, in our processes
 * @param noise the noise loop, in our processes
 * @param allocatedBytes a call of ours, the most of any process
 * @param intervals that a call of ours emits
 * @param peer the published crate; absent: not built
 */
public record InventoryRow(
    InventoryFixture fixture,
    Latency ours,
    Latency floor,
    Latency noise,
    double allocatedBytes,
    int intervals,
    Optional<Latency> peer) {

  /** The inventories that our trials timed, by number; throws if a trial lacks one of them. */
  public static List<InventoryRow> of(List<Trial> ours, List<Trial> peer) {
    return ours.getFirst().inventories().stream()
        .map(timed -> InventoryFixture.values()[timed.number() - 1])
        .sorted(Comparator.comparingInt(InventoryFixture::number))
        .map(fixture -> row(fixture, ours, peer))
        .toList();
  }

  private static InventoryRow row(InventoryFixture fixture, List<Trial> ours, List<Trial> peer) {
    List<TimedInventory> timed = of(fixture, ours);
    List<Latency> theirs = of(fixture, peer).stream().map(TimedInventory::operation).toList();
    return new InventoryRow(
        fixture,
        Latency.together(timed.stream().map(TimedInventory::operation).toList()),
        Latency.together(timed.stream().map(it -> it.floor().orElseThrow()).toList()),
        Latency.together(timed.stream().map(TimedInventory::noise).toList()),
        timed.stream().mapToDouble(TimedInventory::allocatedBytes).max().orElseThrow(),
        timed.getFirst().intervals().orElseThrow(),
        theirs.isEmpty() ? Optional.empty() : Optional.of(Latency.together(theirs)));
  }

  private static List<TimedInventory> of(InventoryFixture fixture, List<Trial> trials) {
    return trials.stream().map(trial -> of(fixture, trial)).toList();
  }

  private static TimedInventory of(InventoryFixture fixture, Trial trial) {
    TimedInventory timed =
        trial.inventories().stream()
            .filter(it -> it.number() == fixture.number())
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("no " + fixture.title() + " in " + trial.raw()));
    if (!timed.title().equals(fixture.title())) {
      throw new IllegalArgumentException(
          "inventory %d is %s here and %s there"
              .formatted(fixture.number(), fixture.title(), timed.title()));
    }
    return timed;
  }

  /** How often the floor fits into our p50. */
  public double floors() {
    return ours.bestP50() / floor.bestP50();
  }
}
