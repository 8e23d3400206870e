package kvproof.mocknixl.kvcr.python;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.ContentFinding.OtherBlock;
import kvproof.mocknixl.worker.ContentFinding.Right;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our target fetches from the published KVCR. */
@Timeout(240)
class PythonSourceInteropTest extends PythonInterop {

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
        wanted.stream().map(block -> expected.contains(block) ? new Right() : untouched()).toList();

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
