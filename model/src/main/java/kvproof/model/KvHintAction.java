package kvproof.model;

import com.fasterxml.jackson.databind.JsonNode;

/** One action of a hint. */
public sealed interface KvHintAction {
  String actionId();

  String actionType();

  String actionVersion();

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

    /** Whether an action of that type and version is one of these. */
    static boolean isNamedBy(String actionType, String actionVersion) {
      return actionType.equals(ACTION_TYPE) && actionVersion.equals(ACTION_VERSION);
    }

    @Override
    public String actionType() {
      return ACTION_TYPE;
    }

    @Override
    public String actionVersion() {
      return ACTION_VERSION;
    }
  }

  /**
   * An action that this version does not know, a {@code kv.fetch} of another version included.
   *
   * @param payload any JSON value, key order and digits kept; copied on the way in and out
   */
  record Unknown(String actionId, String actionType, String actionVersion, JsonNode payload)
      implements KvHintAction {
    public Unknown {
      if (Fetch.isNamedBy(actionType, actionVersion)) {
        throw new IllegalArgumentException(
            "a known action: " + actionType + "@" + actionVersion + " with payload " + payload);
      }
      payload = payload.deepCopy();
    }

    @Override
    public JsonNode payload() {
      return payload.deepCopy();
    }
  }
}
