package kvproof.soak.dataplane.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Size and parts of every block of a case.
 *
 * @param bytesByLabel in order, at least one; every part a multiple of 8 bytes
 */
public record BlockShape(SequencedMap<String, Integer> bytesByLabel) {
  private static final int WORD = Long.BYTES;

  public BlockShape {
    bytesByLabel = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(bytesByLabel));
  }

  /**
   * Blocks of so many bytes in parts of those labels, as nearly alike as whole words allow; the
   * last takes what is left over. {@link IllegalArgumentException} if there is no word for each.
   */
  public static BlockShape of(int blockBytes, List<String> labels) {
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
    return new BlockShape(parts);
  }

  /** Of the whole block. */
  public int blockBytes() {
    return bytesByLabel.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Such as {@code 64 KiB} or {@code 64 KiB in k, v}. */
  @Override
  public String toString() {
    String size = ByteSize.print(blockBytes());
    return bytesByLabel.size() == 1
        ? size
        : size + " in " + String.join(", ", bytesByLabel.keySet());
  }
}
