package kvproof.router.policy;

/** The load of the candidate it stands on; zeros where it is not known. */
final class LoadCursor implements LoadView {
  private final Candidates candidates;
  private int candidate;

  LoadCursor(Candidates candidates) {
    this.candidates = candidates;
  }

  void moveTo(int newCandidate) {
    candidate = newCandidate;
  }

  @Override
  public boolean isAvailable() {
    return candidates.inputs().loadAvailable(candidate);
  }

  @Override
  public long activePrefillTokens() {
    return isAvailable() ? candidates.inputs().activePrefillTokens(candidate) : 0;
  }

  @Override
  public long decodeBlocks() {
    return isAvailable()
        ? candidates.inputs().activeDecodeBlocks(candidate)
            + candidates.inputs().additionalBlocks(candidate)
        : 0;
  }

  @Override
  public long activeRequests() {
    return isAvailable() ? candidates.inputs().activeRequests(candidate) : 0;
  }
}
