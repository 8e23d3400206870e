package kvproof.events.wire;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;

/**
 * Which salt each block of one listener was stored under.
 *
 * <p>Engines send the salt with the first block of a chain only; the rest inherit it through their
 * parents. A hash seen under two salts, or salted and then not, is ambiguous until a clear.
 */
final class CacheNamespaces {
  /** One salt, shared by all blocks of its chains; empty: none, or not to be told. */
  record Namespace(String salt, boolean isAmbiguous) {
    static final Namespace NONE = new Namespace("", false);
    static final Namespace AMBIGUOUS = new Namespace("", true);
  }

  private final Map<Integer, Map<Long, Namespace>> byRank = new HashMap<>(); // never walked

  /** The namespace of a stored chain, after its blocks were recorded; empty: ambiguous. */
  Optional<Namespace> stored(
      int dpRank, OptionalLong parent, BlockHashes blockHashes, Optional<String> ownSalt) {
    Map<Long, Namespace> recorded = byRank.getOrDefault(dpRank, Map.of());
    Namespace inherited =
        parent.isPresent()
            ? recorded.getOrDefault(parent.getAsLong(), Namespace.NONE)
            : Namespace.NONE;
    if (ownSalt.isEmpty() && inherited.isAmbiguous()) {
      return Optional.empty();
    }
    Namespace namespace =
        ownSalt.isEmpty() || ownSalt.get().equals(inherited.salt())
            ? inherited
            : new Namespace(ownSalt.get(), false);
    blockHashes.stream().forEach(hash -> record(dpRank, hash, namespace));
    return Optional.of(namespace);
  }

  /** A block without salt gets no record, so that unsalted traffic costs nothing here. */
  private void record(int dpRank, long hash, Namespace namespace) {
    if (namespace.equals(Namespace.NONE)) {
      Map<Long, Namespace> recorded = byRank.getOrDefault(dpRank, Map.of());
      if (recorded.containsKey(hash)) {
        recorded.put(hash, Namespace.AMBIGUOUS);
      }
    } else {
      byRank
          .computeIfAbsent(dpRank, _ -> new HashMap<>())
          .merge(
              hash, namespace, (before, now) -> before.equals(now) ? before : Namespace.AMBIGUOUS);
    }
  }

  /** What is ambiguous stays so: the removal may be the one of the other salt's block. */
  void removed(int dpRank, BlockHashes blockHashes) {
    Map<Long, Namespace> recorded = byRank.get(dpRank);
    if (recorded != null) {
      blockHashes.stream()
          .forEach(
              hash -> recorded.computeIfPresent(hash, (_, was) -> was.isAmbiguous() ? was : null));
    }
  }

  void cleared(int dpRank) {
    byRank.remove(dpRank);
  }

  /** For tests: the record of one block. */
  Optional<Namespace> recordOf(int dpRank, long hash) {
    return Optional.ofNullable(byRank.getOrDefault(dpRank, Map.of()).get(hash));
  }
}
