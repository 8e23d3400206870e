package kvproof.mocknixl.kvcr.python;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import kvproof.mocknixl.kvcr.FetchHint;
import kvproof.mocknixl.kvcr.Identity;
import kvproof.mocknixl.kvcr.KvcrNode;
import kvproof.mocknixl.kvcr.KvcrSettings;
import kvproof.mocknixl.kvcr.KvcrSource;
import kvproof.mocknixl.kvcr.KvcrTarget;
import kvproof.mocknixl.kvcr.PoolLayout;
import kvproof.mocknixl.kvcr.TargetEvent;
import kvproof.mocknixl.kvcr.TargetEvent.Completed;
import kvproof.mocknixl.kvcr.TargetEvent.Quiet;
import kvproof.mocknixl.kvcr.WantedBlock;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.mocknixl.kvcr.zmq.ZmqControlChannel;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferMemory;

/** Our KVCR on a real control channel: a thread of its own makes it, polls it and closes it. */
final class JavaKvcr implements AutoCloseable {
  /** Of a block that no test uses: what lies in memory before a fetch. */
  static final long UNTOUCHED = 0x0ddba11L;

  private static final long PATIENCE_SECONDS = 60;
  private static final long IDLE_MICROS = 100;
  private static final KvcrSettings SETTINGS =
      KvcrSettings.defaults().withTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(60));

  private final String name;
  private final int blockBytes;
  private final BlockContent content;
  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
  private final Map<Long, CompletableFuture<Completed>> results = new ConcurrentHashMap<>();
  private final Map<Long, CompletableFuture<Void>> quiet = new ConcurrentHashMap<>();
  private final ZmqControlChannel channel;
  private final TransferAgent agent;
  private final TransferMemory memory;
  private final Slots slots;
  private final KvcrNode node;
  private boolean closed;

  /** What a fetch came to; the findings are those of every wanted block's memory, in order. */
  record Outcome(Completed completed, List<ContentFinding> findings) {}

  private JavaKvcr(String name, TransferAgent agent, int blockBytes, int slotCount) {
    this.name = name;
    this.blockBytes = blockBytes;
    this.content = new BlockContent(blockBytes);
    this.agent = agent;
    this.memory = agent.allocate(MemoryKind.DRAM, (long) slotCount * blockBytes);
    agent.register(List.of(memory.region()));
    this.slots = new Slots(memory, blockBytes, slotCount);
    this.channel = ZmqControlChannel.bind("tcp://127.0.0.1:0");
    this.node = service();
  }

  private KvcrNode service() {
    Identity self = new Identity(name, UUID.randomUUID().toString(), channel.endpoint());
    return new KvcrNode(
        channel,
        agent,
        new KvcrTarget(
            self, SETTINGS, channel, System::nanoTime, agent.metadata(), slots.catalogue()),
        new KvcrSource(
            self,
            SETTINGS,
            PoolLayout.unnamed(blockBytes),
            agent,
            channel,
            System::nanoTime,
            slots));
  }

  /** The agent is closed with it. */
  static JavaKvcr start(String name, Callable<TransferAgent> agent, int blockBytes, int slotCount)
      throws Exception {
    var started = new CompletableFuture<JavaKvcr>();
    Thread.ofPlatform()
        .name("kvproof-" + name)
        .start(
            () -> {
              try {
                var kvcr = new JavaKvcr(name, agent.call(), blockBytes, slotCount);
                started.complete(kvcr);
                kvcr.run();
              } catch (Exception failure) {
                started.completeExceptionally(failure);
              }
            });
    return started.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private void run() throws InterruptedException {
    while (!closed) {
      Runnable task = tasks.poll(IDLE_MICROS, TimeUnit.MICROSECONDS);
      if (task != null) {
        task.run();
      } else {
        step();
      }
    }
  }

  private void step() {
    node.poll();
    node.source().takeEvents();
    node.target().takeEvents().forEach(this::tell);
  }

  private void tell(TargetEvent event) {
    switch (event) {
      case Completed completed -> results.get(completed.operation()).complete(completed);
      case Quiet done -> quiet.get(done.operation()).complete(null);
      case TargetEvent.Entered ignored -> {}
      case TargetEvent.Uncertain ignored -> {}
    }
  }

  /** On the service's thread. */
  <T> T call(Callable<T> task) throws Exception {
    var result = new CompletableFuture<T>();
    tasks.add(
        () -> {
          try {
            result.complete(task.call());
          } catch (Exception | AssertionError failure) {
            result.completeExceptionally(failure);
          }
        });
    return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  String endpoint() {
    return channel.endpoint();
  }

  /** The right bytes of these blocks into slots from 0 on. */
  void hold(List<Long> blocks) throws Exception {
    for (int slot = 0; slot < blocks.size(); slot++) {
      holdForeign(slot, blocks.get(slot), blocks.get(slot));
    }
  }

  /** The bytes of one block under the key of another. */
  void holdForeign(int slot, long key, long bytesOf) throws Exception {
    call(
        () -> {
          slots.hold(slot, BlockKey.ofHash(key), bytesOf);
          return true;
        });
  }

  void hint(String source, List<Long> blocks, String request) throws Exception {
    call(
        () -> {
          node.target().submitHint(request, new FetchHint(source, Set.copyOf(blocks)));
          return true;
        });
  }

  /** Into slots from 0 on, whose bytes are another block's before. */
  Outcome fetch(List<Long> blocks, String request) throws Exception {
    long operation = call(() -> startFetch(blocks, request));
    Completed completed = results.get(operation).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    quiet.get(operation).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return new Outcome(completed, call(() -> findings(blocks)));
  }

  private long startFetch(List<Long> blocks, String request) {
    IntStream.range(0, blocks.size()).forEach(slot -> content.fill(UNTOUCHED, slots.slot(slot)));
    List<WantedBlock> wanted =
        IntStream.range(0, blocks.size()).mapToObj(slot -> wanted(blocks.get(slot), slot)).toList();
    long operation = node.target().fetch(request, wanted);
    results.put(operation, new CompletableFuture<>());
    quiet.put(operation, new CompletableFuture<>());
    return operation;
  }

  private WantedBlock wanted(long block, int slot) {
    return new WantedBlock(BlockKey.ofHash(block), List.of(new Reference(name, slot, "", false)));
  }

  private List<ContentFinding> findings(List<Long> blocks) {
    return IntStream.range(0, blocks.size())
        .mapToObj(slot -> content.check(blocks.get(slot), slots.slot(slot)))
        .toList();
  }

  boolean isFetchable(String request, long block) throws Exception {
    return call(() -> node.target().isFetchable(request, BlockKey.ofHash(block)));
  }

  boolean isHintFailed(String request) throws Exception {
    return call(() -> node.target().isHintFailed(request));
  }

  /** What is left when nothing is under way: operations, requests, claims, frames nobody read. */
  List<Long> atRest() throws Exception {
    return call(
        () ->
            List.of(
                (long) node.target().openOperations(),
                (long) node.source().openOperations(),
                (long) agent.openRequests(),
                (long) slots.claims(),
                node.unreadable()));
  }

  @Override
  public void close() {
    try {
      call(
          () -> {
            closed = true;
            node.source().close();
            agent.close();
            memory.close();
            channel.close();
            return true;
          });
    } catch (Exception failure) {
      throw new AssertionError("the service cannot be closed", failure);
    }
  }
}
