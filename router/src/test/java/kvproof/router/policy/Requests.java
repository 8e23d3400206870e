package kvproof.router.policy;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Admission;
import kvproof.model.BlockHashes;
import kvproof.model.RequestOverride;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;

/** Requests by what the choice depends on; blocks have 16 tokens. */
final class Requests {
  private Requests() {}

  static SelectionRequest tokens(int promptTokens) {
    return SelectionRequest.of("r", Admission.BOOK, BlockHashes.of(), promptTokens);
  }

  static SelectionRequest pinned(SelectionRequest request, long worker) {
    return request.with(request.constraints().withPin(new WorkerWithDpRank(worker, 0)));
  }

  static SelectionRequest preferring(SelectionRequest request, String taint, double weight) {
    SortedMap<String, Double> weights = new TreeMap<>(request.constraints().preferredTaints());
    weights.put(taint, weight);
    return request.with(request.constraints().withPreferredTaints(weights));
  }

  static RequestOverride override(
      OptionalDouble credit, OptionalDouble scale, OptionalDouble heat, OptionalDouble shared) {
    return new RequestOverride(credit, scale, heat, shared, Optional.empty(), Optional.empty());
  }

  static RequestOverride heat(double temperature) {
    return override(
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.of(temperature),
        OptionalDouble.empty());
  }

  static SelectionContext context(SelectionRequest request) {
    return context(request, true);
  }

  static SelectionContext untracked(SelectionRequest request) {
    return context(request, false);
  }

  private static SelectionContext context(SelectionRequest request, boolean tracksPrefill) {
    SelectionContext context = new SelectionContext();
    context.begin(request, SessionContext.none(), Host.BLOCK, tracksPrefill);
    return context;
  }
}
