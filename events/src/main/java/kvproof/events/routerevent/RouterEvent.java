package kvproof.events.routerevent;

import java.util.Optional;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.CacheOwnerId;

/**
 * One event about what is held where, with its sender and its place in the stream.
 *
 * @param tier of a clear: a placeholder
 * @param eventId unsigned 64-bit; several events may share one
 * @param stateSource the cache owner that the event is about, if the domain says so
 * @param sessionId passed along
 */
public record RouterEvent(
    WorkerWithDpRank rank,
    StorageTier tier,
    ResidencyDomain domain,
    long eventId,
    RouterEventData data,
    Optional<CacheOwnerId> stateSource,
    Optional<String> sessionId) {

  /** What a rank says about its own blocks. */
  public static RouterEvent ofRank(
      WorkerWithDpRank rank, StorageTier tier, long eventId, RouterEventData data) {
    return new RouterEvent(
        rank, tier, ResidencyDomain.WORKER, eventId, data, Optional.empty(), Optional.empty());
  }

  public RouterEvent withSessionId(Optional<String> newSessionId) {
    return new RouterEvent(rank, tier, domain, eventId, data, stateSource, newSessionId);
  }
}
