package kvproof.mocknixl.kvcr.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteDoneCodec;
import kvproof.mocknixl.net.NettyFabric;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.ContentFinding.OtherBlock;
import kvproof.mocknixl.worker.ContentFinding.Right;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Fetches between our KVCR and the published one, each in both roles: control frames over ZeroMQ,
 * blocks over the TCP fabric, every byte compared.
 */
@Timeout(240)
class PythonKvcrInteropTest {
  private static final int BLOCK_BYTES = 64 << 10;

  /** More than one frame of the fabric, and no multiple of its longest piece. */
  private static final int LONG_BLOCK_BYTES = (2 << 20) + 24;

  private static final int SUFFIXES = 32;
  private static final Map<String, Object> ROOMY = Map.of("slots", 40, "elements", 40);

  private static final List<Long> CHAIN = chain(0, 10);

  private NettyFabric fabric;

  @BeforeEach
  void open() {
    PythonProcess.interpreter();
    fabric = new NettyFabric();
  }

  @AfterEach
  void close() {
    if (fabric != null) {
      fabric.close();
    }
  }

  private JavaKvcr ours(String name, int blockBytes) throws Exception {
    return JavaKvcr.start(name, () -> fabric.agent(name), blockBytes, 40);
  }

  /** Hashes as they come: some have the upper bit set, and no two chains share one. */
  private static List<Long> chain(int number, int length) {
    return LongStream.rangeClosed(1, length)
        .map(block -> (100L * number + block) * 0xd1342543de82ef95L)
        .boxed()
        .toList();
  }

  private static void isAtRest(JavaKvcr ours) {
    await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(ours.unrest()).isEmpty());
  }

  /** For {@code run}, which shows these lines. */
  private static void report(String way, String what, long asked, long delivered, int blockBytes) {
    System.out.printf(
        "kvcr fetch %s, %s: asked %d, delivered %d, of %d bytes each%n",
        way, what, asked, delivered, blockBytes);
  }

  private static List<Long> keys(List<BlockKey> keys) {
    return keys.stream().map(BlockKey::toHash).toList();
  }

  private static List<ContentFinding> each(int count, ContentFinding finding) {
    return IntStream.range(0, count).mapToObj(_ -> finding).toList();
  }

  /** Our target, Python's source. */
  @Nested
  class FromPython {

    @ParameterizedTest
    @CsvSource({"4096, 32", BLOCK_BYTES + ", 32", LONG_BLOCK_BYTES + ", 4"})
    void thirtyTwoSuffixesArriveByteForByte(int blockBytes, int length) throws Exception {
      try (var source = PythonKvcr.start("source", blockBytes, ROOMY);
          var target = ours("target", blockBytes)) {
        List<Long> chain = chain(1, length);
        source.hold(chain);
        for (int fetch = 0; fetch < SUFFIXES; fetch++) {
          List<Long> suffix = chain.subList(fetch % length, length);
          target.hint(source.endpoint(), chain, "fetch " + fetch);

          JavaKvcr.Outcome outcome = target.fetch(suffix, "fetch " + fetch);

          delivers(outcome, suffix, suffix);
          say(outcome, "suffix from " + fetch % length + " of " + length, blockBytes);
        }
        isAtRest(target);
      }
    }

    @Test
    void sourceWithoutTheBlocksDeliversNoneAndTheHintStands() throws Exception {
      try (var source = PythonKvcr.start("source", BLOCK_BYTES, ROOMY);
          var target = ours("target", BLOCK_BYTES)) {
        List<Long> wanted = CHAIN.subList(0, 6);
        target.hint(source.endpoint(), wanted, "wrong");

        JavaKvcr.Outcome outcome = target.fetch(wanted, "wrong");

        delivers(outcome, wanted, List.of());
        assertThat(outcome.completed().success()).isTrue();
        assertThat(target.isHintFailed("wrong")).isFalse();
        assertThat(target.isFetchable("wrong", wanted.getFirst())).isFalse();
        say(outcome, "wrong source", BLOCK_BYTES);
        isAtRest(target);
      }
    }

    @Test
    void stalePrefixIsMissingAndTheRestArrives() throws Exception {
      try (var source = PythonKvcr.start("source", BLOCK_BYTES, ROOMY);
          var target = ours("target", BLOCK_BYTES)) {
        List<Long> wanted = CHAIN.subList(0, 6);
        source.hold(wanted.subList(3, 6));
        target.hint(source.endpoint(), wanted, "stale");

        JavaKvcr.Outcome outcome = target.fetch(wanted, "stale");

        delivers(outcome, wanted, wanted.subList(3, 6));
        assertThat(target.isFetchable("stale", wanted.getFirst())).isFalse();
        say(outcome, "stale prefix", BLOCK_BYTES);
        isAtRest(target);
      }
    }

    @Test
    void foreignBytesUnderTheRightKeyAreNamed() throws Exception {
      try (var source = PythonKvcr.start("source", BLOCK_BYTES, ROOMY);
          var target = ours("target", BLOCK_BYTES)) {
        source.holdForeign(CHAIN.get(0), CHAIN.get(9));
        target.hint(source.endpoint(), CHAIN.subList(0, 1), "foreign");

        JavaKvcr.Outcome outcome = target.fetch(CHAIN.subList(0, 1), "foreign");

        assertThat(keys(outcome.completed().delivered())).containsExactly(CHAIN.get(0));
        assertThat(outcome.findings()).containsExactly(new OtherBlock(CHAIN.get(9)));
        report("java from python", "foreign bytes, named", 1, 1, BLOCK_BYTES);
        isAtRest(target);
      }
    }

    @Test
    void restartedSourceRefusesOnceAndThenServes() throws Exception {
      try (var source = PythonKvcr.start("source", BLOCK_BYTES, ROOMY);
          var target = ours("target", BLOCK_BYTES)) {
        List<Long> wanted = CHAIN.subList(0, 2);
        source.hold(wanted);
        target.hint(source.endpoint(), wanted, "before");
        delivers(target.fetch(wanted, "before"), wanted, wanted);
        source.kill();
        try (var successor =
            PythonKvcr.start("successor", BLOCK_BYTES, Map.of("port", source.port()))) {
          successor.hold(wanted);

          target.hint(source.endpoint(), wanted, "refused");
          JavaKvcr.Outcome refused = target.fetch(wanted, "refused");
          target.hint(source.endpoint(), wanted, "again");
          JavaKvcr.Outcome again = target.fetch(wanted, "again");

          delivers(refused, wanted, List.of());
          assertThat(refused.completed().isRefused()).isTrue();
          assertThat(target.isHintFailed("refused")).isTrue();
          delivers(again, wanted, wanted);
          say(refused, "restarted source", BLOCK_BYTES);
          say(again, "restarted source, next request", BLOCK_BYTES);
        }
        isAtRest(target);
      }
    }

    @Test
    void sourceOfAnotherBlockSizeFails() throws Exception {
      try (var source = PythonKvcr.start("source", 2 * BLOCK_BYTES, ROOMY);
          var target = ours("target", BLOCK_BYTES)) {
        List<Long> wanted = CHAIN.subList(0, 2);
        source.hold(wanted);
        target.hint(source.endpoint(), wanted, "size");

        JavaKvcr.Outcome outcome = target.fetch(wanted, "size");

        delivers(outcome, wanted, List.of());
        assertThat(outcome.completed().success()).isFalse();
        assertThat(target.isHintFailed("size")).isTrue();
        say(outcome, "another block size", BLOCK_BYTES);
        isAtRest(target);
      }
    }

    /** Exactly these arrived, whole; the others' memory is as it was. */
    private void delivers(JavaKvcr.Outcome outcome, List<Long> wanted, List<Long> expected) {
      List<ContentFinding> findings =
          wanted.stream()
              .map(block -> expected.contains(block) ? new Right() : untouched())
              .toList();

      assertThat(keys(outcome.completed().delivered())).isEqualTo(expected);
      assertThat(outcome.findings()).isEqualTo(findings);
    }

    private ContentFinding untouched() {
      return new OtherBlock(JavaKvcr.UNTOUCHED);
    }

    private void say(JavaKvcr.Outcome outcome, String what, int blockBytes) {
      int delivered = outcome.completed().delivered().size();
      report("java from python", what, outcome.findings().size(), delivered, blockBytes);
    }
  }

  /** Python's target, our source. */
  @Nested
  class ToPython {

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

    private void delivers(
        Map<Long, PythonKvcr.Entry> entries, List<Long> expected, int blockBytes) {
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
      return new BlockContent(blockBytes)
          .check(block, ByteBuffer.wrap(entry.bytes().orElseThrow()));
    }

    private void say(Map<Long, PythonKvcr.Entry> entries, String what, int blockBytes) {
      long delivered = entries.values().stream().filter(PythonKvcr.Entry::success).count();
      report("python from java", what, entries.size(), delivered, blockBytes);
    }
  }
}
