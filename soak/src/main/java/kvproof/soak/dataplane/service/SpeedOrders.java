package kvproof.soak.dataplane.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import kvproof.mocknixl.throughput.FarEnd;
import org.jspecify.annotations.Nullable;

/** What a process can be told where throughput is measured: to be the far end of it. */
final class SpeedOrders {
  private @Nullable FarEnd farEnd;

  /**
   * {@code far} opens one of so many {@code blocks} of {@code block_bytes}, in place of another.
   */
  void open(JsonNode line, ObjectNode answer) {
    close();
    farEnd = FarEnd.open(line.path("blocks").asInt(), line.path("block_bytes").asInt());
    FarEndJson.add(answer, farEnd.address());
  }

  /** How many blocks have come with the right bytes. */
  void take(ObjectNode answer) {
    if (farEnd == null) {
      throw new IllegalStateException("nothing is measured; open a far end first");
    }
    answer.put("right", farEnd.takeRightBlocks());
  }

  /** Harmless if there is none. */
  void close() {
    if (farEnd != null) {
      farEnd.close();
      farEnd = null;
    }
  }
}
