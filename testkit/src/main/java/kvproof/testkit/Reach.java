package kvproof.testkit;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.BlockHashes;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;

/**
 * A guess at a hint: this source holds positions {@code [frontier, end)} that the target lacks.
 *
 * <p>Only the router says what is hinted; a good guess makes most fetches of a case worth carrying
 * out, and hits the blocks that matter when something is evicted meanwhile.
 */
record Reach(
    Request request,
    WorkerWithDpRank target,
    PromptChain chain,
    int frontier,
    Owner source,
    int end) {

  /** For every request and target the owner that reaches furthest, if it reaches further. */
  static List<Reach> all(HistoryDraft history, List<Request> requests) {
    List<Reach> all = new ArrayList<>();
    for (Request request : requests) {
      PromptChain chain = asStored(request.localHashes(), history.families().chains());
      for (WorkerWithDpRank target : request.targets()) {
        Reach longest = furthest(history, request, target, chain);
        if (longest.end() > longest.frontier()) {
          all.add(longest);
        }
      }
    }
    return all;
  }

  private static Reach furthest(
      HistoryDraft history, Request request, WorkerWithDpRank target, PromptChain chain) {
    int frontier = history.frontier(target, chain);
    Reach longest = new Reach(request, target, chain, frontier, target, frontier);
    for (Owner owner : history.population().owners()) {
      int end = history.endOfRun(owner, HOST_PINNED, chain, frontier);
      if (owner instanceof WorkerWithDpRank rank) {
        end = Math.max(end, history.frontier(rank, chain));
      }
      if (end > longest.end()) {
        longest = new Reach(request, target, chain, frontier, owner, end);
      }
    }
    return longest;
  }

  /** The part of the prompt that is on a chain. */
  private static PromptChain asStored(BlockHashes prompt, List<PromptChain> chains) {
    PromptChain best = chains.getFirst();
    int longest = 0;
    for (PromptChain chain : chains) {
      int shared = sharedPrefix(prompt, chain.localHashes());
      if (shared > longest) {
        longest = shared;
        best = chain;
      }
    }
    return new PromptChain(
        best.localHashes().slice(0, longest), best.externalHashes().slice(0, longest));
  }

  private static int sharedPrefix(BlockHashes left, BlockHashes right) {
    int shared = 0;
    while (shared < Math.min(left.size(), right.size()) && left.at(shared) == right.at(shared)) {
      shared++;
    }
    return shared;
  }

  /** Whether the rank holds the first block that is fetched. */
  boolean couldServe(HistoryDraft history, WorkerWithDpRank rank) {
    long first = chain.externalHashes().at(frontier);
    return history.holds(rank, DEVICE, first) || history.holds(rank, HOST_PINNED, first);
  }
}
