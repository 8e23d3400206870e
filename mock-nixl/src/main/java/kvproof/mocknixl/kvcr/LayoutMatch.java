package kvproof.mocknixl.kvcr;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.model.transfer.Descriptor;

/** Which part of a stored block goes to which of the places that were asked for. */
final class LayoutMatch {
  private LayoutMatch() {}

  /**
   * The bytes for each reference, in their order; empty if the layouts do not match, which means
   * that the block is not held.
   *
   * @param isSubsetAllowed whether fewer parts, or another order, than the block's will do
   */
  static Optional<List<Descriptor>> of(
      List<BlockPart> stored, List<Reference> asked, boolean isSubsetAllowed) {
    List<String> storedLabels = stored.stream().map(BlockPart::label).toList();
    List<String> askedLabels = asked.stream().map(Reference::label).toList();
    if (storedLabels.equals(askedLabels)) {
      return Optional.of(stored.stream().map(BlockPart::bytes).toList());
    }
    boolean isSubset =
        isSubsetAllowed
            && new HashSet<>(askedLabels).size() == askedLabels.size()
            && askedLabels.stream().allMatch(label -> isOnce(label, storedLabels));
    return isSubset
        ? Optional.of(
            askedLabels.stream()
                .map(label -> stored.get(storedLabels.indexOf(label)).bytes())
                .toList())
        : Optional.empty();
  }

  private static boolean isOnce(String label, List<String> labels) {
    return labels.contains(label) && labels.indexOf(label) == labels.lastIndexOf(label);
  }
}
