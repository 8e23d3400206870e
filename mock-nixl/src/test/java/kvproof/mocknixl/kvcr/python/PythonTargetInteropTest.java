package kvproof.mocknixl.kvcr.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteDoneCodec;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.ContentFinding.OtherBlock;
import kvproof.mocknixl.worker.ContentFinding.Right;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published KVCR fetches from our source. */
@Timeout(240)
class PythonTargetInteropTest extends PythonInterop {

  /** What the target has fetched stays in its slots, so that each fetch needs its own chain. */
  @ParameterizedTest
  @CsvSource({"4096, 32", BLOCK_BYTES + ", 32", LONG_BLOCK_BYTES + ", 4"})
  void thirtyTwoSuffixesArriveByteForByte(int blockBytes, int length) throws Exception {
    try (var target = PythonKvcr.start("target", blockBytes, ROOMY);
        var source = ours("source", blockBytes)) {
      for (int fetch = 0; fetch < SUFFIXES; fetch++) {
        List<Long> chain = chain(fetch, length);
        List<Long> suffix = chain.subList(fetch % length, length);
        source.hold(chain);
        target.hint(source.endpoint(), chain, "fetch " + fetch);

        Map<Long, PythonKvcr.Entry> entries = target.fetch(suffix, "fetch " + fetch);

        delivers(entries, suffix, blockBytes);
        say(entries, "suffix from " + fetch % length + " of " + length, blockBytes);
      }
      isAtRest(source);
    }
  }

  @Test
  void sourceWithoutTheBlocksDeliversNoneAndTheHintStands() throws Exception {
    try (var target = PythonKvcr.start("target", BLOCK_BYTES, ROOMY);
        var source = ours("source", BLOCK_BYTES)) {
      List<Long> wanted = CHAIN.subList(0, 6);
      target.hint(source.endpoint(), wanted, "wrong");

      Map<Long, PythonKvcr.Entry> entries = target.fetch(wanted, "wrong");

      delivers(entries, List.of(), BLOCK_BYTES);
      assertThat(target.hintState("wrong").get("failed").asBoolean()).isFalse();
      assertThat(target.hintState("wrong").get("missing")).hasSize(6);
      say(entries, "wrong source", BLOCK_BYTES);
      isAtRest(source);
    }
  }

  @Test
  void stalePrefixIsMissingAndTheRestArrives() throws Exception {
    try (var target = PythonKvcr.start("target", BLOCK_BYTES, ROOMY);
        var source = ours("source", BLOCK_BYTES)) {
      List<Long> wanted = CHAIN.subList(0, 6);
      source.hold(wanted.subList(3, 6));
      target.hint(source.endpoint(), wanted, "stale");

      Map<Long, PythonKvcr.Entry> entries = target.fetch(wanted, "stale");

      delivers(entries, wanted.subList(3, 6), BLOCK_BYTES);
      assertThat(target.hintState("stale").get("failed").asBoolean()).isFalse();
      assertThat(target.hintState("stale").get("missing")).hasSize(3);
      say(entries, "stale prefix", BLOCK_BYTES);
      isAtRest(source);
    }
  }

  @Test
  void livePrefixIsNotAskedFor() throws Exception {
    try (var target = PythonKvcr.start("target", BLOCK_BYTES, ROOMY);
        var source = ours("source", BLOCK_BYTES)) {
      List<Long> wanted = CHAIN.subList(0, 6);
      target.hold(wanted.subList(0, 3));
      source.hold(wanted.subList(3, 6));
      target.hint(source.endpoint(), wanted, "live");

      Map<Long, PythonKvcr.Entry> entries = target.fetch(wanted, "live");

      delivers(entries, wanted, BLOCK_BYTES);
      assertThat(target.notifications())
          .extracting(payload -> WriteDoneCodec.decode(payload).orElseThrow().completed())
          .containsExactly(WriteDone.written(0, List.of(0L, 1L, 2L)).completed());
      say(entries, "live prefix", BLOCK_BYTES);
      isAtRest(source);
    }
  }

  @Test
  void foreignBytesUnderTheRightKeyAreNamed() throws Exception {
    try (var target = PythonKvcr.start("target", BLOCK_BYTES, ROOMY);
        var source = ours("source", BLOCK_BYTES)) {
      source.holdForeign(CHAIN.get(0), CHAIN.get(9));
      target.hint(source.endpoint(), CHAIN.subList(0, 1), "foreign");

      Map<Long, PythonKvcr.Entry> entries = target.fetch(CHAIN.subList(0, 1), "foreign");

      assertThat(finding(CHAIN.get(0), entries.get(CHAIN.get(0)), BLOCK_BYTES))
          .isEqualTo(new OtherBlock(CHAIN.get(9)));
      report("python from java", "foreign bytes, named", 1, 1, BLOCK_BYTES);
      isAtRest(source);
    }
  }

  @Test
  void sourceOfAnotherBlockSizeFails() throws Exception {
    try (var target = PythonKvcr.start("target", BLOCK_BYTES, ROOMY);
        var source = ours("source", 2 * BLOCK_BYTES)) {
      List<Long> wanted = CHAIN.subList(0, 2);
      source.hold(wanted);
      target.hint(source.endpoint(), wanted, "size");

      Map<Long, PythonKvcr.Entry> entries = target.fetch(wanted, "size");

      delivers(entries, List.of(), BLOCK_BYTES);
      assertThat(target.hintState("size").get("failed").asBoolean()).isTrue();
      say(entries, "another block size", BLOCK_BYTES);
      isAtRest(source);
    }
  }

  /** Python's probe cancels; our source answers that it is over, and nothing is quarantined. */
  @Test
  void requestThatWasLostIsFencedByItsProbe() throws Exception {
    Map<String, Object> quick = Map.of("operation_ms", 10_000, "abandon_ms", 60_000);
    try (var target = PythonKvcr.start("target", BLOCK_BYTES, quick);
        var source = ours("source", BLOCK_BYTES)) {
      List<Long> wanted = CHAIN.subList(0, 2);
      source.hold(wanted);
      // Whom the probe means is known from an earlier acknowledgement, which may come last.
      target.hint(source.endpoint(), wanted.subList(0, 1), "before");
      delivers(target.fetch(wanted.subList(0, 1), "before"), wanted.subList(0, 1), BLOCK_BYTES);
      await().until(() -> target.state().get("acknowledged").size() == 1);
      target.ask("lose", Map.of("types", List.of("start_write")));
      target.hint(source.endpoint(), wanted, "lost");

      Map<Long, PythonKvcr.Entry> entries = target.fetch(wanted.subList(1, 2), "lost");

      delivers(entries, List.of(), BLOCK_BYTES);
      await()
          .atMost(Duration.ofSeconds(40))
          .until(() -> target.state().get("operations").isEmpty());
      assertThat(target.ask("events", Map.of()).get("events")).isEmpty();
      say(entries, "lost request, probed", BLOCK_BYTES);
      isAtRest(source);
    }
  }

  private void delivers(Map<Long, PythonKvcr.Entry> entries, List<Long> expected, int blockBytes) {
    List<Long> delivered = new ArrayList<>();
    entries.forEach(
        (block, entry) -> {
          if (entry.success()) {
            delivered.add(block);
            assertThat(finding(block, entry, blockBytes)).isEqualTo(new Right());
          }
        });
    assertThat(delivered).containsExactlyInAnyOrderElementsOf(expected);
  }

  private ContentFinding finding(long block, PythonKvcr.Entry entry, int blockBytes) {
    return new BlockContent(blockBytes).check(block, ByteBuffer.wrap(entry.bytes().orElseThrow()));
  }

  private void say(Map<Long, PythonKvcr.Entry> entries, String what, int blockBytes) {
    long delivered = entries.values().stream().filter(PythonKvcr.Entry::success).count();
    report("python from java", what, entries.size(), delivered, blockBytes);
  }
}
