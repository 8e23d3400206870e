package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.TargetBench.LIFE;
import static kvproof.mocknixl.kvcr.TargetBench.NEXT_LIFE;
import static kvproof.mocknixl.kvcr.TargetBench.OTHER_SOURCE;
import static kvproof.mocknixl.kvcr.TargetBench.REQUEST;
import static kvproof.mocknixl.kvcr.TargetBench.SOURCE;
import static kvproof.mocknixl.kvcr.TargetBench.completed;
import static kvproof.mocknixl.kvcr.TargetBench.failure;
import static kvproof.mocknixl.kvcr.TargetBench.keys;
import static kvproof.mocknixl.kvcr.TargetBench.states;
import static kvproof.mocknixl.kvcr.TargetBench.success;
import static kvproof.mocknixl.kvcr.TargetBench.timedOut;
import static kvproof.mocknixl.kvcr.TargetState.FINISHED;
import static kvproof.mocknixl.kvcr.TargetState.QUARANTINED;
import static kvproof.mocknixl.kvcr.TargetState.WAITING_TERMINAL;
import static kvproof.mocknixl.kvcr.TargetState.WAITING_WRITE_DONE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.WriteDone;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every operation here asks for blocks 21 and 22, at time 0. */
class TargetOperationTest {
  private final TargetBench bench = new TargetBench();

  @Nested
  class StateTable {
    /*
     * State x what arrives in one poll x whether the state's deadline has passed by then:
     * the next state, and what the caller is told ("-": nothing).
     *
     * true[..] report of success   refuse   write_refused
     * false    report of failure   promise  probe answered, terminal
     * notice   false, not terminal vouch    probe answered, the expected life is dead
     * nonsense true, not terminal  shrug    probe answered, not terminal
     */
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          // One event: waiting for the report
          "WAITING_WRITE_DONE | fetch   |                | early | WAITING_WRITE_DONE | -",
          "WAITING_WRITE_DONE | fetch   | true[0,1]      | early | FINISHED | delivered 21 22",
          "WAITING_WRITE_DONE | fetch   | true[1]        | early | FINISHED | delivered 22",
          "WAITING_WRITE_DONE | fetch   | true[]         | early | FINISHED | delivered",
          "WAITING_WRITE_DONE | fetch   | false          | early | FINISHED | failed",
          "WAITING_WRITE_DONE | fetch   | notice         | early | WAITING_TERMINAL | failed",
          "WAITING_WRITE_DONE | fetch   | nonsense       | early | WAITING_WRITE_DONE | -",
          "WAITING_WRITE_DONE | fetch   | refuse         | early | FINISHED | refused",
          "WAITING_WRITE_DONE | fetch   | promise        | early | FINISHED | failed",
          "WAITING_WRITE_DONE | fetch   | vouch          | early | FINISHED | failed",
          "WAITING_WRITE_DONE | fetch   | shrug          | early | WAITING_WRITE_DONE | -",
          "WAITING_WRITE_DONE | deliver | true[0,1]      | early | FINISHED | delivered 21 22",
          "WAITING_WRITE_DONE | deliver | false          | early | FINISHED | failed",
          "WAITING_WRITE_DONE | deliver | notice         | early | WAITING_TERMINAL | -",
          "WAITING_WRITE_DONE | deliver | nonsense       | early | WAITING_WRITE_DONE | -",
          // ... and its deadline
          "WAITING_WRITE_DONE | fetch   |                | late  | WAITING_TERMINAL | timed out",
          "WAITING_WRITE_DONE | fetch   | true[0,1]      | late  | FINISHED | timed out",
          "WAITING_WRITE_DONE | fetch   | false          | late  | FINISHED | timed out",
          "WAITING_WRITE_DONE | fetch   | notice         | late  | WAITING_TERMINAL | timed out",
          "WAITING_WRITE_DONE | fetch   | nonsense       | late  | WAITING_TERMINAL | timed out",
          "WAITING_WRITE_DONE | fetch   | shrug          | late  | WAITING_TERMINAL | timed out",
          "WAITING_WRITE_DONE | deliver |                | late  | WAITING_TERMINAL | -",
          "WAITING_WRITE_DONE | deliver | true[0,1]      | late  | FINISHED | delivered 21 22",
          "WAITING_WRITE_DONE | deliver | true[0]        | late  | FINISHED | delivered 21",
          "WAITING_WRITE_DONE | deliver | false          | late  | FINISHED | timed out",
          "WAITING_WRITE_DONE | deliver | notice         | late  | WAITING_TERMINAL | -",
          // One event: waiting for the end
          "WAITING_TERMINAL   | fetch   |                | early | WAITING_TERMINAL | -",
          "WAITING_TERMINAL   | fetch   | true[0,1]      | early | FINISHED | -",
          "WAITING_TERMINAL   | fetch   | false          | early | FINISHED | -",
          "WAITING_TERMINAL   | fetch   | notice         | early | WAITING_TERMINAL | -",
          "WAITING_TERMINAL   | fetch   | nonsense       | early | WAITING_TERMINAL | -",
          "WAITING_TERMINAL   | fetch   | refuse         | early | FINISHED | -",
          "WAITING_TERMINAL   | fetch   | promise        | early | FINISHED | -",
          "WAITING_TERMINAL   | fetch   | vouch          | early | FINISHED | -",
          "WAITING_TERMINAL   | fetch   | shrug          | early | WAITING_TERMINAL | -",
          "WAITING_TERMINAL   | deliver | true[0,1]      | early | FINISHED | timed out",
          "WAITING_TERMINAL   | deliver | false          | early | FINISHED | timed out",
          "WAITING_TERMINAL   | deliver | promise        | early | FINISHED | timed out",
          // ... and its deadline
          "WAITING_TERMINAL   | fetch   |                | late  | QUARANTINED | -",
          "WAITING_TERMINAL   | fetch   | notice         | late  | QUARANTINED | -",
          "WAITING_TERMINAL   | fetch   | shrug          | late  | QUARANTINED | -",
          "WAITING_TERMINAL   | fetch   | true[0,1]      | late  | FINISHED | -",
          "WAITING_TERMINAL   | fetch   | false          | late  | FINISHED | -",
          "WAITING_TERMINAL   | fetch   | promise        | late  | FINISHED | -",
          "WAITING_TERMINAL   | deliver |                | late  | QUARANTINED | timed out",
          "WAITING_TERMINAL   | deliver | true[0,1]      | late  | FINISHED | timed out",
          // One event: quarantined; there is no deadline
          "QUARANTINED        | fetch   |                | late  | QUARANTINED | -",
          "QUARANTINED        | fetch   | true[0,1]      | late  | FINISHED | -",
          "QUARANTINED        | fetch   | false          | early | FINISHED | -",
          "QUARANTINED        | fetch   | notice         | late  | QUARANTINED | -",
          "QUARANTINED        | fetch   | nonsense       | late  | QUARANTINED | -",
          "QUARANTINED        | fetch   | refuse         | early | FINISHED | -",
          "QUARANTINED        | fetch   | promise        | early | FINISHED | -",
          "QUARANTINED        | fetch   | vouch          | late  | FINISHED | -",
          "QUARANTINED        | fetch   | shrug          | late  | QUARANTINED | -",
          "QUARANTINED        | deliver | true[0,1]      | early | FINISHED | -",
          // Nothing was sent, so whatever speaks of it is not heard
          "START_WRITE        | fetch   |                | early | WAITING_WRITE_DONE | -",
          "START_WRITE        | fetch   | true[0,1]      | early | WAITING_WRITE_DONE | -",
          "START_WRITE        | fetch   | false          | early | WAITING_WRITE_DONE | -",
          "START_WRITE        | fetch   | refuse         | early | WAITING_WRITE_DONE | -",
          "START_WRITE        | fetch   |                | late  | FINISHED | timed out",
          "START_WRITE        | deliver |                | late  | FINISHED | timed out",
          // It is over
          "FINISHED           | fetch   | true[0,1]      | early | FINISHED | -",
          "FINISHED           | fetch   | false          | early | FINISHED | -",
          "FINISHED           | fetch   | refuse         | early | FINISHED | -",
          // Several events of one poll: the last fields count, terminal and failure stay
          "WAITING_WRITE_DONE | fetch   | true[0] true[1]          | early | FINISHED | delivered 22",
          "WAITING_WRITE_DONE | fetch   | true[0] nonsense[1]      | early | FINISHED | delivered 22",
          "WAITING_WRITE_DONE | fetch   | nonsense[0] true[0,1]    | early | FINISHED | delivered 21 22",
          "WAITING_WRITE_DONE | fetch   | false true[0,1]          | early | FINISHED | failed",
          "WAITING_WRITE_DONE | fetch   | true[0,1] false          | early | FINISHED | failed",
          "WAITING_WRITE_DONE | fetch   | notice true[0,1]         | early | FINISHED | failed",
          "WAITING_WRITE_DONE | fetch   | true[0,1] notice         | early | FINISHED | failed",
          "WAITING_WRITE_DONE | deliver | notice true[0,1] false   | late  | FINISHED | timed out",
          "WAITING_WRITE_DONE | fetch   | nonsense notice          | early | WAITING_TERMINAL | failed",
          "WAITING_WRITE_DONE | fetch   | notice nonsense          | early | WAITING_TERMINAL | failed",
          "WAITING_WRITE_DONE | fetch   | nonsense nonsense        | early | WAITING_WRITE_DONE | -",
          // A report that ends the operation outranks the control channel, one that does not not
          "WAITING_WRITE_DONE | fetch   | refuse true[0,1]         | early | FINISHED | delivered 21 22",
          "WAITING_WRITE_DONE | fetch   | promise true[0]          | early | FINISHED | delivered 21",
          "WAITING_WRITE_DONE | fetch   | refuse false             | early | FINISHED | failed",
          "WAITING_WRITE_DONE | fetch   | refuse notice            | early | FINISHED | refused",
          "WAITING_WRITE_DONE | fetch   | refuse nonsense          | early | FINISHED | refused",
          "WAITING_WRITE_DONE | fetch   | promise notice           | early | FINISHED | failed",
          "WAITING_TERMINAL   | fetch   | promise true[0,1]        | early | FINISHED | -",
          "WAITING_TERMINAL   | fetch   | notice notice            | early | WAITING_TERMINAL | -",
          "QUARANTINED        | fetch   | notice true[0,1] false   | early | FINISHED | -",
        })
    void cell(
        TargetState state,
        String purpose,
        String arriving,
        String time,
        TargetState next,
        String told) {
      long operation = arrange(state, purpose.equals("fetch"));
      bench.at(moment(state, time.equals("late")));
      if (arriving != null) {
        Arrays.stream(arriving.split("\\s+")).forEach(news -> say(news, operation));
      }

      List<TargetEvent> events = bench.advanced();

      assertThat(states(events).reduce(state, (before, after) -> after)).isEqualTo(next);
      assertThat(events.stream().filter(TargetEvent.Completed.class::isInstance).map(this::words))
          .isEqualTo(told.equals("-") ? List.of() : List.of(told));
      assertThat(bench.target.openOperations()).isEqualTo(next == FINISHED ? 0 : 1);
      assertThat(events.contains(new TargetEvent.Quiet(operation)))
          .isEqualTo(next == FINISHED && state != FINISHED);
      assertThat(events.contains(new TargetEvent.Uncertain(operation)))
          .isEqualTo(next == QUARANTINED && state != QUARANTINED);
    }

    private long arrange(TargetState state, boolean isFetch) {
      if (state == TargetState.START_WRITE) {
        bench.introduced();
        bench.hint(21, 22);
        return isFetch ? bench.fetch(21, 22) : bench.deliver(21, 22);
      }
      long operation = isFetch ? bench.asked(21, 22) : bench.askedToDeliver(21, 22);
      if (state == FINISHED) {
        bench.written(operation, 0L, 1L);
        bench.target.advance();
      }
      if (state == WAITING_TERMINAL || state == QUARANTINED) {
        bench.at(1000);
        bench.target.advance();
      }
      if (state == QUARANTINED) {
        bench.at(5000);
        bench.target.advance();
      }
      bench.forget();
      return operation;
    }

    private static double moment(TargetState state, boolean isLate) {
      return switch (state) {
        case START_WRITE, WAITING_WRITE_DONE, FINISHED -> isLate ? 1000 : 999.999;
        case WAITING_TERMINAL -> isLate ? 5000 : 4999.999;
        case QUARANTINED -> isLate ? 1e9 : 5000.001;
      };
    }

    private void say(String news, long operation) {
      switch (news) {
        case "refuse" -> bench.refuse(SOURCE, operation);
        case "promise" -> bench.answerProbe(SOURCE, LIFE, operation, true);
        case "shrug" -> bench.answerProbe(SOURCE, LIFE, operation, false);
        case "vouch" -> bench.vouch(SOURCE, operation, LIFE);
        case "false" -> bench.failed(operation);
        case "notice" -> bench.cancelling(operation);
        default -> {
          boolean isTerminal = news.startsWith("true");
          bench.target.receive(
              new WriteDone(operation, true, Optional.of(indices(news)), isTerminal));
        }
      }
    }

    private static List<Long> indices(String news) {
      String list = news.replaceAll("[^0-9,]", "");
      return list.isEmpty() ? List.of() : Stream.of(list.split(",")).map(Long::valueOf).toList();
    }

    private String words(TargetEvent event) {
      TargetEvent.Completed told = (TargetEvent.Completed) event;
      if (told.success()) {
        assertThat(told.isTimedOut() || told.isRefused()).isFalse();
        return "delivered"
            + String.join("", told.delivered().stream().map(key -> " " + key.toHash()).toList());
      }
      assertThat(told.delivered()).isEmpty();
      assertThat(told.failed()).isEqualTo(keys(21, 22));
      return told.isRefused() ? "refused" : told.isTimedOut() ? "timed out" : "failed";
    }
  }

  @Nested
  class Order {
    @Test
    void operationTakesOneStepAPoll() {
      bench.hint(21);
      long operation = bench.fetch(21);
      bench.at(6000);

      assertThat(states(bench.advanced())).containsExactly(FINISHED);

      long second = bench.asked(21);
      bench.at(20_000);

      assertThat(states(bench.advanced())).containsExactly(WAITING_TERMINAL);
      assertThat(states(bench.advanced())).containsExactly(QUARANTINED);
      assertThat(bench.advanced()).isEmpty();
      assertThat(second).isNotEqualTo(operation);
    }

    @Test
    void failureStandsWhenSuccessComesInALaterPoll() {
      long operation = bench.asked(21);
      bench.failed(operation);
      assertThat(completed(bench.advanced())).isEqualTo(failure(operation, 21));

      bench.written(operation, 0L);

      assertThat(bench.advanced()).isEmpty();
    }

    @Test
    void successStandsWhenFailureComesInALaterPoll() {
      long operation = bench.asked(21);
      bench.written(operation, 0L);
      assertThat(completed(bench.advanced())).isEqualTo(success(operation, keys(21)));

      bench.failed(operation);

      assertThat(bench.advanced()).isEmpty();
      assertThat(bench.target.isHintFailed(REQUEST)).isFalse();
    }

    /** What a source sends whose write is cancelled in flight, each in a poll of its own. */
    @Test
    void noticeThenBoundSuccessThenFailureEndsAsFailed() {
      long operation = bench.asked(21, 22);
      bench.at(5);
      bench.cancelling(operation);
      List<TargetEvent> notice = bench.advanced();
      bench.written(operation, 0L, 1L);
      bench.at(6);
      List<TargetEvent> bound = bench.advanced();
      bench.failed(operation);

      assertThat(notice)
          .containsExactly(
              bench.entered(operation, WAITING_TERMINAL, 5), failure(operation, 21, 22));
      assertThat(bound)
          .containsExactly(bench.entered(operation, FINISHED, 6), new TargetEvent.Quiet(operation));
      assertThat(bench.advanced()).isEmpty();
    }

    @Test
    void quarantineTellsOfUncertainMemoryBeforeADeliverIsTold() {
      long operation = bench.askedToDeliver(21);
      bench.at(1000);
      assertThat(bench.advanced())
          .containsExactly(bench.entered(operation, WAITING_TERMINAL, 1000));
      bench.at(5000);

      assertThat(bench.advanced())
          .containsExactly(
              bench.entered(operation, QUARANTINED, 5000),
              new TargetEvent.Uncertain(operation),
              timedOut(operation, 21));
    }

    @Test
    void whatCameBeforeTheRequestWasSentIsNotHeardLater() {
      bench.introduced();
      bench.hint(21);
      long operation = bench.fetch(21);
      bench.written(operation, 0L);
      bench.refuse(SOURCE, operation);

      assertThat(states(bench.advanced())).containsExactly(WAITING_WRITE_DONE);
      assertThat(bench.advanced()).isEmpty();

      long promised = bench.asked(22);
      bench.answerProbe(SOURCE, LIFE, promised, true);
      assertThat(completed(bench.advanced())).isEqualTo(failure(promised, 22));
      assertThat(bench.advanced()).isEmpty();
    }

    @Test
    @Tag("FS-53")
    void reportForAnUnknownHandleIsIgnored() {
      long operation = bench.asked(21);

      bench.written(operation + 1, 0L);

      assertThat(bench.advanced()).isEmpty();
      assertThat(bench.target.openOperations()).isOne();
    }

    /** Half of what was asked for: the blocks keep the order of the call, not of the report. */
    @Test
    void deliveredBlocksComeInTheOrderOfTheRequest() {
      long operation = bench.asked(25, 21, 23, 22);

      bench.written(operation, 2L, 0L);

      assertThat(completed(bench.advanced())).isEqualTo(success(operation, keys(25, 23), 21, 22));
    }
  }

  @Nested
  class Indices {
    @ParameterizedTest
    @ValueSource(strings = {"0,0", "2", "-1", "0,1,2", "0,1,1", "9223372036854775807"})
    @Tag("FS-44")
    void oneBadIndexFailsTheWholeOperation(String list) {
      long operation = bench.asked(21, 22);
      List<Long> indices = Stream.of(list.split(",")).map(Long::valueOf).toList();

      bench.target.receive(WriteDone.written(operation, indices));

      assertThat(completed(bench.advanced())).isEqualTo(failure(operation, 21, 22));
      assertThat(bench.target.isHintFailed(REQUEST)).isTrue();
    }

    @Test
    void missingListFailsTheWholeOperation() {
      long operation = bench.asked(21, 22);

      bench.target.receive(new WriteDone(operation, true, Optional.empty(), true));

      assertThat(completed(bench.advanced())).isEqualTo(failure(operation, 21, 22));
    }

    @Test
    void anyOrderWillDo() {
      long operation = bench.asked(21, 22);

      bench.written(operation, 1L, 0L);

      assertThat(completed(bench.advanced())).isEqualTo(success(operation, keys(21, 22)));
    }
  }

  @Nested
  class Cancelling {
    @Test
    void cancelledFetchIsOverForItsCallerAndFenced() {
      long operation = bench.asked(21);
      bench.at(3);
      bench.target.cancel(operation);

      List<TargetEvent> events = bench.advanced();

      assertThat(events)
          .containsExactly(bench.entered(operation, WAITING_TERMINAL, 3), failure(operation, 21));
      assertThat(bench.onlyFrame(KvcrFrame.WriteProbe.class).operation()).isEqualTo(operation);
    }

    /** The abandon deadline counts from the call, whenever the waiting for the end began. */
    @Test
    void cancelledFetchIsQuarantinedAtTheAbandonTimeoutOfItsCall() {
      long operation = bench.asked(21);
      bench.target.cancel(operation);
      bench.advanced();
      bench.at(4999.9);
      assertThat(bench.advanced()).isEmpty();
      bench.at(5000);

      assertThat(states(bench.advanced())).containsExactly(QUARANTINED);
      assertThat(bench.target.openOperations()).isOne();
      assertThat(operation).isPositive();
    }

    @Test
    void successInThePollOfACancelDoesNotCountForAFetch() {
      long operation = bench.asked(21);
      bench.target.cancel(operation);
      bench.written(operation, 0L);

      assertThat(completed(bench.advanced())).isEqualTo(failure(operation, 21));
    }

    @Test
    void successInThePollOfACancelCountsForADeliver() {
      long operation = bench.askedToDeliver(21);
      bench.target.cancel(operation);
      bench.written(operation, 0L);

      assertThat(completed(bench.advanced())).isEqualTo(success(operation, keys(21)));
    }

    @Test
    void cancelledBeforeItWasSentNothingIsSent() {
      bench.introduced();
      bench.hint(21);
      long operation = bench.fetch(21);
      bench.target.cancel(operation);

      assertThat(bench.advanced())
          .containsExactly(
              bench.entered(operation, FINISHED, 0),
              failure(operation, 21),
              new TargetEvent.Quiet(operation));
      assertThat(bench.frames()).isEmpty();
    }

    @Test
    void cancelHasNoEffectOnAFailedOrFinishedOperation() {
      long finished = bench.asked(21);
      bench.written(finished, 0L);
      bench.advanced();
      bench.target.cancel(finished);
      long failed = bench.asked(22);
      bench.cancelling(failed);
      bench.advanced();
      bench.forget();

      bench.target.cancel(failed);
      bench.target.cancel(-1);

      assertThat(bench.advanced()).isEmpty();
      assertThat(bench.frames()).isEmpty();
      bench.at(5000);
      assertThat(bench.advanced())
          .containsExactly(
              bench.entered(failed, QUARANTINED, 5000), new TargetEvent.Uncertain(failed));
    }
  }

  @Nested
  class Probes {
    @Test
    void oneProbeAtTheDeadlineAndOneInQuarantine() {
      long operation = bench.asked(21);
      for (int millis = 1; millis < 20_000; millis++) {
        bench.at(millis);
        bench.target.advance();
      }

      assertThat(bench.frames())
          .hasSize(2)
          .allSatisfy(
              frame ->
                  assertThat(frame)
                      .isInstanceOfSatisfying(
                          KvcrFrame.WriteProbe.class,
                          probe -> {
                            assertThat(probe.operation()).isEqualTo(operation);
                            assertThat(probe.sourceIncarnation()).contains(LIFE);
                          }));
    }

    @Test
    void probeThatCouldNotBeQueuedIsTriedAgainWithoutMoreTime() {
      long operation = bench.asked(21);
      bench.channel.unsendable.add(SOURCE);
      bench.at(1000);
      bench.target.advance();
      bench.at(2000);
      bench.target.advance();
      bench.channel.unsendable.clear();
      assertThat(bench.frames()).isEmpty();
      bench.at(3000);
      bench.target.advance();
      bench.target.advance();

      assertThat(bench.onlyFrame(KvcrFrame.WriteProbe.class).operation()).isEqualTo(operation);
      bench.at(5000);
      bench.target.takeEvents();
      assertThat(states(bench.advanced())).containsExactly(QUARANTINED);
    }

    @Test
    void probeInQuarantineIsNotTriedAgain() {
      bench.asked(21);
      bench.channel.unsendable.add(SOURCE);
      bench.at(1000);
      bench.target.advance();
      bench.at(5000);
      bench.target.advance();
      bench.channel.unsendable.clear();
      bench.target.advance();

      assertThat(bench.frames()).isEmpty();
    }

    @Test
    void answerOfAnotherLifeHasNoEffect() {
      long operation = quarantined();

      bench.answerProbe(SOURCE, NEXT_LIFE, operation, true);

      assertThat(bench.advanced()).isEmpty();
    }

    @Test
    void answerFromAnotherSpellingOfTheEndpointHasNoEffect() {
      long operation = quarantined();

      bench.answerProbe("tcp://localhost:29101", LIFE, operation, true);
      bench.vouch(OTHER_SOURCE, operation, LIFE);
      bench.refuse("tcp://localhost:29101", operation);

      assertThat(bench.advanced()).isEmpty();
    }

    @Test
    void vouchingForTheDeathOfAnotherLifeHasNoEffect() {
      long operation = quarantined();

      bench.vouch(SOURCE, operation, NEXT_LIFE);

      assertThat(bench.advanced()).isEmpty();
    }

    /** Whoever the request reached, nobody knows whether it was the one that answers. */
    @Test
    void answerForAnOperationOfUnknownLifeHasNoEffect() {
      bench.hint(21);
      long operation = bench.fetch(21);
      bench.target.advance();
      bench.at(1000);
      bench.target.advance();
      bench.forget();

      bench.answerProbe(SOURCE, LIFE, operation, true);
      bench.vouch(SOURCE, operation, LIFE);

      assertThat(bench.advanced()).isEmpty();
    }

    @Test
    void lifeThatAnAcknowledgementOfTheRequestNamedIsTheExpectedOne() {
      bench.hint(21);
      long operation = bench.fetch(21);
      bench.target.advance();
      bench.ack(SOURCE, LIFE, OptionalLong.of(operation));
      bench.at(1000);
      bench.target.advance();
      bench.target.takeEvents();

      bench.answerProbe(SOURCE, LIFE, operation, true);

      assertThat(states(bench.advanced())).containsExactly(FINISHED);
    }

    @Test
    void acknowledgementDoesNotChangeALifeThatIsKnown() {
      long operation = bench.asked(21);
      bench.ack(SOURCE, NEXT_LIFE, OptionalLong.of(operation));
      bench.at(1000);
      bench.target.advance();
      bench.forget();

      bench.answerProbe(SOURCE, NEXT_LIFE, operation, true);
      assertThat(bench.advanced()).isEmpty();
      bench.answerProbe(SOURCE, LIFE, operation, true);

      assertThat(states(bench.advanced())).containsExactly(FINISHED);
    }

    @ParameterizedTest
    @ValueSource(strings = {OTHER_SOURCE, "tcp://localhost:29101"})
    void acknowledgementFromElsewhereTeachesTheOperationNothing(String elsewhere) {
      bench.hint(21);
      long operation = bench.fetch(21);
      bench.target.advance();
      bench.ack(elsewhere, LIFE, OptionalLong.of(operation));
      bench.at(1000);
      bench.target.advance();
      bench.forget();

      bench.answerProbe(SOURCE, LIFE, operation, true);

      assertThat(bench.advanced()).isEmpty();
    }

    private long quarantined() {
      long operation = bench.asked(21);
      bench.at(1000);
      bench.target.advance();
      bench.at(5000);
      bench.target.advance();
      bench.forget();
      return operation;
    }
  }

  @Nested
  class Sending {
    @Test
    void requestThatCannotBeSentFailsAtOnce() {
      bench.channel.unsendable.add("not-an-endpoint");
      bench.target.submitHint(REQUEST, TargetBench.hint("not-an-endpoint", 21));
      long operation = bench.fetch(21);

      assertThat(bench.advanced())
          .containsExactly(
              bench.entered(operation, FINISHED, 0),
              failure(operation, 21),
              new TargetEvent.Quiet(operation));
      assertThat(bench.target.isHintFailed(REQUEST)).isTrue();
    }

    @Test
    void requestLeavesAtTheNextPollWithTheTimeThatIsLeft() {
      bench.introduced();
      bench.hint(21);
      bench.fetch(21);
      assertThat(bench.frames()).isEmpty();
      bench.at(0.75);

      assertThat(states(bench.advanced())).containsExactly(WAITING_WRITE_DONE);
      assertThat(
              bench.onlyFrame(KvcrFrame.StartWrite.class).order().orElseThrow().remainingMillis())
          .isEqualTo(999.25);
    }

    /** The life is looked up when the frame is sent, not when the caller asks. */
    @Test
    void requestNamesTheLifeThatIsKnownWhenItIsSent() {
      bench.hint(21);
      bench.fetch(21);
      bench.forget();
      bench.introduced();

      bench.target.advance();

      assertThat(
              bench.onlyFrame(KvcrFrame.StartWrite.class).order().orElseThrow().sourceIncarnation())
          .contains(LIFE);
    }
  }
}
