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
}
