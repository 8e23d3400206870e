package kvproof.model;

import java.util.List;

/**
 * The message that tells a worker where it may fetch blocks.
 *
 * @param protocolVersion {@value #PROTOCOL_VERSION} for hints made here
 * @param messageId id of the selection or request; empty if there is none
 * @param actions a router emits exactly one
 */
public record KvHint(String protocolVersion, String messageId, List<KvHintAction> actions) {
  public static final String PROTOCOL_VERSION = "0.1";

  public KvHint {
    actions = List.copyOf(actions);
  }

  /** The hint of a router: one {@code kv.fetch@1.0} action with id {@code a1}. */
  public static KvHint fetch(String messageId, BlockHashes blockHashes, String endpoint) {
    return new KvHint(
        PROTOCOL_VERSION, messageId, List.of(new KvHintAction.Fetch("a1", blockHashes, endpoint)));
  }

  /**
   * The hint as it goes over the wire: JSON without white space, keys in a fixed order, hashes as
   * unsigned numbers up to 18446744073709551615.
   */
  public String toJson() {
    return KvHintJson.print(this);
  }

  /**
   * Reads the JSON of a hint, white space or not, keys in any order.
   *
   * <p>An action that is not {@code kv.fetch@1.0} becomes {@link KvHintAction.Unknown}; an unknown
   * field of anything else is left out. Throws {@link IllegalArgumentException} naming the field
   * and its value if one is missing, of the wrong type or out of range, or naming the place where
   * it is no JSON. A key given twice, or text after the hint, is no JSON here.
   */
  public static KvHint fromJson(String json) {
    return KvHintReader.read(json);
  }
}
