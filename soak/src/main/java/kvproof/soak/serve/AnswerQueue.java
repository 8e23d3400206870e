package kvproof.soak.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Answers on their way out, written by a thread of their own.
 *
 * <p>Whoever puts an answer here never waits for a reader, as the protocol demands; what nobody
 * reads piles up to a limit, and then the session ends. Any thread.
 */
final class AnswerQueue implements AutoCloseable {
  private static final long MOST_UNREAD_BYTES = 1L << 30;

  /** The writer takes what waits in pieces of about this size. */
  private static final int PIECE_BYTES = 1 << 20;

  private final OutputStream out;
  private final long mostUnreadBytes;
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private final Thread writer = new Thread(this::write, "answers");
  private long unreadBytes;
  private boolean closed;
  private volatile @Nullable Throwable failure;

  AnswerQueue(OutputStream out, long mostUnreadBytes) {
    this.out = out;
    this.mostUnreadBytes = mostUnreadBytes;
    writer.setDaemon(true);
    writer.start();
  }

  /** Memory that answers may take which nobody reads: a part of what the process has. */
  static long mostUnreadBytes() {
    return Math.min(MOST_UNREAD_BYTES, Runtime.getRuntime().maxMemory() / 4);
  }

  /** Throws {@link IOException} if earlier answers could not be written, or pile up unread. */
  synchronized void put(byte[] answer) throws IOException {
    throwIfFailed();
    unreadBytes += answer.length;
    if (unreadBytes > mostUnreadBytes) {
      fail(
          new IOException(
              "answers of " + unreadBytes + " bytes are waiting and nobody reads them"));
      throwIfFailed();
    }
    waiting.add(answer);
    notifyAll();
  }

  /** Throws {@link IOException} if earlier answers could not be written. */
  void throwIfFailed() throws IOException {
    Throwable cause = failure;
    if (cause instanceof IOException) {
      throw new IOException("answers cannot be written: " + cause.getMessage(), cause);
    }
    if (cause != null) {
      throw new IOException("answers cannot be written: " + cause, cause);
    }
  }

  private void write() {
    try {
      for (byte[] answer = take(); answer != null; answer = take()) {
        out.write(answer);
        out.flush();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (Throwable broken) { // without a writer the session would answer into nothing
      fail(broken);
    }
  }

  /** Answers that wait, as one piece; null once the queue is closed and empty. */
  private synchronized byte @Nullable [] take() throws InterruptedException {
    while (waiting.isEmpty() && !closed) {
      wait();
    }
    if (waiting.isEmpty()) {
      return null;
    }
    var piece = new ByteArrayOutputStream();
    do {
      piece.writeBytes(waiting.remove());
    } while (!waiting.isEmpty() && piece.size() < PIECE_BYTES);
    unreadBytes -= piece.size();
    return piece.toByteArray();
  }

  private synchronized void fail(Throwable broken) {
    failure = broken;
    closed = true;
    waiting.clear();
  }

  /**
   * Waits until everything is written; throws {@link IOException} if it could not be.
   *
   * <p>After a failure nothing is waited for: the writer may hang in a pipe that nobody reads.
   */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      throwIfFailed();
      closed = true;
      notifyAll();
    }
    try {
      writer.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      throwIfFailed();
    }
  }
}
