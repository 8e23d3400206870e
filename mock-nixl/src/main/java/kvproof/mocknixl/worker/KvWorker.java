package kvproof.mocknixl.worker;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import kvproof.mocknixl.kvcr.BlockPart;
import kvproof.mocknixl.kvcr.PoolLayout;
import kvproof.mocknixl.kvcr.SourceBlocks;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Catalogue;
import kvproof.model.BlockHashes;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;

/**
 * One rank or cache owner with real blocks: a device tier in the framework's memory, whose blocks
 * are pinned, and a host tier in the service's own memory, whose blocks are claimed.
 *
 * <p>All memory is registered from the start. A block is named by its external hash, in keys as
 * {@link BlockKey#ofHash} makes them; other keys are not held. For one thread.
 */
public final class KvWorker implements SourceBlocks, AutoCloseable {
  private final TransferAgent agent;
  private final BlockLayout layout;
  private final BlockPool device;
  private final BlockPool host;
  private final DevicePins pins;
  private final List<BlockPool> reached = new ArrayList<>();
  private final Set<Claim> borrowed = new LinkedHashSet<>();
  private boolean isVouchedFor;

  /**
   * Takes the agent over: the worker closes it. No slots: no such tier. If there is no room for the
   * memory, or the agent does not register it, nothing stays allocated and the agent stays the
   * caller's.
   */
  public KvWorker(TransferAgent agent, BlockLayout layout, int deviceSlots, int hostSlots) {
    this(agent, layout, MemoryKind.DRAM, deviceSlots, hostSlots);
  }

  /**
   * As the other one, with the device tier in memory of that kind. On the memory of a device its
   * blocks are filled and judged through copies.
   */
  public KvWorker(
      TransferAgent agent,
      BlockLayout layout,
      MemoryKind deviceKind,
      int deviceSlots,
      int hostSlots) {
    this.agent = agent;
    this.layout = layout;
    this.device = new BlockPool(agent, layout, deviceKind, deviceSlots);
    this.host = orFree(device, () -> new BlockPool(agent, layout, MemoryKind.DRAM, hostSlots));
    this.pins = new DevicePins(device);
    try {
      agent.register(ownRegions());
    } catch (RuntimeException | Error refused) {
      freeMemory();
      throw refused;
    }
  }

  private static BlockPool orFree(BlockPool first, Supplier<BlockPool> second) {
    try {
      return second.get();
    } catch (RuntimeException | Error noRoom) {
      first.memory().close();
      throw noRoom;
    }
  }

  public TransferAgent agent() {
    return agent;
  }

  public BlockLayout layout() {
    return layout;
  }

  /** What services of source and target are configured with. */
  public PoolLayout poolLayout() {
    return layout.poolLayout();
  }

  /** The framework's memory. */
  public BlockPool device() {
    return device;
  }

  /** The service's own memory, in which fetched blocks arrive. */
  public BlockPool host() {
    return host;
  }

  /** What peers need to write into this worker's memory, as it is registered now. */
  public AgentMetadata metadata() {
    return agent.metadata();
  }

  /** The memory in which this worker takes blocks. */
  public Catalogue catalogue() {
    return new Catalogue(device.memory().frameworkRegions(), host.memory().ownedRegions());
  }

  /**
   * From now on this rank finds, and claims, the cache owner's host blocks as its own. The two
   * share a process and a thread, and the rank is closed first.
   */
  public void reach(KvWorker cacheOwner) {
    agent.register(cacheOwner.host.memory().regions());
    reached.add(cacheOwner.host);
  }

  /** Whether a block is on the device, on the host, or with a cache owner in reach. */
  public boolean holds(long hash) {
    return device.holds(hash) || owned().anyMatch(pool -> pool.holds(hash));
  }

  /** How many of these blocks are held from the first one on without a gap. */
  public int leading(BlockHashes chain) {
    int position = 0;
    while (position < chain.size() && holds(chain.at(position))) {
      position++;
    }
    return position;
  }

  private Stream<BlockPool> owned() {
    return Stream.concat(Stream.of(host), reached.stream());
  }

  /** A block on the host, else one of a cache owner in reach. */
  @Override
  public Optional<Claim> claim(BlockKey key) {
    Optional<Claim> own = claim(host, key);
    return own.isPresent()
        ? own
        : reached.stream()
            .flatMap(pool -> claim(pool, key).stream())
            .<Claim>map(Borrowed::new)
            .findFirst();
  }

  static Optional<Claim> claim(BlockPool pool, BlockKey key) {
    return key.toBytes().length == Long.BYTES ? pool.claim(key.toHash()) : Optional.empty();
  }

  @Override
  public long requestPins(List<BlockKey> keys) {
    return pins.request(keys);
  }

  /** A request is answered by the second call after it; what is on the device then is pinned. */
  @Override
  public List<PinReply> takePinReplies() {
    return pins.takeReplies();
  }

  /** Always accepted; an unknown pin is {@link IllegalArgumentException}. */
  @Override
  public boolean releasePin(long pin) {
    pins.release(pin);
    return true;
  }

  @Override
  public void cancelPins(long request) {
    pins.cancel(request);
  }

  /** Every held block of its own whose bytes are not right. */
  public List<WrongBlock> wrongBlocks() {
    return Stream.of(device, host).flatMap(pool -> pool.wrongBlocks().stream()).toList();
  }

  /** Slots of its own that are never used again. */
  public int withheld() {
    return device.withheld() + host.withheld();
  }

  /** What fetches have left behind, in words; empty at rest. Takes the agent's notifications. */
  public List<String> unrest() {
    List<String> unrest = new ArrayList<>();
    if (agent.openRequests() > 0) {
      unrest.add(agent.openRequests() + " transfers not released");
    }
    agent.takeNotifications().forEach(message -> unrest.add("not taken: " + message));
    List<MemoryRegion> extra = new ArrayList<>(agent.registeredRegions());
    extra.removeAll(ownRegions());
    reached.forEach(pool -> extra.removeAll(pool.memory().regions()));
    extra.forEach(region -> unrest.add("still registered: " + region));
    device.unrest().forEach(what -> unrest.add("device: " + what));
    host.unrest().forEach(what -> unrest.add("host: " + what));
    unrest.addAll(pins.unrest());
    if (!borrowed.isEmpty()) {
      unrest.add(borrowed.size() + " claims on cache owners not released");
    }
    return unrest;
  }

  /**
   * Takes all memory of its own back and frees it, together with its blocks, if it is certain that
   * nobody uses it. False, and nothing changed, while a block is on its way or claimed, a slot is
   * withheld, or a transfer of its own is pending.
   */
  public boolean tryReleaseMemory() {
    boolean isInUse = !device.unrest().isEmpty() || !host.unrest().isEmpty();
    if (isInUse || !isSafeToFree()) {
      return false;
    }
    try {
      agent.deregister(ownRegions());
    } catch (TransferException refused) {
      if (refused.category() == TransferException.Category.IN_USE) {
        return false;
      }
      throw refused;
    }
    freeMemory();
    return true;
  }

  /**
   * Whoever could still write into this worker's memory is gone for certain: {@link #close} may
   * free it whatever is reserved or withheld.
   */
  public void vouchForMemory() {
    isVouchedFor = true;
  }

  /** This worker's process is gone: what it has claimed of cache owners is claimed no more. */
  public void abandonClaims() {
    List.copyOf(borrowed).forEach(Claim::release);
  }

  private boolean isSafeToFree() {
    return isVouchedFor || (device.reserved() + host.reserved() == 0 && withheld() == 0);
  }

  private List<MemoryRegion> ownRegions() {
    return Stream.of(device, host).flatMap(pool -> pool.memory().regions().stream()).toList();
  }

  private void freeMemory() {
    device.memory().close();
    host.memory().close();
  }

  /**
   * Closes the agent, which takes back all registrations, and then frees the memory; claims on
   * cache owners end in between. Ranks first, then the cache owners that they reach; services
   * before either.
   *
   * <p>Memory in which a block is on its way, or a slot withheld that nobody has vouched for, stays
   * allocated: a leak beats a write into freed memory. Refused with {@link
   * TransferException.Category#IN_USE}, and nothing changed, while a transfer of its own is
   * pending. Closing twice is harmless.
   */
  @Override
  public void close() {
    agent.close();
    abandonClaims();
    if (isSafeToFree()) {
      freeMemory();
    }
  }

  /** A claim on a cache owner's block. */
  private final class Borrowed implements Claim {
    private final Claim claim;

    Borrowed(Claim claim) {
      this.claim = claim;
      borrowed.add(this);
    }

    @Override
    public List<BlockPart> parts() {
      return claim.parts();
    }

    @Override
    public void release() {
      claim.release();
      borrowed.remove(this);
    }
  }
}
