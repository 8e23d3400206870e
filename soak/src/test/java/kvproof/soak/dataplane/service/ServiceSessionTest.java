package kvproof.soak.dataplane.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.model.BlockHashes;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;
import kvproof.model.KvHint;
import kvproof.soak.dataplane.timeline.TimelineEvent.Side;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lines of a process, said and answered without a process around it. */
@Timeout(60)
class ServiceSessionTest {
  private static final String OPEN =
      """
      {"n":1,"op":"open","agent":"a","endpoint":"tcp://127.0.0.1:0","parts":[["",64]],"device":2,\
      "host":3,"operation_nanos":1000000000,"abandon_nanos":2000000000,"side":"target"}""";

  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final ServiceSession session =
      new ServiceSession(answers::add, FabricChoice.mock(), UnaryOperator.identity());
  private final Thread thread = Thread.ofPlatform().unstarted(session);

  @BeforeEach
  void start() {
    thread.start();
  }

  @AfterEach
  void end() throws InterruptedException {
    session.end();
    thread.join();
  }

  private String answer(String line) throws InterruptedException {
    session.take(line);
    return String.valueOf(answers.poll(30, TimeUnit.SECONDS));
  }

  @Test
  void aServiceIsOpenedFilledAndInspected() throws InterruptedException {
    assertThat(answer(OPEN)).contains("\"re\":1", "\"endpoint\":\"tcp://127.0.0.1:");
    assertThat(answer("{\"n\":2,\"op\":\"store\",\"tier\":\"host_pinned\",\"hashes\":[\"7\"]}"))
        .isEqualTo("{\"re\":2}");

    assertThat(answer("{\"n\":3,\"op\":\"inspect\"}"))
        .isEqualTo("{\"re\":3,\"wrong\":[],\"device\":[],\"host\":[\"7\"]}");
    assertThat(answer("{\"n\":4,\"op\":\"close\"}")).isEqualTo("{\"re\":4,\"left\":[]}");
  }

  @Test
  void spoiltMemoryIsNamed() throws InterruptedException {
    answer(OPEN);
    answer("{\"n\":2,\"op\":\"store\",\"tier\":\"device\",\"hashes\":[\"7\"]}");
    answer("{\"n\":3,\"op\":\"corrupt\"}");

    assertThat(answer("{\"n\":4,\"op\":\"inspect\"}"))
        .contains("\"wrong\":[\"block 7 is block 5555555555555552\"]");
  }

  /** A hint that nobody follows, nor discards. */
  @Test
  void aHintThatWasNotDiscardedIsLeft() throws InterruptedException {
    answer(OPEN);
    assertThat(answer("{\"n\":2,\"op\":\"rest\"}"))
        .isEqualTo("{\"re\":2,\"unrest\":[],\"withheld\":0,\"unreadable\":0}");

    String hint = KvHint.fetch("r", BlockHashes.of(7), "tcp://127.0.0.1:9").toJson();
    answer(
        "{\"n\":3,\"op\":\"hint\",\"request\":\"r\",\"wait_nanos\":0,\"hint\":\"%s\"}"
            .formatted(hint.replace("\"", "\\\"")));

    assertThat(answer("{\"n\":4,\"op\":\"rest\"}")).contains("[\"1 hints not discarded\"]");
  }

  @Test
  void whatCannotBeDoneIsAnsweredWithTheReason() throws InterruptedException {
    assertThat(answer("{\"n\":1,\"op\":\"inspect\"}"))
        .contains("\"re\":1", "no service is open; open one first");
    answer(OPEN);

    assertThat(answer("{\"n\":2,\"op\":\"frobnicate\"}"))
        .contains("\"re\":2", "unknown op: 'frobnicate'");
    assertThat(answer("{\"n\":3,\"op\":\"ask\"}")).contains("no hint; give one first");
    assertThat(answer(OPEN.replace("\"n\":1", "\"n\":4"))).contains("open already");
    assertThat(answer("{\"n\":5,\"op\":\"store\",\"tier\":\"disk\",\"hashes\":[]}"))
        .contains("no tier disk");
    assertThat(
            answer("{\"n\":6,\"op\":\"store\",\"tier\":\"device\",\"hashes\":[\"1\",\"2\",\"3\"]}"))
        .contains("no room for 3 blocks: 2 slots are free");
  }

  @Test
  void aLineThatIsNoJsonDoesNoHarm() throws InterruptedException {
    assertThat(answer("nonsense")).contains("\"re\":-1", "error");

    assertThat(answer("{\"n\":2,\"op\":\"clock\"}")).contains("\"re\":2", "\"nanos\":");
  }

  @Test
  void anOrderIsReadAsItWasWritten() {
    var parts = new LinkedHashMap<String, Integer>();
    parts.put("kv:k", 64);
    parts.put("kv:v", 64);
    OpenOrder order =
        OpenOrder.undisturbed(
                "agent",
                "tcp://127.0.0.1:0",
                new BlockLayout(parts),
                4,
                Duration.ofSeconds(10),
                Side.SOURCE)
            .disturbed(
                Optional.of(Stop.WITHIN_A_TRANSFER),
                Optional.of(new FetchFault(Kind.SLOW_WRITE, FetchPhase.WRITING)));

    assertThat(OpenOrder.of(order.toJson())).isEqualTo(order);
  }
}
