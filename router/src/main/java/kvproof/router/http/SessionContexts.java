package kvproof.router.http;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.router.document.DocumentException;
import kvproof.router.document.DocumentNode;
import kvproof.router.policy.InputTrigger;
import kvproof.router.policy.SessionContext;

/**
 * Reads which session a request belongs to.
 *
 * <p>Today's shape is an object {@code session_context}; the older one a bare {@code session_id},
 * which counts where the object is left out. Keys that are not known here are passed over, as
 * everywhere in requests.
 */
final class SessionContexts {
  private static final String CONTEXT = "session_context";
  private static final String ID = "session_id";
  private static final String PARENT = "parent_session_id";
  private static final String FINAL = "session_final";
  private static final String TRIGGER = "input_trigger";
  private static final String HEADERS = "agent_headers";

  private SessionContexts() {}

  /** Of a whole request; absent: it belongs to none. */
  static Optional<SessionContext> read(DocumentNode request) {
    return request
        .find(CONTEXT)
        .map(SessionContexts::context)
        .or(() -> request.find(ID).map(id -> ofId(id.text())));
  }

  private static SessionContext context(DocumentNode node) {
    return new SessionContext(
        Optional.of(node.require(ID).text()),
        node.find(PARENT).map(DocumentNode::text),
        node.find(FINAL).map(DocumentNode::flag).orElse(false),
        node.find(TRIGGER).map(SessionContexts::trigger).orElse(InputTrigger.OTHER),
        node.find(HEADERS).map(SessionContexts::headers).orElseGet(TreeMap::new));
  }

  private static SessionContext ofId(String id) {
    return new SessionContext(
        Optional.of(id), Optional.empty(), false, InputTrigger.OTHER, new TreeMap<>());
  }

  private static InputTrigger trigger(DocumentNode node) {
    return switch (node.text()) {
      case "user_message" -> InputTrigger.USER_MESSAGE;
      case "tool_result" -> InputTrigger.TOOL_RESULT;
      case "other" -> InputTrigger.OTHER;
      default ->
          throw new DocumentException(
              "'"
                  + node.path()
                  + "' is "
                  + node.value()
                  + ", expected user_message, tool_result or other");
    };
  }

  private static SortedMap<String, String> headers(DocumentNode node) {
    SortedMap<String, String> headers = new TreeMap<>();
    node.fields().forEach(header -> headers.put(header.name(), header.value().text()));
    return headers;
  }
}
