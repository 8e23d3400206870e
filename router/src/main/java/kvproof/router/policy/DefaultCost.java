package kvproof.router.policy;

import java.util.Optional;
import kvproof.model.CostWeights;
import kvproof.model.RequestOverride;
import kvproof.router.overlap.SharedCacheHits;

/**
 * The built-in cost: prefill that is left once the caches are credited, decode load, requests.
 *
 * <p>In blocks; lower is better. What a request overrides takes the place of a weight. Reads cache,
 * load and preferred taints, so it is of no use to {@link HostedInputs}, and throws {@link
 * IllegalStateException} there.
 */
public final class DefaultCost implements Scorer {
  private static final InputSet INPUTS =
      InputSet.CACHE.plus(InputSet.LOAD).plus(InputSet.PREFERRED_TAINT);

  private final CostWeights weights;
  private final boolean isDecode;

  // Of the selection at hand.
  private double overlapCredit;
  private double prefillScale;
  private double sharedHit;
  private boolean tracksPrefill;
  private double blockSize;
  private long promptTokens;
  private double requestBlocks;
  private long leastActivePrefillTokens;

  /**
   * Cost by these weights.
   *
   * @param isDecode whether it goes by the label {@code decode}, under which untracked prefill is
   *     credited against decode blocks
   */
  public DefaultCost(CostWeights weights, boolean isDecode) {
    this.weights = weights;
    this.isDecode = isDecode;
  }

  @Override
  public InputSet inputs() {
    return INPUTS;
  }

  @Override
  public void score(SelectionContext context, BatchView rows, Contributions contributions) {
    begin(context, rows);
    int count = rows.size();
    for (int row = 0; row < count; row++) {
      RowView view = rows.row(row);
      contributions.set(
          row, cost(cacheOf(view), loadOf(view)) * view.preferredTaintMultiplierOr(1.0));
    }
  }

  private static CacheView cacheOf(RowView row) {
    return row.cache().orElseThrow(() -> new IllegalStateException("no cache inputs"));
  }

  private static LoadView loadOf(RowView row) {
    return row.load().orElseThrow(() -> new IllegalStateException("no load inputs"));
  }

  private void begin(SelectionContext context, BatchView rows) {
    RequestOverride override = context.override();
    overlapCredit = override.overlapCredit().orElse(weights.overlapCredit());
    prefillScale = override.prefillScale().orElse(weights.prefillScale());
    sharedHit = override.sharedMultiplier().orElse(weights.sharedHit());
    tracksPrefill = context.tracksPrefill();
    blockSize = context.blockSize();
    promptTokens = context.promptTokens();
    requestBlocks = context.requestBlocks();
    leastActivePrefillTokens = decays() ? rows.leastActivePrefillTokensOr(0) : 0;
  }

  private boolean decays() {
    return tracksPrefill && weights.overlapDecay() > 0;
  }

  private double cost(CacheView cache, LoadView load) {
    double credit = credit(cache, load);
    double requests = weights.activeRequest() * load.activeRequests();
    if (isDecode && !tracksPrefill && overlapCredit > 0) {
      return Math.max(0, load.decodeBlocks() - credit) + requests;
    }
    double prefillBlocks = Math.max(rawTokens(cache, load) / blockSize - credit, 0);
    return prefillScale * prefillBlocks + load.decodeBlocks() + requests;
  }

  /**
   * Prompt tokens with the rank's queue in front of them. The cached ones stay in: the credit takes
   * them off, by their weights.
   */
  private double rawTokens(CacheView cache, LoadView load) {
    if (!tracksPrefill) {
      return 0;
    }
    if (!load.isAvailable()) {
      return promptTokens;
    }
    long prompt = Math.max(promptTokens, cache.cachedTokens());
    long tokens = load.activePrefillTokens() + prompt;
    return tokens < 0 ? Long.MAX_VALUE : tokens;
  }

  private double credit(CacheView cache, LoadView load) {
    double device = deviceBlocks(cache);
    return overlapCredit * decay(load) * device
        + weights.hostHit() * cache.hostBlocks()
        + weights.diskHit() * cache.diskBlocks()
        + sharedCredit(cache, device)
        + fetchCredit(cache.fetchableBlocksOr(0), cache.diskBlocks());
  }

  /** A look-up that knows no tiers still counts by its weighted overlap. */
  private static double deviceBlocks(CacheView cache) {
    return cache.hasTierMatches() ? cache.deviceBlocks() : cache.effectiveOverlapBlocks();
  }

  private double decay(LoadView load) {
    if (!decays()) {
      return 1;
    }
    long ahead = Math.max(load.activePrefillTokens() - leastActivePrefillTokens, 0);
    double prompts = ahead / blockSize / Math.max(requestBlocks, 1);
    return 1 / (1 + weights.overlapDecay() * prompts);
  }

  private double sharedCredit(CacheView cache, double device) {
    Optional<SharedCacheHits> hits = cache.sharedHits();
    return hits.isEmpty() ? 0 : sharedHit * hits.get().beyondOverlap(device);
  }

  /** Fetched blocks arrive in host memory; what the rank has on disk is credited there already. */
  private double fetchCredit(int fetchable, int diskBlocks) {
    int alsoOnDisk = Math.min(fetchable, diskBlocks);
    return weights.hostHit() * (fetchable - alsoOnDisk)
        + Math.max(weights.hostHit() - weights.diskHit(), 0) * alsoOnDisk;
  }
}
