package kvproof.mocknixl.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.kvcr.SourceBlocks.Claim;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** Any use of a tier against a list of who has which slot, kept by hand. */
class BlockPoolPropertyTest {
  private static final int SLOTS = 6;
  private static final int BLOCKS = 8;
  private static final BlockContent CONTENT = new BlockContent(64);

  /** A claim, and the block and the slot that it was made on. */
  private record Claimed(Claim claim, long hash, int slot) {}

  private final InProcessFabric fabric = new InProcessFabric();
  private KvWorker worker = open();
  private BlockPool pool = worker.host();
  private final Map<Long, Integer> held = new LinkedHashMap<>();
  private final List<Integer> reserved = new ArrayList<>();
  private final Set<Integer> withheld = new TreeSet<>();
  private final List<Claimed> claims = new ArrayList<>();

  private KvWorker open() {
    return new KvWorker(fabric.agent("worker"), BlockLayout.whole(64), 0, SLOTS);
  }

  @Property(tries = 500)
  @Tag("FS-27")
  void noSlotHasTwoOwnersAndEveryHeldByteIsRight(@ForAll long seed) {
    SeededRandom random = new SeededRandom(seed);
    for (int step = 0; step < 60; step++) {
      act(random);
      checkAll();
    }
    claims.forEach(claimed -> claimed.claim().release());
    reserved.forEach(pool::giveBack);
    assertThat(pool.unrest()).isEmpty();
    assertThat(pool.freeSlots()).isEqualTo(SLOTS - held.size() - withheld.size());
    worker.vouchForMemory();
    worker.close();
    assertThat(fabric.leftovers()).isEmpty();
    worker = open();
    pool = worker.host();
    held.clear();
    reserved.clear();
    withheld.clear();
    claims.clear();
  }

  private void act(SeededRandom random) {
    long hash = 101 + random.below(BLOCKS);
    switch (random.below(8)) {
      case 0, 1 -> store(hash);
      case 2 -> evict(hash);
      case 3 -> pool.claim(hash).ifPresent(claim -> claim(claim, hash));
      case 4 -> pool.reserve(1 + random.below(2)).ifPresent(this::reserve);
      case 5 -> pick(claims, random).ifPresent(claimed -> claimed.claim().release());
      case 6 -> pick(reserved, random).ifPresent(slot -> arrive(hash, slot, random));
      default -> makeRoom(1 + random.below(3));
    }
  }

  private static <T> Optional<T> pick(List<T> from, SeededRandom random) {
    return from.isEmpty() ? Optional.empty() : Optional.of(from.remove(random.below(from.size())));
  }

  private void store(long hash) {
    int free = free();
    assertThat(pool.store(hash)).isEqualTo(held.containsKey(hash) || free > 0);
    if (!held.containsKey(hash) && free > 0) {
      take(hash, pool.slot(hash).orElseThrow());
    }
  }

  private void evict(long hash) {
    Integer slot = held.remove(hash);
    boolean isClaimed = slot != null && isClaimed(slot);
    assertThat(pool.evict(hash))
        .isEqualTo(
            slot == null
                ? BlockPool.Eviction.ABSENT
                : isClaimed ? BlockPool.Eviction.DEFERRED : BlockPool.Eviction.GONE);
  }

  private void claim(Claim claim, long hash) {
    claims.add(new Claimed(claim, hash, held.get(hash)));
  }

  private void reserve(List<Integer> slots) {
    slots.forEach(slot -> assertThat(owned()).doesNotContain(slot));
    reserved.addAll(slots);
  }

  private void arrive(long hash, int slot, SeededRandom random) {
    switch (random.below(5)) {
      case 0 -> {
        pool.withhold(slot);
        withheld.add(slot);
      }
      case 1 -> pool.giveBack(slot);
      default -> {
        CONTENT.fill(hash, pool.bytes(slot));
        assertThat(pool.keep(hash, slot)).isEqualTo(!held.containsKey(hash));
        if (!held.containsKey(hash)) {
          take(hash, slot);
        }
      }
    }
  }

  private void makeRoom(int wanted) {
    List<Long> before = List.copyOf(held.keySet());
    boolean isMade = pool.makeRoom(wanted);
    held.keySet().removeIf(hash -> !pool.holds(hash));
    assertThat(free() >= wanted).isEqualTo(isMade);
    if (!isMade) {
      assertThat(held.keySet()).containsExactlyElementsOf(before);
    }
  }

  private void take(long hash, int slot) {
    assertThat(owned()).doesNotContain(slot);
    held.put(hash, slot);
  }

  private boolean isClaimed(int slot) {
    return claims.stream().anyMatch(claimed -> claimed.slot() == slot);
  }

  /** Slots that may not be handed out. */
  private Set<Integer> owned() {
    Set<Integer> owned = new TreeSet<>(held.values());
    owned.addAll(reserved);
    owned.addAll(withheld);
    claims.forEach(claimed -> owned.add(claimed.slot()));
    return owned;
  }

  private int free() {
    return SLOTS - owned().size();
  }

  private void checkAll() {
    assertThat(pool.freeSlots()).isEqualTo(free());
    assertThat(pool.reserved()).isEqualTo(reserved.size());
    assertThat(pool.withheld()).isEqualTo(withheld.size());
    assertThat(pool.hashes().stream().boxed()).containsExactlyInAnyOrderElementsOf(held.keySet());
    held.forEach((hash, slot) -> assertThat(pool.slot(hash)).hasValue(slot));
    assertThat(pool.wrongBlocks()).isEmpty();
    for (Claimed claimed : claims) {
      assertThat(pool.inspect(claimed.slot(), claimed.hash()).isRight()).isTrue();
    }
  }
}
