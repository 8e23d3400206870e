package kvproof.soak.outside;

import static kvproof.model.Verdict.Kind.CRASHED;
import static kvproof.model.Verdict.Kind.FAILED;
import static kvproof.model.Verdict.Kind.OUT_OF_ORDER;
import static kvproof.model.Verdict.Kind.TIMED_OUT;
import static kvproof.model.Verdict.Kind.UNANSWERED;
import static kvproof.model.Verdict.Kind.UNREADABLE;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kvproof.model.Verdict.Kind;
import kvproof.soak.run.RouterTrouble;

/**
 * Numbered lines to one router, and its answers in their order.
 *
 * <p>Lines go out when they are flushed and may be far ahead of the answers. Whatever is wrong with
 * the process or an answer is a {@link RouterTrouble}; after one the conversation is over, and only
 * to be closed. For one thread.
 */
final class Conversation implements AutoCloseable {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final int LINES_SHOWN = 24;

  /** Answers looked through for one that was due before them. */
  private static final int SEARCHED = 64;

  private static final Duration SEARCH_PATIENCE = Duration.ofSeconds(1);

  private final RouterProcess process;
  private final Duration timeout;
  private final LastLines exchanged = new LastLines(LINES_SHOWN);
  private final ByteArrayOutputStream unsent = new ByteArrayOutputStream();
  private final Deque<Long> due = new ArrayDeque<>();
  private long lastLine;
  private boolean isBroken;

  /** With a process that nobody has said anything to. */
  Conversation(RouterProcess process, Duration timeout) {
    this.process = process;
    this.timeout = timeout;
  }

  static Conversation start(RouterCommand command, Path folder) {
    return new Conversation(RouterProcess.start(command, folder), command.timeout());
  }

  /** A line that is to be answered only if something is wrong with it. It ends with a line feed. */
  void tell(byte[] line) {
    lastLine++;
    exchanged.add("-> ", line);
    unsent.writeBytes(line);
  }

  /** A line whose answer has to be taken, after those that were asked before. */
  void ask(byte[] line) {
    tell(line);
    due.addLast(lastLine);
  }

  void flush() {
    if (unsent.size() > 0) {
      process.write(unsent.toByteArray());
      unsent.reset();
    }
  }

  /** The answer to the first line that was asked and not taken; waits no longer than allowed. */
  Said answer() {
    flush();
    long line = due.element();
    byte[] bytes = next(line);
    if (!Said.isAnswerTo(line, bytes)) {
      lookInto(bytes, line);
    }
    due.remove();
    return new Said(bytes);
  }

  /** What is not plainly an answer to this line: throws unless it is one after all. */
  private void lookInto(byte[] bytes, long line) {
    JsonNode answer = parse(bytes);
    requireLine(answer, line);
    if (answer.has("error")) {
      throw trouble(FAILED, "refuses line " + line + ": " + answer.get("error").asText());
    }
  }

  private void requireLine(JsonNode answer, long line) {
    long answered = lineOf(answer);
    if (answered != line) {
      throw misplaced(answer, answered, line);
    }
  }

  /** The same for the greeting, which a router may not know: then nothing. */
  Optional<JsonNode> answerUnlessRefused() {
    flush();
    long line = due.element();
    JsonNode answer = parse(next(line));
    requireLine(answer, line);
    due.remove();
    return answer.has("error") ? Optional.empty() : Optional.of(answer);
  }

  private byte[] next(long line) {
    LineInbox.Line read = read(timeout).orElseThrow(() -> silence(line));
    exchanged.add("<- ", read.bytes());
    if (read.isTooLong()) {
      throw trouble(UNREADABLE, "writes a line longer than 16 MiB");
    }
    return read.bytes();
  }

  private JsonNode parse(byte[] bytes) {
    try {
      JsonNode answer = JSON.readTree(bytes);
      if (answer.isObject()) {
        return answer;
      }
      throw trouble(UNREADABLE, "writes a line that is no JSON object");
    } catch (JacksonException notJson) {
      throw trouble(UNREADABLE, "writes a line that is not JSON: " + notJson.getOriginalMessage());
    } catch (IOException impossible) {
      throw new AssertionError("bytes that cannot be read", impossible);
    }
  }

  private long lineOf(JsonNode answer) {
    JsonNode line = answer.get("line");
    if (line == null || !line.isIntegralNumber()) {
      throw trouble(UNREADABLE, "writes an answer that does not say which line it answers");
    }
    return line.longValue();
  }

  private Optional<LineInbox.Line> read(Duration patience) {
    try {
      return process.read(patience);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw trouble(FAILED, "was not waited for: the run was stopped");
    }
  }

  private RouterTrouble silence(long line) {
    if (!process.isAtEnd()) {
      return trouble(
          TIMED_OUT, "does not answer line " + line + " within " + timeout.toMillis() + " ms");
    }
    OptionalInt exit = exit(SEARCH_PATIENCE);
    return trouble(
        CRASHED,
        (exit.isPresent() ? "ended with exit code " + exit.getAsInt() : "closed its output")
            + " before it answered line "
            + line);
  }

  private OptionalInt exit(Duration patience) {
    try {
      return process.exit(patience);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return OptionalInt.empty();
    }
  }

  /** Another line was answered than the one whose turn it was. */
  private RouterTrouble misplaced(JsonNode answer, long answered, long line) {
    if (answer.has("error")) {
      return trouble(FAILED, "refuses line " + answered + ": " + answer.get("error").asText());
    }
    if (!due.contains(answered)) {
      return trouble(OUT_OF_ORDER, "answers line " + answered + ", which asks nothing");
    }
    String instead = "answers line " + answered + " where line " + line + " is due";
    return comesLater(line)
        ? trouble(OUT_OF_ORDER, instead + ", and that one later")
        : trouble(UNANSWERED, instead + ", and does not answer that one");
  }

  private boolean comesLater(long line) {
    for (int i = 0; i < SEARCHED; i++) {
      Optional<LineInbox.Line> read =
          read(SEARCH_PATIENCE.compareTo(timeout) < 0 ? SEARCH_PATIENCE : timeout);
      if (read.isEmpty()) {
        return false;
      }
      exchanged.add("<- ", read.get().bytes());
      if (lineOf(parse(read.get().bytes())) == line) {
        return true;
      }
    }
    return false;
  }

  /** Whether it had a trouble, and is of no more use. */
  boolean isBroken() {
    return isBroken;
  }

  RouterTrouble trouble(Kind kind, String message) {
    isBroken = true;
    List<String> shown = new ArrayList<>(exchanged.lines());
    process.stderr().forEach(line -> shown.add("stderr " + line));
    return new RouterTrouble(kind, message, shown);
  }

  /** The last lines of its standard error so far. */
  List<String> stderr() {
    return process.stderr();
  }

  /**
   * Ends the input and waits for the end of the process; throws {@link RouterTrouble} if it does
   * not end in time, or, where that is asked for, with another exit code than 0.
   */
  void finish(boolean mustEndWell) {
    flush();
    process.endInput();
    OptionalInt exit = exit(timeout);
    if (exit.isEmpty()) {
      throw trouble(TIMED_OUT, "does not end " + timeout.toMillis() + " ms after its input");
    }
    if (mustEndWell && exit.getAsInt() != 0) {
      throw trouble(CRASHED, "ends its work with exit code " + exit.getAsInt());
    }
  }

  /**
   * Ends the input behind what was asked, and takes those answers; throws {@link RouterTrouble} if
   * one is missing, if anything else is written, or if the process does not end well in time.
   */
  void takeLeave() {
    flush();
    process.endInput();
    while (!due.isEmpty()) {
      answer();
    }
    Optional<LineInbox.Line> more = read(timeout);
    if (more.isPresent()) {
      exchanged.add("<- ", more.get().bytes());
      throw trouble(OUT_OF_ORDER, "writes another line after its last answer");
    }
    finish(true);
  }

  @Override
  public void close() {
    process.close();
  }
}
