package kvproof.mocknixl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/**
 * What the agents of one process share: its memory, and who can reach whom.
 *
 * <p>Addresses are numbers handed out in order, the same in every run, and are never used twice.
 * Agents on several threads take turns here.
 */
public final class InProcessFabric {
  private static final long FIRST_ADDRESS = 0x1000_0000;
  private static final long ALIGNMENT = 4096;

  private final SortedMap<String, MockNixlAgent> agents = new TreeMap<>();
  private final TreeMap<Long, MockMemory> memoryByAddress = new TreeMap<>();
  private long nextAddress = FIRST_ADDRESS;
  private long agentsMade;

  /**
   * A new agent; {@link Category#INVALID_PARAMETER} if one of that name is open.
   *
   * <p>An agent that takes the name of a closed one is a different agent to its peers.
   */
  public synchronized MockNixlAgent agent(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("an agent needs a name");
    }
    if (agents.containsKey(name)) {
      throw new TransferException(
          Category.INVALID_PARAMETER, "there is an agent named " + name + " already");
    }
    MockNixlAgent agent = new MockNixlAgent(this, name, ++agentsMade);
    agents.put(name, agent);
    return agent;
  }

  /**
   * What was not given back, in words: open agents with their regions, requests and untaken
   * notifications, then memory that is not closed. Empty at rest.
   */
  public synchronized List<String> leftovers() {
    List<String> leftovers = new ArrayList<>();
    agents.values().forEach(agent -> leftovers.add(agent.describe()));
    memoryByAddress.values().forEach(memory -> leftovers.add("memory " + memory.region()));
    return leftovers;
  }

  /** The guard page behind each piece keeps an overrun from meeting other memory. */
  MockMemory allocate(MemoryKind kind, long sizeBytes) {
    if (sizeBytes < 1) {
      throw new IllegalArgumentException("no memory of " + sizeBytes + " bytes");
    }
    byte[] bytes = reserve(sizeBytes);
    MemoryRegion region = new MemoryRegion(kind, 0, nextAddress, sizeBytes);
    nextAddress += (sizeBytes / ALIGNMENT + 2) * ALIGNMENT;
    MockMemory memory = new MockMemory(this, region, bytes);
    memoryByAddress.put(region.address(), memory);
    return memory;
  }

  private static byte[] reserve(long sizeBytes) {
    try {
      return new byte[Math.toIntExact(sizeBytes)];
    } catch (ArithmeticException | OutOfMemoryError tooLarge) {
      throw new TransferException(Category.OUT_OF_MEMORY, "no room for " + sizeBytes + " bytes");
    }
  }

  /** The open memory that holds every byte of the descriptor. */
  Optional<MockMemory> memoryAt(Descriptor part) {
    return Optional.ofNullable(memoryByAddress.floorEntry(part.address()))
        .map(entry -> entry.getValue())
        .filter(memory -> memory.region().holds(part));
  }

  void free(MockMemory memory) {
    for (MockNixlAgent agent : agents.values()) {
      if (agent.registeredRegions().stream().anyMatch(memory.region()::overlaps)) {
        throw new TransferException(
            Category.IN_USE, memory.region() + " is registered with " + agent.name());
      }
    }
    memoryByAddress.remove(memory.region().address());
  }

  /** The agent itself while it is open; a later one of the same name is somebody else. */
  Optional<MockNixlAgent> find(Peer peer) {
    return Optional.ofNullable(agents.get(peer.name())).filter(agent -> agent.self().equals(peer));
  }

  void remove(MockNixlAgent agent) {
    agents.remove(agent.name());
  }
}
