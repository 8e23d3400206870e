package kvproof.gpu;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import kvproof.gpu.capi.NixlStatus;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.jspecify.annotations.Nullable;

/**
 * One copy of the library, and the notification that follows it.
 *
 * <p>Owns the library's request. The notification is sent by the poll that sees the data done, not
 * bound to the request: the library would send a bound one from the posting if the copy is over by
 * then. A wish to cancel is heard and has no effect: the library can let go of a request that is
 * under way, but not say when it has stopped writing.
 */
final class NixlRequest implements TransferRequest {
  private final NixlTransferAgent agent;
  private final LoadedPeer peer;
  private final List<RegisteredRegion> ownRegions;
  private final MemorySegment handle;

  /** Null until the first posting. */
  private @Nullable TransferStatus status;

  /** How the posting itself ended it, to be said by the next poll. */
  private Optional<TransferStatus> endedAtPosting = Optional.empty();

  private Optional<byte[]> notification = Optional.empty();
  private boolean closed;

  NixlRequest(
      NixlTransferAgent agent,
      LoadedPeer peer,
      List<RegisteredRegion> ownRegions,
      MemorySegment handle) {
    this.agent = agent;
    this.peer = peer;
    this.ownRegions = List.copyOf(ownRegions);
    this.handle = handle;
  }

  @Override
  public void post() {
    post(Optional.empty());
  }

  @Override
  public void post(byte[] payload) {
    Notices.check(payload);
    post(Optional.of(payload.clone()));
  }

  private void post(Optional<byte[]> payload) {
    synchronized (agent.lock()) {
      requirePostable();
      notification = payload;
      endedAtPosting = peer.isGone() ? Optional.of(gone()) : answerOf(agent.library().post(handle));
      status = new TransferStatus.Pending();
      peer.began();
    }
  }

  private void requirePostable() {
    requireOpen();
    if (isInUse()) {
      throw new TransferException(
          Category.IN_USE, "a request is not posted again while it is " + status);
    }
    RequestPairs.requireUsable(peer, ownRegions);
  }

  /** Nothing was started, so nothing writes. */
  private TransferStatus gone() {
    return new TransferStatus.Failed(Category.DISCONNECTED, true, peer.name() + " is closed");
  }

  @Override
  public TransferStatus poll() {
    synchronized (agent.lock()) {
      requireOpen();
      TransferStatus before = status;
      if (before == null) {
        throw new IllegalStateException("the request was never posted");
      }
      if (!(before instanceof TransferStatus.Pending)) {
        return before;
      }
      TransferStatus now = advance();
      status = now;
      if (!(now instanceof TransferStatus.Pending)) {
        end();
      }
      return now;
    }
  }

  private TransferStatus advance() {
    if (peer.isCut()) {
      return failed("the way to " + peer.name() + " was given up");
    }
    TransferStatus answer =
        endedAtPosting
            .or(() -> answerOf(agent.library().status(handle)))
            .orElseGet(TransferStatus.Pending::new);
    return answer instanceof TransferStatus.Done ? notified() : answer;
  }

  /** Every byte is in place; without its notification that is a failure all the same. */
  private TransferStatus notified() {
    if (notification.isEmpty()) {
      return new TransferStatus.Done();
    }
    int sent = agent.library().notify(peer.name(), notification.get());
    peer.told();
    return sent < 0
        ? new TransferStatus.Failed(
            Category.DISCONNECTED, true, NixlException.describe("gen_notif", sent))
        : new TransferStatus.Done();
  }

  /** Nothing while it is under way. */
  private Optional<TransferStatus> answerOf(int answer) {
    if (answer == NixlStatus.IN_PROGRESS.number()) {
      return Optional.empty();
    }
    return Optional.of(
        answer == NixlStatus.SUCCESS.number()
            ? new TransferStatus.Done()
            : failed("a copy to or from " + peer.name() + ": " + NixlStatus.describe(answer)));
  }

  /**
   * What was checked before it was posted can only fail because the peer is gone, whatever the
   * status; what the network still carries nobody knows.
   */
  private static TransferStatus failed(String detail) {
    return new TransferStatus.Failed(Category.DISCONNECTED, false, detail);
  }

  private void end() {
    peer.ended();
    notification = Optional.empty();
    endedAtPosting = Optional.empty();
    if (isInUse()) {
      agent.requests().keepInUse(ownRegions);
    }
    agent.peers().settle(peer.name());
  }

  @Override
  public void cancel() {
    synchronized (agent.lock()) {
      requireOpen();
    }
  }

  @Override
  public void close() {
    synchronized (agent.lock()) {
      if (closed) {
        return;
      }
      if (isPending()) {
        throw new TransferException(Category.IN_USE, "the request is pending");
      }
      release();
    }
  }

  /** Whatever its state: the agent is going. */
  void release() {
    closed = true;
    agent.requests().drop(this);
    agent.library().destroy(handle);
  }

  boolean isPending() {
    return status instanceof TransferStatus.Pending;
  }

  /** Pending, or failed so that nobody knows what still moves. */
  private boolean isInUse() {
    return isPending() || (status instanceof TransferStatus.Failed failed && !failed.quiet());
  }

  /** Whether this is pending and touches the agent's own region. */
  boolean isUsing(MemoryRegion region) {
    return isPending() && ownRegions.stream().anyMatch(own -> own.region().equals(region));
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the request is closed");
    }
  }
}
