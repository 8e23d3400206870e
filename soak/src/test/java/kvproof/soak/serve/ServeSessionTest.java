package kvproof.soak.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServeSessionTest {

  private static String resource(String name) throws IOException {
    try (InputStream in = ServeSessionTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
    }
  }

  private static String answersTo(String input) throws IOException {
    return answersTo(input, new ServeSession("0-test"));
  }

  private static String answersTo(String input, ServeSession session) throws IOException {
    var out = new ByteArrayOutputStream();
    session.run(new ByteArrayInputStream(input.getBytes(UTF_8)), out);
    return out.toString(UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"every-operation", "refused"})
  void answersAsTheTranscriptSays(String transcript) throws IOException {
    assertThat(answersTo(resource(transcript + ".in"))).isEqualTo(resource(transcript + ".out"));
  }

  @Test
  void theLastLineNeedsNoLineFeed() throws IOException {
    assertThat(answersTo("{\"op\":\"dump\"}"))
        .isEqualTo(answersTo("{\"op\":\"dump\"}\r\n"))
        .contains("\"line\":1");
  }

  @Test
  void aLineBeyondTheLimitIsRefusedAndTheNextOneRead() throws IOException {
    String longLine = "{\"op\":\"dump\",\"pad\":\"" + "x".repeat(2_000) + "\"}\n";

    String answers =
        answersTo(longLine + "{\"op\":\"dump\"}\n", new ServeSession("0-test", 1_000, 1 << 20));

    assertThat(answers)
        .startsWith("{\"line\":1,\"error\":\"longer than 1000 bytes\"}\n")
        .contains("{\"op\":\"dump\",\"line\":2");
  }

  @Test
  void aLineOfExactlyTheLimitIsRead() throws IOException {
    String line = "{\"op\":\"dump\"}";

    assertThat(answersTo(line + "\n", new ServeSession("0-test", line.length(), 1 << 20)))
        .startsWith("{\"op\":\"dump\",\"line\":1");
  }

  @Test
  void thousandsOfLinesAheadAreAnsweredInOrder() throws IOException {
    StringBuilder input = new StringBuilder();
    for (int i = 1; i <= 5_000; i++) {
      input.append("{\"op\":\"stored\",\"worker\":1,\"blocks\":[[").append(i).append(",1]]}\n");
      input.append("{\"op\":\"query\",\"id\":").append(i).append(",\"local\":[");
      input.append(i).append("]}\n");
    }

    String[] answers = answersTo(input.toString()).split("\n", -1);

    assertThat(answers).hasSize(5_001);
    for (int i = 1; i <= 5_000; i++) {
      assertThat(answers[i - 1])
          .startsWith("{\"op\":\"query\",\"id\":" + i + ",\"line\":" + 2 * i)
          .contains("\"device\":[[1,0,1,1]]");
    }
  }

  /** Takes nothing until it is let go, as a pipe does whose reader is busy. */
  private static final class StuckReader extends OutputStream {
    private final CountDownLatch gate = new CountDownLatch(1);

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        gate.await();
      } catch (InterruptedException stopped) {
        throw new IOException(stopped);
      }
    }
  }

  @Test
  void answersThatNobodyReadsEndTheSessionInsteadOfTheMemory() {
    var stuck = new StuckReader();
    InputStream endless = new RepeatedLine("{\"op\":\"dump\"}\n", stuck.gate::countDown, 20_000);

    assertThatThrownBy(() -> new ServeSession("0-test", 1_000, 100_000).run(endless, stuck))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nobody reads them");
  }

  /** A writer that dies of anything: nobody would ever write the answers behind it. */
  private static final class Broken extends OutputStream {
    private final Error failure = new OutOfMemoryError("planted");

    @Override
    public void write(int value) {
      throw failure;
    }
  }

  @Test
  void aWriterThatDiesEndsTheSession() {
    InputStream lines = new RepeatedLine("{\"op\":\"dump\"}\n", () -> {}, 10);

    assertThatThrownBy(() -> new ServeSession("0-test").run(lines, new Broken()))
        .isInstanceOf(IOException.class)
        .hasMessage("answers cannot be written: java.lang.OutOfMemoryError: planted");
  }

  @Test
  void aDeadWriterIsNoticedByLinesWithoutAnAnswer() {
    var wholeInput = new AtomicBoolean();
    InputStream first = new RepeatedLine("{\"op\":\"dump\"}\n", () -> {}, 1);
    InputStream rest =
        new RepeatedLine(
            "{\"op\":\"cleared\",\"worker\":1}\n", () -> wholeInput.set(true), 2_000_000);
    InputStream lines = new SequenceInputStream(first, rest);

    assertThatThrownBy(() -> new ServeSession("0-test").run(lines, new Broken()))
        .isInstanceOf(IOException.class);
    assertThat(wholeInput).isFalse();
  }

  @Test
  void readingGoesOnWhileNobodyReadsTheAnswers() throws IOException {
    var stuck = new StuckReader();
    InputStream lines = new RepeatedLine("{\"op\":\"dump\"}\n", stuck.gate::countDown, 1_000);

    // The reader is let go only after the last line was read: a session that waited would hang.
    new ServeSession("0-test", 1_000, 10_000_000).run(lines, stuck);
  }

  /** A line over and over; says when the last one was taken or, at the latest, when closed. */
  private static final class RepeatedLine extends InputStream {
    private final byte[] line;
    private final Runnable taken;
    private long left;

    RepeatedLine(String line, Runnable taken, int times) {
      this.line = line.getBytes(UTF_8);
      this.taken = taken;
      this.left = (long) times * this.line.length;
    }

    @Override
    public int read() {
      if (left == 0) {
        taken.run();
        return -1;
      }
      int value = line[(int) ((line.length - left % line.length) % line.length)];
      left--;
      return value;
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
      int first = read();
      if (first < 0) {
        return -1;
      }
      bytes[from] = (byte) first;
      int count = 1;
      while (count < length && left > 0) {
        bytes[from + count++] = (byte) read();
      }
      return count;
    }
  }
}
