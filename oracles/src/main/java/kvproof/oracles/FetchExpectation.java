package kvproof.oracles;

import java.util.List;
import kvproof.model.FetchResult;

/**
 * What must be seen of one fetch.
 *
 * <p>To compare the bytes: name what was found in the place of each block that was reported and is
 * wrong, and set it against the entry of {@code wrongBytes} with the block's hash. Where that says
 * "what lay there before", the comparing side has to know it: zeroes in memory that was never
 * written, or a block that it has put there itself.
 *
 * @param strikes whether its fault comes about: the fetch gets into the fault's phase, and there is
 *     a block that it could hit if it hits one; false without a fault
 * @param wrongBytes one for each of {@link FetchResult#wrongBlocks}, in the same order
 */
public record FetchExpectation(FetchResult result, boolean strikes, List<WrongBytes> wrongBytes) {
  public FetchExpectation {
    wrongBytes = List.copyOf(wrongBytes);
    List<Long> wrong = wrongBytes.stream().map(WrongBytes::hash).toList();
    if (!wrong.equals(result.wrongBlocks())) {
      throw new IllegalArgumentException(
          "wrong bytes of " + wrong + ", but the wrong blocks are " + result.wrongBlocks());
    }
  }
}
