package kvproof.events.wire;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kvproof.events.MalformedBatchException;
import kvproof.events.msgpack.MsgpackValue;
import kvproof.events.msgpack.MsgpackValue.Int;
import kvproof.events.msgpack.MsgpackValue.Nil;
import kvproof.events.msgpack.MsgpackValue.Sequence;
import kvproof.events.msgpack.MsgpackValue.Text;
import kvproof.model.BlockHashes;

/**
 * A field whose type is fixed, and what stands in it; nil for a field that is left out.
 *
 * <p>Every reading throws {@link MalformedBatchException} naming the field and its content.
 */
record WireField(String name, MsgpackValue value) {

  boolean isNil() {
    return value instanceof Nil;
  }

  List<MsgpackValue> items() throws MalformedBatchException {
    if (value instanceof Sequence(var items)) {
      return items;
    }
    throw not("an array");
  }

  String text() throws MalformedBatchException {
    if (value instanceof Text(String text)) {
      return text;
    }
    throw not("a text");
  }

  Optional<String> optionalText() throws MalformedBatchException {
    return isNil() ? Optional.empty() : Optional.of(text());
  }

  /** Empty for nil: such a field has no empty text that is a value. */
  String textOrEmpty() throws MalformedBatchException {
    return isNil() ? "" : text();
  }

  long unsigned64() throws MalformedBatchException {
    if (value instanceof Int number && number.isUnsigned64()) {
      return number.bits();
    }
    throw not("an unsigned 64-bit integer");
  }

  OptionalInt optionalUnsigned32() throws MalformedBatchException {
    if (isNil()) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(unsigned32(value));
  }

  private int unsigned32(MsgpackValue item) throws MalformedBatchException {
    if (item instanceof Int number && number.isUnsigned32()) {
      return (int) number.bits();
    }
    throw not(item, "an unsigned 32-bit integer");
  }

  OptionalInt optionalSigned32() throws MalformedBatchException {
    if (isNil()) {
      return OptionalInt.empty();
    }
    if (value instanceof Int number && number.isSigned32()) {
      return OptionalInt.of((int) number.bits());
    }
    throw not("a signed 32-bit integer");
  }

  /** Signed and unsigned are two spellings of the same 64 bits. */
  OptionalLong optionalHash() throws MalformedBatchException {
    return isNil() ? OptionalLong.empty() : OptionalLong.of(hash(value));
  }

  BlockHashes hashes() throws MalformedBatchException {
    List<MsgpackValue> items = items();
    long[] hashes = new long[items.size()];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = hash(items.get(i));
    }
    return BlockHashes.of(hashes);
  }

  private long hash(MsgpackValue item) throws MalformedBatchException {
    if (item instanceof Int number) {
      return number.bits();
    }
    throw not(item, "a 64-bit integer");
  }

  double number() throws MalformedBatchException {
    if (value instanceof MsgpackValue.Real(double real)) {
      return real;
    }
    if (value instanceof Int(long bits, boolean isAboveSigned)) {
      return isAboveSigned ? (bits >>> 1) * 2.0 : bits; // whole seconds need no lowest bit up there
    }
    throw not("a number");
  }

  /** Numbers, or pairs of numbers; pairs become the list that they run through. */
  TokenIds tokenIds() throws MalformedBatchException {
    List<MsgpackValue> items = items();
    if (items.isEmpty() || !(items.getFirst() instanceof Sequence)) {
      int[] tokens = new int[items.size()];
      for (int i = 0; i < tokens.length; i++) {
        tokens[i] = unsigned32(items.get(i));
      }
      return TokenIds.plain(tokens);
    }
    int[] tokens = new int[items.size() + 1];
    for (int i = 0; i < items.size(); i++) {
      if (!(items.get(i) instanceof Sequence(var pair)) || pair.size() != 2) {
        throw not(items.get(i), "a pair of tokens");
      }
      tokens[i] = unsigned32(pair.getFirst());
      tokens[i + 1] = unsigned32(pair.getLast()); // the next pair's first one takes its place
    }
    return TokenIds.bigram(tokens);
  }

  MalformedBatchException not(String expected) {
    return not(value, expected);
  }

  MalformedBatchException not(MsgpackValue found, String expected) {
    return new MalformedBatchException(name + ": " + found.shown() + ", expected " + expected);
  }
}
