package kvproof.soak.outside;

import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.HeldBlock;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.run.CaseItinerary.Stop;
import kvproof.soak.run.RouterTrouble;

/**
 * A router that was asked before, and says it again as the comparison gets there.
 *
 * <p>It must be told and asked what stands in its itinerary, in that order: anything else is a
 * mistake of kvproof and an {@link IllegalStateException}. For one thread.
 */
final class PlayedRouter implements KvRouter {
  private final Capabilities capabilities;
  private final AnswerReader reader;
  private final Iterator<Stop> stops;
  private final Iterator<Reply> replies;
  private final WatchedOracle expected;
  private final Function<String, RouterTrouble> wrongShape;
  private final Optional<KnownDivergences> known;
  private SortedMap<WorkerWithDpRank, OptionalLong> counts = new TreeMap<>();
  private SortedSet<WorkerWithDpRank> toBeCounted = new TreeSet<>();

  /**
   * Plays the replies to those stops that were asked.
   *
   * @param expected says everything just before this router does
   * @param known what of an inventory is known to differ
   */
  PlayedRouter(
      Capabilities capabilities,
      List<Stop> stops,
      List<Reply> replies,
      WatchedOracle expected,
      Function<String, RouterTrouble> wrongShape,
      Optional<KnownDivergences> known) {
    this.capabilities = capabilities;
    this.reader = new AnswerReader(capabilities);
    this.stops = stops.iterator();
    this.replies = replies.iterator();
    this.expected = expected;
    this.wrongShape = wrongShape;
    this.known = known;
  }

  /** Whether the router is asked at this stop. */
  static boolean isAsked(Stop stop, Capabilities capabilities) {
    return switch (stop) {
      case Stop.Step _ -> false;
      case Stop.Question _ -> true;
      case Stop.ResidentCounts _ -> capabilities.can(Part.RESIDENT);
      case Stop.Inventory _ -> capabilities.can(Part.DUMP);
    };
  }

  private <S extends Stop> S next(Class<S> wanted) {
    Stop stop = stops.next();
    if (!wanted.isInstance(stop)) {
      throw new IllegalStateException(
          "the comparison is at a " + wanted.getSimpleName() + ", the router at " + stop);
    }
    return wanted.cast(stop);
  }

  private interface Reading<T> {
    T read(Said said) throws WrongShape;
  }

  private <T> T read(Reading<T> reading) {
    switch (replies.next()) {
      case Reply.Failed(var trouble) -> throw trouble;
      case Reply.Answered(var said) -> {
        try {
          return reading.read(said);
        } catch (WrongShape wrong) {
          throw wrongShape.apply(Objects.toString(wrong.getMessage()));
        }
      }
    }
  }

  @Override
  public ApplyStatus apply(KvCacheEvent event) {
    told(event);
    return expected.lastStatus();
  }

  @Override
  public void replace(ResidencySnapshot snapshot) {
    told(snapshot);
  }

  @Override
  public void replace(WorkerSnapshot snapshot) {
    told(snapshot);
  }

  @Override
  public void replace(StreamState state) {
    told(state);
  }

  private void told(IndexStep step) {
    next(Stop.Step.class);
    reader.told(step);
  }

  @Override
  public Answer answer(Request request) {
    Stop.Question question = next(Stop.Question.class);
    if (!question.request().equals(request)) {
      throw new IllegalStateException(request + " is compared with the answer to " + question);
    }
    return read(said -> reader.read(said, request, expected.lastAnswer()));
  }

  @Override
  public OptionalLong residentBlocks(WorkerWithDpRank rank) {
    if (toBeCounted.isEmpty()) {
      toBeCounted = new TreeSet<>(next(Stop.ResidentCounts.class).ranks());
      if (capabilities.can(Part.RESIDENT)) {
        counts = read(said -> StateReader.resident(said, toBeCounted));
      }
    }
    if (!toBeCounted.remove(rank)) {
      throw new IllegalStateException("the count of " + rank + " was not asked for");
    }
    return capabilities.can(Part.RESIDENT)
        ? Objects.requireNonNull(counts.get(rank))
        : expected.residentBlocks(rank);
  }

  @Override
  public List<HeldBlock> heldBlocks() {
    next(Stop.Inventory.class);
    if (!capabilities.can(Part.DUMP)) {
      return expected.heldBlocks();
    }
    List<HeldBlock> actual = read(said -> StateReader.dump(said.tree()));
    return known.isPresent() ? known.get().forgiven(expected.heldBlocks(), actual) : actual;
  }
}
