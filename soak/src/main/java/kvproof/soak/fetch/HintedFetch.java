package kvproof.soak.fetch;

import java.util.List;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchOutcome.Status;
import kvproof.model.KvHintAction;
import kvproof.model.transfer.TransferStatus;

/**
 * One hint carried out, from the question to what the target makes of it.
 *
 * @param wrongBlocks reported as written, but with other bytes; not counted as delivered
 */
record HintedFetch(FetchOutcome outcome, List<WrongBlock> wrongBlocks) {
  private static final int MOST_POLLS = 1_000_000;

  HintedFetch {
    wrongBlocks = List.copyOf(wrongBlocks);
  }

  /**
   * Asks {@code source}, which need not be the one that the hint names. Ends with no one waiting.
   */
  static HintedFetch carryOut(SimWorker target, SimWorker source, KvHintAction.Fetch hint) {
    FetchTarget fetch = new FetchTarget(target, hint);
    Status status =
        fetch
            .ask()
            .map(request -> answered(fetch, target, new FetchSource(source).answer(request)))
            .orElse(Status.NOTHING_NEEDED);
    int credit = fetch.credit();
    fetch.computeHole();
    FetchOutcome outcome =
        new FetchOutcome(
            status,
            fetch.asked(),
            fetch.delivered(),
            fetch.asked() - fetch.delivered(),
            credit,
            fetch.credit());
    return new HintedFetch(outcome, fetch.wrongBlocks());
  }

  private static Status answered(FetchTarget fetch, SimWorker target, FetchReply reply) {
    return switch (reply) {
      case FetchReply.Refused _ -> {
        fetch.giveUp();
        yield Status.REFUSED;
      }
      case FetchReply.Writing(var write) -> written(fetch, target, write);
    };
  }

  private static Status written(FetchTarget fetch, SimWorker target, FetchWrite write) {
    TransferStatus end = ended(write);
    write.close();
    if (end instanceof TransferStatus.Done) {
      fetch.receive(target.agent().takeNotifications());
    } else if (!(end instanceof TransferStatus.Failed failed) || failed.quiet()) {
      fetch.giveUp(); // else the slots stay reserved: something may still write there
    }
    return received(fetch);
  }

  private static Status received(FetchTarget fetch) {
    return fetch.delivered() == fetch.asked()
        ? Status.DELIVERED
        : fetch.delivered() > 0 ? Status.PARTIAL : Status.FAILED;
  }

  private static TransferStatus ended(FetchWrite write) {
    for (int polls = 0; polls < MOST_POLLS; polls++) {
      TransferStatus status = write.poll();
      if (!(status instanceof TransferStatus.Pending)) {
        return status;
      }
    }
    throw new AssertionError("a write is still pending after " + MOST_POLLS + " polls");
  }
}
