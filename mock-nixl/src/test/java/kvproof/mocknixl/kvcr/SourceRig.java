package kvproof.mocknixl.kvcr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Catalogue;
import kvproof.mocknixl.kvcr.message.CatalogueRegion;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteDoneCodec;
import kvproof.mocknixl.kvcr.message.WriteOrder;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferMemory;

/** One source, driven by hand, and the memory of one target that it writes to. */
final class SourceRig {
  /*
   *   source "src"                              target "tgt"
   *   one block of BLOCK_BYTES a slot           element i of "owned": BLOCK_BYTES at i * BLOCK_BYTES
   *   block h is filled with bytes of h         element i of "framework": the same in other memory
   */
  static final int BLOCK_BYTES = 64;
  static final int SLOTS = 40;
  static final String SOURCE_ENDPOINT = "tcp://127.0.0.1:29101";
  static final String TARGET_ENDPOINT = "tcp://127.0.0.1:29102";
  static final Duration OPERATION_TIMEOUT = Duration.ofMillis(20);
  static final Duration ABANDON_TIMEOUT = Duration.ofMillis(60);

  final InProcessFabric fabric = new InProcessFabric();
  final GatedAgent agent = new GatedAgent(fabric.agent("src"));
  final FakeChannel channel = new FakeChannel(SOURCE_ENDPOINT);
  final FakeBlocks blocks = new FakeBlocks();
  final KvcrSource source;
  final Identity self = new Identity("src", "life-1", SOURCE_ENDPOINT);
  final List<SourceEvent> events = new ArrayList<>();
  long nowNanos = 5_000_000_000L;

  TransferAgent target = fabric.agent("tgt");
  TransferMemory owned;
  TransferMemory framework;
  private final TransferMemory sourceMemory;
  private int usedSlots;

  SourceRig() {
    this(unnamed(BLOCK_BYTES));
  }

  /** One pool without a name. */
  static PoolLayout unnamed(long blockBytes) {
    return BlockLayout.whole((int) blockBytes).poolLayout();
  }

  SourceRig(PoolLayout layout) {
    sourceMemory = agent.allocate(MemoryKind.DRAM, (long) SLOTS * BLOCK_BYTES);
    agent.register(List.of(sourceMemory.region()));
    owned = target.allocate(MemoryKind.DRAM, (long) SLOTS * BLOCK_BYTES);
    framework = target.allocate(MemoryKind.DRAM, (long) SLOTS * BLOCK_BYTES);
    target.register(List.of(owned.region(), framework.region()));
    KvcrSettings settings =
        KvcrSettings.defaults().withTimeouts(OPERATION_TIMEOUT, ABANDON_TIMEOUT);
    source = new KvcrSource(self, settings, layout, agent, channel, () -> nowNanos, blocks);
  }

  /* The source's blocks. */

  void own(long... hashes) {
    Arrays.stream(hashes).forEach(hash -> blocks.owned.put(key(hash), List.of(part("", hash))));
  }

  void lend(long... hashes) {
    Arrays.stream(hashes).forEach(hash -> blocks.framework.put(key(hash), List.of(part("", hash))));
  }

  /** A slot filled with the bytes of that block, as a part. */
  BlockPart part(String label, long hash) {
    long offset = (long) usedSlots++ * BLOCK_BYTES;
    sourceMemory.write(offset, ByteBuffer.wrap(bytes(hash)));
    return new BlockPart(label, sourceMemory.region().slice(offset, BLOCK_BYTES));
  }

  static byte[] bytes(long hash) {
    byte[] bytes = new byte[BLOCK_BYTES];
    for (int i = 0; i < BLOCK_BYTES; i++) {
      bytes[i] = (byte) (hash * 31 + i * 7L + 1);
    }
    return bytes;
  }

  static BlockKey key(long hash) {
    return BlockKey.ofHash(hash);
  }

  static List<BlockKey> keys(long... hashes) {
    return Arrays.stream(hashes).mapToObj(SourceRig::key).toList();
  }

  /* The target's memory. */

  Catalogue catalogue() {
    return catalogue(region("", framework.region()), region("", owned.region()));
  }

  static Catalogue catalogue(CatalogueRegion framework, CatalogueRegion owned) {
    return new Catalogue(byLabel(framework), byLabel(owned));
  }

  private static SortedMap<String, CatalogueRegion> byLabel(CatalogueRegion region) {
    return new TreeMap<>(Map.of(region.label(), region));
  }

  static CatalogueRegion region(String label, MemoryRegion memory) {
    return new CatalogueRegion(label, memory.kind(), 0, memory.address(), 0, SLOTS, BLOCK_BYTES);
  }

  byte[] element(TransferMemory memory, int index) {
    ByteBuffer bytes = ByteBuffer.allocate(BLOCK_BYTES);
    memory.read((long) index * BLOCK_BYTES, bytes);
    return bytes.array();
  }

  /** The element of the target's owned memory holds exactly that block. */
  void assertArrived(int element, long hash) {
    assertThat(element(owned, element)).as("element %d", element).isEqualTo(bytes(hash));
  }

  /** Nothing was ever written there. */
  void assertUntouched(int element) {
    assertThat(element(owned, element)).as("element %d", element).containsOnly(0);
  }

  /* Frames of the target. */

  static Envelope envelope() {
    return Envelope.of("tgt", "target-life", TARGET_ENDPOINT, SOURCE_ENDPOINT);
  }

  Introduction introduction() {
    return new Introduction.Given(target.metadata(), catalogue());
  }

  /** The target is known from here on; what the source says to that is taken away. */
  SourceRig introduced() {
    source.receive(new KvcrFrame.TargetMetadata(envelope(), introduction()));
    assertThat(channel.takeSent()).hasSize(1);
    return this;
  }

  static Reference place(int element) {
    return new Reference("tgt", element, "", false);
  }

  /** Key i goes to owned element i. */
  static WriteOrder order(long... hashes) {
    List<List<Reference>> places = new ArrayList<>();
    for (int i = 0; i < hashes.length; i++) {
      places.add(List.of(place(i)));
    }
    return new WriteOrder(1000, keys(hashes), places, Optional.empty(), false);
  }

  static KvcrFrame.StartWrite request(long operation, WriteOrder order) {
    return new KvcrFrame.StartWrite(
        envelope(), new Introduction.Absent(), operation, Optional.of(order));
  }

  void ask(long operation, long... hashes) {
    source.receive(request(operation, order(hashes)));
  }

  void probe(long operation) {
    probe(operation, Optional.of(self.incarnation()));
  }

  void probe(long operation, Optional<String> incarnation) {
    source.receive(
        new KvcrFrame.WriteProbe(envelope(), new Introduction.Absent(), operation, incarnation));
  }

  /* Time, and what comes of it. */

  /** One poll, a millisecond after the last. */
  void poll() {
    nowNanos += 1_000_000;
    source.advance();
    events.addAll(source.takeEvents());
  }

  /** Polls while no time passes. */
  void spin(int count) {
    for (int i = 0; i < count; i++) {
      source.advance();
    }
  }

  void polls(int count) {
    for (int i = 0; i < count; i++) {
      poll();
    }
  }

  /** Polls until so many milliseconds have passed since now. */
  void pass(Duration time) {
    polls((int) time.toMillis());
  }

  /** What the target's agent was told since the last call. */
  List<WriteDone> reports() {
    return target.takeNotifications().stream()
        .map(notification -> WriteDoneCodec.decode(notification.payload()).orElseThrow())
        .toList();
  }

  List<SourceEvent> takeEvents() {
    events.addAll(source.takeEvents());
    List<SourceEvent> taken = List.copyOf(events);
    events.clear();
    return taken;
  }

  /** Nothing is claimed, pinned, asked or under way any more. */
  void assertAtRest() {
    assertThat(blocks.claimed).as("claims").isEmpty();
    assertThat(blocks.pinned).as("pins").isEmpty();
    assertThat(source.openOperations()).as("operations").isZero();
    assertThat(source.unreleasedPins()).as("unreleased pins").isZero();
    assertThat(agent.openRequests()).as("requests").isZero();
  }
}
