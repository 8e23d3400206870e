package kvproof.soak.outside;

import com.fasterxml.jackson.databind.JsonNode;
import kvproof.soak.run.RouterTrouble;

/** What came of one question: an answer, or the trouble instead of it. */
sealed interface Reply {
  record Answered(JsonNode answer) implements Reply {}

  record Failed(RouterTrouble trouble) implements Reply {}
}
