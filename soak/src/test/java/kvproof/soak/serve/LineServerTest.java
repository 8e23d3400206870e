package kvproof.soak.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LineServerTest {
  private LineServer server;

  @BeforeEach
  void listen() throws IOException {
    server = LineServer.start("1", 0);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private Socket connected() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), server.port());
  }

  private static List<String> allAnswersTo(Socket socket, String lines) throws IOException {
    socket.getOutputStream().write(lines.getBytes(UTF_8));
    socket.shutdownOutput();
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))
        .lines()
        .toList();
  }

  @Test
  void endOfInputGetsWhatIsLeftOfTheAnswers() throws IOException {
    try (Socket socket = connected()) {
      List<String> answers =
          allAnswersTo(
              socket,
              "{\"op\":\"stored\",\"worker\":1,\"blocks\":[[1,101]]}\nbroken\n"
                  + "{\"op\":\"query\",\"local\":[1],\"targets\":[[2,0]]}\n"
                  + "{\"op\":\"dump\"}\n".repeat(2_000));

      assertThat(answers).hasSize(2_002);
      assertThat(answers.getFirst()).startsWith("{\"line\":2,\"error\":\"not JSON");
      assertThat(answers.get(1)).contains("\"choices\":[[2,0,0,[1,0],1]]");
      assertThat(answers.getLast()).contains("\"line\":2003");
    }
  }

  @Test
  void lastLineWithoutALineFeedIsAnsweredAtTheEndOfTheInput() throws IOException {
    try (Socket socket = connected()) {
      List<String> answers =
          allAnswersTo(
              socket,
              "{\"op\":\"resident\",\"ranks\":[[1,0]]}\n{\"op\":\"resident\",\"ranks\":[[2,0]]}");

      assertThat(answers).hasSize(2);
      assertThat(answers.getLast()).contains("\"line\":2", "[[2,0,null]]");
    }
  }

  @Test
  void lineThatIsTooLongIsAnsweredWithAnErrorWhetherItEndsOrNot() throws IOException {
    String tooLong = "x".repeat(Dialogue.LONGEST_LINE_BYTES + 1);
    String fits = "y".repeat(Dialogue.LONGEST_LINE_BYTES);
    try (Socket socket = connected()) {
      List<String> answers = allAnswersTo(socket, tooLong + "\n" + fits + "\n{}\n" + tooLong);

      assertThat(answers).hasSize(4);
      assertThat(answers.get(0)).startsWith("{\"line\":1,\"error\":\"longer than");
      assertThat(answers.get(1)).startsWith("{\"line\":2,\"error\":\"not JSON");
      assertThat(answers.get(2)).startsWith("{\"line\":3,\"error\":\"field 'op' is missing");
      assertThat(answers.get(3)).startsWith("{\"line\":4,\"error\":\"longer than");
    }
  }

  @Test
  void conversationsAreWrittenDownEachByItselfAndCanBeToldAgain() throws IOException {
    List<ByteArrayOutputStream> written = new CopyOnWriteArrayList<>();
    try (LineServer recording =
        LineServer.start(
            "1",
            0,
            number -> {
              written.add(new ByteArrayOutputStream());
              return Optional.of(new Transcript(written.get(number - 1)));
            })) {
      for (int worker : new int[] {1, 2}) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), recording.port())) {
          String rank = "[[" + worker + ",0]]";
          allAnswersTo(
              socket,
              "{\"op\":\"stored\",\"worker\":1,\"blocks\":[[1,101]]}\n"
                  + "x".repeat(worker == 1 ? Dialogue.LONGEST_LINE_BYTES + 5 : 1)
                  + "\n{\"op\":\"resident\",\"ranks\":"
                  + rank
                  + "}");
        }
      }
    }

    assertThat(written).hasSize(2);
    assertThat(written.get(0).toString(UTF_8)).contains("<- {\"op\":\"resident\"", "[[1,0,1]]");
    assertThat(written.get(1).toString(UTF_8)).contains("-> x\n<- {\"line\":2", "[[2,0,null]]");
    for (ByteArrayOutputStream transcript : written) {
      assertThat(Transcript.replay(new ByteArrayInputStream(transcript.toByteArray()), "1"))
          .isEmpty();
    }
    String altered = written.get(0).toString(UTF_8).replace("[[1,0,1]]", "[[1,0,2]]");
    assertThat(Transcript.replay(new ByteArrayInputStream(altered.getBytes(UTF_8)), "1"))
        .isPresent();
  }

  @Test
  void connectionThatCannotBeWrittenDownIsClosed() throws IOException {
    try (LineServer recording =
            LineServer.start(
                "1",
                0,
                _ -> {
                  throw new IOException("disk full");
                });
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), recording.port())) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void eachConnectionHasARouterOfItsOwn() throws IOException {
    try (Socket one = connected();
        Socket other = connected()) {
      List<String> first =
          allAnswersTo(
              one,
              "{\"op\":\"stored\",\"worker\":1,\"blocks\":[[1,101]]}\n"
                  + "{\"op\":\"resident\",\"ranks\":[[1,0]]}\n");
      List<String> second = allAnswersTo(other, "{\"op\":\"resident\",\"ranks\":[[1,0]]}\n");

      assertThat(first).singleElement().asString().contains("[[1,0,1]]");
      assertThat(second).singleElement().asString().contains("[[1,0,null]]");
    }
  }
}
