package kvproof.events.routerevent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigInteger;

/** An unsigned 64-bit number in a document, digit for digit. */
final class UnsignedNode {
  private UnsignedNode() {}

  static JsonNode of(long bits) {
    return bits >= 0
        ? JsonNodeFactory.instance.numberNode(bits)
        : JsonNodeFactory.instance.numberNode(new BigInteger(Long.toUnsignedString(bits)));
  }
}
