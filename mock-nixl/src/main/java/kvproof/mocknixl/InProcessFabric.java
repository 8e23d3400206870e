package kvproof.mocknixl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import kvproof.mocknixl.memory.ProcessMemory;
import kvproof.mocknixl.wire.Peer;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/**
 * Agents of one process that reach each other without sockets, threads or a clock.
 *
 * <p>The same calls have the same effects in every run. Agents on several threads take turns here.
 */
public final class InProcessFabric {
  private final ProcessMemory memory;
  private final Inbox.Limit inboxLimit;
  private final SortedMap<String, MockNixlAgent> agents = new TreeMap<>();
  private long agentsMade;

  /** A fabric with memory of its own. */
  public InProcessFabric() {
    this(new ProcessMemory());
  }

  /** A fabric over memory that other fabrics may use too. */
  public InProcessFabric(ProcessMemory memory) {
    this(memory, Inbox.Limit.USUAL);
  }

  /** Each of its agents keeps no more notifications that were not taken than the limit says. */
  public InProcessFabric(ProcessMemory memory, Inbox.Limit inboxLimit) {
    this.memory = memory;
    this.inboxLimit = inboxLimit;
  }

  /**
   * A new agent; {@link Category#INVALID_PARAMETER} if one of that name is open.
   *
   * <p>An agent that takes the name of a closed one is a different agent to its peers. Its
   * incarnation counts the agents made here. A name has 1 to 255 bytes of UTF-8.
   */
  public synchronized MockNixlAgent agent(String name) {
    Peer self = new Peer(name, new UUID(0, agentsMade + 1));
    if (agents.containsKey(name)) {
      throw new TransferException(
          Category.INVALID_PARAMETER, "there is an agent named " + name + " already");
    }
    agentsMade++;
    MockNixlAgent agent = new MockNixlAgent(this, self, memory.forAgent(name), inboxLimit);
    agents.put(name, agent);
    return agent;
  }

  /**
   * The agent's process dies: what it has registered is gone for others, and nothing that it
   * started moves any more. Transfers towards it end as {@link Category#DISCONNECTED}; its own
   * handles answer as after a close. Memory stays until whoever holds it closes it, as memory that
   * several processes share does. Harmless if no agent of that name is open.
   */
  public void crash(String name) {
    Optional<MockNixlAgent> dying;
    synchronized (this) {
      dying = Optional.ofNullable(agents.get(name));
    }
    dying.ifPresent(MockNixlAgent::crash);
  }

  /**
   * What was not given back, in words: open agents with their regions, requests and untaken
   * notifications, then memory that is not closed. Empty at rest.
   */
  public synchronized List<String> leftovers() {
    List<String> leftovers = new ArrayList<>();
    agents.values().forEach(agent -> leftovers.add(agent.summary()));
    leftovers.addAll(memory.leftovers());
    return leftovers;
  }

  /** The agent itself while it is open; a later one of the same name is somebody else. */
  Optional<MockNixlAgent> find(Peer peer) {
    return Optional.ofNullable(agents.get(peer.name())).filter(agent -> agent.self().equals(peer));
  }

  /** For the agent itself, as it closes. */
  synchronized void remove(MockNixlAgent agent) {
    agents.remove(agent.name());
  }
}
