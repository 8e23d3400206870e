package kvproof.mocknixl.kvcr.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import kvproof.mocknixl.kvcr.FetchHint;
import kvproof.mocknixl.kvcr.Identity;
import kvproof.mocknixl.kvcr.KvcrNode;
import kvproof.mocknixl.kvcr.KvcrSettings;
import kvproof.mocknixl.kvcr.KvcrSource;
import kvproof.mocknixl.kvcr.KvcrTarget;
import kvproof.mocknixl.kvcr.TargetEvent;
import kvproof.mocknixl.kvcr.TargetEvent.Completed;
import kvproof.mocknixl.kvcr.TargetEvent.Quiet;
import kvproof.mocknixl.kvcr.WantedBlock;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.mocknixl.kvcr.zmq.ChannelException;
import kvproof.mocknixl.kvcr.zmq.ZmqControlChannel;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.mocknixl.worker.BlockPool;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.model.transfer.TransferAgent;

/** Our KVCR on a real control channel: a thread of its own makes it, polls it and closes it. */
final class JavaKvcr implements FetchInterop.Source, FetchInterop.Target {
  /** Of a block that no test uses: what lies in memory before a fetch. */
  static final long UNTOUCHED = 0x0ddba11L;

  private static final long PATIENCE_SECONDS = 60;
  private static final long IDLE_MICROS = 100;
  private static final KvcrSettings SETTINGS =
      KvcrSettings.defaults().withTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(60));

  private final String name;
  private final BlockContent content;
  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
  private final Map<Long, CompletableFuture<Completed>> results = new ConcurrentHashMap<>();
  private final Map<Long, CompletableFuture<Void>> quiet = new ConcurrentHashMap<>();
  private final ZmqControlChannel channel;
  private final KvWorker worker;
  private final KvcrNode node;
  private volatile boolean closed;

  private JavaKvcr(String name, TransferAgent agent, int blockBytes, int slots, int port) {
    this.name = name;
    this.content = new BlockContent(blockBytes);
    this.worker = new KvWorker(agent, BlockLayout.whole(blockBytes), slots, slots);
    this.channel = bound(port);
    this.node = service();
  }

  /** A port whose last socket has just closed may take a moment. */
  private static ZmqControlChannel bound(int port) {
    return await()
        .ignoreException(ChannelException.class)
        .until(() -> ZmqControlChannel.bind("tcp://127.0.0.1:" + port), Objects::nonNull);
  }

  private KvcrNode service() {
    Identity self = new Identity(name, UUID.randomUUID().toString(), channel.endpoint());
    LongSupplier clock = System::nanoTime;
    return new KvcrNode(
        channel,
        worker.agent(),
        new KvcrTarget(self, SETTINGS, channel, clock, worker.metadata(), worker.catalogue()),
        new KvcrSource(
            self, SETTINGS, worker.poolLayout(), worker.agent(), channel, clock, worker));
  }

  /** The agent is closed with it. */
  static JavaKvcr start(
      String name, Callable<TransferAgent> agent, int blockBytes, int slotCount, int port)
      throws Exception {
    var started = new CompletableFuture<JavaKvcr>();
    Thread.ofPlatform()
        .name("kvproof-" + name)
        .start(
            () -> {
              try {
                var kvcr = new JavaKvcr(name, agent.call(), blockBytes, slotCount, port);
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

  @Override
  public String endpoint() {
    return channel.endpoint();
  }

  /**
   * These blocks and no others: by turns on the host, where the service claims them, and on the
   * device, where they have to be pinned.
   */
  @Override
  public void hold(List<Long> blocks) throws Exception {
    call(
        () -> {
          empty(worker.host());
          empty(worker.device());
          for (int i = 0; i < blocks.size(); i++) {
            BlockPool tier = i % 2 == 0 ? worker.host() : worker.device();
            assertThat(tier.store(blocks.get(i))).isTrue();
          }
          return true;
        });
  }

  private static void empty(BlockPool tier) {
    LongStream.of(tier.hashes().toArray()).forEach(tier::evict);
  }

  @Override
  public void holdForeign(long key, long bytesOf) throws Exception {
    hold(List.of(key));
    call(
        () -> {
          content.fill(bytesOf, worker.host().bytes(worker.host().slot(key).orElseThrow()));
          return true;
        });
  }

  @Override
  public void hint(String source, List<Long> blocks, String request) throws Exception {
    call(
        () -> {
          node.target().submitHint(request, new FetchHint(source, Set.copyOf(blocks)));
          return true;
        });
  }

  /** Into slots of the host, whose bytes are another block's before. */
  @Override
  public FetchInterop.Fetched fetchBlocks(List<Long> blocks, String request) throws Exception {
    List<Integer> slots = call(() -> worker.host().reserve(blocks.size()).orElseThrow());
    long operation = call(() -> startFetch(blocks, slots, request));
    Completed completed = results.get(operation).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    quiet.get(operation).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return fetched(blocks, completed, call(() -> findings(blocks, slots)));
  }

  private static FetchInterop.Fetched fetched(
      List<Long> blocks, Completed completed, List<ContentFinding> findings) {
    Map<Long, ContentFinding> delivered = new LinkedHashMap<>();
    List<Long> changed = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      if (completed.delivered().contains(BlockKey.ofHash(blocks.get(i)))) {
        delivered.put(blocks.get(i), findings.get(i));
      } else if (!findings.get(i).equals(new ContentFinding.OtherBlock(UNTOUCHED))) {
        changed.add(blocks.get(i));
      }
    }
    return new FetchInterop.Fetched(delivered, changed, completed.isRefused());
  }

  private long startFetch(List<Long> blocks, List<Integer> slots, String request) {
    slots.forEach(slot -> content.fill(UNTOUCHED, worker.host().bytes(slot)));
    List<WantedBlock> wanted =
        IntStream.range(0, blocks.size())
            .mapToObj(i -> wanted(blocks.get(i), slots.get(i)))
            .toList();
    long operation = node.target().fetch(request, wanted);
    results.put(operation, new CompletableFuture<>());
    quiet.put(operation, new CompletableFuture<>());
    return operation;
  }

  private WantedBlock wanted(long block, int slot) {
    return new WantedBlock(BlockKey.ofHash(block), List.of(new Reference(name, slot, "", false)));
  }

  /** Judges the slots, and gives them back. */
  private List<ContentFinding> findings(List<Long> blocks, List<Integer> slots) {
    List<ContentFinding> findings =
        IntStream.range(0, blocks.size())
            .mapToObj(i -> worker.host().inspect(slots.get(i), blocks.get(i)))
            .toList();
    slots.forEach(worker.host()::giveBack);
    return findings;
  }

  @Override
  public boolean isMissing(String request, long block) throws Exception {
    return !isHintFailed(request)
        && call(() -> !node.target().isFetchable(request, BlockKey.ofHash(block)));
  }

  /** Ours knows the source before it asks. */
  @Override
  public void awaitAcknowledgement() {
    // An introduction is acknowledged before the request that follows it is taken.
  }

  @Override
  public boolean isHintFailed(String request) throws Exception {
    return call(() -> node.target().isHintFailed(request));
  }

  /** What is under way, in words; empty at rest. */
  List<String> unrest() throws Exception {
    return call(
        () -> {
          long open = node.target().openOperations() + node.source().openOperations();
          return open > 0 ? List.of(open + " operations") : unrestOfWorker();
        });
  }

  private List<String> unrestOfWorker() {
    List<String> unrest = new ArrayList<>(worker.unrest());
    if (node.unreadable() > 0) {
      unrest.add(node.unreadable() + " frames or notifications that could not be read");
    }
    return unrest;
  }

  /** Its sockets close and its memory goes; a request that waits for it is not answered. */
  @Override
  public void kill() {
    close();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    try {
      call(
          () -> {
            closed = true;
            node.source().close();
            worker.close();
            channel.close();
            return true;
          });
    } catch (Exception failure) {
      throw new AssertionError("the service cannot be closed", failure);
    }
  }
}
