package kvproof.router.predict;

import static kvproof.router.predict.Predictions.W1;
import static kvproof.router.predict.Predictions.admitted;
import static kvproof.router.predict.Predictions.finished;
import static kvproof.router.predict.Predictions.local;
import static kvproof.router.predict.Predictions.output;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.Prediction;
import kvproof.model.Prediction.RequestAdmitted;
import org.junit.jupiter.api.Test;

class RequestLeaseTest {
  private final List<Prediction> told = new ArrayList<>();
  private final RequestAdmitted admission = admitted(W1, 3, "a", 1, 1, 2);

  @Test
  void wholeLifeIsToldInOrder() {
    try (RequestLease lease = RequestLease.open(admission, told::add)) {
      materialize(lease, 3);
      lease.finish();
    }

    assertThat(told).containsExactly(admission, output(W1, 3, "a", 2, 2, 3), finished(W1, 3, "a"));
  }

  @Test
  void endIsToldOnce() {
    RequestLease lease = RequestLease.open(admission, told::add);

    lease.close();
    lease.finish();
    lease.close();

    assertThat(told).containsExactly(admission, finished(W1, 3, "a"));
  }

  @Test
  void outputAfterTheEndIsPassedOver() {
    RequestLease lease = RequestLease.open(admission, told::add);
    lease.finish();

    materialize(lease, 3);

    assertThat(told).containsExactly(admission, finished(W1, 3, "a"));
  }

  private static void materialize(RequestLease lease, long hash) {
    lease.materialize(OptionalLong.of(hash - 1), 2, local(hash), BlockHashes.of(hash), 0);
  }
}
