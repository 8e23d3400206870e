package kvproof.router.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.ModeChosen;
import kvproof.router.predict.PredictionConfig.CachePolicy;
import kvproof.router.predict.PredictionConfig.Served;
import org.junit.jupiter.api.Test;

class PredictionConfigTest {

  @Test
  void a25LruWithEngineEventsIsRefused() {
    assertThatThrownBy(
            () -> new PredictionConfig(true, CachePolicy.LRU, 1_000, OptionalLong.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "policy LRU models what engines do not report: turn engine events off, or use TTL");
  }

  @Test
  void a25SideIndexWithoutEngineEventsIsRefused() {
    assertThatThrownBy(
            () -> new PredictionConfig(false, CachePolicy.TTL, 1_000, OptionalLong.of(50)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a side index (50 ms) stands beside engine events: turn them on, or leave it out");
  }

  @Test
  void a25SelectionServiceUsesTtlInPlaceOfLruAndSaysSo() {
    Served served = PredictionConfig.predicting(CachePolicy.LRU, 30_000).servedBySelection();

    assertThat(served.config()).isEqualTo(PredictionConfig.predicting(CachePolicy.TTL, 30_000));
    assertThat(served.warning())
        .hasValue("policy LRU is not offered here: TTL of 30000 ms in its place");
  }

  @Test
  void selectionServiceServesTtlAsItIs() {
    PredictionConfig config = PredictionConfig.predicting(CachePolicy.TTL, 30_000);

    assertThat(config.servedBySelection().config()).isSameAs(config);
    assertThat(config.servedBySelection().warning()).isEmpty();
  }

  @Test
  void timeToLiveIsNotNegative() {
    assertThatThrownBy(() -> PredictionConfig.predicting(CachePolicy.TTL, -1))
        .hasMessage("a time to live is not negative: -1 ms");
    assertThatThrownBy(() -> PredictionConfig.withSideIndex(-2))
        .hasMessage("a time to live is not negative: -2 ms");
  }

  @Test
  void modeIsThatOfThePolicyUnlessEnginesReport() {
    assertThat(PredictionConfig.ofEngineEvents().mode())
        .isEqualTo(new ModeChosen(Mode.NONE, PredictionConfig.DEFAULT_TTL_MILLIS));
    assertThat(PredictionConfig.predicting(CachePolicy.TTL, 5).mode())
        .isEqualTo(new ModeChosen(Mode.TTL, 5));
    assertThat(PredictionConfig.predicting(CachePolicy.LRU, 5).mode())
        .isEqualTo(new ModeChosen(Mode.LRU, 5));
  }

  @Test
  void sourcesAreOfferedOnlyWhereNothingIsPredicted() {
    assertThat(PredictionConfig.ofEngineEvents().offersSources()).isTrue();
    assertThat(PredictionConfig.withSideIndex(50).offersSources()).isFalse();
    assertThat(PredictionConfig.predicting(CachePolicy.TTL, 5).offersSources()).isFalse();
  }
}
