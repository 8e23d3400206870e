package kvproof.model.casetext;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.BlockHashes;
import kvproof.model.HashText;

/** The blocks of a line of case text, written {@code local:external} each, up to its end. */
record CaseTextBlocks(BlockHashes localHashes, BlockHashes externalHashes) {

  private record BlockPair(long local, long external) {

    static BlockPair parse(String text) {
      int colon = Math.max(text.indexOf(':'), 0);
      return new BlockPair(
          HashText.parse(text.substring(0, colon)), HashText.parse(text.substring(colon + 1)));
    }
  }

  static CaseTextBlocks read(CaseTextLine line) {
    List<Long> localHashes = new ArrayList<>();
    List<Long> externalHashes = new ArrayList<>();
    while (!line.atEnd()) {
      BlockPair block = line.read("a block (local:external, such as 1:101)", BlockPair::parse);
      localHashes.add(block.local());
      externalHashes.add(block.external());
    }
    return new CaseTextBlocks(BlockHashes.of(localHashes), BlockHashes.of(externalHashes));
  }
}
