package kvproof.events.ingest.listener;

import static java.nio.charset.StandardCharsets.UTF_8;
import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.DISK;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import kvproof.events.ingest.listener.PeerRecovery.Patience;
import kvproof.events.routerevent.DumpDocument;
import kvproof.events.routerevent.PartitionDump;
import kvproof.events.routerevent.PartitionName;
import kvproof.events.routerevent.RouterEventBridge;
import kvproof.events.zmq.Endpoint;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.CacheOwnerId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Routers that answer over HTTP on this machine, and one that starts. */
@Timeout(60)
class PeerRecoveryTest {
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  private static final PartitionName LLAMA = new PartitionName("llama", "default");
  private static final PartitionName QWEN = new PartitionName("vendor:qwen", "blue");

  private static final String OWNER =
      "01".repeat(16) + ":" + "02".repeat(16) + "/0000000000000003/" + "04".repeat(16);

  private final List<HttpServer> servers = new ArrayList<>();
  private final ExecutorService serverThreads = Executors.newCachedThreadPool();
  private final CountDownLatch testEnds = new CountDownLatch(1);
  private final HttpClient client = HttpClient.newHttpClient();
  private final FakeTransport transport = new FakeTransport();
  private final FakeIndexes indexes = new FakeIndexes();
  private final RouterEventBridge bridge = new RouterEventBridge();
  private final ListenerRegistry registry = new ListenerRegistry(indexes, transport, bridge);

  @AfterEach
  void stopServers() throws Exception {
    testEnds.countDown();
    client.close();
    servers.forEach(server -> server.stop(0));
    serverThreads.shutdown();
    assertThat(serverThreads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
  }

  /** How a peer answers a request for its dump. */
  private interface Answer {
    void give(HttpExchange exchange) throws IOException;
  }

  private URI peer(Answer answer) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(serverThreads);
    server.createContext(
        "/dump",
        exchange -> {
          try (exchange) {
            answer.give(exchange);
          }
        });
    server.start();
    servers.add(server);
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private URI peerWith(SortedMap<PartitionName, PartitionDump> dump) throws IOException {
    return peer(exchange -> send(exchange, 200, DumpDocument.toJson(dump)));
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private RecoveryReport recover(URI... peers) throws InterruptedException {
    var patience = new Patience(Duration.ZERO, Duration.ofSeconds(2));
    return new PeerRecovery(client, patience, registry::partition, bridge).recover(List.of(peers));
  }

  private static Stored stored(Owner owner, StorageTier tier, OptionalLong parent, long block) {
    return new Stored(owner, tier, parent, BlockHashes.of(block), BlockHashes.of(100 + block));
  }

  private static Stored root(Owner owner, StorageTier tier, long block) {
    return stored(owner, tier, OptionalLong.empty(), block);
  }

  private SortedMap<PartitionName, PartitionDump> dumpOf(PartitionName name, Stored... stores) {
    SortedMap<PartitionName, PartitionDump> dump = new TreeMap<>();
    dump.put(name, new PartitionDump(4, bridge.dump(List.of(stores))));
    return dump;
  }

  @Test
  void b26EveryPartitionIsMadeAndFilledTierByTier() throws Exception {
    CacheOwnerId identity = CacheOwnerId.parse(OWNER);
    bridge.remember(identity);
    CacheOwner owner = identity.toOwner();
    var dump =
        dumpOf(
            LLAMA,
            root(W1, DEVICE, 1),
            stored(W1, HOST_PINNED, OptionalLong.of(101), 2),
            root(owner, DISK, 3));
    dump.putAll(dumpOf(QWEN, root(W1, DEVICE, 7)));

    RecoveryReport report = recover(peerWith(dump));

    assertThat(report.peer()).isPresent();
    assertThat(report.events()).isEqualTo(4);
    assertThat(report.failures()).isEmpty();
    assertThat(indexes.of(LLAMA).held.onDevice(W1)).containsExactly(101L);
    assertThat(indexes.of(LLAMA).held.of(W1, HOST_PINNED)).containsExactly(102L);
    assertThat(indexes.of(LLAMA).held.of(owner, DISK)).containsExactly(103L);
    assertThat(indexes.of(QWEN).held.onDevice(W1)).containsExactly(107L);
  }

  @Test
  void b27SecondPeerIsAskedWhereTheFirstCannotBeReached() throws Exception {
    int nobodysPort;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobodysPort = socket.getLocalPort();
    }
    URI nobody = URI.create("http://127.0.0.1:" + nobodysPort);
    URI good = peerWith(dumpOf(LLAMA, root(W1, DEVICE, 1)));
    URI unasked =
        peer(
            _ -> {
              throw new AssertionError("one peer is enough");
            });

    RecoveryReport report = recover(nobody, good, unasked);

    assertThat(report.peer()).contains(good);
    assertThat(report.failures()).extracting(failure -> failure.peer()).containsExactly(nobody);
    assertThat(indexes.of(LLAMA).held.onDevice(W1)).containsExactly(101L);
  }

  @Test
  void b28UnknownParentIsNoError() throws Exception {
    URI peer =
        peerWith(dumpOf(LLAMA, stored(W1, DEVICE, OptionalLong.of(777), 2), root(W1, DEVICE, 1)));

    RecoveryReport report = recover(peer);

    assertThat(report.peer()).contains(peer);
    assertThat(indexes.of(LLAMA).held.onDevice(W1)).containsExactly(101L, 102L);
  }

  @Test
  void peerThatFailsInAnyWayIsPassedOver() throws Exception {
    URI refusing = peer(exchange -> send(exchange, 503, "later"));
    URI babbling = peer(exchange -> send(exchange, 200, "{\"llama\":"));
    URI nameless =
        peer(exchange -> send(exchange, 200, "{\"llama\":{\"block_size\":4,\"events\":[]}}"));
    URI silent = peer(_ -> awaitTestEnd());
    URI stalling =
        peer(
            exchange -> {
              exchange.sendResponseHeaders(200, 1_000);
              exchange.getResponseBody().write("{".getBytes(UTF_8));
              exchange.getResponseBody().flush();
              awaitTestEnd();
            });
    URI good = peerWith(dumpOf(LLAMA, root(W1, DEVICE, 1)));

    RecoveryReport report =
        assertTimeout( // two of them are waited for, two seconds each
            Duration.ofSeconds(20),
            () -> recover(refusing, babbling, nameless, silent, stalling, good));

    assertThat(report.peer()).contains(good);
    assertThat(report.failures())
        .extracting(failure -> failure.peer())
        .containsExactly(refusing, babbling, nameless, silent, stalling);
    assertThat(report.failures().getFirst().reason()).contains("503");
    assertThat(report.failures().getLast().reason()).contains("PT2S");
  }

  private void awaitTestEnd() {
    try {
      assertThat(testEnds.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void rejectedEventFailsThePeerAndWhatCameBeforeStays() throws Exception {
    URI bad =
        peerWith(
            dumpOf(
                LLAMA,
                root(W1, DEVICE, 1),
                stored(W1, DEVICE, OptionalLong.of(105), 5),
                root(W1, DEVICE, 9)));
    URI good = peerWith(dumpOf(LLAMA, root(W1, DEVICE, 2)));

    RecoveryReport report = recover(bad, good);

    assertThat(report.peer()).contains(good);
    assertThat(report.failures().getFirst().reason()).contains("malformed");
    assertThat(indexes.of(LLAMA).held.onDevice(W1)).containsExactly(101L, 102L);
  }

  @Test
  void partitionOfAnotherBlockSizeFailsThePeer() throws Exception {
    registry.partition(LLAMA, 16);

    RecoveryReport report = recover(peerWith(dumpOf(LLAMA, root(W1, DEVICE, 1))));

    assertThat(report.peer()).isEmpty();
    assertThat(report.failures().getFirst().reason()).contains("16");
  }

  @Test
  void eventOfAnUnknownDomainIsPassedOver() throws Exception {
    String event =
        """
        {"worker_id":1,"storage_tier":"device","residency_domain":%s,"event":{"event_id":0,
         "data":{"stored":{"parent_hash":null,"start_position":null,
          "blocks":[{"block_hash":%d,"tokens_hash":1,"mm_extra_info":null}]}},"dp_rank":0}}""";
    String dump =
        "{\"llama:default\":{\"block_size\":4,\"events\":["
            + event.formatted("\"orbit\"", 108)
            + ","
            + event.formatted("\"worker\"", 101)
            + "]}}";

    RecoveryReport report = recover(peer(exchange -> send(exchange, 200, dump)));

    assertThat(report.events()).isEqualTo(1);
    assertThat(indexes.of(LLAMA).held.onDevice(W1)).containsExactly(101L);
  }

  @Test
  void withoutAPeerThatWorksTheRouterStartsEmpty() throws Exception {
    assertThat(recover()).isEqualTo(new RecoveryReport(Optional.empty(), 0, List.of()));
    assertThat(recover(peer(exchange -> send(exchange, 404, ""))).peer()).isEmpty();
    assertThat(indexes.log()).isEmpty();
  }

  @Test
  void z20MissingHeadOfARecoveredRankIsAGap() throws Exception {
    recover(peerWith(dumpOf(LLAMA, root(W1, DEVICE, 1))));
    var live = Endpoint.parse("inproc://live");
    registry.register(ListenerSpec.of(W1, LLAMA, 4, live));
    registry.ready();

    transport.send(live, 7, Payloads.blockOf(7));

    assertThat(registry.status(W1).orElseThrow().stream().isGapped()).isTrue();
    assertThat(indexes.of(LLAMA).held.onDevice(W1)).containsExactly(101L, 108L);
  }
}
