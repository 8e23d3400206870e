package kvproof.router.selection;

import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SelectionError;
import kvproof.model.SelectionRequest;
import kvproof.router.queue.PendingRequest;
import kvproof.router.queue.SelectionCaller;
import kvproof.router.queue.SelectionChoice;
import org.jspecify.annotations.Nullable;

/** One request from its arrival to its answer. */
final class OpenSelection implements SelectionCaller {
  private final SelectionRequest request;
  private final SelectionListener listener;
  private final Answers answers;
  private @Nullable PendingRequest pending;
  private @Nullable SelectionChoice choice;
  private boolean isCancelled;

  OpenSelection(SelectionRequest request, SelectionListener listener, Answers answers) {
    this.request = request;
    this.listener = listener;
    this.answers = answers;
  }

  SelectionRequest request() {
    return request;
  }

  SelectionListener listener() {
    return listener;
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

  @Override
  public boolean chosen(SelectionChoice made) {
    choice = made;
    listener.chosen(made.chosen());
    return answers.take(this);
  }

  @Override
  public void abandoned() {
    answers.over(this);
    if (!isCancelled) {
      answers.dropClaim(this); // a cancelled one gave it back, and somebody else may have it now
    }
  }

  @Override
  public void refused(SelectionError error) {
    answers.over(this);
    answers.dropClaim(this);
    listener.refused(new Refused(request.id(), error));
  }
}
