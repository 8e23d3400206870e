package kvproof.oracles.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.Admission;
import kvproof.model.QueueClass;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.QueueProfile.CacheBucket;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SelectionError.LimitKind;
import kvproof.model.SelectionError.QueueRejected;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Classes, lanes and turns by definition: selection 5.2 to 5.7. */
class QueueTest {
  private final List<QueueClass> known = new ArrayList<>();
  private long parkedSoFar;

  @Nested
  class Classes {
    /** The table of 5.4. */
    @ParameterizedTest
    @CsvSource({
      "latency, 64, latency_cached",
      "latency, 0, latency_uncached",
      "unknown, 64, standard_cached",
      "latency_cached, 0, standard_uncached",
      "custom_priority, 0, custom_priority",
      "latency, 32, latency_uncached",
      "latency, 33, latency_cached"
    })
    void areFoundByNameFamilyAndBucket(String requested, long cached, String expected) {
      var profile =
          new QueueProfile(
              List.of(
                  cell("latency", "cached"),
                  cell("latency", "uncached"),
                  cell("standard", "cached"),
                  cell("standard", "uncached"),
                  Scene.busyClass("custom_priority", 1)),
              List.of(new CacheBucket("cached", 0), new CacheBucket("uncached", 32)),
              Optional.of("standard"));

      assertThat(new ClassOfRequest(profile).of(requested, 64 - cached).name()).isEqualTo(expected);
    }

    private QueueClass cell(String family, String bucket) {
      return new QueueClass(
          family + "_" + bucket,
          Optional.of(new QueueClass.Cell(family, bucket)),
          QueueOrder.FCFS,
          1,
          OptionalLong.of(0),
          OptionalDouble.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty());
    }
  }

  @Nested
  class Limited {
    @Test
    void theOneThatCrossesIsTaken() {
      var parked = new ParkedClass(limited("a", 1L, 5L, 3L));
      park(parked, 8, 4, QueueWishes.none(), Optional.empty());
      assertThat(new Limits(parked, 2).reached()).isEmpty();

      park(parked, 100, 100, QueueWishes.none(), Optional.empty());
      assertThat(new Limits(parked, 2).reached())
          .contains(new QueueRejected("a", LimitKind.REQUESTS, 2, 2));
      assertThat(parked.parkedTokens()).isEqualTo(108);
      assertThat(parked.parkedCachedTokens()).isEqualTo(104);
    }

    @Test
    void fewerWorkersLowerTheLimit() {
      var parked = new ParkedClass(limited("a", null, 10L, null));
      park(parked, 11, 0, QueueWishes.none(), Optional.empty());

      assertThat(new Limits(parked, 1).reached())
          .contains(new QueueRejected("a", LimitKind.RAW_ISL_TOKENS, 11, 10));
      assertThat(new Limits(parked, 2).reached()).isEmpty();
    }

    @Test
    void theLimitSaturates() {
      var parked = new ParkedClass(limited("a", Long.MAX_VALUE, null, 0L));

      assertThat(new Limits(parked, 2).reached())
          .contains(new QueueRejected("a", LimitKind.CACHED_TOKENS, 0, 0));
    }

    private QueueClass limited(String name, Long requests, Long tokens, Long cached) {
      return new QueueClass(
          name,
          Optional.empty(),
          QueueOrder.FCFS,
          1,
          OptionalLong.empty(),
          OptionalDouble.empty(),
          optional(requests),
          optional(tokens),
          optional(cached));
    }

    private OptionalLong optional(Long value) {
      return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
  }

  @Nested
  class Lanes {
    private final ParkedClass parked = new ParkedClass(Scene.busyClass("a", 1));

    @Test
    void aBlockedLaneDoesNotBlockAnother() {
      park(parked, 1, 0, QueueWishes.none(), Optional.of(Scene.W1));
      ParkedRequest ready = park(parked, 1, 0, QueueWishes.none(), Optional.of(Scene.W2));

      assertThat(parked.next(waiting -> waiting.equals(ready))).isEqualTo(ready);
    }

    @Test
    void aBlockedLaneIsLookedAtAgainForAReasonOnly() {
      ParkedRequest first = park(parked, 1, 0, QueueWishes.none(), Optional.of(Scene.W1));
      ParkedRequest second = park(parked, 1, 0, QueueWishes.none(), Optional.of(Scene.W1));
      assertThat(parked.next(waiting -> false)).isNull();

      assertThat(parked.next(waiting -> true)).isNull();
      parked.recheck(Scene.W2);
      assertThat(parked.next(waiting -> true)).isNull();
      parked.recheck(Scene.W1);
      assertThat(parked.next(waiting -> true)).isEqualTo(first);

      assertThat(parked.next(waiting -> false)).isNull();
      assertThat(parked.remove(second)).isFalse();
      assertThat(parked.next(waiting -> true)).isEqualTo(first);
      assertThat(parked.remove(first)).isTrue();
    }

    @Test
    void strictPriorityThenDeadlineThenScoreThenArrival() {
      ParkedRequest plain = park(parked, 1, 0, QueueWishes.none(), Optional.empty());
      ParkedRequest later = park(parked, 1, 0, QueueWishes.none(), Optional.empty());
      ParkedRequest jumps = park(parked, 1, 0, wishes(0, 1, null), Optional.empty());
      ParkedRequest due = park(parked, 1, 0, wishes(0, 0, 20L), Optional.empty());
      ParkedRequest dueSooner = park(parked, 1, 0, wishes(0, 0, 19L), Optional.empty());
      ParkedRequest strict = park(parked, 1, 0, wishes(-1, 0, null), Optional.empty());

      assertThat(parked.parked().stream().sorted(ParkedRequest.BEST_FIRST))
          .containsExactly(strict, dueSooner, due, jumps, plain, later);
    }

    private QueueWishes wishes(int strict, double jump, Long deadline) {
      return new QueueWishes(
          "", strict, jump, deadline == null ? OptionalLong.empty() : OptionalLong.of(deadline));
    }
  }

  @Nested
  class Turns {
    @Test
    void followTheQuanta() {
      ParkedRequests queue = queue(Scene.busyClass("one", 1), Scene.busyClass("three", 3));
      backlog(queue, 0, 10, 1);
      backlog(queue, 1, 30, 1);

      assertThat(popped(queue, 8))
          .containsExactly("one", "three", "three", "three", "one", "three", "three", "three");
    }

    @Test
    void oneCallGrantsAsManyRoundsAsItTakes() {
      ParkedRequests queue = queue(Scene.busyClass("a", 4), Scene.busyClass("b", 4));
      backlog(queue, 0, 1, 101);
      park(queue.classOf(known.get(1)), 1, 0, QueueWishes.none(), Optional.empty());

      ParkedRequest popped = queue.pop(waiting -> waiting.queueClass().name().equals("a"));

      assertThat(popped).isNotNull();
    }

    @Test
    void whatIsLeftPaysForTheNextOfTheClassOnly() {
      ParkedRequests queue = queue(Scene.busyClass("a", 10), Scene.busyClass("b", 10));
      backlog(queue, 0, 3, 7);
      backlog(queue, 1, 3, 7);

      // a: 10 - 7 = 3, not enough; b: 3; a: 13 - 7 = 6; b; a: 16, of which two are paid
      assertThat(popped(queue, 5)).containsExactly("a", "b", "a", "b", "a");
    }

    @Test
    void blockedClassesEarnNothing() {
      ParkedRequests queue = queue(Scene.busyClass("a", 1), Scene.busyClass("b", 1));
      backlog(queue, 0, 6, 3);
      backlog(queue, 1, 6, 3);
      for (int times = 0; times < 10; times++) {
        assertThat(queue.pop(waiting -> false)).isNull();
      }
      for (int times = 0; times < 3; times++) {
        queue.pop(waiting -> waiting.queueClass().name().equals("a"));
      }

      assertThat(popped(queue, 2)).containsExactly("b", "a");
    }

    private ParkedRequests queue(QueueClass... classes) {
      known.addAll(List.of(classes));
      return new ParkedRequests(new QueueProfile(known, List.of(), Optional.empty()));
    }

    private void backlog(ParkedRequests queue, int index, int count, int cost) {
      for (int i = 0; i < count; i++) {
        park(queue.classOf(known.get(index)), cost, 0, QueueWishes.none(), Optional.empty());
      }
    }

    private List<String> popped(ParkedRequests queue, int count) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        names.add(queue.pop(waiting -> true).queueClass().name());
      }
      return names;
    }
  }

  private ParkedRequest park(
      ParkedClass parked,
      int isl,
      long cached,
      QueueWishes wishes,
      Optional<WorkerWithDpRank> pin) {
    RequestConstraints constraints =
        pin.map(RequestConstraints.none()::withPin).orElse(RequestConstraints.none());
    SelectionRequest request =
        SelectionRequest.of("r" + parkedSoFar, Admission.QUERY, Scene.hashes(0, 0), isl)
            .with(constraints)
            .with(wishes);
    var lookup =
        PromptLookup.of(
            new OwnerInventoryOracle().pinned(), ResidencySnapshot.empty(), request, false);
    var selection = new Selection(request, parkedSoFar++);
    var added = new ParkedRequest(selection, lookup, parked.queueClass(), cached, 0);
    parked.park(added);
    return added;
  }
}
