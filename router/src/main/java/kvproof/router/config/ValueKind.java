package kvproof.router.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kvproof.router.document.DocumentException;
import kvproof.router.document.DocumentNode;
import kvproof.router.load.ExpirySetting;
import kvproof.router.overlap.RefreshThreshold;

/**
 * How values of one type are written.
 *
 * @param name for people, such as {@code number}
 * @param ofText what an environment variable says; absent: it cannot be read
 * @param ofNode what a document says; throws {@link DocumentException} for another type
 * @param text a value as people and variables write it
 * @param node a value as JSON writes it
 */
public record ValueKind<T>(
    String name,
    Function<String, Optional<T>> ofText,
    Function<DocumentNode, T> ofNode,
    Function<T, String> text,
    Function<T, JsonNode> node) {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** Neither blanks nor a type suffix, which {@link Double#parseDouble} would take. */
  private static final Pattern REAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

  private static final Pattern COUNT = Pattern.compile("\\+?\\d+");

  static ValueKind<Double> real() {
    return new ValueKind<>(
        "number", ValueKind::realOf, DocumentNode::real, ValueKind::shown, NODES::numberNode);
  }

  static ValueKind<Long> count() {
    return new ValueKind<>(
        "whole number",
        ValueKind::countOf,
        DocumentNode::count,
        count -> Long.toString(count),
        NODES::numberNode);
  }

  static ValueKind<Boolean> flag() {
    return new ValueKind<>(
        "true or false",
        ValueKind::flagOf,
        DocumentNode::flag,
        flag -> Boolean.toString(flag),
        NODES::booleanNode);
  }

  static ValueKind<String> plainText() {
    return new ValueKind<>(
        "text", Optional::of, DocumentNode::text, Function.identity(), NODES::textNode);
  }

  /** One of a few words; {@code wireName} is how a constant is written. */
  static <E extends Enum<E>> ValueKind<E> word(E[] constants, Function<E, String> wireName) {
    String words = Arrays.stream(constants).map(wireName).collect(Collectors.joining(", "));
    Function<String, Optional<E>> ofText =
        text -> Arrays.stream(constants).filter(it -> wireName.apply(it).equals(text)).findFirst();
    return new ValueKind<>(
        words,
        ofText,
        node ->
            ofText
                .apply(node.text())
                .orElseThrow(() ->
                    new DocumentException(
                        "'" + node.path() + "' is " + node.value() + ", expected " + words)),
        wireName,
        word -> NODES.textNode(wireName.apply(word)));
  }

  /** Seconds; nobody refreshes at 0 and below, or at infinity. */
  static ValueKind<RefreshThreshold> refresh() {
    return new ValueKind<>(
        "seconds",
        text -> Optional.of(RefreshThreshold.parse(text).threshold()),
        ValueKind::refreshOf,
        threshold -> shown(seconds(threshold)),
        threshold -> NODES.numberNode(seconds(threshold)));
  }

  /** Whole seconds; a variable that says anything else says the default. */
  static ValueKind<Long> expiry() {
    ValueKind<Long> count = count();
    return new ValueKind<>(
        "whole seconds",
        text -> Optional.of(ExpirySetting.nanos(text) / NANOS_PER_SECOND),
        count.ofNode(),
        count.text(),
        count.node());
  }

  private static RefreshThreshold refreshOf(DocumentNode node) {
    double seconds = node.real();
    if (Double.isNaN(seconds)) {
      throw new DocumentException("'" + node.path() + "' is not a number");
    }
    return RefreshThreshold.parse(Double.toString(seconds)).threshold();
  }

  private static double seconds(RefreshThreshold threshold) {
    return threshold.nanos().orElse(0) / (double) NANOS_PER_SECOND;
  }

  private static Optional<Double> realOf(String text) {
    String unsigned = text.replaceFirst("^[+-]", "").toLowerCase(Locale.ROOT);
    double sign = text.startsWith("-") ? -1 : 1;
    return switch (unsigned) {
      case "nan" -> Optional.of(Double.NaN);
      case "inf", "infinity" -> Optional.of(sign * Double.POSITIVE_INFINITY);
      default ->
          REAL.matcher(text).matches() ? Optional.of(Double.valueOf(text)) : Optional.empty();
    };
  }

  private static Optional<Long> countOf(String text) {
    if (!COUNT.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Long.valueOf(text));
    } catch (NumberFormatException past63Bits) {
      return Optional.empty();
    }
  }

  private static Optional<Boolean> flagOf(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "1", "true", "on", "yes" -> Optional.of(true);
      case "0", "false", "off", "no" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static String shown(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
