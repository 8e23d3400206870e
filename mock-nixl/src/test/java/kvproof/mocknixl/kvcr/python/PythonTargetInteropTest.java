package kvproof.mocknixl.kvcr.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteDoneCodec;
import org.junit.jupiter.api.Test;

/** The published KVCR fetches from our source. */
class PythonTargetInteropTest extends FetchInterop {
  @Override
  String way() {
    return "python from java";
  }

  @Override
  Source source(int blockBytes) throws Exception {
    return ours("source", blockBytes);
  }

  @Override
  Source successor(Source dead, int blockBytes) throws Exception {
    return ours("successor", blockBytes, port(dead.endpoint()));
  }

  @Override
  PythonKvcr target(int blockBytes) throws Exception {
    return PythonKvcr.start("target", blockBytes, ROOMY);
  }

  /** What Python's target has fetched stays in its slots, so that each fetch needs its own. */
  @Override
  int chainOf(int fetch) {
    return fetch;
  }

  @Override
  void isAtRest(Source source, Target target) {
    isAtRest((JavaKvcr) source);
  }

  @Test
  void livePrefixIsNotAskedFor() throws Exception {
    try (PythonKvcr target = target(BLOCK_BYTES);
        Source source = source(BLOCK_BYTES)) {
      List<Long> wanted = CHAIN.subList(0, 6);
      target.hold(wanted.subList(0, 3));
      source.hold(wanted.subList(3, 6));
      target.hint(source.endpoint(), wanted, "live");

      Fetched fetched = target.fetchBlocks(wanted, "live");

      delivers(fetched, wanted);
      assertThat(target.notifications())
          .extracting(payload -> WriteDoneCodec.decode(payload).orElseThrow().completed())
          .containsExactly(WriteDone.written(0, List.of(0L, 1L, 2L)).completed());
      say(fetched, wanted, "live prefix", BLOCK_BYTES);
      isAtRest(source, target);
    }
  }

  /** Python's probe cancels; our source answers that it is over, and nothing is quarantined. */
  @Test
  void requestThatWasLostIsFencedByItsProbe() throws Exception {
    Map<String, Object> quick = Map.of("operation_ms", 10_000, "abandon_ms", 60_000);
    try (var target = PythonKvcr.start("target", BLOCK_BYTES, quick);
        Source source = source(BLOCK_BYTES)) {
      List<Long> wanted = CHAIN.subList(0, 2);
      source.hold(wanted);
      // Whom the probe means is known from an earlier acknowledgement, which may come last.
      target.hint(source.endpoint(), wanted.subList(0, 1), "before");
      delivers(target.fetchBlocks(wanted.subList(0, 1), "before"), wanted.subList(0, 1));
      target.awaitAcknowledgement();
      target.ask("lose", Map.of("types", List.of("start_write")));
      target.hint(source.endpoint(), wanted, "lost");

      Fetched fetched = target.fetchBlocks(wanted.subList(1, 2), "lost");

      delivers(fetched, List.of());
      await()
          .atMost(Duration.ofSeconds(40))
          .until(() -> target.state().get("operations").isEmpty());
      assertThat(target.ask("events", Map.of()).get("events")).isEmpty();
      say(fetched, wanted.subList(1, 2), "lost request, probed", BLOCK_BYTES);
      isAtRest(source, target);
    }
  }
}
