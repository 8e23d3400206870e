package kvproof.soak.outside;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import kvproof.model.Answer;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.IndexStep;
import kvproof.model.Request;

/**
 * Finds out that a wrong number is a right one that went through a floating point number.
 *
 * <p>A router whose JSON library has no whole numbers above 2^53 is wrong in a way that is easily
 * mended once it is named: it has to read and write such numbers as strings.
 */
final class Rounding {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,20}");
  private static final BigInteger BEYOND_64_BITS = BigInteger.ONE.shiftLeft(64);

  private Rounding() {}

  /**
   * Throws if an answer that is not the expected one has a rounded number in it.
   *
   * @param told what the router was told: a number of it is no rounded one, however wrong it is
   *     here
   */
  static void requireNone(JsonNode answer, Request request, Answer expected, List<IndexStep> told)
      throws WrongShape {
    List<Long> right = numbers(request, expected);
    Map<BigInteger, Long> rounded = new HashMap<>();
    for (long number : right) {
      BigInteger exact = new BigInteger(Long.toUnsignedString(number));
      BigInteger nearest = new BigDecimal(exact.doubleValue()).toBigInteger();
      if (!nearest.equals(exact) && nearest.compareTo(BEYOND_64_BITS) < 0) {
        rounded.put(nearest, number);
      }
    }
    if (!rounded.isEmpty()) {
      Set<BigInteger> exact = new HashSet<>();
      right.forEach(number -> exact.add(new BigInteger(Long.toUnsignedString(number))));
      told.forEach(step -> StepLines.of(step).forEach(line -> collect(parse(line), exact)));
      search(answer, rounded, exact);
    }
  }

  private static JsonNode parse(byte[] line) {
    try {
      return JSON.readTree(line);
    } catch (IOException impossible) {
      throw new UncheckedIOException("a line of kvproof's own cannot be read", impossible);
    }
  }

  /** Numbers, and names that are numbers. */
  private static void collect(JsonNode node, Set<BigInteger> numbers) {
    if (node.isIntegralNumber()) {
      numbers.add(node.bigIntegerValue());
    } else if (node.isTextual() && DIGITS.matcher(node.textValue()).matches()) {
      numbers.add(new BigInteger(node.textValue()));
    }
    node.forEach(child -> collect(child, numbers));
  }

  private static List<Long> numbers(Request request, Answer expected) {
    List<Long> numbers = new ArrayList<>();
    request.targets().forEach(target -> numbers.add(target.workerId()));
    expected
        .device()
        .forEach(
            (rank, match) -> {
              numbers.add(rank.workerId());
              numbers.add(match.lastExternalHash());
            });
    expected
        .lower()
        .values()
        .forEach(tier -> tier.next().values().forEach(next -> addLast(numbers, next)));
    expected
        .candidates()
        .ifPresent(candidates -> candidates.chain().stream().forEach(numbers::add));
    return numbers;
  }

  private static void addLast(List<Long> numbers, WalkPosition next) {
    next.lastExternalHash().ifPresent(numbers::add);
  }

  private static void search(JsonNode node, Map<BigInteger, Long> rounded, Set<BigInteger> exact)
      throws WrongShape {
    if (node.isIntegralNumber()) {
      BigInteger number = node.bigIntegerValue();
      Long meant = rounded.get(number);
      if (meant != null && !exact.contains(number)) {
        throw new WrongShape(
            "the number "
                + Long.toUnsignedString(meant)
                + " was rounded to "
                + number
                + "; numbers above 2^53 have to be strings there");
      }
    }
    for (JsonNode child : node) {
      search(child, rounded, exact);
    }
  }
}
