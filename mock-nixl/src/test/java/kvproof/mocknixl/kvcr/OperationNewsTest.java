package kvproof.mocknixl.kvcr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.kvcr.message.WriteDone;
import org.junit.jupiter.api.Test;

class OperationNewsTest {
  private static final WriteDone WRITTEN = WriteDone.written(1, List.of(0L, 2L));
  private static final WriteDone FAILED = WriteDone.failed(1);
  private static final WriteDone NOTICE = WriteDone.cancelling(1);

  @Test
  void nothingIsNoEvent() {
    assertThat(OperationNews.NONE.isTerminal()).isFalse();
    assertThat(OperationNews.NONE.isFailure()).isFalse();
    assertThat(OperationNews.NONE.validIndices(3)).isEmpty();
  }

  @Test
  void successNamesItsIndicesUnlessOneIsBeyondTheRequest() {
    OperationNews news = OperationNews.NONE.plus(WRITTEN);

    assertThat(news.validIndices(3)).contains(List.of(0L, 2L));
    assertThat(news.validIndices(2)).isEmpty();
  }

  @Test
  void anyFailureInThePollSpoilsASuccess() {
    assertThat(OperationNews.NONE.plus(NOTICE).plus(WRITTEN).validIndices(3)).isEmpty();
    assertThat(OperationNews.NONE.plus(WRITTEN).plus(NOTICE).validIndices(3)).isEmpty();
    assertThat(OperationNews.NONE.plus(WRITTEN).plus(NOTICE).isTerminal()).isTrue();
  }

  @Test
  void listOfTheLastReportCounts() {
    WriteDone unusable = new WriteDone(1, true, Optional.empty(), true);

    assertThat(OperationNews.NONE.plus(WRITTEN).plus(unusable).validIndices(3)).isEmpty();
    assertThat(OperationNews.NONE.plus(unusable).plus(WRITTEN).validIndices(3)).isPresent();
  }

  @Test
  void onlyAReportThatEndsTheOperationOutranksARefusal() {
    OperationNews refusal = OperationNews.withoutWrite(true);

    assertThat(OperationNews.NONE.plus(FAILED).or(refusal).isRefused()).isFalse();
    assertThat(OperationNews.NONE.plus(NOTICE).or(refusal)).isEqualTo(refusal);
    assertThat(OperationNews.NONE.or(refusal)).isEqualTo(refusal);
    assertThat(OperationNews.NONE.plus(NOTICE).or(OperationNews.NONE).isTerminal()).isFalse();
  }
}
