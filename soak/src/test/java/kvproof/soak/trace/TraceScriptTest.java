package kvproof.soak.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.router.ReferenceRouter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceScriptTest {
  /** Small enough that every later request evicts. */
  private static final TraceSettings SETTINGS = new TraceSettings(2, 3, 4, 1, 40, true);

  @TempDir Path folder;

  private TraceScript script(int blocksPerId) throws IOException {
    var lines = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      lines.append(
          "{\"timestamp\":%d,\"input_length\":1,\"output_length\":1,\"hash_ids\":[%d,%d,%d]}\n"
              .formatted(i * 10, i % 5, 100 + i % 7, 1000 + i));
    }
    return TraceScript.of(
        Files.writeString(folder.resolve("trace.jsonl"), lines), SETTINGS, blocksPerId);
  }

  private static ReferenceRouter applied(TraceScript script) {
    var router = new ReferenceRouter();
    script.arrivals().forEach(arrival -> arrival.events().forEach(router::apply));
    return router;
  }

  @Test
  void indexOfItsEventsIsWhatTheCachesHoldInTheEnd() throws IOException {
    TraceScript script = script(2);

    assertThat(script.arrivals()).hasSize(40);
    assertThat(script.blocks()).isEqualTo(40 * 3 * 2);
    assertThat(script.arrivals())
        .allMatch(arrival -> arrival.request().localHashes().size() == 6)
        .allMatch(arrival -> arrival.request().targets().equals(script.ranks()));
    assertThat(script.arrivals().stream().flatMap(arrival -> arrival.events().stream()))
        .hasAtLeastOneElementOfType(Stored.class)
        .hasAtLeastOneElementOfType(Removed.class);
    assertThat(script.differing(applied(script).heldBlocks())).isZero();
  }

  @Test
  void blockThatIsLostOrTooManyDiffers() throws IOException {
    TraceScript script = script(1);
    List<HeldBlock> held = new ArrayList<>(applied(script).heldBlocks());
    HeldBlock lost = held.removeFirst();

    assertThat(script.differing(held)).isEqualTo(1);
    held.add(new HeldBlock(lost.tier(), lost.owner(), lost.parent(), lost.localHash(), 4711));
    assertThat(script.differing(held)).isEqualTo(2);
    assertThat(script.differing(List.of())).isEqualTo(held.size());
  }

  @Test
  void digestTellsScriptsApart() throws IOException {
    assertThat(script(1).digest()).isEqualTo(script(1).digest()).isNotEqualTo(script(2).digest());
  }

  /** A removal that the index did not hear of. */
  @Test
  void eventThatIsLostDiffers() throws IOException {
    TraceScript script = script(1);
    var router = new ReferenceRouter();
    script.arrivals().stream()
        .flatMap(arrival -> arrival.events().stream())
        .filter(event -> !(event instanceof Removed))
        .forEach(router::apply);

    assertThat(script.differing(router.heldBlocks())).isPositive();
  }

  @Test
  void whatIsNoTraceIsRefused() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.jsonl"), "{\"timestamp\": 0}\n");

    assertThatIOException()
        .isThrownBy(() -> TraceScript.of(broken, SETTINGS, 1))
        .withMessageContaining("line 1 is no request");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> script(0))
        .withMessage("blocks per id: 0 is less than 1");
  }
}
