package kvproof.events.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** One row of {@code vectors.txt}, whose head says what stands where. */
record Vector(String id, int blockSize, String outcome, String layout, byte[] payload) {

  static List<Vector> all() {
    try (InputStream rows = Vector.class.getResourceAsStream("vectors.txt")) {
      return new String(rows.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .map(Vector::parse)
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Vector parse(String row) {
    String[] cells = row.split("\t", -1);
    if (cells.length != 5) {
      throw new IllegalArgumentException(cells.length + " cells: " + row);
    }
    byte[] payload = cells[4].equals("-") ? new byte[0] : HexFormat.of().parseHex(cells[4]);
    return new Vector(cells[0], Integer.parseInt(cells[1]), cells[2], cells[3], payload);
  }

  static Vector of(String id) {
    return all().stream().filter(vector -> vector.id.equals(id)).findFirst().orElseThrow();
  }

  boolean isRefused() {
    return outcome.equals("refused");
  }

  boolean isExact() {
    return !layout.equals("inexact");
  }

  /** One style an event. */
  List<EventStyle> styles() {
    return layout.equals("empty")
        ? List.of()
        : Stream.of(layout.split(" ")).map(Vector::style).toList();
  }

  /** Such as {@code array}, {@code map@1}, {@code array+1} and {@code array,legacy}. */
  private static EventStyle style(String words) {
    String[] options = words.split(",");
    EventStyle style =
        switch (options[0]) {
          case "array" -> EventStyle.ARRAY;
          case "array+1" -> EventStyle.ARRAY.withSurplus(1);
          case "map" -> EventStyle.MAP;
          case "map@1" -> EventStyle.MAP.withTypePosition(1);
          default -> throw new IllegalArgumentException(words);
        };
    for (String option : List.of(options).subList(1, options.length)) {
      style =
          switch (option) {
            case "legacy" -> style.withTail(EventStyle.TailLayout.LEGACY);
            case "named" -> style.withMm(EventStyle.MmLayout.NAMED);
            case "signed" ->
                style.withHashes(EventStyle.HashForm.SIGNED, EventStyle.HashForm.SIGNED);
            case "signed_parent" ->
                style.withHashes(EventStyle.HashForm.UNSIGNED, EventStyle.HashForm.SIGNED);
            default -> throw new IllegalArgumentException(words);
          };
    }
    return style;
  }

  @Override
  public String toString() {
    return id;
  }
}
