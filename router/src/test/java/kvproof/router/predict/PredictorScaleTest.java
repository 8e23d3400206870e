package kvproof.router.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import kvproof.model.BlockHashes;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.Prediction;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.WorkerWithDpRank;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * 100,000 requests of 64 blocks: two seconds of a processor, unless a step costs what all steps
 * before it left.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PredictorScaleTest {
  private static final int REQUESTS = 100_000;
  private static final int BLOCKS = 64;

  private final SeededRandom random = new SeededRandom(42);
  private final Predictor predictor = new Predictor();
  private long removedHashes;

  private static WorkerWithDpRank rank(int request) {
    return new WorkerWithDpRank(request % 16, 0);
  }

  /** Half of it one of 20 prefixes, the rest its own. */
  private BlockHashes hashes(int request) {
    long[] hashes = new long[BLOCKS];
    long prefix = random.below(20);
    for (int i = 0; i < BLOCKS; i++) {
      hashes[i] = (i < BLOCKS / 2 ? prefix : 1_000L + request) * BLOCKS + i;
    }
    return BlockHashes.of(hashes);
  }

  private void take(Prediction prediction) {
    for (IndexStep step : predictor.take(prediction)) {
      if (step instanceof Removed removed) {
        removedHashes += removed.externalHashes().size();
      }
    }
  }

  @Test
  void decisionsWithATimeToLive() {
    take(Predictions.ttl(20_000));
    for (int request = 0; request < REQUESTS; request++) {
      BlockHashes hashes = hashes(request);
      take(new TimePassed(request));
      take(new RequestRouted(rank(request), hashes, hashes));
    }
    take(new TimePassed(10_000_000));

    assertThat(predictor.timers()).isZero();
    assertThat(removedHashes).isGreaterThanOrEqualTo(REQUESTS * (long) BLOCKS / 2);
  }

  @Test
  void requestsOnRanksWithACapacity() {
    take(Predictions.lru(20_000));
    for (int worker = 0; worker < 16; worker++) {
      take(new CapacityDeclared(rank(worker), 1, OptionalLong.of(8_192)));
    }
    for (int request = 0; request < REQUESTS; request++) {
      BlockHashes hashes = hashes(request);
      take(new RequestAdmitted(rank(request), 1, "a" + request, hashes, hashes, 1));
      if (request >= 1_000) {
        take(new RequestFinished(rank(request - 1_000), 1, "a" + (request - 1_000)));
      }
    }

    assertThat(predictor.model(rank(0)).orElseThrow().residentBlocks()).isLessThan(8_300);
    assertThat(removedHashes).isGreaterThan(1_000_000);
  }
}
