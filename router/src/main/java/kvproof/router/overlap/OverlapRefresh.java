package kvproof.router.overlap;

import java.util.Optional;
import kvproof.model.BlockHashes;

/**
 * Looks the prompt of a request that waited long up again: all of the answer or nothing of it. When
 * that is due {@link RefreshThreshold} says.
 */
public final class OverlapRefresh {
  private OverlapRefresh() {}

  /**
   * Looks prompts up in an index of this process.
   *
   * @param <T> overlap, tier maps and fetch candidates of one look-up, as one value: who replaces
   *     one of them has replaced them all
   */
  @FunctionalInterface
  public interface Provider<T> {
    /** Empty: it has no answer. May throw anything but an error: that is no answer either. */
    Optional<T> lookUp(BlockHashes localHashes) throws Exception;
  }

  /**
   * The new look-up; empty: the request keeps what it has.
   *
   * @param localHashes of the complete blocks of the prompt
   */
  public static <T> Optional<T> lookUp(BlockHashes localHashes, Provider<T> provider) {
    try {
      return provider.lookUp(localHashes);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (Exception noAnswer) {
      return Optional.empty();
    }
  }
}
