package kvproof.soak.run;

/** Is told how far a run has come. Called on the thread that folds the results. */
public interface Progress {

  void started(String profile, long casesAsked);

  /** After each case; cheap when nothing is to be shown yet. */
  void advanced(long casesDone, long diverged);

  /** No case follows. */
  void ended();

  /** Says nothing. */
  static Progress silent() {
    return new Progress() {
      @Override
      public void started(String profile, long casesAsked) {}

      @Override
      public void advanced(long casesDone, long diverged) {}

      @Override
      public void ended() {}
    };
  }
}
