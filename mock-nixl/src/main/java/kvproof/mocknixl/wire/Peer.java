package kvproof.mocknixl.wire;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * One life of an agent: a restarted one has another incarnation, any 16 bytes, under the same name.
 *
 * <p>A name has 1 to 255 bytes of UTF-8; anything else is {@link IllegalArgumentException}.
 */
public record Peer(String name, UUID incarnation) {
  static final int MOST_NAME_BYTES = 255;

  public Peer {
    int length = utf8(name).remaining();
    if (length < 1 || length > MOST_NAME_BYTES) {
      throw new IllegalArgumentException(
          "an agent's name has 1 to 255 bytes, not " + length + ": " + name);
    }
  }

  /** Refuses what would not come back the same, such as half a surrogate pair. */
  static ByteBuffer utf8(String text) {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
    } catch (CharacterCodingException broken) {
      throw new IllegalArgumentException("not Unicode text: " + text, broken);
    }
  }

  @Override
  public String toString() {
    return name + " (" + incarnation + ")";
  }
}
