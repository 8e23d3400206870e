package kvproof.mocknixl.kvcr.zmq;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Looks a host name up on a thread of its own, so that nobody waits, and again some time after it
 * was not found.
 */
final class HostLookup {
  /** How long a name that was not found is left alone. */
  static final long RETRY_NANOS = 1_000_000_000;

  /** Finds the literal address of a name. */
  interface Resolver {
    String address(String host) throws UnknownHostException;
  }

  private final String host;
  private final Resolver resolver;
  private CompletableFuture<String> answer;
  private long askedAtNanos;

  HostLookup(String host, Resolver resolver) {
    this.host = host;
    this.resolver = resolver;
    this.answer = ask();
  }

  /** The first IPv4 address of the name as the machine knows it, else the first of any kind. */
  static String systemAddress(String host) throws UnknownHostException {
    InetAddress[] all = InetAddress.getAllByName(host);
    InetAddress chosen =
        Arrays.stream(all).filter(Inet4Address.class::isInstance).findFirst().orElse(all[0]);
    return chosen.getHostAddress();
  }

  private CompletableFuture<String> ask() {
    var asked = new CompletableFuture<String>();
    askedAtNanos = System.nanoTime();
    Thread.ofVirtual().name("kvproof-lookup " + host).start(() -> answerTo(asked));
    return asked;
  }

  private void answerTo(CompletableFuture<String> asked) {
    try {
      asked.complete(resolver.address(host));
    } catch (UnknownHostException | RuntimeException notFound) {
      asked.completeExceptionally(notFound);
    }
  }

  /** Absent while nothing is known. Never waits. */
  Optional<String> address() {
    if (answer.isCompletedExceptionally() && System.nanoTime() - askedAtNanos >= RETRY_NANOS) {
      answer = ask();
    }
    return answer.isDone() && !answer.isCompletedExceptionally()
        ? Optional.of(answer.join())
        : Optional.empty();
  }
}
