package kvproof.events.zmq;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import kvproof.events.ReplayEnd;
import kvproof.events.ReplaySink;
import kvproof.events.ReplaySource;
import org.zeromq.ZContext;

/**
 * Asks one engine for batches again.
 *
 * <p>Each replay has a connection of its own, so that what is late of one cannot be taken for the
 * next. Several may run at a time, each with its sink on its caller's thread. An interrupt cancels,
 * and stays set.
 */
public final class ReplayClient implements ReplaySource, AutoCloseable {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  private final Supplier<ZContext> contexts;
  private final Endpoint endpoint;
  private final ConnectionSettings settings;
  private final Duration timeout;
  private final Set<ReplayConversation> running = new LinkedHashSet<>();
  private boolean closed;

  /** A replay has timed out when no reply came for {@code timeout}. */
  public ReplayClient(Endpoint endpoint, ConnectionSettings settings, Duration timeout) {
    this(ZContext::new, endpoint, settings, timeout);
  }

  private ReplayClient(
      Supplier<ZContext> contexts,
      Endpoint endpoint,
      ConnectionSettings settings,
      Duration timeout) {
    Attachment.requireConnectable(endpoint);
    if (timeout.toMillis() < 1 || timeout.toMillis() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("not a time to wait: " + timeout);
    }
    this.contexts = contexts;
    this.endpoint = endpoint;
    this.settings = settings;
    this.timeout = timeout;
  }

  public static ReplayClient to(Endpoint endpoint) {
    return new ReplayClient(endpoint, ConnectionSettings.defaults(), DEFAULT_TIMEOUT);
  }

  /** Within a context that others share, as {@code inproc} needs it; close it last. */
  public static ReplayClient in(
      ZContext context, Endpoint endpoint, ConnectionSettings settings, Duration timeout) {
    return new ReplayClient(context::shadow, endpoint, settings, timeout);
  }

  @Override
  public ReplayEnd replay(long start, ReplaySink sink) {
    ReplayConversation conversation;
    synchronized (this) {
      if (closed) {
        return new ReplayEnd.Cancelled(0);
      }
      conversation = new ReplayConversation(contexts.get(), endpoint, settings, timeout, start);
      running.add(conversation);
    }
    try {
      return conversation.take(sink);
    } finally {
      synchronized (this) {
        running.remove(conversation);
      }
    }
  }

  /** Replays that run end as cancelled, at once, and so does every later one. */
  @Override
  public synchronized void close() {
    closed = true;
    running.forEach(ReplayConversation::stop);
  }
}
