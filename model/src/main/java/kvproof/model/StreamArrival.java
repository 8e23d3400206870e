package kvproof.model;

import java.util.List;
import java.util.OptionalInt;

/**
 * One thing that happens to the event stream of a rank, at the engine or at the router's listener.
 *
 * <p>An engine numbers its batches from 0. Whatever it published since it last started may be asked
 * for again, within {@link ReplayLimits}. A listener is one incarnation of the stream; it knows the
 * last sequence that it applied, or none yet.
 */
public sealed interface StreamArrival extends Arrival {
  WorkerWithDpRank rank();

  /** How a listener gets what it missed. */
  enum Recovery {
    /** Not at all. */
    NONE,
    /** The engine sends its batches again, from a sequence on. */
    REPLAY,
    /**
     * The publisher of the rank is asked for a range, and dumps what it holds where that is gone.
     */
    PEER
  }

  /** What becomes of a live batch on its way. */
  enum Passage {
    ARRIVES,
    LOST,
    /** It arrives and cannot be decoded; when it is replayed, it can. */
    GARBLED
  }

  /**
   * The stream is registered: a new incarnation, numbered from 1, that has applied nothing. Refused
   * while the stream is open.
   *
   * @param countsCopies physical copies are counted in front of the index; not with {@link
   *     Recovery#PEER}, whose events come from behind such a filter
   */
  record StreamOpened(WorkerWithDpRank rank, Recovery recovery, boolean countsCopies)
      implements StreamArrival {
    public StreamOpened {
      if (recovery == Recovery.PEER && countsCopies) {
        throw new IllegalArgumentException(
            "copies of " + rank + " are counted at the peer already");
      }
    }
  }

  /** The stream is deregistered: the rank's blocks go, and the worker's with its last stream. */
  record StreamClosed(WorkerWithDpRank rank) implements StreamArrival {}

  /**
   * The engine published a batch: it can be replayed from now on, and its live message passes as
   * said to the incarnation that stands now.
   *
   * @param events each a store or removal of a rank, or a clear of a rank; of any rank
   */
  record BatchPublished(
      WorkerWithDpRank rank, long sequence, List<KvCacheEvent> events, Passage passage)
      implements StreamArrival {
    public BatchPublished {
      events = checked(events);
    }
  }

  /**
   * A live batch arrives that is late or comes again; it is not published anew.
   *
   * @param incarnation the one through whose connection it comes
   */
  record BatchArrived(
      WorkerWithDpRank rank, long incarnation, long sequence, List<KvCacheEvent> events)
      implements StreamArrival {
    public BatchArrived {
      events = checked(events);
    }
  }

  /** The engine starts anew: it holds nothing, has nothing to replay, and numbers from 0. */
  record EngineRestarted(WorkerWithDpRank rank) implements StreamArrival {}

  /**
   * What can still be asked for, from now on; {@code (0, 0, none)} before the first of these.
   *
   * @param oldest batches below this sequence are gone
   * @param early replay begins so many batches before the sequence asked for, if it has them
   * @param most replay breaks off after so many batches; a peer does not answer at all where this
   *     is 0, and takes no notice of any other value
   */
  record ReplayLimits(WorkerWithDpRank rank, long oldest, int early, OptionalInt most)
      implements StreamArrival {
    public ReplayLimits {
      if (early < 0 || most.orElse(0) < 0) {
        throw new IllegalArgumentException("early " + early + ", most " + most);
      }
    }
  }

  /** A store or removal of a rank, or a clear of a rank. */
  static boolean mayBePublished(KvCacheEvent event) {
    return switch (event) {
      case KvCacheEvent.Stored stored -> stored.owner() instanceof WorkerWithDpRank;
      case KvCacheEvent.Removed removed -> removed.owner() instanceof WorkerWithDpRank;
      case KvCacheEvent.Cleared cleared -> cleared.cacheOwner().isEmpty();
      case KvCacheEvent.RankRemoved _, KvCacheEvent.WorkerRemoved _ -> false;
    };
  }

  private static List<KvCacheEvent> checked(List<KvCacheEvent> events) {
    for (KvCacheEvent event : events) {
      if (!mayBePublished(event)) {
        throw new IllegalArgumentException("no engine publishes " + event);
      }
    }
    return List.copyOf(events);
  }
}
