package kvproof.soak.field;

import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import kvproof.model.BlockHashes;
import kvproof.model.identity.RequestContent;
import kvproof.model.identity.Tokens;

/** Blocks of 16 tokens that are equal but for one, wherever it stands. */
final class HashPositions {
  private static final int BLOCK_SIZE = WireEngine.BLOCK_SIZE;

  private HashPositions() {}

  static void ask(Questions questions) {
    ask(questions, tokens -> tokens);
  }

  /** {@code seen}: what of the tokens reaches the hash; all of it, unless a fault is planted. */
  static void ask(Questions questions, UnaryOperator<int[]> seen) {
    int[] tokens = IntStream.range(100, 100 + BLOCK_SIZE).toArray();
    long hash = hash(seen, tokens);
    for (int position = 0; position < BLOCK_SIZE; position++) {
      int[] other = tokens.clone();
      other[position]++;
      questions.ask(
          "another token " + (position + 1) + " gives another hash",
          true,
          () -> hash(seen, other) != hash);
    }
    questions.ask("the same tokens give the same hash", true, () -> hash(seen, tokens) == hash);
  }

  private static long hash(UnaryOperator<int[]> seen, int[] tokens) {
    BlockHashes hashes =
        RequestContent.of(Tokens.of(seen.apply(tokens.clone())), BLOCK_SIZE).localHashes();
    return hashes.at(0);
  }
}
