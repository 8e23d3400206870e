package kvproof.events.ingest;

import java.util.OptionalLong;
import kvproof.model.KvCacheEvent;

/** Asks a peer again, up to so many times in all, while it fails or does not answer. */
public final class RetryingPeer implements PeerSource {
  private final PeerSource peer;
  private final int attempts;

  public RetryingPeer(PeerSource peer, int attempts) {
    if (attempts < 1) {
      throw new IllegalArgumentException("not a number of attempts: " + attempts);
    }
    this.peer = peer;
    this.attempts = attempts;
  }

  @Override
  public RecoveryAnswer<KvCacheEvent> query(OptionalLong start) {
    RecoveryAnswer<KvCacheEvent> answer = peer.query(start);
    for (int asked = 1; asked < attempts && failed(answer); asked++) {
      answer = peer.query(start);
    }
    return answer;
  }

  private static boolean failed(RecoveryAnswer<KvCacheEvent> answer) {
    return switch (answer) {
      case RecoveryAnswer.DumpFailed<KvCacheEvent> _, RecoveryAnswer.Unanswered<KvCacheEvent> _ ->
          true;
      case RecoveryAnswer.Events<KvCacheEvent> _,
          RecoveryAnswer.Dump<KvCacheEvent> _,
          RecoveryAnswer.TooNew<KvCacheEvent> _,
          RecoveryAnswer.InvalidRange<KvCacheEvent> _ ->
          false;
    };
  }
}
