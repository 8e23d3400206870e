package kvproof.soak.picture;

import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.BlockHashes;

/**
 * The chain of external hashes that an answer is about, as far as an interval goes.
 *
 * <p>An answer spells it out to the end of the longest root prefix; behind that it is what the
 * owner of a continuation holds host-pinned.
 */
final class AnsweredChain {
  private AnsweredChain() {}

  static BlockHashes of(Answer answer, BlockHashes prompt, HeldPlaces held) {
    List<Long> chain = new ArrayList<>();
    answer.candidates().ifPresent(known -> known.chain().stream().forEach(chain::add));
    List<SourceInterval> byStart = new ArrayList<>(answer.intervals());
    byStart.sort(Comparator.comparingInt(source -> source.interval().start()));
    byStart.forEach(source -> extend(chain, source, prompt, held));
    return BlockHashes.of(chain);
  }

  private static void extend(
      List<Long> chain, SourceInterval source, BlockHashes prompt, HeldPlaces held) {
    int end = Math.min(source.interval().end(), prompt.size());
    while (!chain.isEmpty() && source.interval().start() <= chain.size() && chain.size() < end) {
      OptionalLong next =
          held.hashAt(
              HOST_PINNED,
              source.owner(),
              OptionalLong.of(chain.getLast()),
              prompt.at(chain.size()));
      if (next.isEmpty()) {
        return;
      }
      chain.add(next.getAsLong());
    }
  }
}
