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
  /** Answers that nobody reads may take this much memory. */
  static final long MOST_UNREAD_BYTES = 1L << 30;

  private final OutputStream out;
  private final long mostUnreadBytes;
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private final Thread writer = new Thread(this::write, "answers");
  private long unreadBytes;
  private boolean closed;
  private @Nullable IOException failure;

  AnswerQueue(OutputStream out, long mostUnreadBytes) {
    this.out = out;
    this.mostUnreadBytes = mostUnreadBytes;
    writer.setDaemon(true);
    writer.start();
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

  private void throwIfFailed() throws IOException {
    if (failure != null) {
      throw new IOException("answers cannot be written: " + failure.getMessage(), failure);
    }
  }

  private void write() {
    try {
      for (byte[] answer = take(); answer != null; answer = take()) {
        out.write(answer);
        out.flush();
      }
    } catch (IOException broken) {
      fail(broken);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Everything that waits, as one piece; null once the queue is closed and empty. */
  private synchronized byte @Nullable [] take() throws InterruptedException {
    while (waiting.isEmpty() && !closed) {
      wait();
    }
    if (waiting.isEmpty()) {
      return null;
    }
    var piece = new ByteArrayOutputStream((int) unreadBytes);
    waiting.forEach(piece::writeBytes);
    waiting.clear();
    unreadBytes = 0;
    return piece.toByteArray();
  }

  private synchronized void fail(IOException broken) {
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
