package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.TargetBench.LIFE;
import static kvproof.mocknixl.kvcr.TargetBench.NEXT_LIFE;
import static kvproof.mocknixl.kvcr.TargetBench.OTHER_SOURCE;
import static kvproof.mocknixl.kvcr.TargetBench.SOURCE;
import static kvproof.mocknixl.kvcr.TargetBench.wanted;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.WriteDone;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Whatever sources say and however time passes: each caller is told once and truly, memory is given
 * back once and only at the end, and nothing is sent that a target does not send.
 */
class KvcrTargetPropertyTest {
  private static final long[] HASHES = {1, 2, 3};
  private static final int DEADLINE_MILLIS = 20;
  private static final int ABANDON_MILLIS = 60;
  private static final KvcrSettings SETTINGS =
      new KvcrSettings(
          Duration.ofMillis(DEADLINE_MILLIS),
          Duration.ofMillis(ABANDON_MILLIS),
          Duration.ofMillis(5),
          true);

  enum Kind {
    HINT,
    OTHER_HINT,
    DISCARD,
    FETCH,
    DELIVER,
    CANCEL,
    WRITTEN,
    FAILED,
    NOTICE,
    NONSENSE,
    ACK,
    REFUSED,
    PROBE_ANSWERED,
    VOUCHED,
    UNSENDABLE,
    SENDABLE,
    POLL
  }

  /**
   * @param which of the operations so far, or of the requests
   * @param bits picks blocks, indices or a life
   * @param millis that pass before it
   */
  record Step(Kind kind, int which, int bits, int millis) {}

  /** One target, and what must hold of each of its operations. */
  private static final class Watched {
    private final TargetBench bench = new TargetBench(SETTINGS);
    private final List<Long> handles = new ArrayList<>();
    private final Map<Long, Expected> expected = new TreeMap<>();
    private double millis;

    private static final class Expected {
      final boolean isFetch;
      final double calledAtMillis;
      final Set<BlockKey> wanted;
      final EnumSet<TargetState> entered = EnumSet.noneOf(TargetState.class);
      int requests;
      int probes;
      int told;
      int quiet;

      Expected(boolean isFetch, double calledAtMillis, Set<BlockKey> wanted) {
        this.isFetch = isFetch;
        this.calledAtMillis = calledAtMillis;
        this.wanted = wanted;
      }
    }

    void carryOut(Step step) {
      millis += step.millis();
      bench.at(millis);
      String request = "request" + step.which() % 2;
      long handle = handles.isEmpty() ? 0 : handles.get(step.which() % handles.size());
      String endpoint = step.which() % 2 == 0 ? SOURCE : OTHER_SOURCE;
      String life = step.bits() % 2 == 0 ? LIFE : NEXT_LIFE;
      switch (step.kind()) {
        case HINT -> bench.target.submitHint(request, TargetBench.hint(endpoint, HASHES));
        case OTHER_HINT -> bench.target.submitHint(request, TargetBench.hint(SOURCE, 1, 9));
        case DISCARD -> bench.target.discardHint(request);
        case FETCH -> call(request, step.bits(), true);
        case DELIVER -> call(request, step.bits(), false);
        case CANCEL -> bench.target.cancel(handle);
        case WRITTEN -> report(handle, step.bits(), true);
        case FAILED -> bench.failed(handle);
        case NOTICE -> bench.cancelling(handle);
        case NONSENSE -> report(handle, step.bits(), false);
        case ACK -> bench.ack(endpoint, life, OptionalLong.of(handle));
        case REFUSED -> bench.refuse(endpoint, handle);
        case PROBE_ANSWERED -> bench.answerProbe(endpoint, life, handle, step.bits() < 4);
        case VOUCHED -> bench.vouch(endpoint, handle, life);
        case UNSENDABLE -> bench.channel.unsendable.add(endpoint);
        case SENDABLE -> bench.channel.unsendable.clear();
        case POLL -> {}
      }
      if (step.kind() == Kind.POLL) {
        bench.target.advance();
      }
      check();
    }

    private void call(String request, int bits, boolean isFetch) {
      List<WantedBlock> blocks = new ArrayList<>();
      for (int i = 0; i < HASHES.length; i++) {
        if ((bits & 1 << i) != 0) {
          blocks.add(wanted(HASHES[i], i, !isFetch));
        }
      }
      if (!blocks.isEmpty()) {
        long handle =
            isFetch ? bench.target.fetch(request, blocks) : bench.target.deliver(request, blocks);
        Set<BlockKey> keys = new HashSet<>(blocks.stream().map(WantedBlock::key).toList());
        assertThat(expected.put(handle, new Expected(isFetch, millis, keys))).isNull();
        handles.add(handle);
      }
    }

    private void report(long handle, int bits, boolean isTerminal) {
      List<Long> indices = new ArrayList<>();
      for (long i = 0; i < 3; i++) {
        if ((bits & 1 << i) != 0) {
          indices.add(i);
        }
      }
      bench.target.receive(new WriteDone(handle, true, Optional.of(indices), isTerminal));
    }

    private void check() {
      bench.frames().forEach(this::checkFrame);
      bench.events().forEach(this::checkEvent);
      long open = expected.values().stream().filter(each -> each.quiet == 0).count();
      assertThat(bench.target.openOperations()).isEqualTo((int) open);
    }

    private void checkFrame(KvcrFrame frame) {
      switch (frame) {
        case KvcrFrame.TargetMetadata introduction -> {}
        case KvcrFrame.StartWrite start -> {
          Expected operation = expected.get(start.operation());
          assertThat(++operation.requests).isOne();
          assertThat(operation.entered).isEmpty();
          assertThat(operation.wanted).containsAll(start.order().orElseThrow().keys());
          assertThat(start.order().orElseThrow().remainingMillis())
              .isEqualTo(operation.calledAtMillis + DEADLINE_MILLIS - millis);
        }
        case KvcrFrame.WriteProbe probe -> {
          Expected operation = expected.get(probe.operation());
          assertThat(operation.requests).isOne();
          assertThat(++operation.probes).isLessThanOrEqualTo(2);
        }
        default -> throw new AssertionError("not a frame of a target: " + frame);
      }
    }

    private void checkEvent(TargetEvent event) {
      Expected operation = expected.get(event.operation());
      switch (event) {
        case TargetEvent.Entered(long handle, TargetState state, long atNanos) -> {
          assertThat(operation.entered.add(state)).as("%s entered again", state).isTrue();
          assertThat(operation.entered.stream().max(TargetState::compareTo)).contains(state);
          assertThat(atNanos).isEqualTo(bench.nanosAt(millis));
          assertThat(handle).isEqualTo(event.operation());
        }
        case TargetEvent.Completed told -> checkTold(operation, told);
        case TargetEvent.Quiet quiet -> {
          assertThat(++operation.quiet).isOne();
          assertThat(operation.told).isOne();
          assertThat(operation.entered).contains(TargetState.FINISHED);
        }
        case TargetEvent.Uncertain uncertain -> {
          assertThat(operation.entered).contains(TargetState.QUARANTINED);
          assertThat(millis - operation.calledAtMillis).isGreaterThanOrEqualTo(ABANDON_MILLIS);
        }
      }
    }

    private void checkTold(Expected operation, TargetEvent.Completed told) {
      assertThat(++operation.told).isOne();
      Set<BlockKey> all = new HashSet<>(told.delivered());
      all.addAll(told.failed());
      assertThat(all).isEqualTo(operation.wanted);
      assertThat(told.delivered().size() + told.failed().size()).isEqualTo(all.size());
      assertThat(told.delivered().isEmpty() || told.success()).isTrue();
      double waitedMillis = millis - operation.calledAtMillis;
      if (operation.isFetch) {
        assertThat(told.success() && waitedMillis >= DEADLINE_MILLIS).isFalse();
      }
      assertThat(told.isTimedOut() && waitedMillis < DEADLINE_MILLIS).isFalse();
      assertThat(told.success() && operation.entered.contains(TargetState.WAITING_TERMINAL))
          .isFalse();
    }

    /** Nobody says anything any more: no operation of a fetch is left waiting for time. */
    void runOut() {
      bench.channel.unsendable.clear();
      for (int poll = 0; poll < 4; poll++) {
        carryOut(new Step(Kind.POLL, 0, 0, ABANDON_MILLIS));
      }
      expected.forEach(
          (handle, operation) -> {
            assertThat(operation.told).isOne();
            assertThat(operation.entered)
                .containsAnyOf(TargetState.QUARANTINED, TargetState.FINISHED);
            assertThat(operation.quiet == 1)
                .isEqualTo(operation.entered.contains(TargetState.FINISHED));
          });
    }
  }

  @Property(tries = 3000)
  void whateverIsSaidNothingIsPromisedTwiceOrTooEarly(@ForAll("histories") List<Step> history) {
    Watched watched = new Watched();
    watched.carryOut(new Step(Kind.HINT, 0, 0, 0));

    history.forEach(watched::carryOut);

    watched.runOut();
  }

  @Provide
  Arbitrary<List<Step>> histories() {
    return Combinators.combine(
            Arbitraries.frequencyOf(
                Tuple.of(12, Arbitraries.of(Kind.class)),
                Tuple.of(8, Arbitraries.just(Kind.POLL)),
                Tuple.of(4, Arbitraries.of(Kind.FETCH, Kind.DELIVER))),
            Arbitraries.integers().between(0, 7),
            Arbitraries.integers().between(0, 7),
            Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.of(0, 1)),
                Tuple.of(1, Arbitraries.of(DEADLINE_MILLIS - 1, ABANDON_MILLIS))))
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(40);
  }
}
