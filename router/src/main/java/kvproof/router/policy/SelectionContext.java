package kvproof.router.policy;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import kvproof.model.AffinityTarget;
import kvproof.model.RequestConstraints;
import kvproof.model.RequestOverride;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * What every component sees of the request, whatever it declared.
 *
 * <p>One object serves the selections of a partition in turn: {@link #begin} makes it that of the
 * next. Its methods throw {@link IllegalStateException} before the first.
 */
public final class SelectionContext {
  private @Nullable SelectionRequest request;
  private SessionContext session = SessionContext.none();
  private int blockSize = 1;
  private boolean tracksPrefill;
  private final PreferredTaints preferredTaints = new PreferredTaints();

  /**
   * Makes this the context of a request.
   *
   * @param newBlockSize tokens of a block, at least 1
   * @param isPrefillTracked whether prefill tokens count for this request
   */
  public void begin(
      SelectionRequest newRequest,
      SessionContext newSession,
      int newBlockSize,
      boolean isPrefillTracked) {
    if (newBlockSize < 1) {
      throw new IllegalArgumentException("block size must be at least 1, not " + newBlockSize);
    }
    request = newRequest;
    session = newSession;
    blockSize = newBlockSize;
    tracksPrefill = isPrefillTracked;
    preferredTaints.begin(newRequest.constraints());
  }

  private SelectionRequest request() {
    if (request == null) {
      throw new IllegalStateException("no selection has begun");
    }
    return request;
  }

  private RequestConstraints constraints() {
    return request().constraints();
  }

  /** The only rank that the request may get. */
  public Optional<WorkerWithDpRank> pin() {
    return constraints().pin();
  }

  public int promptTokens() {
    return request().promptTokens();
  }

  /** Blocks of the prompt, the last of which may be partial; 0 without tokens. */
  public int requestBlocks() {
    return (int) (((long) promptTokens() + blockSize - 1) / blockSize);
  }

  public int blockSize() {
    return blockSize;
  }

  public boolean tracksPrefill() {
    return tracksPrefill;
  }

  public SessionContext session() {
    return session;
  }

  /** The worker that the session would like to stay on, eligible or not. */
  public Optional<AffinityTarget> affinity() {
    return constraints().affinity();
  }

  public OptionalInt expectedOutputTokens() {
    return request().expectedOutputTokens();
  }

  /** Seconds gained in the queue. */
  public double priorityJump() {
    return request().wishes().priorityJump();
  }

  /** Unsigned. */
  public int strictPriority() {
    return request().wishes().strictPriority();
  }

  /** The request's own, in place of the configured one. */
  public OptionalDouble temperature() {
    return override().temperature();
  }

  /** What else the request sets aside, for the built-in cost alone. */
  RequestOverride override() {
    return request().override();
  }

  /** Whether ranks have a multiplier: the request has preferred taints and no pin. */
  boolean hasPreferredTaints() {
    return preferredTaints.isWanted();
  }

  /** The multiplier of a worker that carries these taints. */
  double preferredTaintMultiplier(Set<String> carried) {
    return preferredTaints.multiplier(carried);
  }
}
