package kvproof.mocknixl.net;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import kvproof.mocknixl.Inbox;
import kvproof.mocknixl.memory.ProcessMemory;
import kvproof.mocknixl.wire.Peer;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferFabric;

/**
 * Makes agents that listen on TCP ports of this host and move bytes on two I/O threads of their
 * own.
 *
 * <p>Agents may be made from any thread, but not closed from an I/O thread. The threads are
 * daemons: a process that ends does not wait for them.
 */
public final class NettyFabric implements TransferFabric {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int IO_THREADS = 2;

  private final String host;
  private final ProcessMemory memory;
  private final Inbox.Limit inboxLimit;
  private final ClosePatience closePatience;
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          IO_THREADS, new DefaultThreadFactory("kvproof-nixl", true), NioIoHandler.newFactory());
  private final SortedMap<String, NettyAgent> agents = new TreeMap<>();

  /** Agents on the loopback address, with memory of their own. */
  public NettyFabric() {
    this(LOOPBACK, new ProcessMemory());
  }

  /** Agents on the address of this name, over memory that other fabrics may use too. */
  public NettyFabric(String host, ProcessMemory memory) {
    this(host, memory, Inbox.Limit.USUAL);
  }

  /** Each of its agents keeps no more notifications that were not taken than the limit says. */
  public NettyFabric(String host, ProcessMemory memory, Inbox.Limit inboxLimit) {
    this(host, memory, inboxLimit, ClosePatience.USUAL);
  }

  NettyFabric(
      String host, ProcessMemory memory, Inbox.Limit inboxLimit, ClosePatience closePatience) {
    this.host = host;
    this.memory = memory;
    this.inboxLimit = inboxLimit;
    this.closePatience = closePatience;
  }

  /** A new agent on any free port; otherwise as {@link #agent(String, int)}. */
  @Override
  public NettyAgent agent(String name) {
    return agent(name, 0);
  }

  /**
   * A new agent that listens on the port, 0 for any free one.
   *
   * <p>{@link Category#INVALID_PARAMETER} if one of that name is open here, {@link
   * Category#BACKEND} if the port cannot be had. The incarnation is random, so that to its peers no
   * agent is an earlier one, here or in another process. A name has 1 to 255 bytes of UTF-8.
   */
  public synchronized NettyAgent agent(String name, int port) {
    Peer self = new Peer(name, UUID.randomUUID());
    if (agents.containsKey(name)) {
      throw new TransferException(
          Category.INVALID_PARAMETER, "there is an agent named " + name + " already");
    }
    NettyAgent agent =
        NettyAgent.listening(this, self, memory.forAgent(name), host, port, inboxLimit);
    agents.put(name, agent);
    return agent;
  }

  /**
   * What was not given back, in words: open agents with their regions, requests and untaken
   * notifications, then memory that is not closed. Empty at rest. Any thread; of agents that are in
   * use meanwhile, as they are at some moment of the call.
   */
  @Override
  public synchronized List<String> leftovers() {
    List<String> leftovers = new ArrayList<>();
    agents.values().forEach(agent -> leftovers.add(agent.summary()));
    leftovers.addAll(memory.leftovers());
    return leftovers;
  }

  /**
   * Closes every agent, also those with pending requests, and ends the I/O threads; memory stays
   * its owner's. Closing twice is harmless. Not from an I/O thread, and while no other thread makes
   * or closes an agent here.
   *
   * @throws IllegalStateException if an agent, or the I/O threads in the end, have not ended after
   *     10 s; everything else is closed then
   */
  @Override
  public void close() {
    List<NettyAgent> open;
    synchronized (this) {
      open = List.copyOf(agents.values());
    }
    List<IllegalStateException> failures = new ArrayList<>();
    for (NettyAgent agent : open) {
      try {
        agent.closeWithFabric();
      } catch (IllegalStateException stuck) {
        failures.add(stuck);
      }
    }
    long endNanos = closePatience.end().toNanos();
    boolean isEnded =
        loops
            .shutdownGracefully(0, endNanos, TimeUnit.NANOSECONDS)
            .awaitUninterruptibly(endNanos, TimeUnit.NANOSECONDS);
    if (!isEnded) {
      failures.add(
          new IllegalStateException(
              "I/O threads have not ended in " + closePatience.end() + ": is one stuck?"));
    }
    if (!failures.isEmpty()) {
      IllegalStateException first = failures.removeFirst();
      failures.forEach(first::addSuppressed);
      throw first;
    }
  }

  ClosePatience closePatience() {
    return closePatience;
  }

  EventLoopGroup loops() {
    return loops;
  }

  synchronized void remove(NettyAgent agent) {
    agents.remove(agent.name());
  }
}
