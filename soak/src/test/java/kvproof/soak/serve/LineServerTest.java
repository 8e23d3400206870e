package kvproof.soak.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
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
