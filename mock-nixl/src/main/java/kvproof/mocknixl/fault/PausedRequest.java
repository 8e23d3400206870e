package kvproof.mocknixl.fault;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/**
 * A write of which the rest is not even posted until it is let go, so that it is under way for
 * certain, also on a fabric that moves bytes by itself.
 *
 * <p>The report is bound to the rest. Otherwise it keeps the contract of a request: pending until a
 * poll says how it ended, and not closed before.
 */
final class PausedRequest implements TransferRequest {
  /*
   *   post ──► BEGUN ──its bytes are there──► PAUSED ──let go──► RESUMED
   *     └─────── without a beginning ───────────┘
   */
  private enum Stage {
    BEGUN,
    PAUSED,
    RESUMED
  }

  private final Optional<TransferRequest> beginning;
  private final TransferRequest rest;
  private final BooleanSupplier isLetGo;
  private final boolean isBeginningWatched;
  private Optional<byte[]> report = Optional.empty();
  private Stage stage = Stage.PAUSED;
  private boolean isWishedToEnd;

  /** Absent before the first posting. */
  private Optional<TransferStatus> status = Optional.empty();

  /**
   * @param isLetGo asked at every poll
   * @param isBeginningWatched whether the beginning is polled to its end before it is let go; if
   *     not, the agent has a pending transfer of its own in the meantime
   */
  PausedRequest(
      Optional<TransferRequest> beginning,
      TransferRequest rest,
      BooleanSupplier isLetGo,
      boolean isBeginningWatched) {
    this.beginning = beginning;
    this.rest = rest;
    this.isLetGo = isLetGo;
    this.isBeginningWatched = isBeginningWatched;
  }

  /** Whether it was posted and goes no further before it is let go. */
  boolean isPaused() {
    return isPending() && (stage == Stage.PAUSED || (stage == Stage.BEGUN && !isBeginningWatched));
  }

  @Override
  public void post() {
    post(Optional.empty());
  }

  @Override
  public void post(byte[] notification) {
    post(Optional.of(notification.clone()));
  }

  private void post(Optional<byte[]> bound) {
    if (isPending()) {
      throw new TransferException(Category.IN_USE, "the paused request is pending");
    }
    beginning.ifPresent(TransferRequest::post);
    stage = beginning.isPresent() ? Stage.BEGUN : Stage.PAUSED;
    report = bound;
    isWishedToEnd = false;
    status = Optional.of(new TransferStatus.Pending());
  }

  @Override
  public TransferStatus poll() {
    TransferStatus last =
        status.orElseThrow(() -> new IllegalStateException("the request was never posted"));
    TransferStatus now = isPending() ? advance() : last;
    status = Optional.of(now);
    return now;
  }

  private TransferStatus advance() {
    return switch (stage) {
      case BEGUN -> isBeginningWatched || isLetGo.getAsBoolean() ? begun() : pending();
      case PAUSED -> paused();
      case RESUMED -> rest.poll();
    };
  }

  private TransferStatus begun() {
    TransferStatus first = beginning.orElseThrow().poll();
    if (!(first instanceof TransferStatus.Done)) {
      return first;
    }
    stage = Stage.PAUSED;
    return paused();
  }

  private TransferStatus paused() {
    if (isWishedToEnd) {
      return new TransferStatus.Cancelled();
    }
    return isLetGo.getAsBoolean() ? resume() : pending();
  }

  /** What cannot be posted any more is over: the beginning has ended. */
  private TransferStatus resume() {
    try {
      report.ifPresentOrElse(rest::post, rest::post);
    } catch (TransferException refused) {
      return new TransferStatus.Failed(refused.category(), true, String.valueOf(refused));
    }
    stage = Stage.RESUMED;
    return rest.poll();
  }

  private static TransferStatus pending() {
    return new TransferStatus.Pending();
  }

  private boolean isPending() {
    return status.filter(TransferStatus.Pending.class::isInstance).isPresent();
  }

  @Override
  public void cancel() {
    if (!isPending()) {
      return;
    }
    isWishedToEnd = true;
    switch (stage) {
      case BEGUN -> beginning.orElseThrow().cancel();
      case PAUSED -> {} // the next poll says so
      case RESUMED -> rest.cancel();
    }
  }

  @Override
  public void close() {
    if (isPending()) {
      throw new TransferException(Category.IN_USE, "the paused request is pending");
    }
    beginning.ifPresent(TransferRequest::close);
    rest.close();
  }
}
