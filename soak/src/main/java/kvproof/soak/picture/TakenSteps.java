package kvproof.soak.picture;

import java.util.List;
import java.util.Optional;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;

/** What a picture needs to know of the steps of a history. */
final class TakenSteps {
  private TakenSteps() {}

  /** Who stores blocks in this step. */
  static Optional<Owner> owner(CaseStep step) {
    return step instanceof Stored stored ? Optional.of(stored.owner()) : Optional.empty();
  }

  /** The last step of this kind. */
  static <T extends CaseStep> Optional<T> last(List<? extends CaseStep> steps, Class<T> kind) {
    return steps.reversed().stream().filter(kind::isInstance).map(kind::cast).findFirst();
  }
}
