package kvproof.router.index;

import kvproof.model.WorkerWithDpRank;

/** The ranks of one selection, numbered from 0. */
public interface CandidateRanks {

  /** The same rank at every call of one selection. */
  WorkerWithDpRank rank(int candidate);
}
