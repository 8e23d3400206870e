package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.TargetBench.LIFE;
import static kvproof.mocknixl.kvcr.TargetBench.NEXT_LIFE;
import static kvproof.mocknixl.kvcr.TargetBench.OTHER_SOURCE;
import static kvproof.mocknixl.kvcr.TargetBench.REQUEST;
import static kvproof.mocknixl.kvcr.TargetBench.SOURCE;
import static kvproof.mocknixl.kvcr.TargetBench.completed;
import static kvproof.mocknixl.kvcr.TargetBench.failure;
import static kvproof.mocknixl.kvcr.TargetBench.keys;
import static kvproof.mocknixl.kvcr.TargetBench.refused;
import static kvproof.mocknixl.kvcr.TargetBench.states;
import static kvproof.mocknixl.kvcr.TargetBench.success;
import static kvproof.mocknixl.kvcr.TargetBench.timedOut;
import static kvproof.mocknixl.kvcr.TargetState.FINISHED;
import static kvproof.mocknixl.kvcr.TargetState.QUARANTINED;
import static kvproof.mocknixl.kvcr.TargetState.WAITING_TERMINAL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a caller sees in the situations of a fetch; the source's words are the test's. */
class KvcrTargetSituationsTest {
  private final TargetBench bench = new TargetBench();

  private List<TargetEvent> advancedAt(double millis) {
    bench.at(millis);
    return bench.advanced();
  }

  private boolean isFetchable(long hash) {
    return bench.target.isFetchable(REQUEST, BlockKey.ofHash(hash));
  }

  @Nested
  class Served {
    @Test
    void allPresent() {
      long operation = bench.asked(1, 2, 3);

      bench.written(operation, 0L, 1L, 2L);

      assertThat(advancedAt(3))
          .containsExactly(
              bench.entered(operation, FINISHED, 3),
              success(operation, keys(1, 2, 3)),
              new TargetEvent.Quiet(operation));
      assertThat(isFetchable(1)).isTrue();
    }

    @Test
    void twoOfSixEvictedAtTheSource() {
      long operation = bench.asked(1, 2, 3, 4, 5, 6);

      bench.written(operation, 2L, 3L, 4L, 5L);

      assertThat(completed(bench.advanced())).isEqualTo(success(operation, keys(3, 4, 5, 6), 1, 2));
      assertThat(isFetchable(1)).isFalse();
      assertThat(isFetchable(3)).isTrue();
      long again = bench.fetch(1, 2);
      assertThat(completed(bench.advanced())).isEqualTo(failure(again, 1, 2));
      assertThat(bench.frames()).isEmpty();
    }

    /** Blocks 1 to 3 are local, and the worker asks for what it lacks. */
    @Test
    void liveLocalPrefix() {
      bench.introduced();
      bench.hint(1, 2, 3, 4, 5, 6);
      long operation = bench.fetch(4, 5, 6);
      bench.target.advance();
      assertThat(bench.onlyFrame(KvcrFrame.StartWrite.class).order().orElseThrow().keys())
          .isEqualTo(keys(4, 5, 6));

      bench.written(operation, 0L, 1L, 2L);

      assertThat(completed(bench.advanced())).isEqualTo(success(operation, keys(4, 5, 6)));
    }

    @Test
    void staleLocalPrefix() {
      long operation = bench.asked(1, 2, 3, 4, 5, 6);

      bench.written(operation, 3L, 4L, 5L);

      assertThat(completed(bench.advanced())).isEqualTo(success(operation, keys(4, 5, 6), 1, 2, 3));
      assertThat(isFetchable(2)).isFalse();
      assertThat(bench.target.isHintFailed(REQUEST)).isFalse();
    }

    @Test
    void wrongSourceThatHasNone() {
      long operation = bench.asked(1, 2);
      bench.written(operation);
      assertThat(completed(bench.advanced())).isEqualTo(success(operation, List.of(), 1, 2));
      assertThat(bench.target.isHintFailed(REQUEST)).isFalse();

      bench.target.submitHint(REQUEST, TargetBench.hint(OTHER_SOURCE, 1, 2));

      assertThat(bench.target.isHintFailed(REQUEST)).isTrue();
    }
  }

  @Nested
  class Refusing {
    /** Another block size, a stalled source, or one that is stopping. */
    @Test
    @Tag("FS-53")
    void sourceThatReportsFailure() {
      long operation = bench.asked(1, 2);

      bench.failed(operation);

      assertThat(advancedAt(2))
          .containsExactly(
              bench.entered(operation, FINISHED, 2),
              failure(operation, 1, 2),
              new TargetEvent.Quiet(operation));
      assertThat(bench.target.isHintFailed(REQUEST)).isTrue();
      assertThat(bench.frames()).isEmpty();
    }

    @Test
    void malformedEndpoint() {
      bench.channel.unsendable.add("tcp://");
      bench.target.submitHint(REQUEST, TargetBench.hint("tcp://", 1));
      long operation = bench.fetch(1);

      assertThat(completed(advancedAt(1))).isEqualTo(failure(operation, 1));
      assertThat(bench.target.isHintFailed(REQUEST)).isTrue();
      assertThat(bench.target.openOperations()).isZero();
    }

    /** One failed request is what a restart costs a target that believes itself acknowledged. */
    @Test
    void restartedSourceRefusesOnceAndServesTheNextRequest() {
      long operation = bench.asked(1);
      bench.refuse(SOURCE, operation);
      assertThat(advancedAt(2))
          .containsExactly(
              bench.entered(operation, FINISHED, 2),
              refused(operation, 1),
              new TargetEvent.Quiet(operation));

      bench.target.submitHint("next", TargetBench.hint(SOURCE, 1));
      assertThat(bench.onlyFrame(KvcrFrame.TargetMetadata.class).introduction())
          .isInstanceOf(Introduction.Given.class);
      long next = bench.target.fetch("next", List.of(TargetBench.wanted(1, 0, false)));
      bench.target.advance();
      KvcrFrame.StartWrite frame = bench.onlyFrame(KvcrFrame.StartWrite.class);
      assertThat(frame.introduction()).isInstanceOf(Introduction.Given.class);
      assertThat(frame.order().orElseThrow().sourceIncarnation()).isEmpty();
      bench.ack(SOURCE, NEXT_LIFE, OptionalLong.of(next));
      bench.written(next, 0L);

      assertThat(completed(bench.advanced()).success()).isTrue();
    }

    /** The request brings metadata and an old life; the acknowledgement teaches the new one. */
    @Test
    void restartedSourceThatTookTheMetadataReportsFailureAndIsKnownByItsNewLife() {
      bench.introduced();
      bench.hint(1);
      bench.target.cancel(bench.fetch(1));
      bench.target.advance(); // nothing was sent; the life is known
      bench.hint(1);
      long operation = bench.fetch(1);
      bench.target.advance();
      bench.forget();

      bench.ack(SOURCE, NEXT_LIFE, OptionalLong.of(operation));
      bench.failed(operation);
      assertThat(completed(bench.advanced())).isEqualTo(failure(operation, 1));
      bench.hint(1);
      bench.fetch(1);
      bench.target.advance();

      KvcrFrame.StartWrite frame = bench.onlyFrame(KvcrFrame.StartWrite.class);
      assertThat(frame.order().orElseThrow().sourceIncarnation()).contains(NEXT_LIFE);
      assertThat(frame.introduction()).isEqualTo(new Introduction.Absent());
    }
  }

  @Nested
  class Silent {
    @Test
    void endpointWhereNobodyListens() {
      bench.hint(1);
      long operation = bench.fetch(1);
      bench.target.advance();
      bench.forget();

      assertThat(advancedAt(999)).isEmpty();
      assertThat(advancedAt(1000))
          .containsExactly(
              bench.entered(operation, WAITING_TERMINAL, 1000), timedOut(operation, 1));
      assertThat(bench.target.isHintFailed(REQUEST)).isFalse();
      assertThat(advancedAt(5000))
          .containsExactly(
              bench.entered(operation, QUARANTINED, 5000), new TargetEvent.Uncertain(operation));
      assertThat(bench.target.isHintFailed(REQUEST)).isTrue();
      assertThat(bench.target.openOperations()).isOne();
    }

    /** Somebody binds the endpoint late and carries the queued request out. */
    @Test
    void bytesThatComeIntoQuarantineFreeItAndAreNotUsed() {
      bench.hint(1);
      long operation = bench.fetch(1);
      bench.target.advance();
      advancedAt(1000);
      advancedAt(5000);

      bench.ack(SOURCE, NEXT_LIFE, OptionalLong.of(operation));
      bench.written(operation, 0L);

      assertThat(advancedAt(9000))
          .containsExactly(
              bench.entered(operation, FINISHED, 9000), new TargetEvent.Quiet(operation));
    }

    /** The request, or the report, was lost: the source promises not to write. */
    @Test
    void lostRequestOrReportEndsWithTheAnswerToTheProbe() {
      long operation = bench.asked(1);
      assertThat(completed(advancedAt(1000))).isEqualTo(timedOut(operation, 1));
      assertThat(bench.onlyFrame(KvcrFrame.WriteProbe.class).sourceIncarnation()).contains(LIFE);

      bench.answerProbe(SOURCE, LIFE, operation, true);

      assertThat(advancedAt(1002))
          .containsExactly(
              bench.entered(operation, FINISHED, 1002), new TargetEvent.Quiet(operation));
      assertThat(bench.target.isHintFailed(REQUEST)).isTrue();
    }

    @Test
    void lostProbeIsMadeUpForByTheSecondOne() {
      long operation = bench.asked(1);
      advancedAt(1000);
      assertThat(states(advancedAt(5000))).containsExactly(QUARANTINED);
      assertThat(bench.frames()).hasSize(2);

      bench.answerProbe(SOURCE, LIFE, operation, true);

      assertThat(states(advancedAt(5002))).containsExactly(FINISHED);
    }

    /** A write in flight: the answer is no promise, the report at its end is what counts. */
    @Test
    void slowWriteEndsWithTheReport() {
      long operation = bench.asked(1);
      advancedAt(1000);
      bench.answerProbe(SOURCE, LIFE, operation, false);
      bench.cancelling(operation);
      assertThat(advancedAt(1002)).isEmpty();

      bench.written(operation, 0L);

      assertThat(advancedAt(2000))
          .containsExactly(
              bench.entered(operation, FINISHED, 2000), new TargetEvent.Quiet(operation));
      assertThat(bench.target.isHintFailed(REQUEST)).isTrue();
    }

    @Test
    void sourceThatDiedIsQuarantinedUntilSomebodyVouchesForItsDeath() {
      long operation = bench.asked(1);
      advancedAt(1000);
      bench.answerProbe(SOURCE, NEXT_LIFE, operation, false);
      assertThat(states(advancedAt(5000))).containsExactly(QUARANTINED);
      bench.answerProbe(SOURCE, NEXT_LIFE, operation, false);
      assertThat(advancedAt(1e9)).isEmpty();

      bench.vouch(SOURCE, operation, LIFE);

      assertThat(advancedAt(1e9 + 1))
          .containsExactly(
              bench.entered(operation, FINISHED, 1e9 + 1), new TargetEvent.Quiet(operation));
      assertThat(bench.target.openOperations()).isZero();
    }

    /** A source that cannot tell what its broken write still does says so, and no more. */
    @Test
    void brokenWriteOfASourceThatCannotTell() {
      long operation = bench.asked(1);
      bench.cancelling(operation);

      assertThat(completed(advancedAt(4))).isEqualTo(failure(operation, 1));
      assertThat(states(advancedAt(5000))).containsExactly(QUARANTINED);
      assertThat(bench.target.openOperations()).isOne();
    }
  }

  @Nested
  class Traps {
    @Test
    @Tag("FS-49")
    void successAfterTheDeadlineIsAFailure() {
      long operation = bench.asked(1);
      bench.written(operation, 0L);

      assertThat(completed(advancedAt(1000))).isEqualTo(timedOut(operation, 1));
      assertThat(bench.target.isHintFailed(REQUEST)).isTrue();
    }

    /** The indices are into the keys of the request, not into what was found. */
    @Test
    void indicesAreIntoTheRequest() {
      long operation = bench.asked(1, 2, 3);

      bench.written(operation, 2L);

      assertThat(completed(bench.advanced()).delivered()).isEqualTo(keys(3));
    }

    @Test
    void emptySuccessAndFailureAreNotTheSameForTheHint() {
      bench.written(bench.asked(1));
      bench.advanced();
      assertThat(bench.target.isHintFailed(REQUEST)).isFalse();

      bench.failed(bench.asked(1));
      bench.advanced();

      assertThat(bench.target.isHintFailed(REQUEST)).isTrue();
    }

    @Test
    void quarantineIsClearedThoughNoCallerWaits() {
      long operation = bench.asked(1);
      advancedAt(1000);
      advancedAt(5000);
      bench.target.discardHint(REQUEST);

      bench.failed(operation);

      assertThat(advancedAt(60_000)).contains(new TargetEvent.Quiet(operation));
    }

    @Test
    void quietIsNotSaidBeforeTheDestinationIsFree() {
      long operation = bench.asked(1);

      assertThat(advancedAt(1000)).doesNotContain(new TargetEvent.Quiet(operation));
      assertThat(advancedAt(5000)).doesNotContain(new TargetEvent.Quiet(operation));
      assertThat(advancedAt(1e9)).isEmpty();
    }
  }
}
