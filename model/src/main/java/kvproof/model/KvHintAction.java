package kvproof.model;

import com.fasterxml.jackson.databind.JsonNode;

/** One action of a hint. */
public sealed interface KvHintAction {
  String actionId();

  /**
   * {@code kv.fetch@1.0}: fetch what you lack of these blocks from there.
   *
   * @param blockHashes external hashes from the root up to the credited end, never empty
   * @param sourceControlEndpoint never empty
   */
  record Fetch(String actionId, BlockHashes blockHashes, String sourceControlEndpoint)
      implements KvHintAction {
    public static final String ACTION_TYPE = "kv.fetch";
    public static final String ACTION_VERSION = "1.0";

    public Fetch {
      if (blockHashes.isEmpty() || sourceControlEndpoint.isEmpty()) {
        throw new IllegalArgumentException(
            "a fetch needs hashes and an endpoint: "
                + blockHashes
                + " from '"
                + sourceControlEndpoint
                + "'");
      }
    }
  }

  /** An action that this version does not know; kept as it came. */
  record Unknown(String actionId, String actionType, String actionVersion, JsonNode payload)
      implements KvHintAction {}
}
