package kvproof.benchmarks.smoke;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.timing.Medians;

/**
 * The ratio to the floor that each inventory had, by title.
 *
 * <p>The floor is arithmetic and the router mostly memory, so makes of processors have ratios of
 * their own: a file has those of each make that was measured.
 *
 * @param ratios above 0
 */
public record Baseline(SortedMap<String, Double> ratios) {
  private static final String RATIOS = "ratios_to_floor";

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

  /**
   * That of processors of a make, or, where the file has none of them, of each inventory the
   * largest ratio of any make. Throws {@link IOException} if the file is not there, or lacks an
   * inventory.
   *
   * @param make as {@link ProcessorMake} names it
   */
  public static Baseline read(Path file, String make) throws IOException {
    ObjectNode makes = makes(file);
    Map<String, Baseline> all = new TreeMap<>();
    for (Map.Entry<String, JsonNode> known : makes.properties()) {
      all.put(known.getKey(), of(file + ", " + known.getKey(), known.getValue()));
    }
    if (all.isEmpty()) {
      throw new IOException(file + " has no ratios of any make of processor");
    }
    return all.containsKey(make) ? all.get(make) : largest(all.values());
  }

  private static ObjectNode makes(Path file) throws IOException {
    return JSON.readTree(Files.readString(file)).path(RATIOS) instanceof ObjectNode makes
        ? makes
        : JSON.createObjectNode();
  }

  private static Baseline of(String where, JsonNode node) throws IOException {
    SortedMap<String, Double> ratios = new TreeMap<>();
    for (InventoryFixture fixture : InventoryFixture.values()) {
      JsonNode ratio = node.path(fixture.title());
      if (!ratio.isNumber()) {
        throw new IOException(where + " has no ratio of " + fixture.title());
      }
      ratios.put(fixture.title(), ratio.asDouble());
    }
    return new Baseline(ratios);
  }

  private static Baseline largest(Collection<Baseline> all) {
    SortedMap<String, Double> ratios = new TreeMap<>();
    all.forEach(one -> one.ratios.forEach((title, ratio) -> ratios.merge(title, ratio, Math::max)));
    return new Baseline(ratios);
  }

  /** Replaces what the file has of this make; that of others stays. */
  public void write(Path file, String make) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    ObjectNode makes = root.putObject(RATIOS);
    if (Files.exists(file)) {
      makes.setAll(makes(file));
    }
    ObjectNode node = makes.putObject(make);
    for (InventoryFixture fixture : InventoryFixture.values()) {
      node.put(fixture.title(), Math.round(ratios.get(fixture.title()) * 1_000) / 1_000.0);
    }
    Files.writeString(file, JSON.writeValueAsString(root) + "\n");
  }
}
