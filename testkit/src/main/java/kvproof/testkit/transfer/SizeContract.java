package kvproof.testkit.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sizes that an implementation may have to split or to treat differently, and views of memory. */
public abstract class SizeContract extends NearAndFar {
  private static final int MEGABYTE = 1 << 20;
  private static final int LARGE_BYTES = 5 * MEGABYTE;
  private static final int SENTINEL_BYTES = 16;
  private static final TransferStatus DONE = new TransferStatus.Done();

  private TransferMemory nearLarge;
  private TransferMemory farLarge;

  @BeforeEach
  void registerLargeMemory() {
    nearLarge = memory(near, kind(), LARGE_BYTES);
    farLarge = memory(far, kind(), LARGE_BYTES);
    near.register(List.of(nearLarge.region()));
    far.register(List.of(farLarge.region()));
    near.load(far.metadata());
  }

  @Test
  void writeOfOneByteIsExact() {
    copiesExactly(TransferOperation.WRITE, 1);
  }

  @Test
  void writeOfAPageAndAByteIsExact() {
    copiesExactly(TransferOperation.WRITE, 4097);
  }

  @Test
  void writeOfAByteLessThanAMegabyteIsExact() {
    copiesExactly(TransferOperation.WRITE, MEGABYTE - 1);
  }

  @Test
  void writeOfAMegabyteIsExact() {
    copiesExactly(TransferOperation.WRITE, MEGABYTE);
  }

  @Test
  void writeOfAByteMoreThanAMegabyteIsExact() {
    copiesExactly(TransferOperation.WRITE, MEGABYTE + 1);
  }

  @Test
  void writeOfSeveralMegabytesIsExact() {
    copiesExactly(TransferOperation.WRITE, 4 * MEGABYTE + 7);
  }

  @Test
  void readOfOneByteIsExact() {
    copiesExactly(TransferOperation.READ, 1);
  }

  @Test
  void readOfAByteLessThanAMegabyteIsExact() {
    copiesExactly(TransferOperation.READ, MEGABYTE - 1);
  }

  @Test
  void readOfAMegabyteIsExact() {
    copiesExactly(TransferOperation.READ, MEGABYTE);
  }

  @Test
  void readOfAByteMoreThanAMegabyteIsExact() {
    copiesExactly(TransferOperation.READ, MEGABYTE + 1);
  }

  @Test
  void readOfSeveralMegabytesIsExact() {
    copiesExactly(TransferOperation.READ, 4 * MEGABYTE + 7);
  }

  @Test
  void writeOfManyDescriptorsOfManySizesIsExact() {
    copiesManyPieces(TransferOperation.WRITE);
  }

  @Test
  void readOfManyDescriptorsOfManySizesIsExact() {
    copiesManyPieces(TransferOperation.READ);
  }

  @Test
  void requestsAtTheSameTimeAllArrive() {
    fill(nearLarge, 1);
    List<TransferRequest> requests = new ArrayList<>();
    for (int part = 0; part < 5; part++) {
      long offset = (long) part * MEGABYTE;
      requests.add(
          request(
              TransferOperation.WRITE,
              List.of(nearLarge.region().slice(offset, MEGABYTE)),
              List.of(farLarge.region().slice(offset, MEGABYTE))));
    }
    requests.forEach(TransferRequest::post);

    requests.reversed().forEach(request -> assertThat(ended(request)).isEqualTo(DONE));
    assertThat(contents(farLarge)).isEqualTo(contents(nearLarge));
  }

  @Test
  void notificationOfALargeTransferComesAfterItsLastByte() {
    fill(nearLarge, 2);
    TransferRequest request =
        request(
            TransferOperation.WRITE,
            List.of(nearLarge.region().whole()),
            List.of(farLarge.region().whole()));
    request.post(bytes("whole"));
    List<Notification> seen = new ArrayList<>();
    long start = System.nanoTime();
    while (seen.isEmpty() && System.nanoTime() - start < 20_000_000_000L) {
      request.poll();
      seen.addAll(far.takeNotifications());
    }

    assertThat(contents(farLarge)).isEqualTo(contents(nearLarge));
    assertThat(seen).containsExactly(new Notification("near", bytes("whole")));
    ended(request);
  }

  @Test
  void cancelledLargeTransferIsPostedAgainAndWhole() {
    fill(nearLarge, 3);
    TransferRequest request =
        request(
            TransferOperation.WRITE,
            List.of(nearLarge.region().whole()),
            List.of(farLarge.region().whole()));
    request.post();
    request.cancel();
    assertThat(ended(request))
        .isInstanceOfAny(TransferStatus.Cancelled.class, TransferStatus.Done.class);

    request.post();

    assertThat(ended(request)).isEqualTo(DONE);
    assertThat(contents(farLarge)).isEqualTo(contents(nearLarge));
  }

  @Test
  void largeMemoryBeginsZeroed() {
    assertThat(contents(farLarge)).isEqualTo(new byte[LARGE_BYTES]);
  }

  @Test
  void viewIsTheMemoryItself() {
    for (int sizeBytes : List.of(SIZE_BYTES, LARGE_BYTES)) {
      TransferMemory memory = memory(near, MemoryKind.DRAM, sizeBytes);
      ByteBuffer view = memory.view(8, 16);

      view.putLong(8, 0x0102030405060708L);

      assertThat(view.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
      assertThat(view.remaining()).isEqualTo(16);
      assertThat(text(memory, 16, 8)).isEqualTo("\b\7\6\5\4\3\2\1");
      memory.write(8, ByteBuffer.wrap(bytes("x")));
      assertThat(view.get(0)).isEqualTo((byte) 'x');
    }
  }

  @Test
  void viewDoesNotReachBeyondTheMemory() {
    TransferMemory memory = memory(near, MemoryKind.DRAM, SIZE_BYTES);

    assertThat(memory.view(SIZE_BYTES, 0).hasRemaining()).isFalse();
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> memory.view(SIZE_BYTES - 1, 2));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> memory.view(-1, 1));
  }

  @Test
  void closedMemoryHasNoView() {
    TransferMemory memory = memory(near, MemoryKind.DRAM, SIZE_BYTES);
    memory.close();

    assertThatIllegalStateException().isThrownBy(() -> memory.view(0, 1));
  }

  @Test
  void deviceMemoryHasNoView() {
    needs(MemoryKind.VRAM);
    TransferMemory memory = memory(near, MemoryKind.VRAM, SIZE_BYTES);

    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> memory.view(0, 8));
  }

  /** Random bytes on both sides; only the range of the destination changes. */
  @Test
  void requestThatIsCancelledAtEveryPollIsDoneWithAllBytesOrNotDone() {
    fill(nearLarge, 9);
    fill(farLarge, 10);
    TransferRequest request =
        request(
            TransferOperation.WRITE,
            List.of(nearLarge.region().whole()),
            List.of(farLarge.region().whole()));
    request.post(bytes("all"));

    TransferStatus status = new TransferStatus.Pending();
    for (int polls = 0; status instanceof TransferStatus.Pending && polls < 1_000_000; polls++) {
      request.cancel();
      status = request.poll();
      Thread.onSpinWait();
    }

    near.notifyPeer("far", bytes("last"));
    if (status.equals(DONE)) {
      assertThat(arrived(2)).first().isEqualTo(new Notification("near", bytes("all")));
      assertThat(Arrays.equals(contents(farLarge), contents(nearLarge))).isTrue();
    } else {
      assertThat(status).isEqualTo(new TransferStatus.Cancelled());
      assertThat(arrived(1)).containsExactly(new Notification("near", bytes("last")));
    }
  }

  private void copiesExactly(TransferOperation operation, int sizeBytes) {
    fill(nearLarge, 4);
    fill(farLarge, 5);
    byte[] nearBytes = contents(nearLarge);
    byte[] farBytes = contents(farLarge);
    Descriptor local = nearLarge.region().slice(SENTINEL_BYTES, sizeBytes);
    Descriptor remote = farLarge.region().slice(3 * SENTINEL_BYTES, sizeBytes);
    TransferRequest request = request(operation, List.of(local), List.of(remote));
    request.post();

    assertThat(ended(request)).isEqualTo(DONE);
    switch (operation) {
      case WRITE ->
          System.arraycopy(nearBytes, SENTINEL_BYTES, farBytes, 3 * SENTINEL_BYTES, sizeBytes);
      case READ ->
          System.arraycopy(farBytes, 3 * SENTINEL_BYTES, nearBytes, SENTINEL_BYTES, sizeBytes);
    }
    assertThat(Arrays.equals(contents(nearLarge), nearBytes)).as("near").isTrue();
    assertThat(Arrays.equals(contents(farLarge), farBytes)).as("far").isTrue();
  }

  /** 100 pieces of up to 40 KB in the mirrored order, so that every pair is at another place. */
  private void copiesManyPieces(TransferOperation operation) {
    fill(nearLarge, 6);
    fill(farLarge, 7);
    byte[] source = contents(operation == TransferOperation.WRITE ? nearLarge : farLarge);
    List<Descriptor> local = new ArrayList<>();
    List<Descriptor> remote = new ArrayList<>();
    byte[] expected = contents(operation == TransferOperation.WRITE ? farLarge : nearLarge);
    var random = new SeededRandom(8);
    int start = 0;
    int end = LARGE_BYTES;
    for (int piece = 0; piece < 100; piece++) {
      int sizeBytes = 1 + random.below(40_000);
      end -= sizeBytes;
      local.add(nearLarge.region().slice(start, sizeBytes));
      remote.add(farLarge.region().slice(end, sizeBytes));
      int from = operation == TransferOperation.WRITE ? start : end;
      int into = operation == TransferOperation.WRITE ? end : start;
      System.arraycopy(source, from, expected, into, sizeBytes);
      start += sizeBytes;
    }
    TransferRequest request = request(operation, local, remote);
    request.post();

    assertThat(ended(request)).isEqualTo(DONE);
    byte[] actual = contents(operation == TransferOperation.WRITE ? farLarge : nearLarge);
    assertThat(Arrays.equals(actual, expected)).isTrue();
  }

  private TransferRequest request(
      TransferOperation operation, List<Descriptor> local, List<Descriptor> remote) {
    return near.request(operation, near.prepareLocal(local), near.prepareRemote("far", remote));
  }

  private static void fill(TransferMemory memory, long seed) {
    var random = new SeededRandom(seed);
    ByteBuffer bytes = ByteBuffer.allocate(LARGE_BYTES);
    while (bytes.hasRemaining()) {
      bytes.putLong(random.nextLong());
    }
    memory.write(0, bytes.flip());
  }

  private static byte[] contents(TransferMemory memory) {
    byte[] bytes = new byte[LARGE_BYTES];
    memory.read(0, ByteBuffer.wrap(bytes));
    return bytes;
  }
}
