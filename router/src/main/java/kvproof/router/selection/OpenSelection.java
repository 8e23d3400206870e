package kvproof.router.selection;

import java.util.Optional;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SelectionError;
import kvproof.model.SelectionRequest;
import kvproof.router.queue.PendingRequest;
import kvproof.router.queue.SelectionCaller;
import kvproof.router.queue.SelectionChoice;
import kvproof.router.selection.BookClaims.Claim;
import org.jspecify.annotations.Nullable;

/** One request from its arrival to its answer. */
final class OpenSelection implements SelectionCaller {
  private final SelectionRequest request;
  private final SelectionListener listener;
  private final Optional<Claim> claim;
  private final Answers answers;
  private @Nullable PendingRequest pending;
  private @Nullable SelectionChoice choice;
  private boolean isCancelled;

  OpenSelection(
      SelectionRequest request,
      SelectionListener listener,
      Optional<Claim> claim,
      Answers answers) {
    this.request = request;
    this.listener = listener;
    this.claim = claim;
    this.answers = answers;
  }

  SelectionRequest request() {
    return request;
  }

  SelectionListener listener() {
    return listener;
  }

  /** Its hold on its id; empty unless it reserves. */
  Optional<Claim> claim() {
    return claim;
  }

  void queuedAs(PendingRequest queued) {
    pending = queued;
  }

  /** Null while its submission lasts. */
  @Nullable PendingRequest pending() {
    return pending;
  }

  /** Null until a rank was chosen. */
  @Nullable SelectionChoice choice() {
    return choice;
  }

  void cancel() {
    isCancelled = true;
  }

  @Override
  public boolean isWaiting() {
    return !isCancelled && listener.isWaiting();
  }

  /** The listener may cancel while it hears of the choice. */
  @Override
  public boolean chosen(SelectionChoice made) {
    choice = made;
    made.lease().ifPresent(lease -> claim.ifPresent(held -> held.booked(lease)));
    listener.chosen(made.chosen());
    return isCancelled ? answers.discard(this) : answers.take(this);
  }

  @Override
  public void abandoned() {
    answers.over(this);
    answers.dropClaim(this);
  }

  @Override
  public void refused(SelectionError error) {
    answers.over(this);
    answers.dropClaim(this);
    listener.refused(new Refused(request.id(), error));
  }
}
