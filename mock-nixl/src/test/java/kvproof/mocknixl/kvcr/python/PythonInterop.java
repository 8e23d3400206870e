package kvproof.mocknixl.kvcr.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.LongStream;
import kvproof.mocknixl.net.NettyFabric;
import kvproof.model.transfer.TransferFabric;
import kvproof.model.transfer.TransferFabricProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What fetches between our KVCR and the published one have in common: control frames over ZeroMQ,
 * blocks over the TCP fabric or, with {@code -Dkvproof.kvcr.agent=nixl}, over the real NIXL at both
 * ends; every byte compared.
 */
abstract class PythonInterop {
  static final int BLOCK_BYTES = 64 << 10;

  /** More than one frame of the fabric, and no multiple of its longest piece. */
  static final int LONG_BLOCK_BYTES = (2 << 20) + 24;

  static final int SUFFIXES = 32;
  static final Map<String, Object> ROOMY = Map.of("slots", 40, "elements", 40);

  static final List<Long> CHAIN = chain(0, 10);

  /** What {@code run} names: mock, or the name of a fabric that the installation has. */
  static final String AGENT = System.getProperty("kvproof.kvcr.agent", "mock");

  private TransferFabric fabric;

  @BeforeEach
  void open() {
    PythonProcess.interpreter();
    fabric = AGENT.equals("mock") ? new NettyFabric() : installed();
  }

  private static TransferFabric installed() {
    return ServiceLoader.load(TransferFabricProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(AGENT))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no agent named " + AGENT))
        .open(Map.of());
  }

  @AfterEach
  void close() {
    if (fabric != null) {
      fabric.close();
    }
  }

  final JavaKvcr ours(String name, int blockBytes) throws Exception {
    return ours(name, blockBytes, 0);
  }

  /** At that port as soon as it is free; 0 for any. */
  final JavaKvcr ours(String name, int blockBytes, int port) throws Exception {
    return JavaKvcr.start(name, () -> fabric.agent(name), blockBytes, 40, port);
  }

  static int port(String endpoint) {
    return Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
  }

  /** Hashes as they come: some have the upper bit set, and no two chains share one. */
  static List<Long> chain(int number, int length) {
    return LongStream.rangeClosed(1, length)
        .map(block -> (100L * number + block) * 0xd1342543de82ef95L)
        .boxed()
        .toList();
  }

  static void isAtRest(JavaKvcr ours) {
    await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(ours.unrest()).isEmpty());
  }

  /** For {@code run}, which shows these lines. */
  static void report(String way, String what, long asked, long delivered, int blockBytes) {
    System.out.printf(
        "kvcr fetch %s, %s: asked %d, delivered %d, of %d bytes each%n",
        way, what, asked, delivered, blockBytes);
  }
}
