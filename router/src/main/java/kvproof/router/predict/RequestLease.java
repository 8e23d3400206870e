package kvproof.router.predict;

import java.util.OptionalLong;
import java.util.function.Consumer;
import kvproof.model.BlockHashes;
import kvproof.model.Prediction;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;

/**
 * What one request holds on its rank, from its admission to its end.
 *
 * <p>It ends once: when it is finished, or at the latest when it is closed without that. What is
 * produced after the end is passed over. For one thread at a time.
 */
public final class RequestLease implements AutoCloseable {
  private final RequestAdmitted admitted;
  private final Consumer<? super Prediction> predictions;
  private boolean over;

  private RequestLease(RequestAdmitted admitted, Consumer<? super Prediction> predictions) {
    this.admitted = admitted;
    this.predictions = predictions;
  }

  /** Admits the request; every prediction of its life goes to {@code predictions}. */
  public static RequestLease open(
      RequestAdmitted admitted, Consumer<? super Prediction> predictions) {
    RequestLease lease = new RequestLease(admitted, predictions);
    predictions.accept(admitted);
    return lease;
  }

  /** The request has more full blocks, as {@link OutputMaterialized} says. */
  public void materialize(
      OptionalLong parent,
      int startPosition,
      BlockHashes localHashes,
      BlockHashes sequenceHashes,
      int privateBlocks) {
    if (!over) {
      predictions.accept(
          new OutputMaterialized(
              admitted.rank(),
              admitted.incarnation(),
              admitted.attempt(),
              parent,
              startPosition,
              localHashes,
              sequenceHashes,
              privateBlocks));
    }
  }

  public void finish() {
    if (!over) {
      over = true;
      predictions.accept(
          new RequestFinished(admitted.rank(), admitted.incarnation(), admitted.attempt()));
    }
  }

  @Override
  public void close() {
    finish();
  }
}
