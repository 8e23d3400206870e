package kvproof.soak.fetch;

import static kvproof.soak.fetch.FetchFixture.chain;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.model.KvHintAction;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.transfer.TransferAgent;
import org.junit.jupiter.api.AfterEach;

/**
 * A target, and whoever a test adds; after each test all are at rest and every held byte is right.
 */
abstract class FetchHarness {
  static final WorkerWithDpRank TARGET = new WorkerWithDpRank(1, 0);
  static final WorkerWithDpRank SOURCE = new WorkerWithDpRank(2, 0);
  static final WorkerWithDpRank BYSTANDER = new WorkerWithDpRank(3, 0);
  static final int SLOTS = 64;

  final InProcessFabric fabric = new InProcessFabric();
  final List<SimWorker> workers = new ArrayList<>();
  final BlockContent content = new BlockContent(256);
  final SimWorker target = worker(TARGET, content, fabric.agent("1/0"));

  @AfterEach
  void nothingIsLeftAndEveryHeldByteIsRight() {
    for (SimWorker worker : workers) {
      assertThat(worker.wrongBlocks()).isEmpty();
      assertThat(worker.unrest()).isEmpty();
      worker.close();
    }
    assertThat(fabric.leftovers()).isEmpty();
  }

  SimWorker worker(WorkerWithDpRank rank, BlockContent blocks, TransferAgent agent) {
    SimWorker worker = new SimWorker(agent, rank, "tcp://" + rank, blocks, SLOTS);
    workers.add(worker);
    return worker;
  }

  static HintedFetch carryOut(SimWorker target, SimWorker source, int blocks) {
    return HintedFetch.carryOut(
        target, source, new KvHintAction.Fetch("a1", chain(1, blocks), source.endpoint()));
  }
}
