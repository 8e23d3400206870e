package kvproof.soak.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import kvproof.soak.serve.Transcript.Parting;
import org.junit.jupiter.api.Test;

class TranscriptTest {
  private static final String TOLD =
      """
      {"op":"stored","worker":1,"blocks":[[1,101],[2,102]]}
      broken
      {"op":"query","local":[1,2],"targets":[[2,0]]}
      {"op":"removed","worker":1,"blocks":[102]}
      {"op":"resident","ranks":[[1,0]]}
      """;

  private static String recorded() throws IOException {
    var written = new ByteArrayOutputStream();
    try (var transcript = new Transcript(written)) {
      new ServeSession("1", Optional.of(transcript))
          .run(new ByteArrayInputStream(TOLD.getBytes(UTF_8)), new ByteArrayOutputStream());
    }
    return written.toString(UTF_8);
  }

  private static Optional<Parting> replayed(String transcript) throws IOException {
    return Transcript.replay(new ByteArrayInputStream(transcript.getBytes(UTF_8)), "1");
  }

  @Test
  void answersStandBehindTheirLines() throws IOException {
    assertThat(recorded().lines().map(line -> line.substring(0, 3)))
        .containsExactly("-> ", "-> ", "<- ", "-> ", "<- ", "-> ", "-> ", "<- ");
  }

  @Test
  void sameRouterSaysTheSameAgain() throws IOException {
    assertThat(replayed(recorded())).isEmpty();
  }

  @Test
  void otherAnswerIsShownWithItsLine() throws IOException {
    String doctored = recorded().replace("[1,0,1]]}", "[1,0,2]]}");

    Parting parting = replayed(doctored).orElseThrow();

    assertThat(parting.line()).isEqualTo(8);
    assertThat(parting.expected()).endsWith("\"counts\":[[1,0,2]]}");
    assertThat(parting.actual()).endsWith("\"counts\":[[1,0,1]]}");
  }

  @Test
  void answerThatWasNotWrittenDownIsAParting() throws IOException {
    String shortened =
        recorded()
            .lines()
            .filter(line -> !line.contains("counts"))
            .reduce("", (a, b) -> a + b + "\n");

    assertThat(replayed(shortened).orElseThrow().expected()).isEmpty();
  }

  @Test
  void anythingElseIsNoTranscript() {
    assertThatIOException()
        .isThrownBy(() -> replayed("{\"op\":\"dump\"}\n"))
        .withMessage("line 1 begins neither with '-> ' nor with '<- '");
  }
}
