package kvproof.soak.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import kvproof.events.ingest.RangeRequest;
import kvproof.events.ingest.RecoveryAnswer;
import kvproof.events.ingest.publication.RecoveryDesk;
import kvproof.events.ingest.publication.RecoveryDesk.Publisher;
import kvproof.model.KvCacheEvent;
import kvproof.soak.field.BoundedRecoveries.Counter;
import org.junit.jupiter.api.Test;

/** Faults that FS-62 is there for. */
class BoundedRecoveriesTest {

  @Test
  void questionsWithoutADeskAreFoundOut() {
    assertThat(wrong(BoundedRecoveriesTest::withoutADesk))
        .containsExactly(
            "most dumps in flight", "dumps started", "seconds until the last one does");
  }

  private static Counter withoutADesk(Publisher<KvCacheEvent> publisher) {
    return new Counter() {
      @Override
      public CompletableFuture<RecoveryAnswer<KvCacheEvent>> query(
          String router, RangeRequest request) {
        return publisher.dump().apply(request);
      }

      @Override
      public void taken(String router) {}
    };
  }

  @Test
  void boundThatIsTooHighIsFoundOut() {
    assertThat(wrong(publisher -> Counter.of(new RecoveryDesk<>(publisher, 3))))
        .containsExactly("most dumps in flight", "seconds until the last one does");
  }

  /** Each attempt has a name of its own, so that nobody sees that it is the same router's. */
  @Test
  void retryThatStartsAnotherDumpIsFoundOut() {
    assertThat(
            wrong(
                publisher -> {
                  var desk = new RecoveryDesk<>(publisher);
                  int[] attempts = {0};
                  return new Counter() {
                    @Override
                    public CompletableFuture<RecoveryAnswer<KvCacheEvent>> query(
                        String router, RangeRequest request) {
                      String attempt = "attempt-" + attempts[0]++;
                      var answer = desk.query(attempt, request);
                      answer.thenRun(() -> desk.taken(attempt));
                      return answer;
                    }

                    @Override
                    public void taken(String router) {}
                  };
                }))
        .contains("dumps started");
  }

  /** A place that nobody gives back is one less for the others. */
  @Test
  void dumpThatIsNeverTakenIsFoundOut() {
    assertThat(
            wrong(
                publisher -> {
                  Counter desk = Counter.desk(publisher);
                  return new Counter() {
                    @Override
                    public CompletableFuture<RecoveryAnswer<KvCacheEvent>> query(
                        String router, RangeRequest request) {
                      return desk.query(router, request);
                    }

                    @Override
                    public void taken(String router) {
                      if (!router.equals("router-0")) {
                        desk.taken(router);
                      }
                    }
                  };
                }))
        .containsExactly("seconds until the last one does");
  }

  private static List<String> wrong(Function<Publisher<KvCacheEvent>, Counter> counters) {
    Questions questions = new Questions("test");
    BoundedRecoveries.ask(questions, counters);
    return questions.checked().stream().filter(Checked::isWrong).map(Checked::question).toList();
  }
}
