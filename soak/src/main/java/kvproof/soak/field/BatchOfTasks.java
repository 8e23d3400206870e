package kvproof.soak.field;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import kvproof.mocknixl.InProcessFabric;
import kvproof.model.transfer.BatchStatus;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferBatch;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;

/**
 * Six writes of one batch, polled every 10 ms of virtual time: one fails at the first poll, since
 * the memory that it writes to is gone; the others move a piece at each and end at the fifth.
 */
final class BatchOfTasks {
  private static final int TASKS = 6;
  private static final int FAILING = 2;
  private static final int PIECES = 5;
  private static final int PIECE_BYTES = 16;
  private static final int TICK_MILLIS = 10;

  private final InProcessFabric fabric = new InProcessFabric();
  private final TransferAgent near = fabric.agent("near");
  private final TransferAgent far = fabric.agent("far");
  private final List<TransferMemory> nearMemory = memory(near);
  private final List<TransferMemory> farMemory = memory(far);
  private final TransferBatch batch;
  private int nowMillis;
  private Optional<BatchStatus> status = Optional.empty();

  private BatchOfTasks() {
    near.load(far.metadata());
    List<TransferRequest> tasks = new ArrayList<>();
    for (int task = 0; task < TASKS; task++) {
      tasks.add(
          near.request(
              TransferOperation.WRITE,
              near.prepareLocal(pieces(nearMemory.get(task))),
              near.prepareRemote("far", pieces(farMemory.get(task)))));
    }
    this.batch =
        new TransferBatch(near, tasks, nearMemory.stream().map(TransferMemory::region).toList());
  }

  /** One registered region for each task, all its bytes the task's number plus one. */
  private static List<TransferMemory> memory(TransferAgent agent) {
    List<TransferMemory> memories = new ArrayList<>();
    for (int task = 0; task < TASKS; task++) {
      TransferMemory memory = agent.allocate(MemoryKind.DRAM, PIECES * PIECE_BYTES);
      byte[] bytes = new byte[PIECES * PIECE_BYTES];
      Arrays.fill(bytes, (byte) (agent.name().equals("near") ? task + 1 : 0));
      memory.write(0, ByteBuffer.wrap(bytes));
      agent.register(List.of(memory.region()));
      memories.add(memory);
    }
    return memories;
  }

  private static List<Descriptor> pieces(TransferMemory memory) {
    return IntStream.range(0, PIECES)
        .mapToObj(piece -> memory.region().slice((long) piece * PIECE_BYTES, PIECE_BYTES))
        .toList();
  }

  static void ask(Questions questions) {
    BatchOfTasks tasks = new BatchOfTasks();
    tasks.batch.post();
    tasks.far.deregister(List.of(tasks.farMemory.get(FAILING).region()));
    questions.ask(
        "status at 20 ms",
        "in progress: completed 0, failed [2], pending [0, 1, 3, 4, 5]",
        () -> tasks.statusAt(20));
    questions.ask("freeing the buffers at 20 ms", "IN_USE", tasks::free);
    questions.ask("registered at 20 ms", TASKS, () -> tasks.near.registeredRegions().size());
    questions.ask(
        "status at 40 ms",
        "in progress: completed 0, failed [2], pending [0, 1, 3, 4, 5]",
        () -> tasks.statusAt(40));
    questions.ask("status at 60 ms", "failed: completed 5, failed [2]", () -> tasks.statusAt(60));
    questions.ask("tasks of which every byte arrived", "[0, 1, 3, 4, 5]", tasks::arrived);
    questions.ask("freeing the buffers at 60 ms", "freed", tasks::free);
    questions.ask("registered at 60 ms", 0, () -> tasks.near.registeredRegions().size());
    questions.ask("what is left in the end", "[]", tasks::leftovers);
  }

  private String statusAt(int millis) {
    while (nowMillis < millis) {
      nowMillis += TICK_MILLIS;
      status = Optional.of(batch.poll());
    }
    return switch (status.orElseThrow()) {
      case BatchStatus.InProgress progress ->
          "in progress: completed %d, failed %s, pending %s"
              .formatted(
                  progress.completed().size(), progress.failed().keySet(), progress.pending());
      case BatchStatus.Done done -> "done: completed " + done.completed().size();
      case BatchStatus.Failed failed ->
          "failed: completed %d, failed %s"
              .formatted(failed.completed().size(), failed.failed().keySet());
    };
  }

  private String free() {
    try {
      batch.free();
      return "freed";
    } catch (TransferException refused) {
      return refused.category().toString();
    }
  }

  private List<Integer> arrived() {
    return IntStream.range(0, TASKS).filter(this::isWhole).boxed().toList();
  }

  private boolean isWhole(int task) {
    ByteBuffer near = ByteBuffer.allocate(PIECES * PIECE_BYTES);
    ByteBuffer far = ByteBuffer.allocate(PIECES * PIECE_BYTES);
    nearMemory.get(task).read(0, near);
    farMemory.get(task).read(0, far);
    return near.flip().equals(far.flip());
  }

  private List<String> leftovers() {
    near.close();
    far.close();
    nearMemory.forEach(TransferMemory::close);
    farMemory.forEach(TransferMemory::close);
    return fabric.leftovers();
  }
}
