package kvproof.mocknixl.kvcr.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Messages of a running KVCR, by their number. */
public final class GoldenVectors {
  private GoldenVectors() {}

  public static byte[] vector(String name) {
    String hex = all().get(name);
    if (hex == null) {
      throw new IllegalArgumentException("no vector " + name);
    }
    return HexFormat.of().parseHex(hex);
  }

  private static Map<String, String> all() {
    Map<String, String> vectors = new TreeMap<>();
    String name = "";
    for (String line : text().lines().toList()) {
      if (line.startsWith("V")) {
        name = line;
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        vectors.merge(name, line, String::concat);
      }
    }
    return vectors;
  }

  private static String text() {
    try (InputStream in = GoldenVectors.class.getResourceAsStream("kvcr-0.1.1.hex")) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("kvcr-0.1.1.hex", unreadable);
    }
  }
}
