package kvproof.benchmarks.trial;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Fields of the lines that processes print, read strictly: one that is missing or of another kind
 * is an {@link IllegalArgumentException} with its name and the line, and never a zero.
 */
public final class JsonFields {
  private JsonFields() {}

  public static double number(JsonNode line, String name) {
    if (!line.path(name).isNumber()) {
      throw new IllegalArgumentException("no number " + name + " in " + line);
    }
    return line.path(name).asDouble();
  }

  /** A number without a fraction. */
  public static long whole(JsonNode line, String name) {
    if (!line.path(name).isIntegralNumber()) {
      throw new IllegalArgumentException("no whole number " + name + " in " + line);
    }
    return line.path(name).asLong();
  }

  public static String text(JsonNode line, String name) {
    if (!line.path(name).isTextual()) {
      throw new IllegalArgumentException("no text " + name + " in " + line);
    }
    return line.path(name).asText();
  }

  public static boolean flag(JsonNode line, String name) {
    if (!line.path(name).isBoolean()) {
      throw new IllegalArgumentException("no true or false " + name + " in " + line);
    }
    return line.path(name).asBoolean();
  }

  /** A list of numbers, one at least. */
  public static double[] numbers(JsonNode line, String name) {
    JsonNode all = line.path(name);
    if (!all.isArray() || all.isEmpty()) {
      throw new IllegalArgumentException("no rounds of " + name + " in " + line);
    }
    double[] numbers = new double[all.size()];
    for (int at = 0; at < numbers.length; at++) {
      if (!all.get(at).isNumber()) {
        throw new IllegalArgumentException("no numbers " + name + " in " + line);
      }
      numbers[at] = all.get(at).asDouble();
    }
    return numbers;
  }
}
