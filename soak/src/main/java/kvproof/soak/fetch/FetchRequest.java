package kvproof.soak.fetch;

import java.util.List;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.Descriptor;

/**
 * What a target asks of a source: write these blocks to those places.
 *
 * @param sourceEndpoint whom the hint names, whoever is asked
 * @param targetMetadata how to reach the target's memory
 * @param wanted at least one block, each once
 */
record FetchRequest(String sourceEndpoint, AgentMetadata targetMetadata, List<WantedBlock> wanted) {

  /** A block and the target's memory for it. */
  record WantedBlock(long hash, Descriptor place) {}

  FetchRequest {
    wanted = List.copyOf(wanted);
  }
}
