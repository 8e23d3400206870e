package kvproof.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What a scheduler says of one request; a step's decisions stand in the order they were made. */
public sealed interface SchedulingDecision {

  String requestId();

  /**
   * A rank was chosen; of a booking its load is booked. The answer follows.
   *
   * @param cost of the chosen row
   * @param requiredBlocks blocks of the prompt, the last one may be partial
   * @param effectiveOverlapBlocks weighted local overlap of the rank
   * @param cachedTokens what that is taken to save, not cut to the prompt
   * @param effectivePrefillTokens prompt tokens that are left to prefill; what is booked
   * @param selectedRawCachedTokens unweighted local overlap; absent unless the request books
   * @param maxRawCachedTokens the largest of the rows that no filter rejected; absent likewise
   * @param potentialDecodeBlocks active blocks of the rank if it runs the request
   * @param frontier device blocks and the host-pinned blocks that continue them
   * @param source the source stored with the row
   * @param creditedEnd the frontier without a source
   * @param draws what was drawn for this choice
   */
  record Chosen(
      String requestId,
      Admission admission,
      WorkerWithDpRank rank,
      double cost,
      int requiredBlocks,
      double effectiveOverlapBlocks,
      long cachedTokens,
      long effectivePrefillTokens,
      OptionalLong selectedRawCachedTokens,
      OptionalLong maxRawCachedTokens,
      long potentialDecodeBlocks,
      int frontier,
      Optional<Owner> source,
      int creditedEnd,
      Draws draws)
      implements SchedulingDecision {}

  /** The caller has its worker. */
  record Answered(String requestId, Optional<KvHint> hint) implements SchedulingDecision {}

  record Refused(String requestId, SelectionError error) implements SchedulingDecision {}

  /**
   * Random numbers in the order they were drawn.
   *
   * @param bounds of the whole numbers, exclusive; one for each further row of equal cost
   * @param numbers what was drawn, by position in {@code bounds}
   * @param reals from 0 up to 1; one for a choice at a temperature above 0
   */
  record Draws(List<Integer> bounds, List<Integer> numbers, List<Double> reals) {
    private static final Draws NONE = new Draws(List.of(), List.of(), List.of());

    public Draws {
      bounds = List.copyOf(bounds);
      numbers = List.copyOf(numbers);
      reals = List.copyOf(reals);
      if (bounds.size() != numbers.size()) {
        throw new IllegalArgumentException(bounds + " against " + numbers);
      }
    }

    public static Draws none() {
      return NONE;
    }
  }
}
