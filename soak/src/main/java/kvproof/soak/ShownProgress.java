package kvproof.soak;

import kvproof.soak.run.Progress;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** How far a run has come: a bar where a person watches, else a line every few seconds. */
final class ShownProgress {
  private ShownProgress() {}

  /** Of a run that counts cases. */
  static Progress on(Surroundings surroundings) {
    return on(surroundings, "cases");
  }

  /** Of a run that counts {@code unit}, a plural. */
  static Progress on(Surroundings surroundings, String unit) {
    return surroundings.isTerminal() ? new Bar(surroundings, unit) : new Lines(surroundings, unit);
  }

  private static final class Bar implements Progress {
    private static final int REDRAW_MILLIS = 200;

    private final Surroundings surroundings;
    private final String unit;
    private @Nullable ProgressBar bar;

    Bar(Surroundings surroundings, String unit) {
      this.surroundings = surroundings;
      this.unit = unit;
    }

    @Override
    public void started(String profile, long casesAsked) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(profile)
              .setInitialMax(casesAsked)
              .setUnit(" " + unit, 1)
              .showSpeed()
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(REDRAW_MILLIS)
              .setConsumer(new ConsoleProgressBarConsumer(surroundings.err()))
              .build();
    }

    @Override
    public void advanced(long casesDone, long diverged) {
      if (bar != null) {
        bar.stepTo(casesDone);
        if (diverged > 0) {
          bar.setExtraMessage(", " + diverged + " diverged");
        }
      }
    }

    @Override
    public void ended() {
      if (bar != null) {
        bar.close();
      }
    }
  }

  private static final class Lines implements Progress {
    private static final long INTERVAL_NANOS = 5_000_000_000L;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final Surroundings surroundings;
    private final String unit;
    private String profile = "";
    private long casesAsked;
    private long startNanos;
    private long shownNanos;

    Lines(Surroundings surroundings, String unit) {
      this.surroundings = surroundings;
      this.unit = unit;
    }

    @Override
    public void started(String profile, long casesAsked) {
      this.profile = profile;
      this.casesAsked = casesAsked;
      startNanos = now();
      shownNanos = startNanos;
    }

    @Override
    public void advanced(long casesDone, long diverged) {
      long now = now();
      if (now - shownNanos >= INTERVAL_NANOS) {
        shownNanos = now;
        long perSecond = casesDone * NANOS_PER_SECOND / (now - startNanos);
        surroundings
            .err()
            .println(
                profile
                    + ": "
                    + casesDone
                    + " of "
                    + casesAsked
                    + " "
                    + unit
                    + ", "
                    + diverged
                    + " diverged, "
                    + perSecond
                    + " "
                    + unit
                    + "/s");
      }
    }

    @Override
    public void ended() {}

    private long now() {
      return surroundings.control().nanoTime().getAsLong();
    }
  }
}
