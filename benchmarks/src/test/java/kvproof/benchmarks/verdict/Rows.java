package kvproof.benchmarks.verdict;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.timing.Latency;
import kvproof.benchmarks.timing.LatencyRound;

/** Rows with chosen figures. */
public final class Rows {
  private Rows() {}

  public static Latency latency(double p50, double p99) {
    return new Latency(List.of(new LatencyRound(p50, p99, p50, p50, 100)));
  }

  /** Ours and, if not negative, the peer's p50; noise of 2 to 3, a floor of 0.1. */
  public static InventoryRow row(InventoryFixture fixture, double ours, double p99, double peer) {
    return new InventoryRow(
        fixture,
        latency(ours, p99),
        latency(0.1, 0.2),
        latency(2, 3),
        0,
        16,
        peer < 0 ? Optional.empty() : Optional.of(latency(peer, 2 * peer)));
  }

  /** Every inventory: ours at 1, the peer at {@code scale} times the published "off", or at 100. */
  public static List<InventoryRow> all(double scale) {
    return Arrays.stream(InventoryFixture.values())
        .map(
            fixture ->
                row(fixture, 1, 1.5, scale * fixture.published().offP50().orElse(100 / scale)))
        .toList();
  }
}
