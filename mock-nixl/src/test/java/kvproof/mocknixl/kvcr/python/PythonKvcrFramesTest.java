package kvproof.mocknixl.kvcr.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteDoneCodec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Frames of a running Python KVCR through our codec and on to another: read whole, and what we
 * write is taken.
 */
@Timeout(180)
class PythonKvcrFramesTest {
  private static final int BLOCK_BYTES = 4096;
  private static final Map<String, Object> SHORT =
      Map.of("operation_ms", 5_000, "abandon_ms", 60_000);

  @BeforeEach
  void needsPython() {
    PythonProcess.interpreter();
  }

  @Test
  void everyFrameOfPythonIsReadWholeAndTakenAsWeWriteIt() throws Exception {
    try (var source = PythonKvcr.start("source", BLOCK_BYTES, SHORT);
        var target = PythonKvcr.start("target", BLOCK_BYTES, SHORT);
        var relay = new FrameRelay(source.endpoint(), target.endpoint())) {
      source.hold(List.of(1L, -2L, 3L));

      deliversThrough(relay, target);
      try (var successor = restarted(source)) {
        isRefusedAndThenDelivers(relay, target, successor);
        timesOutAndIsFenced(relay, target);
      }

      assertThat(typesOf(relay, target))
          .containsExactly(
              "start_write",
              "target_metadata",
              "target_metadata_ack",
              "write_probe",
              "write_probe_ack",
              "write_refused");
      for (FrameRelay.Passed frame : relay.passed()) {
        isReadWhole(frame, target, relay.endpoint());
      }
    }
  }

  private static void deliversThrough(FrameRelay relay, PythonKvcr target) throws Exception {
    target.hint(relay.endpoint(), List.of(1L, -2L, 3L, 4L), "whole");

    FetchInterop.delivers(
        target.fetchBlocks(List.of(1L, -2L, 3L, 4L), "whole"), List.of(1L, -2L, 3L));
    reportsAreRead(
        target.notifications(), new WriteDone(0, true, Optional.of(List.of(0L, 1L, 2L)), true));
  }

  private static void timesOutAndIsFenced(FrameRelay relay, PythonKvcr target) throws Exception {
    // Whom the probe means is known from an earlier acknowledgement, which may come last.
    target.awaitAcknowledgement();
    target.ask("lose", Map.of("types", List.of("start_write")));
    target.hint(relay.endpoint(), List.of(5L), "fenced");

    FetchInterop.delivers(target.fetchBlocks(List.of(5L), "fenced"), List.of());
    target.ask("lose", Map.of("types", List.of()));
    // Ended by the answer to the probe: without it the operation would be quarantined.
    await().atMost(Duration.ofSeconds(40)).until(() -> target.state().get("operations").isEmpty());
    assertThat(target.ask("events", Map.of()).get("events")).isEmpty();
  }

  private static PythonKvcr restarted(PythonKvcr source) throws Exception {
    source.kill();
    PythonKvcr successor =
        PythonKvcr.start(
            "successor",
            BLOCK_BYTES,
            Map.of(
                "port",
                PythonInterop.port(source.endpoint()),
                "operation_ms",
                5_000,
                "abandon_ms",
                60_000));
    successor.hold(List.of(6L));
    return successor;
  }

  private static void isRefusedAndThenDelivers(
      FrameRelay relay, PythonKvcr target, PythonKvcr successor) throws Exception {
    target.hint(relay.endpoint(), List.of(6L), "refused");
    FetchInterop.Fetched refused = target.fetchBlocks(List.of(6L), "refused");
    FetchInterop.delivers(refused, List.of());
    assertThat(refused.refused()).isTrue();

    target.hint(relay.endpoint(), List.of(6L), "again");
    FetchInterop.delivers(target.fetchBlocks(List.of(6L), "again"), List.of(6L));
    assertThat(successor.state().get("peers").valueStream().map(JsonNode::asText))
        .containsExactly("target");
  }

  private static void reportsAreRead(List<byte[]> notifications, WriteDone expected) {
    assertThat(notifications).hasSize(1);
    WriteDone report = WriteDoneCodec.decode(notifications.getFirst()).orElseThrow();
    assertThat(report).usingRecursiveComparison().ignoringFields("operation").isEqualTo(expected);
  }

  private static TreeSet<String> typesOf(FrameRelay relay, PythonKvcr python) throws Exception {
    var types = new TreeSet<String>();
    for (FrameRelay.Passed frame : relay.passed()) {
      types.add(python.reads(frame.came()).get("type").asText());
    }
    return types;
  }

  /** Python reads the same in ours, but for what the relay changed and what nobody evaluates. */
  private static void isReadWhole(FrameRelay.Passed frame, PythonKvcr python, String relay)
      throws Exception {
    ObjectNode came = (ObjectNode) python.reads(frame.came());
    assertThat(frame.read()).as("read: %s", came).isPresent();
    assertThat(KvcrCodec.decode(frame.sentOn())).as("read again: %s", came).isPresent();
    JsonNode sentOn = python.reads(frame.sentOn());

    came.put("sender_control_endpoint", relay);
    if (came.get("type").asText().equals("write_probe_ack")) {
      came.remove(List.of("target_agent_metadata", "target_regions"));
    }
    assertThat(sentOn).isEqualTo(came);
  }
}
