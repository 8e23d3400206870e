package kvproof.soak.outside;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;
import org.junit.jupiter.api.Test;

/** Two worker ids that are one as floating point numbers. */
class RoundingTest {
  private static final long HALF = 1L << 63;
  private static final WorkerWithDpRank BELOW = new WorkerWithDpRank(HALF - 1, 0);
  private static final WorkerWithDpRank AT = new WorkerWithDpRank(HALF, 0);

  private final Request request = new Request("q", BlockHashes.of(1L), List.of(BELOW));
  private final Answer expected = new OwnerInventoryOracle().answer(request);

  @Test
  void numberThatNobodyWasToldOfIsARoundedOne() throws JsonProcessingException {
    JsonNode answer = withDevice("9223372036854775808");

    assertThatThrownBy(() -> Rounding.requireNone(answer, request, expected, List.of()))
        .isInstanceOf(WrongShape.class)
        .hasMessageContaining("9223372036854775807 was rounded to 9223372036854775808");
  }

  @Test
  void numberThatTheRouterWasToldIsItself() throws JsonProcessingException {
    IndexStep told =
        new Stored(
            AT, StorageTier.DEVICE, OptionalLong.empty(), BlockHashes.of(1L), BlockHashes.of(7L));
    JsonNode answer = withDevice("9223372036854775808");

    assertThatCode(() -> Rounding.requireNone(answer, request, expected, List.of(told)))
        .doesNotThrowAnyException();
  }

  private static JsonNode withDevice(String worker) throws JsonProcessingException {
    return new ObjectMapper().readTree("{\"device\":[[" + worker + ",0,1,7]]}");
  }
}
