package kvproof.soak.dataplane.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.Locale;
import kvproof.mocknixl.throughput.FarEnd;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;

/** Where a far end is, as JSON. */
public final class FarEndJson {
  private FarEndJson() {}

  /** The address as fields of an answer. */
  static void add(ObjectNode node, FarEnd.Address address) {
    MemoryRegion region = address.region();
    node.put("metadata", Base64.getEncoder().encodeToString(address.metadata().toBytes()))
        .put("kind", region.kind().name().toLowerCase(Locale.ROOT))
        .put("device", region.deviceId())
        .put("address", region.address())
        .put("bytes", region.sizeBytes())
        .put("port", address.plainPort());
  }

  /** Reads what a process has answered. */
  public static FarEnd.Address of(JsonNode node) {
    return new FarEnd.Address(
        AgentMetadata.of(Base64.getDecoder().decode(node.path("metadata").asText())),
        new MemoryRegion(
            MemoryKind.valueOf(node.path("kind").asText().toUpperCase(Locale.ROOT)),
            node.path("device").asLong(),
            node.path("address").asLong(),
            node.path("bytes").asLong()),
        node.path("port").asInt());
  }
}
