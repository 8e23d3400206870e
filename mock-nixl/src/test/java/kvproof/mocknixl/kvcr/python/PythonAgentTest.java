package kvproof.mocknixl.kvcr.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import kvproof.mocknixl.net.NettyFabric;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.ContentFinding.OtherBlock;
import kvproof.mocknixl.worker.ContentFinding.Right;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.model.transfer.TransferStatus.Done;
import kvproof.model.transfer.TransferStatus.Failed;
import kvproof.model.transfer.TransferStatus.Pending;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The fabric's agents in Java and in Python, each starting transfers with the other. */
@Timeout(120)
class PythonAgentTest {
  /** Several frames, and the last one shorter. */
  private static final int SIZE_BYTES = (3 << 20) + 8;

  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final BlockContent CONTENT = new BlockContent(SIZE_BYTES);

  private NettyFabric fabric;
  private TransferAgent ours;
  private TransferMemory memory;
  private PythonProcess python;

  @BeforeEach
  void open() throws Exception {
    PythonProcess.interpreter();
    fabric = new NettyFabric();
    ours = fabric.agent("ours");
    memory = ours.allocate(MemoryKind.DRAM, SIZE_BYTES);
    ours.register(List.of(memory.region()));
    python = new PythonProcess("owner.py", Map.of("name", "python", "bytes", SIZE_BYTES));
    byte[] theirs = HexFormat.of().parseHex(python.ready().get("metadata").asText());
    ours.load(AgentMetadata.of(theirs));
    String metadata = HexFormat.of().formatHex(ours.metadata().toBytes());
    python.ask("load", Map.of("metadata", metadata));
  }

  @AfterEach
  void close() throws Exception {
    if (python != null) {
      python.close();
    }
    if (fabric != null) {
      fabric.close();
    }
  }

  private TransferRequest request(TransferOperation operation) {
    Descriptor there =
        new Descriptor(MemoryKind.DRAM, 0, python.ready().get("address").asLong(), SIZE_BYTES);
    return ours.request(
        operation,
        ours.prepareLocal(List.of(memory.region().whole())),
        ours.prepareRemote("python", List.of(there)));
  }

  private static TransferStatus ended(TransferRequest request) {
    return await().atMost(PATIENCE).until(request::poll, status -> !(status instanceof Pending));
  }

  private void fillOurs(long block) {
    CONTENT.fill(block, memory.view(0, SIZE_BYTES));
  }

  private JsonNode theirTransfer(String operation, String notification) throws Exception {
    return python.ask(
        "transfer",
        Map.of(
            "operation",
            operation,
            "peer",
            "ours",
            "address",
            memory.region().address(),
            "size",
            SIZE_BYTES,
            "notification",
            HexFormat.of().formatHex(notification.getBytes(StandardCharsets.US_ASCII))));
  }

  private String theirFirstBytes() throws Exception {
    return python.ask("read", Map.of("offset", 0, "size", 8)).get("hex").asText();
  }

  private List<String> theirNotifications(int count) {
    List<String> heard = new ArrayList<>();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              python
                  .ask("notifications", Map.of())
                  .get("by")
                  .path("ours")
                  .forEach(payload -> heard.add(payload.asText()));
              return heard.size() >= count;
            });
    return heard;
  }

  private List<String> ourNotifications(int count) {
    List<String> heard = new ArrayList<>();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              for (Notification each : ours.takeNotifications()) {
                heard.add(each.sender() + " " + new String(each.payload(), StandardCharsets.UTF_8));
              }
              return heard.size() >= count;
            });
    return heard;
  }

  @Test
  void whatWeWriteIsInPlaceWhenItsNotificationIsHeard() throws Exception {
    fillOurs(1);
    try (TransferRequest write = request(TransferOperation.WRITE)) {

      write.post(new byte[] {7});

      assertThat(ended(write)).isEqualTo(new Done());
      assertThat(theirNotifications(1)).containsExactly("07");
      assertThat(python.ask("judge", Map.of("block", 1)).get("finding").asText())
          .isEqualTo("right");
    }
  }

  @Test
  void whatWeReadIsWhatPythonHolds() throws Exception {
    python.ask("fill", Map.of("block", 2));
    try (TransferRequest read = request(TransferOperation.READ)) {

      read.post();

      assertThat(ended(read)).isEqualTo(new Done());
      assertThat(CONTENT.check(2, memory.view(0, SIZE_BYTES))).isEqualTo(new Right());
    }
  }

  @Test
  void whatPythonWritesIsInPlaceWhenItsNotificationIsHeard() throws Exception {
    python.ask("fill", Map.of("block", 3));

    JsonNode ended = theirTransfer("WRITE", "bound");

    assertThat(ended.get("status").asText()).isEqualTo("DONE");
    assertThat(ourNotifications(1)).containsExactly("python bound");
    assertThat(CONTENT.check(3, memory.view(0, SIZE_BYTES))).isEqualTo(new Right());
  }

  @Test
  void whatPythonReadsIsWhatWeHold() throws Exception {
    fillOurs(4);

    JsonNode ended = theirTransfer("READ", "");

    assertThat(ended.get("status").asText()).isEqualTo("DONE");
    assertThat(python.ask("judge", Map.of("block", 4)).get("finding").asText()).isEqualTo("right");
  }

  @Test
  void memoryThatPythonDeregisteredIsNotFound() throws Exception {
    python.ask("fill", Map.of("block", 5));
    fillOurs(6);
    try (TransferRequest write = request(TransferOperation.WRITE)) {
      python.ask("deregister", Map.of());

      write.post(new byte[] {8});

      assertThat(ended(write))
          .isInstanceOfSatisfying(
              Failed.class,
              failed -> {
                assertThat(failed.category()).isEqualTo(Category.NOT_FOUND);
                assertThat(failed.quiet()).isTrue();
              });
      assertThat(python.ask("judge", Map.of("block", 5)).get("finding").asText())
          .isEqualTo("right");
    }
  }

  @Test
  void memoryThatWeDeregisteredFailsPythonsWriteAndIsUntouched() throws Exception {
    fillOurs(7);
    python.ask("fill", Map.of("block", 8));
    ours.deregister(List.of(memory.region()));

    JsonNode ended = theirTransfer("WRITE", "never");

    assertThat(ended.get("status").asText()).isEqualTo("ERR");
    assertThat(ended.get("quiet").asBoolean()).isTrue();
    assertThat(CONTENT.check(8, memory.view(0, SIZE_BYTES))).isEqualTo(new OtherBlock(7));
  }

  @Test
  void pythonThatDiesLeavesItsWriterDisconnectedAndNotQuiet() throws Exception {
    int times = 300;
    fillOurs(9);
    int[] indices = new int[times];
    Descriptor there =
        new Descriptor(MemoryKind.DRAM, 0, python.ready().get("address").asLong(), SIZE_BYTES);
    TransferRequest write =
        ours.request(
            TransferOperation.WRITE,
            ours.prepareLocal(List.of(memory.region().whole())),
            indices,
            ours.prepareRemote("python", List.of(there)),
            indices);

    write.post();
    await().atMost(PATIENCE).until(() -> !theirFirstBytes().equals("0000000000000000"));
    python.kill();

    assertThat(ended(write))
        .isInstanceOfSatisfying(
            Failed.class,
            failed -> {
              assertThat(failed.category()).isEqualTo(Category.DISCONNECTED);
              assertThat(failed.quiet()).isFalse();
            });
  }

  @Test
  void notificationsArriveInTheOrderSentBothWays() throws Exception {
    List<String> sent = IntStream.range(0, 100).mapToObj(number -> "n" + number).toList();

    for (String each : sent) {
      ours.notifyPeer("python", each.getBytes(StandardCharsets.US_ASCII));
      python.ask(
          "notify",
          Map.of(
              "peer",
              "ours",
              "payload",
              HexFormat.of().formatHex(each.getBytes(StandardCharsets.US_ASCII))));
    }

    assertThat(ourNotifications(100))
        .isEqualTo(sent.stream().map(each -> "python " + each).toList());
    assertThat(theirNotifications(100).stream().map(PythonAgentTest::text).toList())
        .isEqualTo(sent);
  }

  private static String text(String hex) {
    return new String(HexFormat.of().parseHex(hex), StandardCharsets.US_ASCII);
  }
}
