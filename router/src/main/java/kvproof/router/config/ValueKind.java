package kvproof.router.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import kvproof.router.document.DocumentException;
import kvproof.router.document.DocumentNode;
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

  static ValueKind<Double> real() {
    return new ValueKind<>(
        "number", NumberText::real, DocumentNode::real, ValueKind::shown, NODES::numberNode);
  }

  static ValueKind<Long> count() {
    return new ValueKind<>(
        "whole number",
        text ->
            NumberText.count(text)
                .filter(count -> count.bitLength() < Long.SIZE)
                .map(BigInteger::longValueExact),
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
                .orElseThrow(
                    () ->
                        new DocumentException(
                            "'" + node.path() + "' is " + node.value() + ", expected " + words)),
        wireName,
        word -> NODES.textNode(wireName.apply(word)));
  }

  /** Seconds; nobody refreshes at 0 and below, or at infinity. */
  static ValueKind<RefreshThreshold> refresh() {
    return new ValueKind<>(
        "seconds",
        text -> Optional.of(RefreshText.of(text).threshold()),
        ValueKind::refreshOf,
        threshold -> shown(seconds(threshold)),
        threshold -> NODES.numberNode(seconds(threshold)));
  }

  /** Whole seconds; a variable that says 0, or none that fit 64 bits, says the default. */
  static ValueKind<Long> expiry(long byDefault) {
    ValueKind<Long> count = count();
    return new ValueKind<>(
        "whole seconds",
        text ->
            NumberText.count(text)
                .filter(seconds -> seconds.signum() > 0 && seconds.bitLength() <= Long.SIZE)
                .map(seconds -> seconds.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact())
                .or(() -> Optional.of(byDefault)),
        count.ofNode(),
        count.text(),
        count.node());
  }

  private static RefreshThreshold refreshOf(DocumentNode node) {
    double seconds = node.real();
    if (Double.isNaN(seconds)) {
      throw new DocumentException("'" + node.path() + "' is not a number");
    }
    return RefreshThreshold.ofSeconds(seconds);
  }

  private static double seconds(RefreshThreshold threshold) {
    return threshold.nanos().orElse(0) / (double) NANOS_PER_SECOND;
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
