package kvproof.soak.run;

import java.util.ArrayList;
import java.util.List;
import kvproof.soak.report.RunReport.SpeedSample;

/**
 * Cases done over time. Keeps at most {@value #MAX_SAMPLES} samples however long the run: when it
 * is full it forgets every second one and samples half as often from then on.
 */
final class SpeedLog {
  private static final int MAX_SAMPLES = 240;

  private final List<SpeedSample> samples = new ArrayList<>();
  private long intervalMillis = 250;

  void offer(long elapsedMillis, long casesDone) {
    long last = samples.isEmpty() ? 0 : samples.getLast().elapsedMillis();
    if (elapsedMillis - last >= intervalMillis) {
      samples.add(new SpeedSample(elapsedMillis, casesDone));
    }
    if (samples.size() == MAX_SAMPLES) {
      thinOut();
    }
  }

  private void thinOut() {
    for (int i = samples.size() - 2; i >= 0; i -= 2) {
      samples.remove(i);
    }
    intervalMillis *= 2;
  }

  List<SpeedSample> samples(long elapsedMillis, long casesDone) {
    List<SpeedSample> all = new ArrayList<>(samples);
    all.add(new SpeedSample(elapsedMillis, casesDone));
    return all;
  }
}
