package kvproof.soak.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import kvproof.soak.lines.BoundedLines;

/**
 * One conversation on the line protocol, from the first line to the end of the input.
 *
 * <p>Answers come in the order of the lines. A line that cannot be read or carried out is answered
 * with an error and changes nothing; an empty line is passed over, but counted.
 */
public final class ServeSession {
  private static final int MOST_TOGETHER_BYTES = 1 << 16;

  private final Dialogue dialogue;
  private final int longestLineBytes;
  private final long mostUnreadBytes;
  private final Optional<Transcript> transcript;

  /** A session with a fresh reference router of this version. */
  public ServeSession(String version) {
    this(version, Optional.empty());
  }

  /** The same, written down as it goes. */
  public ServeSession(String version, Optional<Transcript> transcript) {
    this(version, Dialogue.LONGEST_LINE_BYTES, AnswerQueue.mostUnreadBytes(), transcript);
  }

  ServeSession(String version, int longestLineBytes, long mostUnreadBytes) {
    this(version, longestLineBytes, mostUnreadBytes, Optional.empty());
  }

  private ServeSession(
      String version, int longestLineBytes, long mostUnreadBytes, Optional<Transcript> transcript) {
    this.dialogue = new Dialogue(version);
    this.longestLineBytes = longestLineBytes;
    this.mostUnreadBytes = mostUnreadBytes;
    this.transcript = transcript;
  }

  /** Runs until the input ends; throws {@link IOException} if input or output breaks. */
  public void run(InputStream in, OutputStream out) throws IOException {
    BoundedLines lines = new BoundedLines(in, longestLineBytes);
    try (AnswerQueue answers = new AnswerQueue(out, mostUnreadBytes)) {
      var together = new ByteArrayOutputStream();
      while (lines.advance()) {
        answers.throwIfFailed(); // lines without an answer would never find out
        byte[] line = lines.bytes();
        Optional<byte[]> answer =
            lines.isTooLong()
                ? Optional.of(Dialogue.tooLong(lines.number(), longestLineBytes))
                : dialogue.answer(line, lines.number());
        if (transcript.isPresent()) {
          transcript.get().exchanged(line, lines.isTooLong(), answer);
        }
        if (answer.isPresent()) {
          together.writeBytes(answer.get());
        }
        if (!lines.isNextAtHand() || together.size() > MOST_TOGETHER_BYTES) {
          handOver(together, answers);
        }
      }
    }
  }

  /** Waking the one who writes costs more than an answer does. */
  private static void handOver(ByteArrayOutputStream together, AnswerQueue answers)
      throws IOException {
    if (together.size() > 0) {
      answers.put(together.toByteArray());
      together.reset();
    }
  }
}
