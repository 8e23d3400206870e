package kvproof.soak.sim;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.mocknixl.kvcr.Identity;
import kvproof.mocknixl.worker.BlockPool;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * An owner of blocks through all its lives. A rank has a device and a host tier, a cache owner a
 * host tier alone; other tiers are beyond reach. Lives on the events that the router hears too.
 */
public final class SimNode {
  private final Owner owner;
  private final SimProcess.Frame frame;
  private final List<SimProcess> dead = new ArrayList<>();
  private Map<StorageTier, ReportedPlaces> places = noPlaces();
  private Map<StorageTier, BlockHashes> blocksToComeBack = new EnumMap<>(StorageTier.class);
  private Optional<SimProcess> process = Optional.empty();
  private final List<String> leftByTheDead = new ArrayList<>();
  private boolean isFrozen;

  SimNode(Owner owner, SimProcess.Frame frame) {
    this.owner = owner;
    this.frame = frame;
  }

  private static Map<StorageTier, ReportedPlaces> noPlaces() {
    Map<StorageTier, ReportedPlaces> places = new EnumMap<>(StorageTier.class);
    places.put(DEVICE, new ReportedPlaces());
    places.put(HOST_PINNED, new ReportedPlaces());
    return places;
  }

  public Owner owner() {
    return owner;
  }

  boolean isAlive() {
    return process.isPresent();
  }

  /** Who is alive; {@link IllegalStateException} if nobody is. */
  SimProcess process() {
    return process.orElseThrow(() -> new IllegalStateException(owner + " is dead"));
  }

  public KvWorker worker() {
    return process().worker();
  }

  List<SimProcess> dead() {
    return List.copyOf(dead);
  }

  /** While it is frozen nobody polls it. */
  void freeze(boolean frozen) {
    isFrozen = frozen;
  }

  boolean isFrozen() {
    return isFrozen;
  }

  /** A new life, with the blocks that the last one had, or with none. */
  void start() {
    int life = dead.size() + 1;
    Identity self =
        new Identity(owner + "#" + life, frame.world().nextIncarnation(), "sim://" + owner);
    SimProcess started = new SimProcess(self, frame);
    process = Optional.of(started);
    blocksToComeBack.forEach((tier, hashes) -> pool(tier).store(hashes));
    blocksToComeBack = new EnumMap<>(StorageTier.class);
  }

  /** As {@link #crash}, in between fetches: what it has left then is remembered. */
  void end() {
    leftByTheDead.addAll(LifeAtRest.asItEnds(process(), process().self().agent()));
    crash();
  }

  /** What lives that have ended have left behind, and should not have. */
  List<String> leftByTheDead() {
    return List.copyOf(leftByTheDead);
  }

  /** The process ends; its blocks come back with the next life. */
  void crash() {
    SimProcess dying = process();
    for (StorageTier tier : places.keySet()) {
      blocksToComeBack.put(tier, pool(tier).hashes());
    }
    frame.world().fabric().crash(dying.self().agent());
    dying.wire().close();
    dying.worker().abandonClaims();
    for (StorageTier tier : places.keySet()) {
      BlockPool pool = pool(tier);
      pool.hashes().stream().forEach(pool::evict); // whoever reaches it finds nothing there
    }
    process = Optional.empty();
    dead.add(dying);
    takeNoteOf(dying);
  }

  /** Nobody finds an agent of the dead any more, nor its memory, and all it got it could read. */
  private void takeNoteOf(SimProcess died) {
    String name = died.self().agent();
    frame.world().fabric().leftovers().stream()
        .filter(what -> what.startsWith("agent " + name + ":"))
        .forEach(leftByTheDead::add);
    if (died.unreadable() > 0) {
      leftByTheDead.add(name + ": " + died.unreadable() + " messages that could not be read");
    }
  }

  /** The process ends, and nothing of its blocks comes back. */
  void crashForGood() {
    crash();
    blocksToComeBack = new EnumMap<>(StorageTier.class);
    places = noPlaces();
  }

  /** Takes an event, of whomever it is. */
  void apply(KvCacheEvent event) {
    switch (event) {
      case Stored stored -> {
        if (isOwn(stored.owner(), stored.tier())) {
          places(stored.tier()).store(pool(stored.tier()), stored);
        }
      }
      case Removed(var from, var tier, var hashes) -> {
        if (isOwn(from, tier)) {
          hashes.stream().forEach(hash -> places(tier).evict(pool(tier), hash));
        }
      }
      case Cleared(var rank, var cacheOwner) -> {
        if (rank.filter(owner::equals).isPresent()
            || cacheOwner.filter(owner::equals).isPresent()) {
          clear();
        }
      }
      case RankRemoved(var rank) -> {
        if (rank.equals(owner)) {
          clear();
        }
      }
      case WorkerRemoved(long workerId) -> {
        if (owner instanceof WorkerWithDpRank rank && rank.workerId() == workerId) {
          clear();
        }
      }
    }
  }

  private boolean isOwn(Owner who, StorageTier tier) {
    return who.equals(owner) && places.containsKey(tier) && pool(tier).slots() > 0;
  }

  private ReportedPlaces places(StorageTier tier) {
    ReportedPlaces reported = places.get(tier);
    if (reported == null) {
      throw new IllegalArgumentException(owner + " has no " + tier);
    }
    return reported;
  }

  private BlockPool pool(StorageTier tier) {
    return tier == DEVICE ? worker().device() : worker().host();
  }

  private void clear() {
    places.forEach((tier, reported) -> reported.evictAll(pool(tier)));
  }

  /** Whether a block is on a tier of its own. */
  boolean holdsItself(long hash) {
    return worker().device().holds(hash) || worker().host().holds(hash);
  }

  /** Lets a block go from all its own tiers, for whatever reason; what came of it on each. */
  Map<StorageTier, BlockPool.Eviction> evict(long hash) {
    Map<StorageTier, BlockPool.Eviction> answers = new EnumMap<>(StorageTier.class);
    places.forEach((tier, reported) -> answers.put(tier, reported.evict(pool(tier), hash)));
    return answers;
  }

  /** As {@link #evict}, and stores another block at once on the tiers where it was. */
  Map<StorageTier, BlockPool.Eviction> replace(long hash, long fresh) {
    Map<StorageTier, BlockPool.Eviction> answers = evict(hash);
    answers.forEach(
        (tier, answer) -> {
          if (answer != BlockPool.Eviction.ABSENT) {
            pool(tier).store(fresh);
          }
        });
    return answers;
  }
}
