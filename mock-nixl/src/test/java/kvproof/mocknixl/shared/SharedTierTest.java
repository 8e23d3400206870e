package kvproof.mocknixl.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.shared.Admission.Begun;
import kvproof.mocknixl.shared.Admission.Busy;
import kvproof.mocknixl.shared.Admission.Held;
import kvproof.mocknixl.shared.SharedTier.Reading;
import kvproof.mocknixl.shared.Upload.Ending;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.mocknixl.worker.KvWorker;
import org.junit.jupiter.api.Test;

class SharedTierTest {
  private static final int BYTES = 64;
  private static final BlockContent CONTENT = new BlockContent(BYTES);

  private long nowNanos = -7;
  private final SharedTier tier = new SharedTier(BYTES, Duration.ofNanos(10), () -> nowNanos);

  private static ByteBuffer block(long hash) {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    CONTENT.fill(hash, bytes);
    return bytes;
  }

  private Upload begun(String writer, long hash) {
    return ((Begun) tier.begin(writer, hash)).upload();
  }

  private Ending stored(String writer, long hash) {
    Upload upload = begun(writer, hash);
    upload.write(block(hash));
    return upload.finish();
  }

  @Test
  void fs50BlockOfADeadWriterIsStoredByAnotherAfterItsLease() {
    Upload dead = begun("w1", 101);
    dead.write(block(101).slice(0, 32));

    assertThat(tier.begin("w2", 101)).isEqualTo(new Busy("w1", 3));
    nowNanos = 2;
    assertThat(tier.begin("w2", 101)).isEqualTo(new Busy("w1", 3));
    assertThat(tier.holds(101)).isFalse();
    nowNanos = 3;
    Upload next = begun("w2", 101);
    next.write(block(101));
    assertThat(dead.write(block(101).slice(32, 32))).isFalse();
    assertThat(dead.finish()).isEqualTo(Ending.LEASE_EXPIRED);
    assertThat(tier.read(101)).isEmpty();
    assertThat(next.finish()).isEqualTo(Ending.FINISHED);

    assertThat(CONTENT.check(101, tier.read(101).orElseThrow()).isRight()).isTrue();
    assertThat(tier.unrest()).isEmpty();
  }

  /** Not of one that is begun, too short or too late, and of a finished one when it can be read. */
  @Test
  void listenerHearsOfFinishedBlocksAlone() {
    List<String> heard = new ArrayList<>();
    AtomicReference<SharedTier> announced = new AtomicReference<>();
    announced.set(
        new SharedTier(
            BYTES,
            Duration.ofNanos(10),
            () -> nowNanos,
            upload ->
                heard.add(
                    upload.writer() + " " + announced.get().read(upload.hash()).isPresent())));
    Upload late = ((Begun) announced.get().begin("w1", 101)).upload();
    late.write(block(101));
    nowNanos += 10;
    late.finish();
    Upload whole = ((Begun) announced.get().begin("w2", 101)).upload();
    whole.finish();
    assertThat(heard).isEmpty();

    whole.write(block(101));
    whole.finish();

    assertThat(heard).containsExactly("w2 true");
  }

  /** Not even if nobody else has come: a store that was given up for dead stays so. */
  @Test
  void expiredLeaseIsOverWhetherOrNotSomebodyElseStoresTheBlock() {
    Upload slow = begun("w1", 101);
    slow.write(block(101));
    nowNanos += 10;

    assertThat(slow.finish()).isEqualTo(Ending.LEASE_EXPIRED);
    assertThat(slow.renew()).isFalse();
    assertThat(tier.holds(101)).isFalse();
    assertThat(stored("w1", 101)).isEqualTo(Ending.FINISHED);
  }

  @Test
  void renewedLeaseIsAWholeOne() {
    Upload upload = begun("w1", 101);
    nowNanos += 9;
    assertThat(upload.renew()).isTrue();
    nowNanos += 9;

    assertThat(tier.begin("w2", 101)).isEqualTo(new Busy("w1", nowNanos + 1));
    assertThat(tier.unrest()).containsExactly("101 is being stored by w1");
    nowNanos += 1;
    assertThat(tier.unrest()).isEmpty();
  }

  @Test
  void unfinishedBlockIsNotFinishedByHalf() {
    Upload upload = begun("w1", 101);
    upload.write(block(101).slice(0, 32));

    assertThat(upload.finish()).isEqualTo(Ending.INCOMPLETE);
    assertThat(tier.holds(101)).isFalse();
    upload.write(block(101).slice(32, 32));
    assertThat(upload.finish()).isEqualTo(Ending.FINISHED);
    assertThat(upload.finish()).isEqualTo(Ending.LEASE_EXPIRED);
    assertThatThrownBy(() -> upload.write(block(101)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("64 bytes more for a block that lacks 0");
  }

  @Test
  void abandonedBlockIsFreeAtOnce() {
    Upload upload = begun("w1", 101);
    upload.abandon();
    Upload next = begun("w2", 101);

    upload.abandon();

    assertThat(tier.begin("w3", 101)).isEqualTo(new Busy("w2", next.untilNanos()));
  }

  @Test
  void heldBlockIsNotStoredAgainUntilItIsEvicted() {
    stored("w1", 101);

    assertThat(tier.begin("w2", 101)).isEqualTo(new Held());
    assertThat(tier.evict(101)).isTrue();
    assertThat(tier.evict(101)).isFalse();
    assertThat(tier.begin("w2", 101)).isInstanceOf(Begun.class);
  }

  @Test
  void readerKeepsWhatIsFinishedAndRight() {
    InProcessFabric fabric = new InProcessFabric();
    BlockLayout layout = BlockLayout.whole(BYTES);
    try (KvWorker worker = new KvWorker(fabric.agent("reader"), layout, 0, 1)) {
      Upload liar = begun("w1", 102);
      liar.write(block(103));
      liar.finish();
      assertThat(tier.read(101, worker.host())).isEqualTo(Reading.ABSENT);
      assertThat(tier.read(102, worker.host())).isEqualTo(Reading.WRONG);
      assertThat(worker.host().freeSlots()).isOne();
      stored("w1", 101);
      stored("w1", 104);

      assertThat(tier.read(101, worker.host())).isEqualTo(Reading.READ);

      assertThat(tier.read(101, worker.host())).isEqualTo(Reading.HELD);
      assertThat(tier.read(104, worker.host())).isEqualTo(Reading.NO_ROOM);
      assertThat(worker.wrongBlocks()).isEmpty();
      assertThat(worker.unrest()).isEmpty();
    }
    assertThat(fabric.leftovers()).isEmpty();
  }

  @Test
  void leaseOfNoTimeIsRefused() {
    assertThatThrownBy(() -> new SharedTier(BYTES, Duration.ZERO, () -> 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
