package kvproof.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import kvproof.soak.report.RunReport.SpeedSample;
import org.junit.jupiter.api.Test;

class SpeedLogTest {

  @Test
  void shortRunHasItsEndAsASample() {
    var log = new SpeedLog();
    log.offer(10, 1);

    assertThat(log.samples(20, 2)).containsExactly(new SpeedSample(20, 2));
  }

  @Test
  void longRunKeepsFewSamplesSpreadOverTheWholeTime() {
    var log = new SpeedLog();
    for (int second = 1; second <= 10_000; second++) {
      log.offer(second * 1_000L, second);
    }

    var samples = log.samples(10_000_000, 10_000);

    assertThat(samples).hasSizeBetween(100, 250);
    assertThat(samples.getFirst().elapsedMillis()).isLessThan(300_000);
    assertThat(samples.getLast()).isEqualTo(new SpeedSample(10_000_000, 10_000));
    assertThat(samples).isSortedAccordingTo((a, b) -> Long.compare(a.casesDone(), b.casesDone()));
  }
}
