package kvproof.soak.outside;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/**
 * Goes through the lists of an answer word by word, and says of each whether it is the one that is
 * expected there; after a no nothing more may be asked.
 *
 * <p>Numbers are JSON numbers or strings of digits; other spellings are a no. For one parser.
 */
final class PlainRows {
  private static final int DIGITS_THAT_ALWAYS_FIT = 19;

  private final JsonParser json;

  PlainRows(JsonParser json) {
    this.json = json;
  }

  boolean begins() throws IOException {
    return json.nextToken() == JsonToken.START_ARRAY;
  }

  boolean ends() throws IOException {
    return json.nextToken() == JsonToken.END_ARRAY;
  }

  boolean isNull() throws IOException {
    return json.nextToken() == JsonToken.VALUE_NULL;
  }

  /** Whatever it is. */
  boolean isPassedOver() throws IOException {
    json.nextToken();
    json.skipChildren();
    return true;
  }

  boolean isText(String expected) throws IOException {
    return expected.equals(json.nextTextValue());
  }

  /** A JSON number, never a string. */
  boolean isBlocks(int expected) throws IOException {
    return json.nextToken() == JsonToken.VALUE_NUMBER_INT && json.getIntValue() == expected;
  }

  boolean isNumber(long expected) throws IOException {
    OptionalLong number = number(json.nextToken());
    return number.isPresent() && number.getAsLong() == expected;
  }

  boolean isNumberOrNull(OptionalLong expected) throws IOException {
    return numberOrNull().filter(expected::equals).isPresent();
  }

  /** The next word as a number or null; empty: it is neither. */
  Optional<OptionalLong> numberOrNull() throws IOException {
    JsonToken token = json.nextToken();
    if (token == JsonToken.VALUE_NULL) {
      return Optional.of(OptionalLong.empty());
    }
    OptionalLong number = number(token);
    return number.isPresent() ? Optional.of(number) : Optional.empty();
  }

  boolean isRank(WorkerWithDpRank expected) throws IOException {
    return isNumber(expected.workerId()) && isNumber(Integer.toUnsignedLong(expected.dpRank()));
  }

  boolean isOwner(Owner expected) throws IOException {
    return switch (expected) {
      case WorkerWithDpRank rank -> isRank(rank);
      case CacheOwner cacheOwner -> isText(cacheOwner.name()) && isNull();
    };
  }

  /** The next two words as a rank; empty: they are none. */
  Optional<WorkerWithDpRank> rank() throws IOException {
    OptionalLong worker = number(json.nextToken());
    OptionalLong rank = worker.isPresent() ? number(json.nextToken()) : OptionalLong.empty();
    return rank.isPresent() && rank.getAsLong() >>> 32 == 0
        ? Optional.of(new WorkerWithDpRank(worker.getAsLong(), (int) rank.getAsLong()))
        : Optional.empty();
  }

  /** A list of exactly these numbers. */
  boolean areNumbers(BlockHashes expected) throws IOException {
    if (!begins()) {
      return false;
    }
    for (int i = 0; i < expected.size(); i++) {
      if (!isNumber(expected.at(i))) {
        return false;
      }
    }
    return ends();
  }

  /** A list of exactly these owners with their blocks. */
  boolean areOwners(SortedMap<Owner, Integer> expected) throws IOException {
    if (!begins()) {
      return false;
    }
    for (Map.Entry<Owner, Integer> owner : expected.entrySet()) {
      if (!(begins() && isOwner(owner.getKey()) && isBlocks(owner.getValue()) && ends())) {
        return false;
      }
    }
    return ends();
  }

  /** Of the word that the parser is at. */
  private OptionalLong number(JsonToken token) throws IOException {
    if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_STRING) {
      return OptionalLong.empty();
    }
    char[] text = json.getTextCharacters();
    int start = json.getTextOffset();
    int length = json.getTextLength();
    if (length == 0 || length > DIGITS_THAT_ALWAYS_FIT) {
      return length == 0 ? OptionalLong.empty() : longNumber(json.getText());
    }
    long number = 0;
    for (int i = start; i < start + length; i++) {
      int digit = text[i] - '0';
      if (digit < 0 || digit > 9) {
        return OptionalLong.empty();
      }
      number = number * 10 + digit;
    }
    return OptionalLong.of(number);
  }

  private static OptionalLong longNumber(String text) {
    try {
      return text.charAt(0) == '+'
          ? OptionalLong.empty()
          : OptionalLong.of(Long.parseUnsignedLong(text));
    } catch (NumberFormatException notPlain) {
      return OptionalLong.empty();
    }
  }
}
