package kvproof.mocknixl.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.kvcr.BlockPart;
import kvproof.mocknixl.kvcr.SourceBlocks.Claim;
import kvproof.mocknixl.kvcr.SourceBlocks.Pin;
import kvproof.mocknixl.kvcr.SourceBlocks.PinReply;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Catalogue;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class KvWorkerTest extends PoolFixture {

  @Test
  void leadingBlocksMayLieOnEitherTierAndWithACacheOwner() {
    KvWorker cache = worker("cache", 0, 4);
    KvWorker rank = worker("rank", 4, 4);
    rank.reach(cache);
    rank.device().store(101);
    rank.host().store(102);
    cache.host().store(blocks(3, 3));
    rank.host().store(105);

    assertThat(rank.leading(blocks(1, 5))).isEqualTo(3);
    assertThat(rank.holds(105)).isTrue();
    assertThat(rank.holds(104)).isFalse();
    assertThat(cache.leading(blocks(1, 5))).isZero();
  }

  @Test
  void catalogueLeadsEveryReferenceToThePartsOfItsSlot() {
    KvWorker worker = worker("worker", 3, 5);
    Catalogue catalogue = worker.catalogue();

    for (int slot = 0; slot < 5; slot++) {
      Map<String, Long> elements = worker.host().memory().elements(slot);
      for (BlockPart part : worker.host().parts(slot)) {
        long element = elements.get(part.label());
        assertThat(resolve(catalogue, element, part.label(), false)).isEqualTo(part.bytes());
      }
    }
    for (int slot = 0; slot < 3; slot++) {
      for (BlockPart part : worker.device().parts(slot)) {
        assertThat(resolve(catalogue, slot, part.label(), true)).isEqualTo(part.bytes());
      }
    }
    assertThat(catalogue.owned().keySet()).containsExactly("kv", "scales");
    assertThat(catalogue.framework().keySet()).containsExactly("kv:k", "kv:v", "scales");
  }

  private static Descriptor resolve(
      Catalogue catalogue, long element, String label, boolean framework) {
    Reference reference = new Reference("worker", element, label, framework);
    return catalogue.region(reference).orElseThrow().element(element);
  }

  @Test
  void allThatIsInTheCatalogueIsRegistered() {
    KvWorker worker = worker("worker", 3, 5);

    worker
        .catalogue()
        .regions()
        .forEach(
            region ->
                assertThat(worker.agent().registeredRegions())
                    .anyMatch(registered -> registered.holds(region.extent().whole())));
    assertThat(worker("host", 0, 1).catalogue().framework()).isEmpty();
  }

  @Tag("FS-55")
  @Test
  void cacheOwnerIsReachedOnce() {
    KvWorker cache = worker("cache", 0, 4);
    KvWorker rank = worker("rank", 4, 4);
    rank.reach(cache);
    List<MemoryRegion> registered = rank.agent().registeredRegions();

    assertThatExceptionOfType(TransferException.class).isThrownBy(() -> rank.reach(cache));

    assertThat(rank.agent().registeredRegions()).isEqualTo(registered);
    cache.host().store(101);
    rank.claim(key(101)).orElseThrow().release();
    assertThat(rank.unrest()).isEmpty();
    assertThat(cache.unrest()).isEmpty();
  }

  @Nested
  class Claims {
    private final KvWorker cache = worker("cache", 0, 4);
    private final KvWorker rank = worker("rank", 4, 4);

    Claims() {
      rank.reach(cache);
    }

    @Test
    void hostBlocksAreClaimedWhereTheyLie() {
      rank.host().store(blocks(1, 2));

      Claim claim = rank.claim(key(102)).orElseThrow();

      assertThat(claim.parts()).isEqualTo(rank.host().parts(rank.host().slot(102).orElseThrow()));
      assertThat(rank.unrest()).containsExactly("host: 1 claims not released");
      claim.release();
      assertThat(rank.unrest()).isEmpty();
    }

    @Test
    void ownCopyWinsOverACacheOwners() {
      rank.host().store(101);
      cache.host().store(101);

      Claim claim = rank.claim(key(101)).orElseThrow();

      assertThat(cache.unrest()).isEmpty();
      claim.release();
    }

    @Test
    void cacheOwnersBlockIsKeptInItsOwnersMemory() {
      cache.host().store(101);
      Claim claim = rank.claim(key(101)).orElseThrow();

      assertThat(cache.host().evict(101)).isEqualTo(BlockPool.Eviction.DEFERRED);

      assertThat(cache.host().freeSlots()).isEqualTo(3);
      assertThat(rank.unrest()).containsExactly("1 claims on cache owners not released");
      claim.release();
      assertThat(cache.host().freeSlots()).isEqualTo(4);
      assertThat(rank.unrest()).isEmpty();
    }

    @Test
    void claimsOfAProcessThatIsGoneAreGone() {
      cache.host().store(101);
      rank.claim(key(101));
      rank.claim(key(101));

      rank.abandonClaims();

      assertThat(cache.unrest()).isEmpty();
      assertThat(rank.unrest()).isEmpty();
    }

    @Test
    void deviceBlocksAreNotClaimed() {
      rank.device().store(101);

      assertThat(rank.claim(key(101))).isEmpty();
      assertThat(rank.claim(BlockKey.of(new byte[] {1, 2, 3}))).isEmpty();
    }
  }

  @Nested
  class Pins {
    private final KvWorker rank = worker("rank", 4, 4);

    @Test
    void requestIsAnsweredByTheSecondLookAfterIt() {
      rank.device().store(blocks(1, 2));
      long request = rank.requestPins(List.of(key(101), key(103), key(102)));

      assertThat(rank.takePinReplies()).isEmpty();
      PinReply reply = rank.takePinReplies().getFirst();

      assertThat(reply.request()).isEqualTo(request);
      Pin pin = reply.pin().orElseThrow();
      assertThat(pin.parts()).containsOnlyKeys(key(101), key(102));
      assertThat(pin.parts().get(key(102)))
          .isEqualTo(rank.device().parts(rank.device().slot(102).orElseThrow()));
      assertThat(rank.takePinReplies()).isEmpty();
      assertThat(rank.releasePin(pin.pin())).isTrue();
      assertThat(rank.unrest()).isEmpty();
    }

    @Test
    void whatIsHeldWhenTheAnswerComesIsPinned() {
      rank.device().store(blocks(1, 2));
      rank.requestPins(List.of(key(101), key(102), key(103)));
      rank.takePinReplies();
      rank.device().evict(101);
      rank.device().store(103);

      Pin pin = rank.takePinReplies().getFirst().pin().orElseThrow();

      assertThat(pin.parts()).containsOnlyKeys(key(102), key(103));
      rank.releasePin(pin.pin());
    }

    @Test
    void pinnedBlockKeepsItsSlotWhenItIsEvicted() {
      rank.device().store(blocks(1, 4));
      rank.requestPins(List.of(key(101), key(102)));
      rank.takePinReplies();
      Pin pin = rank.takePinReplies().getFirst().pin().orElseThrow();

      assertThat(rank.device().evict(101)).isEqualTo(BlockPool.Eviction.DEFERRED);
      assertThat(rank.device().store(105)).isFalse();

      rank.releasePin(pin.pin());
      assertThat(rank.device().store(105)).isTrue();
      assertThat(rank.device().holds(102)).isTrue();
    }

    @Test
    void nothingHeldIsAnAnswerWithoutAPin() {
      rank.host().store(101);
      long request = rank.requestPins(List.of(key(101)));
      rank.takePinReplies();

      assertThat(rank.takePinReplies()).containsExactly(new PinReply(request, Optional.empty()));
    }

    @Test
    void cancelledRequestIsNotAnswered() {
      rank.device().store(101);
      long fresh = rank.requestPins(List.of(key(101)));
      rank.takePinReplies();
      long later = rank.requestPins(List.of(key(101)));
      assertThat(rank.unrest()).containsExactly("2 pin requests not answered");

      rank.cancelPins(fresh);
      rank.cancelPins(later);

      assertThat(rank.takePinReplies()).isEmpty();
      assertThat(rank.takePinReplies()).isEmpty();
      assertThat(rank.unrest()).isEmpty();
    }

    @Test
    void pinIsReleasedOnce() {
      rank.device().store(101);
      rank.requestPins(List.of(key(101)));
      rank.takePinReplies();
      long pin = rank.takePinReplies().getFirst().pin().orElseThrow().pin();
      assertThat(rank.unrest())
          .containsExactly("device: 1 claims not released", "1 pins not released");

      rank.releasePin(pin);

      assertThatIllegalArgumentException().isThrownBy(() -> rank.releasePin(pin));
    }
  }

  @Nested
  class Memory {
    private final KvWorker worker = worker("worker", 4, 4);

    @Test
    void memoryThatNobodyUsesIsTakenBackAndFreed() {
      worker.host().store(101);
      worker.host().evict(101);

      assertThat(worker.tryReleaseMemory()).isTrue();

      assertThat(worker.agent().registeredRegions()).isEmpty();
      worker.close();
      assertThat(fabric.leftovers()).isEmpty();
    }

    @Tag("FS-54")
    @Test
    void memoryInUseIsNotTakenBack() {
      worker.host().store(101);
      int slot = worker.host().reserve(1).orElseThrow().getFirst();
      expectRefusal();
      worker.host().giveBack(slot);

      Claim claim = worker.claim(key(101)).orElseThrow();
      expectRefusal();
      worker.host().evict(101);
      expectRefusal();
      claim.release();

      worker.host().withhold(worker.host().reserve(1).orElseThrow().getFirst());
      expectRefusal();
      worker.vouchForMemory();
      assertThat(worker.tryReleaseMemory()).isTrue();
    }

    private void expectRefusal() {
      List<MemoryRegion> registered = worker.agent().registeredRegions();

      assertThat(worker.tryReleaseMemory()).isFalse();

      assertThat(worker.agent().registeredRegions()).isEqualTo(registered).hasSize(4);
    }

    @Tag("FS-54")
    @Test
    void memoryUnderATransferOfItsOwnIsNotTakenBack() {
      worker.host().store(101);
      KvWorker peer = worker("peer", 0, 4);
      String name = worker.agent().load(peer.metadata());
      try (PreparedDescriptors from = worker.agent().prepareLocal(places(worker, 101));
          PreparedDescriptors into =
              worker
                  .agent()
                  .prepareRemote(
                      name, peer.host().parts(0).stream().map(BlockPart::bytes).toList());
          TransferRequest write = worker.agent().request(TransferOperation.WRITE, from, into)) {
        write.post();

        assertThat(worker.tryReleaseMemory()).isFalse();
        assertThatExceptionOfType(TransferException.class).isThrownBy(worker::close);

        for (int polls = 0;
            polls < 100 && !(write.poll() instanceof TransferStatus.Done);
            polls++) {}
        assertThat(write.poll()).isEqualTo(new TransferStatus.Done());
      }
      assertThat(peer.host().inspect(0, 101).isRight()).isTrue();
      assertThat(worker.wrongBlocks()).isEmpty();
    }

    private List<Descriptor> places(KvWorker at, long hash) {
      return at.host().parts(at.host().slot(hash).orElseThrow()).stream()
          .map(BlockPart::bytes)
          .toList();
    }

    @Tag("S12")
    @Test
    void memoryThatMayStillBeWrittenOutlivesTheWorker() {
      KvWorker reserving = new KvWorker(fabric.agent("reserving"), PARTS, 0, 2);
      reserving.host().reserve(1);
      KvWorker withholding = new KvWorker(fabric.agent("withholding"), PARTS, 0, 2);
      withholding.host().withhold(withholding.host().reserve(1).orElseThrow().getFirst());

      for (KvWorker each : List.of(reserving, withholding)) {
        each.close();
        assertThat(fabric.leftovers()).filteredOn(left -> left.contains("memory")).isNotEmpty();
        each.host().memory().bytes(1).getFirst().putLong(0, 7);

        each.vouchForMemory();
        each.close();
      }
      worker.close();
      assertThat(fabric.leftovers()).isEmpty();
    }

    @Test
    void workerThatDiedGivesItsMemoryBackOnceSomebodyVouches() {
      KvWorker dead = new KvWorker(fabric.agent("dead"), PARTS, 2, 2);
      dead.host().reserve(2);
      fabric.crash("dead");

      dead.vouchForMemory();
      dead.close();

      worker.close();
      assertThat(fabric.leftovers()).isEmpty();
    }

    @Test
    void nothingStaysAllocatedIfThereIsNoRoom() {
      TransferAgent narrow =
          new ForwardingAgent(fabric.agent("narrow")) {
            private int left = 3; // of the four pieces that both tiers need

            @Override
            public TransferMemory allocate(MemoryKind kind, long sizeBytes) {
              if (left == 0) {
                throw new TransferException(TransferException.Category.OUT_OF_MEMORY, "planted");
              }
              left--;
              return super.allocate(kind, sizeBytes);
            }
          };

      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> new KvWorker(narrow, PARTS, 2, 2));

      narrow.close();
      worker.close();
      assertThat(fabric.leftovers()).isEmpty();
    }
  }

  @Test
  void unrestNamesWhatWasLeftBehind() {
    KvWorker worker = worker("worker", 0, 2);
    TransferMemory stray = worker.agent().allocate(MemoryKind.DRAM, 8);
    worker.agent().register(List.of(stray.region()));
    worker.agent().load(worker("peer", 0, 1).metadata());
    KvWorker peer = opened.getLast();
    peer.agent().load(worker.metadata());
    peer.agent().notifyPeer("worker", new byte[5]);

    assertThat(worker.unrest())
        .containsExactly("not taken: 5 bytes from peer", "still registered: " + stray.region());

    worker.agent().deregister(List.of(stray.region()));
    stray.close();
    assertThat(worker.unrest()).isEmpty();
  }

  @Test
  void partsOfOnePoolAreReferredToByElementsSideBySide() {
    KvWorker worker = worker("worker", 0, 4);

    assertThat(new TreeMap<>(worker.host().memory().elements(3)))
        .isEqualTo(new TreeMap<>(Map.of("kv:k", 6L, "kv:v", 7L, "scales", 3L)));
  }

  private static BlockKey key(long hash) {
    return BlockKey.ofHash(hash);
  }
}
