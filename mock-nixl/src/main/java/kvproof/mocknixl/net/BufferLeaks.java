package kvproof.mocknixl.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What Netty's leak detection finds, kept instead of logged: buffers that nobody released and
 * nobody can reach any more.
 *
 * <p>Sees as many buffers as {@code io.netty.leakDetection.level} has it look at: all of them at
 * {@code paranoid}. Buffers over memory of somebody else, as {@code Unpooled.wrappedBuffer} makes
 * them, are not among them. One for a process; for any thread.
 */
public final class BufferLeaks {
  private static final int COLLECTIONS = 2;
  private static final long PATIENCE_MILLIS = 10_000;
  private static final BufferLeaks OF_THIS_PROCESS = new BufferLeaks();

  private final Queue<String> reports = new ConcurrentLinkedQueue<>();
  private final AtomicLong tracked = new AtomicLong();
  private long trackedThen;

  private BufferLeaks() {}

  /**
   * Watches from now on; harmless if it does. To be called before Netty has made its first buffer:
   * classes of Netty ask once, when they are loaded, who watches.
   */
  public static BufferLeaks watch() {
    if (!(ResourceLeakDetectorFactory.instance() instanceof Watchers)) {
      ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Watchers());
    }
    return OF_THIS_PROCESS;
  }

  /**
   * What leaked since the last call, one report each, with the places where the buffer was touched.
   *
   * <p>Collects garbage first, unless no buffer was made meanwhile. A buffer that is still
   * reachable, from a channel that is not closed for instance, is no leak yet.
   *
   * @throws IllegalStateException if garbage is not collected, or if nothing is watched, because
   *     the level is {@code disabled} or {@link #watch} came too late
   */
  public synchronized List<String> take() {
    touch();
    if (tracked.get() == 0) {
      throw new IllegalStateException(
          "buffers are not watched: watch before the first one is made, at level "
              + ResourceLeakDetector.getLevel());
    }
    if (tracked.get() - trackedThen > 1) {
      for (int i = 0; i < COLLECTIONS; i++) {
        collectGarbage();
        touch();
      }
    }
    trackedThen = tracked.get();
    List<String> taken = new ArrayList<>();
    for (String next = reports.poll(); next != null; next = reports.poll()) {
      taken.add(next);
    }
    return taken;
  }

  /** Netty looks for leaks when a buffer is made. */
  private static void touch() {
    ByteBuf buffer = ByteBufAllocator.DEFAULT.buffer(1);
    buffer.release();
  }

  /** Returns when what was unreachable is known to be. */
  private static void collectGarbage() {
    var collected = new ReferenceQueue<Object>();
    var marker = new PhantomReference<>(new Object(), collected);
    long start = System.nanoTime();
    try {
      while (System.nanoTime() - start < PATIENCE_MILLIS * 1_000_000) {
        System.gc();
        if (marker.equals(collected.remove(PATIENCE_MILLIS / 100))) {
          return;
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    throw new IllegalStateException(
        "garbage was not collected in " + PATIENCE_MILLIS + " ms: do not disable System.gc()");
  }

  /** One detector for each kind of resource, all with one list of reports. */
  private static final class Watchers extends ResourceLeakDetectorFactory {
    @Override
    @Deprecated
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval, long maxActive) {
      return new Watcher<>(resource, samplingInterval);
    }

    @Override
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval) {
      return new Watcher<>(resource, samplingInterval);
    }
  }

  private static final class Watcher<T> extends ResourceLeakDetector<T> {
    @SuppressWarnings("deprecation") // The constructor that is not asks for a factory's parameters.
    Watcher(Class<T> resource, int samplingInterval) {
      super(resource, samplingInterval);
    }

    @Override
    public @Nullable ResourceLeakTracker<T> track(T resource) {
      ResourceLeakTracker<T> tracker = super.track(resource);
      if (tracker != null) {
        OF_THIS_PROCESS.tracked.incrementAndGet();
      }
      return tracker;
    }

    @Override
    protected boolean needReport() {
      return true;
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
      OF_THIS_PROCESS.reports.add(resourceType + " was never released" + records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
      OF_THIS_PROCESS.reports.add(resourceType + " was never released");
    }
  }
}
