package kvproof.soak.dataplane.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import kvproof.mocknixl.worker.BlockLayout;

/** Layouts whose parts are as nearly alike as whole words allow, and how they are shown. */
public final class EvenParts {
  private static final int WORD = Long.BYTES;

  private EvenParts() {}

  /**
   * Blocks of so many bytes in parts of those labels; the last takes what is left over. {@link
   * IllegalArgumentException} if there is no word for each, or no worker can have such a layout.
   */
  public static BlockLayout of(int blockBytes, List<String> labels) {
    int each = blockBytes / labels.size() / WORD * WORD;
    if (each == 0 || blockBytes % WORD != 0) {
      throw new IllegalArgumentException(
          "a block of "
              + blockBytes
              + " bytes cannot be cut into "
              + labels.size()
              + " parts of whole words of 8 bytes");
    }
    SequencedMap<String, Integer> parts = new LinkedHashMap<>();
    labels.forEach(label -> parts.put(label, each));
    parts.merge(labels.getLast(), blockBytes - each * labels.size(), Integer::sum);
    return new BlockLayout(parts);
  }

  /** Such as {@code 64 KiB} or {@code 64 KiB in k, v}. */
  public static String print(BlockLayout layout) {
    String size = ByteSize.print(layout.blockBytes());
    return layout.labels().size() == 1 ? size : size + " in " + String.join(", ", layout.labels());
  }
}
