package kvproof.model.identity;

import java.util.HexFormat;
import java.util.List;
import kvproof.model.BlockHashes;

/** Hashes as the tables of golden values print them: 16 hex digits each. */
final class HexHashes {
  private HexHashes() {}

  static List<String> of(BlockHashes hashes) {
    return hashes.stream().mapToObj(HexHashes::of).toList();
  }

  static String of(long hash) {
    return HexFormat.of().toHexDigits(hash);
  }

  /** Reads a table cell of hashes separated by blanks; the empty cell is no hash. */
  static List<String> cell(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" "));
  }
}
