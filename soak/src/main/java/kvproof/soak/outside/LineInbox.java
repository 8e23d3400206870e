package kvproof.soak.outside;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import kvproof.soak.lines.BoundedLines;

/**
 * Lines that a process wrote and nobody has taken yet, read by a thread of their own.
 *
 * <p>It reads no further while {@value #MOST_WAITING_BYTES} bytes wait.
 */
final class LineInbox {
  /** One line, whose bytes must stay as they are. */
  static final class Line {
    private final byte[] bytes;
    private final boolean isTooLong;

    Line(byte[] bytes, boolean isTooLong) {
      this.bytes = bytes;
      this.isTooLong = isTooLong;
    }

    byte[] bytes() {
      return bytes;
    }

    /** Then its bytes are only its beginning. */
    boolean isTooLong() {
      return isTooLong;
    }
  }

  /** No line of the protocol is longer than 16 MiB. */
  private static final int LONGEST_LINE_BYTES = 16 << 20;

  private static final long MOST_WAITING_BYTES = 64L << 20;

  private final Deque<Line> waiting = new ArrayDeque<>();
  private long waitingBytes;
  private boolean ended;
  private boolean closed;

  void readAll(InputStream in) {
    BoundedLines lines = new BoundedLines(in, LONGEST_LINE_BYTES);
    try {
      List<Line> together = new ArrayList<>();
      while (lines.advance()) {
        if (!lines.isBlank()) {
          together.add(new Line(lines.bytes(), lines.isTooLong()));
        }
        if (!lines.isNextAtHand()) {
          put(together);
          together.clear();
        }
      }
      put(together);
    } catch (IOException broken) {
      // the pipe broke with its process: the end, like any other
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      end();
    }
  }

  /** What came in one piece at once: waking the one who waits costs more than a line does. */
  private synchronized void put(List<Line> together) throws InterruptedException {
    while (waitingBytes > MOST_WAITING_BYTES && !closed) {
      wait();
    }
    for (Line line : together) {
      waiting.addLast(line);
      waitingBytes += line.bytes().length;
    }
    notifyAll();
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** Nobody takes lines any more. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** The next line; empty if none came in this time, or none will come. */
  synchronized Optional<Line> take(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (waiting.isEmpty() && !ended) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return Optional.empty();
      }
      wait(left / 1_000_000, (int) (left % 1_000_000));
    }
    Line line = waiting.pollFirst();
    if (line != null) {
      waitingBytes -= line.bytes().length;
      notifyAll();
    }
    return Optional.ofNullable(line);
  }

  /** Everything was taken, and nothing will come. */
  synchronized boolean isAtEnd() {
    return ended && waiting.isEmpty();
  }
}
