package kvproof.events.ingest.listener;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import kvproof.events.ingest.listener.RecoveryReport.PeerFailure;
import kvproof.events.routerevent.DumpDocument;
import kvproof.events.routerevent.MalformedRouterEventException;
import kvproof.events.routerevent.PartitionDump;
import kvproof.events.routerevent.PartitionName;
import kvproof.events.routerevent.RouterEventBridge;
import kvproof.model.IndexStep;

/**
 * Fills the indexes of a router that starts from what other routers hold.
 *
 * <p>Peers are asked in their order, and the first whose dump works completely is enough. What a
 * peer that fails has brought already stays. A dump says nothing about where streams stand.
 */
public final class PeerRecovery {

  /** Where the partitions of a dump go to. */
  @FunctionalInterface
  public interface DumpTarget {
    /**
     * The way to the index of a partition, which is made if there is none; throws {@link
     * IllegalArgumentException} if its block size is another one.
     */
    Consumer<IndexStep> partition(PartitionName name, int blockSize);
  }

  /** How long to wait before the first peer is asked, and for each answer in all. */
  public record Patience(Duration beforeStart, Duration perPeer) {
    public static Patience usual() {
      return new Patience(Duration.ofSeconds(1), Duration.ofSeconds(10));
    }
  }

  private final HttpClient client;
  private final Patience patience;
  private final DumpTarget target;
  private final RouterEventBridge bridge;

  /**
   * @param bridge learns the identities of the cache owners that dumps name
   */
  public PeerRecovery(
      HttpClient client, Patience patience, DumpTarget target, RouterEventBridge bridge) {
    this.client = client;
    this.patience = patience;
    this.target = target;
    this.bridge = bridge;
  }

  /** Asks the peers by their base addresses. Nothing is applied after an interrupt. */
  public RecoveryReport recover(List<URI> peers) throws InterruptedException {
    if (!peers.isEmpty()) {
      Thread.sleep(patience.beforeStart());
    }
    List<PeerFailure> failures = new ArrayList<>();
    for (URI peer : peers) {
      try {
        long events = apply(DumpDocument.ofJson(dump(peer)));
        return new RecoveryReport(Optional.of(peer), events, failures);
      } catch (IOException | MalformedRouterEventException | RejectedDumpException failure) {
        failures.add(new PeerFailure(peer, failure.toString()));
      }
    }
    return new RecoveryReport(Optional.empty(), 0, failures);
  }

  /** The bound holds for the whole answer: a body that stops coming must not hold up the start. */
  private String dump(URI peer) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(dumpAddress(peer)).GET().build();
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(request, BodyHandlers.ofString());
    try {
      HttpResponse<String> response =
          answer.get(patience.perPeer().toNanos(), TimeUnit.NANOSECONDS);
      if (response.statusCode() != 200) {
        throw new IOException("status " + response.statusCode());
      }
      return response.body();
    } catch (TimeoutException late) {
      throw new IOException("no dump within " + patience.perPeer(), late);
    } catch (ExecutionException failure) {
      throw new IOException(String.valueOf(failure.getCause()), failure);
    } finally {
      answer.cancel(true);
    }
  }

  private static URI dumpAddress(URI peer) {
    String base = peer.toString();
    return URI.create((base.endsWith("/") ? base : base + "/") + "dump");
  }

  private long apply(SortedMap<PartitionName, PartitionDump> partitions)
      throws RejectedDumpException {
    long applied = 0;
    for (Map.Entry<PartitionName, PartitionDump> entry : partitions.entrySet()) {
      PartitionDump dump = entry.getValue();
      Consumer<IndexStep> index;
      try {
        index = target.partition(entry.getKey(), dump.blockSize());
      } catch (IllegalArgumentException refusal) {
        throw new RejectedDumpException(refusal.toString());
      }
      applied += new DumpedEvents(index, bridge).apply(dump.events());
    }
    return applied;
  }
}
