package kvproof.oracles.scheduling;

import kvproof.model.WorkerWithDpRank;

/** One compared rank: what its cost depends on, the cost, and the source stored with it. */
record CostedRow(WorkerWithDpRank rank, CostInputs inputs, ExactCost cost, StoredSource source) {

  /** How the cost compares with another one in whatever doubles a scheduler computes. */
  CostOrder compareTo(CostedRow other) {
    if (inputs.equals(other.inputs)) {
      return CostOrder.EQUAL;
    }
    if ((cost.isSafe() && other.cost.isSafe()) || !cost.isNear(other.cost)) {
      int order = cost.value().compareTo(other.cost.value());
      return order < 0 ? CostOrder.LESS : order > 0 ? CostOrder.GREATER : CostOrder.EQUAL;
    }
    return CostOrder.OPEN;
  }

  /** What can be said of two costs in doubles. */
  enum CostOrder {
    LESS,
    EQUAL,
    GREATER,
    /** So near to each other that rounding decides. */
    OPEN;

    boolean mayBe(CostOrder order) {
      return this == order || this == OPEN;
    }
  }
}
