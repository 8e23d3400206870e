package kvproof.benchmarks.timing;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The rounds of one measurement, in microseconds.
 *
 * <p>On a shared machine the best round is the figure to compare; the gap between it and the median
 * round tells how noisy the run was.
 *
 * @param rounds at least one
 */
public record Latency(List<LatencyRound> rounds) {
  public Latency {
    rounds = List.copyOf(rounds);
    if (rounds.isEmpty()) {
      throw new IllegalArgumentException("a latency without a round");
    }
  }

  /** All rounds of several processes as one measurement. */
  public static Latency together(List<Latency> parts) {
    return new Latency(parts.stream().flatMap(part -> part.rounds.stream()).toList());
  }

  public double bestP50() {
    return best(LatencyRound::p50);
  }

  public double medianP50() {
    return median(LatencyRound::p50);
  }

  public double bestP99() {
    return best(LatencyRound::p99);
  }

  public double medianP99() {
    return median(LatencyRound::p99);
  }

  /** The least distance between p99 and p50 of one round. */
  public double bestTail() {
    return best(round -> round.p99() - round.p50());
  }

  private double best(ToDoubleFunction<LatencyRound> figure) {
    return sorted(figure).findFirst().orElseThrow();
  }

  private double median(ToDoubleFunction<LatencyRound> figure) {
    return Medians.of(sorted(figure).toList());
  }

  private Stream<Double> sorted(ToDoubleFunction<LatencyRound> figure) {
    return rounds.stream().map(figure::applyAsDouble).sorted();
  }
}
