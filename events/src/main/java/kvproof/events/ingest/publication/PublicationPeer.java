package kvproof.events.ingest.publication;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kvproof.events.ingest.PeerSource;
import kvproof.events.ingest.RangeRequest;
import kvproof.events.ingest.RecoveryAnswer;
import kvproof.model.KvCacheEvent;

/** A publisher in this process, asked with a bound on the wait. */
public final class PublicationPeer implements PeerSource {
  private final EventPublication<KvCacheEvent> publication;
  private final Duration timeout;

  public PublicationPeer(EventPublication<KvCacheEvent> publication, Duration timeout) {
    this.publication = publication;
    this.timeout = timeout;
  }

  /** An interrupt ends the wait, and stays set. */
  @Override
  public RecoveryAnswer<KvCacheEvent> query(OptionalLong start) {
    CompletableFuture<RecoveryAnswer<KvCacheEvent>> answer =
        publication.query(RangeRequest.from(start));
    try {
      return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
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
