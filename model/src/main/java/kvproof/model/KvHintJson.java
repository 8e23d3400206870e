package kvproof.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;

/** The names of a hint's fields, and a hint as JSON. */
final class KvHintJson {
  static final String PROTOCOL_VERSION = "protocol_version";
  static final String MESSAGE_ID = "message_id";
  static final String ACTIONS = "actions";

  static final String ACTION_ID = "action_id";
  static final String ACTION_TYPE = "action_type";
  static final String ACTION_VERSION = "action_version";
  static final String PAYLOAD = "payload";

  static final String BLOCK_HASHES = "block_hashes";
  static final String SOURCE_CONTROL_ENDPOINT = "source_control_endpoint";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private KvHintJson() {}

  static String print(KvHint hint) {
    ObjectNode envelope =
        NODES
            .objectNode()
            .put(PROTOCOL_VERSION, hint.protocolVersion())
            .put(MESSAGE_ID, hint.messageId());
    ArrayNode actions = envelope.putArray(ACTIONS);
    for (KvHintAction action : hint.actions()) {
      actions
          .addObject()
          .put(ACTION_ID, action.actionId())
          .put(ACTION_TYPE, action.actionType())
          .put(ACTION_VERSION, action.actionVersion())
          .set(PAYLOAD, payload(action));
    }
    return envelope.toString();
  }

  private static JsonNode payload(KvHintAction action) {
    return switch (action) {
      case KvHintAction.Fetch fetch -> {
        ObjectNode payload = NODES.objectNode(); // keys in alphabetical order
        ArrayNode hashes = payload.putArray(BLOCK_HASHES);
        fetch.blockHashes().stream().forEach(hash -> hashes.add(unsigned(hash)));
        yield payload.put(SOURCE_CONTROL_ENDPOINT, fetch.sourceControlEndpoint());
      }
      case KvHintAction.Unknown unknown -> unknown.payload();
    };
  }

  private static JsonNode unsigned(long hash) {
    return hash >= 0
        ? NODES.numberNode(hash)
        : NODES.numberNode(new BigInteger(Long.toUnsignedString(hash)));
  }
}
