package kvproof.mocknixl.kvcr;

import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.kvcr.message.Catalogue;
import kvproof.mocknixl.kvcr.message.CatalogueRegion;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.Descriptor;

/**
 * A way to one target's memory: its metadata is loaded, its catalogue lies inside what that
 * metadata names. A route that is replaced is another route, whatever it says.
 */
final class Route {
  private final String target;
  private final String peer;
  private final AgentMetadata metadata;
  private final Catalogue catalogue;

  /**
   * @param target as its frames call it
   * @param peer the name that the metadata was loaded under, most often the same
   */
  Route(String target, String peer, AgentMetadata metadata, Catalogue catalogue) {
    this.target = target;
    this.peer = peer;
    this.metadata = metadata;
    this.catalogue = catalogue;
  }

  String target() {
    return target;
  }

  String peer() {
    return peer;
  }

  boolean isOf(AgentMetadata otherMetadata, Catalogue otherCatalogue) {
    return metadata.equals(otherMetadata) && catalogue.equals(otherCatalogue);
  }

  /** Where these parts go; only for references without a {@link #problem}. */
  List<Descriptor> elements(List<Reference> references) {
    return references.stream()
        .map(part -> catalogue.region(part).orElseThrow().element(part.elementIndex()))
        .toList();
  }

  /** What forbids a write to that reference; empty if nothing does. */
  Optional<String> problem(Reference reference, PoolLayout layout) {
    Optional<CatalogueRegion> region = catalogue.region(reference);
    if (!reference.endPoint().equals(target)) {
      return Optional.of("memory of " + reference.endPoint() + ", not of " + target);
    }
    if (region.isEmpty()) {
      return Optional.of("no region for " + reference);
    }
    if (reference.elementIndex() >= region.get().count()) {
      return Optional.of("only " + region.get().count() + " elements for " + reference);
    }
    if (layout.blockBytes(reference.label()).isEmpty()) {
      return Optional.of("no pool here for " + reference);
    }
    if (layout.blockBytes(reference.label()).getAsLong() != region.get().sizeBytes()) {
      return Optional.of("elements of " + region.get().sizeBytes() + " bytes for " + reference);
    }
    return Optional.empty();
  }
}
