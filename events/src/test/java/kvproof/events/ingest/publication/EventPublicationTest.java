package kvproof.events.ingest.publication;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import kvproof.events.ingest.NumberedEvents;
import kvproof.events.ingest.RangeRequest;
import kvproof.events.ingest.RecoveryAnswer;
import kvproof.events.ingest.RecoveryAnswer.Dump;
import kvproof.events.ingest.RecoveryAnswer.DumpFailed;
import kvproof.events.ingest.RecoveryAnswer.Events;
import kvproof.events.ingest.RecoveryAnswer.TooNew;
import kvproof.events.ingest.RecoveryAnswer.Unanswered;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A buffer of ten events over a fake index; dumps are built on threads of their own. */
@Timeout(60)
class EventPublicationTest {
  private final ExecutorService builders = Executors.newCachedThreadPool();
  private final FakeIndex index = new FakeIndex();
  private final EventPublication<String> publication =
      new EventPublication<>(index, EventPublicationTest::scope, 10, builders);

  private static ClearScope scope(String event) {
    return switch (event.charAt(0)) {
      case 'C' -> ClearScope.ALL;
      case 'P' -> ClearScope.PART;
      default -> ClearScope.NONE;
    };
  }

  @AfterEach
  void noBuilderIsLeft() throws Exception {
    builders.shutdown();
    assertThat(builders.awaitTermination(20, SECONDS)).isTrue();
  }

  @Test
  void b6EmptyBufferIsAnsweredByADumpThatEndsAt0() throws Exception {
    assertThat(query(OptionalLong.of(3)).get(20, SECONDS)).isEqualTo(new Dump<>(List.of(), 0));
    assertThat(dumped()).isEqualTo(new Dump<>(List.of(), 0));
  }

  @Test
  void b3DumpEndsAtTheNewest() throws Exception {
    publish(1, 3);

    assertThat(dumped()).isEqualTo(new Dump<>(stores(1, 3), 3));
  }

  @Test
  void b10EventThatTheIndexDidNotTakeIsNotBuffered() throws Exception {
    publish(1, 2);
    index.close();

    assertThat(publication.publish(3, "S3")).isFalse();
    assertThat(publication.publish(3, "C3")).isFalse();

    assertThat(query(OptionalLong.of(3)).get(20, SECONDS)).isEqualTo(new TooNew<>(3, 2, 2));
  }

  @Test
  void b11EventThatTheIndexIgnoresIsBuffered() throws Exception {
    publish(1, 1);
    publication.publish(2, "unsupported domain");
    publish(3, 3);

    assertThat(query(OptionalLong.of(2)).get(20, SECONDS))
        .isEqualTo(
            new Events<>(
                List.of(NumberedEvents.of(2, "unsupported domain"), NumberedEvents.of(3, "S3")),
                0,
                3));
  }

  @Test
  void b14TwoDumpsAtOnceAreOneBuild() throws Exception {
    publish(1, 2);
    CountDownLatch gate = index.holdDumps();

    var first = query(OptionalLong.empty());
    var second = query(OptionalLong.empty());
    gate.countDown();

    assertThat(first.get(20, SECONDS)).isEqualTo(new Dump<>(stores(1, 2), 2));
    assertThat(second.get(20, SECONDS)).isEqualTo(new Dump<>(stores(1, 2), 2));
    assertThat(index.dumps()).isEqualTo(1);
  }

  @Test
  void b14ManyThreadsAskWhileOneDumpIsBuilt() throws Exception {
    publish(1, 2);
    CountDownLatch gate = index.holdDumps();
    List<CompletableFuture<RecoveryAnswer<String>>> answers = new ArrayList<>();
    var asked = new CountDownLatch(8);
    for (int i = 0; i < 8; i++) {
      answers.add(
          CompletableFuture.supplyAsync(
                  () -> {
                    var answer = query(OptionalLong.empty());
                    asked.countDown();
                    return answer;
                  },
                  builders)
              .thenCompose(answer -> answer));
    }
    assertThat(asked.await(20, SECONDS)).isTrue();
    gate.countDown();

    for (var answer : answers) {
      assertThat(answer.get(20, SECONDS)).isEqualTo(new Dump<>(stores(1, 2), 2));
    }
    assertThat(index.dumps()).isEqualTo(1);
  }

  @Test
  void b15WaitingRequestGetsWhatCameMeanwhile() throws Exception {
    publish(1, 2);
    CountDownLatch gate = index.holdDumps();
    query(OptionalLong.empty());
    awaitBuild(1);

    publish(3, 4);
    var late = query(OptionalLong.empty());
    gate.countDown();

    assertThat(late.get(20, SECONDS)).isEqualTo(new Dump<>(stores(1, 4), 4));
    assertThat(index.dumps()).isEqualTo(1);
  }

  @Test
  void b16ClearDuringTheBuildKeepsTheDumpFromOthers() throws Exception {
    publish(1, 2);
    CountDownLatch gate = index.holdDumps();
    var requester = query(OptionalLong.empty());
    awaitBuild(1);

    publication.publish(3, "C3");
    var waiter = query(OptionalLong.empty());
    gate.countDown();

    assertThat(requester.get(20, SECONDS)).isEqualTo(new Dump<>(stores(1, 2), 2));
    assertThat(waiter.get(20, SECONDS)).isEqualTo(new Dump<>(List.of(), 3));
    assertThat(index.dumps()).isEqualTo(2);
  }

  @Test
  void b17UnchangedDumpIsBuiltOnce() throws Exception {
    publish(1, 2);

    var first = dumped();

    assertThat(dumped()).isEqualTo(first);
    assertThat(dumped()).isEqualTo(first);
    assertThat(index.dumps()).isEqualTo(1);
  }

  @Test
  void b18CachedDumpGoesOnIntoItsTail() throws Exception {
    publish(1, 2);
    dumped();

    publish(3, 7);

    assertThat(dumped()).isEqualTo(new Dump<>(stores(1, 7), 7));
    assertThat(index.dumps()).isEqualTo(1);
  }

  @Test
  void b18FirstEventsAreTheTailOfAnEmptyDump() throws Exception {
    dumped();

    publish(0, 1);

    assertThat(dumped()).isEqualTo(new Dump<>(stores(0, 1), 1));
    assertThat(index.dumps()).isEqualTo(1);
  }

  @Test
  void b19TailLongerThanHalfTheBufferMakesANewBuild() throws Exception {
    publish(1, 2);
    dumped();
    publish(3, 7);
    assertThat(dumped()).isEqualTo(new Dump<>(stores(1, 7), 7));

    publish(8, 8);

    assertThat(dumped()).isEqualTo(new Dump<>(stores(1, 8), 8));
    assertThat(index.dumps()).isEqualTo(2);
  }

  @Test
  void b19OldDumpIsFreedAtOnce() throws Exception {
    var cache =
        new SnapshotCache<>(
            new EventBuffer<String>(10, _ -> false), () -> List.of("all"), builders);
    cache.record(1, "S1", ClearScope.NONE);
    cache.answer(RangeRequest.from(OptionalLong.empty())).get(20, SECONDS);
    LongStream.rangeClosed(2, 6).forEach(id -> cache.record(id, "S" + id, ClearScope.NONE));
    assertThat(cache.holdsDump()).isTrue();

    cache.record(7, "S7", ClearScope.NONE);

    assertThat(cache.holdsDump()).isFalse();
  }

  @Test
  void b20ClearDropsTheCachedDump() throws Exception {
    for (String clear : List.of("C", "P")) {
      publish(1, 2);
      dumped();
      int before = index.dumps();

      publication.publish(3, clear);
      dumped();

      assertThat(index.dumps()).as(clear).isEqualTo(before + 1);
    }
  }

  @Test
  void b20GapInTheIdsDropsTheCachedDump() throws Exception {
    publish(1, 2);
    dumped();

    publish(4, 4);

    assertThat(dumped()).isEqualTo(new Dump<>(List.of("S1", "S2", "S4"), 4));
    assertThat(index.dumps()).isEqualTo(2);
  }

  @Test
  void b21FailedDumpIsSaidAndNotKept() throws Exception {
    publish(1, 2);
    index.fail(true);

    assertThat(dumped()).isEqualTo(new DumpFailed<>(2, "java.lang.IllegalStateException: planted"));
    index.fail(false);

    assertThat(dumped()).isEqualTo(new Dump<>(stores(1, 2), 2));
    assertThat(index.dumps()).isEqualTo(2);
  }

  @Test
  void b21WaitersOfAFailedDumpBuildAgain() throws Exception {
    publish(1, 2);
    index.fail(true);
    CountDownLatch gate = index.holdDumps();
    var first = query(OptionalLong.empty());
    var second = query(OptionalLong.empty());
    gate.countDown();

    assertThat(first.get(20, SECONDS)).isInstanceOf(DumpFailed.class);
    assertThat(second.get(20, SECONDS)).isInstanceOf(DumpFailed.class);
    assertThat(index.dumps()).isEqualTo(2);
  }

  @Test
  void b22BuildGoesOnWithoutItsRequester() throws Exception {
    publish(1, 2);
    CountDownLatch gate = index.holdDumps();
    var requester = query(OptionalLong.empty());
    awaitBuild(1);
    var waiter = query(OptionalLong.empty());

    requester.cancel(true);
    gate.countDown();

    assertThat(waiter.get(20, SECONDS)).isEqualTo(new Dump<>(stores(1, 2), 2));
    assertThat(requester).isCancelled();
    assertThat(index.dumps()).isEqualTo(1);
  }

  @Test
  void b23WhoDoesNotKnowOfFailedDumpsHearsOfNoAnswer() throws Exception {
    index.fail(true);
    var oldFormat = new RangeRequest(OptionalLong.empty(), OptionalLong.empty(), false);

    assertThat(publication.query(oldFormat).get(20, SECONDS))
        .isEqualTo(
            new Unanswered<>(OptionalLong.empty(), "java.lang.IllegalStateException: planted"));
  }

  @Test
  void builderThatTakesNoWorkIsAFailedDump() throws Exception {
    ExecutorService closed = Executors.newSingleThreadExecutor();
    closed.shutdown();
    var refused = new EventPublication<>(index, EventPublicationTest::scope, 10, closed);

    assertThat(refused.query(RangeRequest.from(OptionalLong.empty())).get(20, SECONDS))
        .isInstanceOf(DumpFailed.class);
  }

  @Test
  void builderThatStartsNoThreadIsAFailedDumpAndNotTheEndOfAll() throws Exception {
    var starts = new AtomicBoolean();
    var moody =
        new EventPublication<>(
            index,
            EventPublicationTest::scope,
            10,
            build -> {
              if (!starts.getAndSet(true)) {
                throw new OutOfMemoryError("planted: unable to create native thread");
              }
              build.run();
            });
    RangeRequest everything = RangeRequest.from(OptionalLong.empty());

    assertThat(moody.query(everything).get(20, SECONDS)).isInstanceOf(DumpFailed.class);
    assertThat(moody.query(everything).get(20, SECONDS)).isEqualTo(new Dump<>(List.of(), 0));
  }

  private void publish(long first, long last) {
    LongStream.rangeClosed(first, last)
        .forEach(id -> assertThat(publication.publish(id, "S" + id)).isTrue());
  }

  private CompletableFuture<RecoveryAnswer<String>> query(OptionalLong start) {
    return publication.query(RangeRequest.from(start));
  }

  private RecoveryAnswer<String> dumped() throws Exception {
    return query(OptionalLong.empty()).get(20, SECONDS);
  }

  private void awaitBuild(int begun) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(2))
        .until(() -> index.dumps() == begun);
  }

  private static List<String> stores(long first, long last) {
    return LongStream.rangeClosed(first, last).mapToObj(id -> "S" + id).toList();
  }
}
