package kvproof.soak.outside;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.OptionalLong;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/** Reads rows of an answer: lists of a fixed length that begin with an owner, mostly. */
final class Rows {
  private static final BigInteger BEYOND_64_BITS = BigInteger.ONE.shiftLeft(64);

  private Rows() {}

  /** The list in a field. */
  static JsonNode list(JsonNode answer, String field) throws WrongShape {
    JsonNode value = answer.get(field);
    if (value == null) {
      throw new WrongShape("field '" + field + "' is missing");
    }
    if (!value.isArray()) {
      throw WrongShape.at(field, value, "a list");
    }
    return value;
  }

  static JsonNode object(JsonNode answer, String field) throws WrongShape {
    JsonNode value = answer.get(field);
    if (value == null) {
      throw new WrongShape("field '" + field + "' is missing");
    }
    if (!value.isObject()) {
      throw WrongShape.at(field, value, "an object");
    }
    return value;
  }

  /** The row if it has as many elements as its form, such as {@code [worker,rank,blocks]}. */
  static JsonNode row(String field, JsonNode row, String form) throws WrongShape {
    long elements = form.chars().filter(c -> c == ',').count() + 1;
    if (!row.isArray() || row.size() != elements) {
      throw WrongShape.at(field, row, form);
    }
    return row;
  }

  static WorkerWithDpRank rank(String field, JsonNode row) throws WrongShape {
    return new WorkerWithDpRank(number(field, row.get(0)), dpRank(field, row.get(1)));
  }

  /** A rank, or the name of a cache owner with null behind it. */
  static Owner owner(String field, JsonNode row) throws WrongShape {
    if (!row.get(1).isNull()) {
      return rank(field, row);
    }
    try {
      return new CacheOwner(row.get(0).asText());
    } catch (IllegalArgumentException unfit) {
      throw WrongShape.at(field, row.get(0), "the name of a cache owner");
    }
  }

  private static int dpRank(String field, JsonNode value) throws WrongShape {
    long number = number(field, value);
    if (number >>> 32 != 0) {
      throw WrongShape.at(field, value, "an unsigned 32-bit number");
    }
    return (int) number;
  }

  static int blocks(String field, JsonNode value) throws WrongShape {
    if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 0) {
      throw WrongShape.at(field, value, "a number of blocks");
    }
    return value.intValue();
  }

  static OptionalLong numberOrNull(String field, JsonNode value) throws WrongShape {
    return value.isNull() ? OptionalLong.empty() : OptionalLong.of(number(field, value));
  }

  /** A JSON number, a decimal string or a {@code 0x} string. */
  static long number(String field, JsonNode value) throws WrongShape {
    try {
      if (value.isInt() || value.isLong()) {
        if (value.longValue() >= 0) {
          return value.longValue();
        }
      } else if (value.isBigInteger()) {
        BigInteger number = value.bigIntegerValue();
        if (number.signum() >= 0 && number.compareTo(BEYOND_64_BITS) < 0) {
          return number.longValue();
        }
      } else if (value.isTextual()) {
        String text = value.textValue();
        return text.startsWith("0x")
            ? Long.parseUnsignedLong(text, 2, text.length(), 16)
            : Long.parseUnsignedLong(text);
      }
    } catch (NumberFormatException notANumber) {
      // falls through to the complaint that names the field
    }
    throw WrongShape.at(
        field,
        value,
        "an unsigned 64-bit number, one above 2^53 as a string if numbers lose digits there,");
  }
}
