package kvproof.benchmarks.smoke;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.timing.Medians;

/**
 * The ratio to the floor that each inventory had, by title.
 *
 * @param ratios above 0
 */
public record Baseline(SortedMap<String, Double> ratios) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  public Baseline {
    ratios = Collections.unmodifiableSortedMap(new TreeMap<>(ratios));
    ratios.forEach(
        (title, ratio) -> {
          if (!(ratio > 0)) {
            throw new IllegalArgumentException("the ratio of " + title + " is " + ratio);
          }
        });
  }

  /** The median of several measurements. */
  static Baseline of(List<SortedMap<String, Double>> measurements) {
    SortedMap<String, Double> ratios = new TreeMap<>();
    for (String title : measurements.getFirst().keySet()) {
      ratios.put(title, Medians.of(measurements.stream().map(it -> it.get(title)).toList()));
    }
    return new Baseline(ratios);
  }

  /** Throws {@link IOException} if the file is not there, or lacks an inventory. */
  public static Baseline read(Path file) throws IOException {
    JsonNode root = JSON.readTree(Files.readString(file)).path("ratios_to_floor");
    SortedMap<String, Double> ratios = new TreeMap<>();
    for (InventoryFixture fixture : InventoryFixture.values()) {
      JsonNode ratio = root.path(fixture.title());
      if (!ratio.isNumber()) {
        throw new IOException(file + " has no ratio of " + fixture.title());
      }
      ratios.put(fixture.title(), ratio.asDouble());
    }
    return new Baseline(ratios);
  }

  public void write(Path file) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    ObjectNode node = root.putObject("ratios_to_floor");
    for (InventoryFixture fixture : InventoryFixture.values()) {
      node.put(fixture.title(), Math.round(ratios.get(fixture.title()) * 1_000) / 1_000.0);
    }
    Files.writeString(file, JSON.writeValueAsString(root) + "\n");
  }
}
