package kvproof.router.policy;

import kvproof.model.CostWeights;

/**
 * The default cost of one rank as selection 1.8 and the fetch credit write it down, with their
 * letters.
 */
final class PlainCost {
  private final CostWeights w;
  private final boolean isDecode;
  private final boolean isTracked;
  private final int isl;
  private final int sharedEnd;
  private final boolean anyTier;
  private final long aMin;

  /** Shared hits are the positions below {@code sharedEnd}. */
  PlainCost(
      CostWeights w,
      boolean isDecode,
      boolean isTracked,
      int isl,
      int sharedEnd,
      Iterable<Rank> eligible) {
    this.w = w;
    this.isDecode = isDecode;
    this.isTracked = isTracked;
    this.isl = isl;
    this.sharedEnd = sharedEnd;
    boolean tier = false;
    long least = Long.MAX_VALUE;
    for (Rank rank : eligible) {
      tier |= rank.device() > 0 || rank.host() > 0 || rank.disk() > 0;
      least = Math.min(least, rank.hasLoad() ? rank.prefill() : 0);
    }
    this.anyTier = tier;
    this.aMin = least;
  }

  double of(Rank rank) {
    double b = Host.BLOCK;
    double r = Math.ceil(isl / b);
    long a = rank.hasLoad() ? rank.prefill() : 0;
    double dec = rank.hasLoad() ? rank.decode() + rank.additional() : 0;
    double n = rank.hasLoad() ? rank.requests() : 0;
    double effective =
        rank.effective()
            .orElse(rank.device() + w.hostHit() * rank.host() + w.diskHit() * rank.disk());
    double c = rank.cached().orElse((long) Math.floor(effective * b + 0.5));
    double d = anyTier ? rank.device() : effective;
    double s = Math.max(sharedEnd - Math.floor(d + 0.5), 0);
    double load = Math.max(a - aMin, 0) / b / Math.max(r, 1);
    double decay = isTracked && w.overlapDecay() > 0 ? 1 / (1 + w.overlapDecay() * load) : 1;
    double credit =
        w.overlapCredit() * decay * d
            + w.hostHit() * rank.host()
            + w.diskHit() * rank.disk()
            + w.sharedHit() * s
            + net(rank);
    if (isDecode && !isTracked && w.overlapCredit() > 0) {
      return Math.max(0, dec - credit) + w.activeRequest() * n;
    }
    double raw = !isTracked ? 0 : !rank.hasLoad() ? isl : a + Math.max(isl - c, 0) + c;
    return w.prefillScale() * Math.max(raw / b - credit, 0) + dec + w.activeRequest() * n;
  }

  private double net(Rank rank) {
    int l = rank.frontier();
    int e = rank.sourceEnd().orElse(l);
    int f = e - l;
    int o = Math.max(0, Math.min(e, l + rank.disk()) - l);
    return w.hostHit() * (f - o) + Math.max(w.hostHit() - w.diskHit(), 0) * o;
  }
}
