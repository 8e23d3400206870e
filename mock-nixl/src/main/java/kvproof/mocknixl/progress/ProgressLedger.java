package kvproof.mocknixl.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.mocknixl.progress.Unprogressed.Side;
import kvproof.model.transfer.TransferAgent;

/**
 * Which agents are driven, seen from the calls that drive them.
 *
 * <p>Without threads of their own agents do nothing between calls: a copy moves when its sender
 * polls it, a notification arrives when its receiver takes it. Who waits in vain cannot tell which
 * of the two was forgotten; whoever watches both sides can. Counts calls, reads no clock. For one
 * thread.
 */
public final class ProgressLedger {
  private final SortedMap<String, WatchedAgent> agents = new TreeMap<>();
  private long calls;

  /**
   * The agent, from now on watched; every call must go through what is returned. An agent of the
   * same name takes the place of an earlier one.
   */
  public TransferAgent watched(TransferAgent agent) {
    WatchedAgent watched = new WatchedAgent(agent, this);
    agents.put(agent.name(), watched);
    return watched;
  }

  /** A moment between two calls; later ones are larger. */
  public long mark() {
    return calls;
  }

  /** The number of this call, larger than every mark so far. */
  long nextCall() {
    return ++calls;
  }

  /**
   * The sides of a transfer that were not driven since a mark, the sender first; empty if both
   * were.
   *
   * <p>A sender is driven if each of its transfers that are under way was polled, or, without any,
   * if it did anything at all; a receiver if its notifications were taken. Throws {@link
   * IllegalArgumentException} for an agent that is not watched.
   */
  public List<Unprogressed> unprogressed(String sender, String receiver, long mark) {
    List<Unprogressed> idle = new ArrayList<>();
    watched(sender).idleAsSender(mark).ifPresent(idle::add);
    if (!watched(receiver).hasTakenSince(mark)) {
      idle.add(new Unprogressed(Side.RECEIVER, receiver, 0));
    }
    return idle;
  }

  private WatchedAgent watched(String name) {
    return Optional.ofNullable(agents.get(name))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "agent " + name + " is not watched, only " + agents.keySet()));
  }
}
