package kvproof.events.ingest.publication;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import kvproof.events.ingest.PeerSource;
import kvproof.events.ingest.RangeRequest;
import kvproof.events.ingest.RecoveryAnswer;
import kvproof.model.KvCacheEvent;

/** A publisher in this process, asked with a bound on the wait. */
public final class PublicationPeer implements PeerSource {
  private final Function<RangeRequest, CompletableFuture<RecoveryAnswer<KvCacheEvent>>> publisher;
  private final Runnable taken;
  private final Duration timeout;

  public PublicationPeer(EventPublication<KvCacheEvent> publication, Duration timeout) {
    this(publication::query, () -> {}, timeout);
  }

  /**
   * One of several routers that recover at a desk. After a time-out the dump goes on, and the next
   * question waits for the same one.
   *
   * @param router its name there
   */
  public PublicationPeer(RecoveryDesk<KvCacheEvent> desk, String router, Duration timeout) {
    this(request -> desk.query(router, request), () -> desk.taken(router), timeout);
  }

  private PublicationPeer(
      Function<RangeRequest, CompletableFuture<RecoveryAnswer<KvCacheEvent>>> publisher,
      Runnable taken,
      Duration timeout) {
    this.publisher = publisher;
    this.taken = taken;
    this.timeout = timeout;
  }

  /** An interrupt ends the wait, and stays set. */
  @Override
  public RecoveryAnswer<KvCacheEvent> query(OptionalLong start) {
    CompletableFuture<RecoveryAnswer<KvCacheEvent>> answer =
        publisher.apply(RangeRequest.from(start));
    try {
      RecoveryAnswer<KvCacheEvent> came = answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      taken.run();
      return came;
    } catch (TimeoutException late) {
      answer.cancel(false);
      return new RecoveryAnswer.Unanswered<>(start, "no answer within " + timeout);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      return new RecoveryAnswer.Unanswered<>(start, "interrupted");
    } catch (ExecutionException failure) {
      return new RecoveryAnswer.Unanswered<>(start, String.valueOf(failure.getCause()));
    }
  }
}
