package kvproof.soak.sim;

import java.time.Duration;
import kvproof.mocknixl.fault.Fate;
import kvproof.mocknixl.fault.FaultyChannel;
import kvproof.mocknixl.fault.FaultyReports;
import kvproof.mocknixl.kvcr.message.KvcrFrame.StartWrite;
import kvproof.mocknixl.kvcr.message.KvcrFrame.TargetMetadataAck;
import kvproof.mocknixl.kvcr.message.KvcrFrame.WriteProbe;
import kvproof.model.FetchFault;

/** Which frames and reports a fault makes late, double or lost, the same wherever fetches run. */
public final class FrameFaults {
  private FrameFaults() {}

  /**
   * Frames of that kind will be struck as they are sent; without effect for faults of other things.
   *
   * @param ofTarget through which the target sends
   * @param ofSource through which the source sends; may be the same
   * @param late beyond the operation's timeout
   */
  public static void lieInWait(
      FetchFault.Kind kind, FaultyChannel ofTarget, FaultyChannel ofSource, Duration late) {
    switch (kind) {
      case LOST_REQUEST -> strikeRequest(ofTarget, new Fate.Lost());
      case LATE_REQUEST -> strikeRequest(ofTarget, new Fate.Late(late));
      case DUPLICATE_REQUEST -> strikeRequest(ofTarget, new Fate.Twice());
      case LOST_PROBE -> {
        strikeRequest(ofTarget, new Fate.Lost());
        ofTarget.strike(WriteProbe.class::isInstance, 1, new Fate.Lost());
      }
      case LOST_ACK -> ofSource.strike(TargetMetadataAck.class::isInstance, 1, new Fate.Lost());
      default -> {} // strikes elsewhere
    }
  }

  /** The next report of that kind will be struck; without effect for faults of other things. */
  public static void lieInWait(FetchFault.Kind kind, FaultyReports reports) {
    switch (kind) {
      case LOST_NOTIFICATION -> reports.strikeNext(new Fate.Lost());
      case DUPLICATE_NOTIFICATION -> reports.strikeNext(new Fate.Twice());
      default -> {} // strikes elsewhere
    }
  }

  /**
   * How many frames, reports, pin requests or writes it has to hit until it has come about: without
   * a lost request nobody probes.
   */
  public static int hitsNeeded(FetchFault.Kind kind) {
    return kind == FetchFault.Kind.LOST_PROBE ? 2 : 1;
  }

  private static void strikeRequest(FaultyChannel ofTarget, Fate fate) {
    ofTarget.strike(StartWrite.class::isInstance, 1, fate);
  }
}
