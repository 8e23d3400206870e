package kvproof.mocknixl.kvcr.message;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The memory in which a service takes blocks, by label; both maps may be empty.
 *
 * @param framework memory of the inference framework
 * @param owned pools of the service itself
 */
public record Catalogue(
    SortedMap<String, CatalogueRegion> framework, SortedMap<String, CatalogueRegion> owned) {

  /** Copies; a region must stand under its own label. */
  public Catalogue {
    framework = checked(framework);
    owned = checked(owned);
  }

  private static SortedMap<String, CatalogueRegion> checked(Map<String, CatalogueRegion> regions) {
    regions.forEach(
        (label, region) -> {
          if (!label.equals(region.label())) {
            throw new IllegalArgumentException(
                "region '" + region.label() + "' stands under '" + label + "'");
          }
        });
    return Collections.unmodifiableSortedMap(new TreeMap<>(regions));
  }

  /**
   * The region that a reference means: the framework's by exact label, else {@code pool:*}; an
   * owned one by the pool in front of the colon.
   */
  public Optional<CatalogueRegion> region(Reference reference) {
    String pool = pool(reference.label());
    return reference.framework()
        ? Optional.ofNullable(framework.get(reference.label()))
            .or(() -> Optional.ofNullable(framework.get(pool + ":*")))
        : Optional.ofNullable(owned.get(pool));
  }

  public Stream<CatalogueRegion> regions() {
    return Stream.concat(framework.values().stream(), owned.values().stream());
  }

  /** What stands before the colon of a label. */
  public static String pool(String label) {
    int colon = label.indexOf(':');
    return colon < 0 ? label : label.substring(0, colon);
  }
}
