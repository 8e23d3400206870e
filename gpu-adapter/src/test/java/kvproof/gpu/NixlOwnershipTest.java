package kvproof.gpu;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.NearAndFar;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the contract leaves to each implementation: native handles in every order of closing. */
@OnNixl
class NixlOwnershipTest extends NearAndFar {
  private NixlFabric fabric;

  @BeforeEach
  @Override
  protected void openNearAndFar() {
    fabric = new NixlFabric(NixlUnderTest.library());
    super.openNearAndFar();
  }

  @Override
  protected TransferAgent open(String name) {
    return fabric.agent(name);
  }

  @Override
  protected List<String> leftovers() {
    return fabric.leftovers();
  }

  @AfterEach
  void closeFabric() {
    fabric.close();
  }

  @Test
  void agentThatCannotBeMadeLeavesNothing() {
    long threads = threads();
    var settings = AgentSettings.defaults().withBackend("NO_SUCH_PLUGIN");

    assertThatExceptionOfType(NixlException.class)
        .isThrownBy(() -> fabric.agent("third", settings))
        .withMessageContaining("opening backend NO_SUCH_PLUGIN")
        .withMessageContaining("nixl_capi_create_backend returned -2 (the backend failed")
        .satisfies(
            failure -> {
              assertThat(failure.function()).isEqualTo("nixl_capi_create_backend");
              assertThat(failure.status()).isEqualTo(-2);
            });

    assertThat(fabric.leftovers()).noneMatch(left -> left.contains("third"));
    Awaitility.await()
        .pollInSameThread()
        .untilAsserted(() -> assertThat(threads()).isEqualTo(threads));
    assertThatNoException().isThrownBy(() -> fabric.agent("third").close());
  }

  @Test
  void closedAgentsLeaveNoThread() {
    long threads = threads();
    TransferAgent third = fabric.agent("third");
    assertThat(threads()).isGreaterThan(threads);
    third.close();

    Awaitility.await()
        .pollInSameThread()
        .untilAsserted(() -> assertThat(threads()).isEqualTo(threads));
  }

  @Test
  void spinningProgressThreadIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AgentSettings("UCX", 0, Duration.ZERO))
        .withMessageContaining("a delay of 0 us");
  }

  @Test
  void descriptorsOfMemoryThatWasTakenBackMakeNoRequest() {
    PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 8, 0));
    PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 8, 0));
    near.deregister(List.of(nearMemory.region()));
    near.register(List.of(nearMemory.region()));

    refused(Category.NOT_FOUND, () -> near.request(TransferOperation.WRITE, local, remote));
    local.close();
    remote.close();
  }

  @Test
  void requestOverMemoryThatWasRegisteredAnewIsNotPosted() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    near.deregister(List.of(nearMemory.region()));
    near.register(List.of(nearMemory.region()));

    refused(Category.NOT_FOUND, request::post);
    request.close();
  }

  @Test
  void descriptorsOfAPeerThatWasForgottenMakeNoRequest() {
    PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 8, 0));
    PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 8, 0));
    near.forget("far");
    near.load(far.metadata());

    refused(Category.NOT_FOUND, () -> near.request(TransferOperation.WRITE, local, remote));
    remote.close();
    local.close();
  }

  @Test
  void everyHandleMayBeClosedAfterItsAgent() {
    PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 8, 0));
    PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 8, 0));
    TransferRequest request = near.request(TransferOperation.WRITE, local, remote);
    near.close();

    request.close();
    remote.close();
    local.close();
    near.close();
    nearMemory.close();
    nearMemory.close();
  }

  @Test
  void closingAFabricGivesUpWhatIsPending() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post();

    refused(Category.IN_USE, near::close);
    fabric.close();
    fabric.close();

    assertThatNoException().isThrownBy(request::close);
    nearMemory.close();
    farMemory.close();
  }

  @Test
  void pendingCopyToAFormerLifeFailsWhenAnotherLifeIsLoaded() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post(bytes("never"));
    far.close();
    TransferAgent again = agent("far");
    registered(again, "a");
    near.forget("far");
    near.load(again.metadata());

    assertThat(ended(request))
        .isInstanceOfSatisfying(
            TransferStatus.Failed.class,
            failed -> {
              assertThat(failed.category()).isEqualTo(Category.DISCONNECTED);
              assertThat(failed.quiet()).isFalse();
            });
    refused(Category.IN_USE, () -> near.deregister(List.of(nearMemory.region())));
    near.notifyPeer("far", bytes("to the new one"));
    assertThat(arrivedAt(again, 1))
        .containsExactly(new Notification("near", bytes("to the new one")));
    request.close();
  }

  /** Nothing was begun, so the bytes may be had back at once. */
  @Test
  void copyToAClosedAgentOfThisProcessFailsQuietly() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    far.close();
    request.post(bytes("never"));

    assertThat(ended(request))
        .isEqualTo(new TransferStatus.Failed(Category.DISCONNECTED, true, "far is closed"));
    near.deregister(List.of(nearMemory.region()));
  }

  @Test
  void sameLifeMayBeLoadedAgainWhileACopyToItIsPending() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post(bytes("bound"));
    near.forget("far");
    near.load(far.metadata());

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    near.notifyPeer("far", bytes("after"));
    assertThat(arrived(2))
        .containsExactly(
            new Notification("near", bytes("bound")), new Notification("near", bytes("after")));
  }

  @Test
  void peerThatIsForgottenTwiceIsReachedUntilACopyFromBeforeHasEnded() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post(bytes("bound"));
    near.forget("far");
    near.load(far.metadata());
    near.forget("far");

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(arrived(1)).containsExactly(new Notification("near", bytes("bound")));
    request.close();
    anotherLifeOfFarIsLoaded();
  }

  @Test
  void metadataThatTheLibraryRefusesEndsWhatIsPendingToThatPeer() {
    AgentMetadata refused = ofAnotherList(far.metadata());
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post(bytes("bound"));
    near.forget("far");

    refused(Category.INVALID_PARAMETER, () -> near.load(refused));

    assertThat(ended(request)).isInstanceOf(TransferStatus.Failed.class);
    request.close();
    refused(Category.IN_USE, () -> near.deregister(List.of(nearMemory.region())));
    refused(Category.INVALID_PARAMETER, () -> near.load(far.metadata()));
  }

  @Test
  void peerWhoseNewMetadataTheLibraryRefusesIsForgotten() {
    AgentMetadata refused = ofAnotherList(far.metadata());
    PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 8, 0));
    PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 8, 0));

    refused(Category.INVALID_PARAMETER, () -> near.load(refused));

    refused(Category.NOT_FOUND, () -> near.request(TransferOperation.WRITE, local, remote));
    refused(Category.NOT_FOUND, () -> near.notifyPeer("far", bytes("nobody")));
    remote.close();
    local.close();
  }

  /** Refused by the library while it knows the one before. */
  private void anotherLifeOfFarIsLoaded() {
    far.close();
    TransferAgent again = agent("far");
    registered(again, "a");
    assertThat(near.load(again.metadata())).isEqualTo("far");
  }

  /** Whole, and of the same life; but what its regions are in is no list that the library knows. */
  private static AgentMetadata ofAnotherList(AgentMetadata metadata) {
    String text = new String(metadata.toBytes(), ISO_8859_1);
    assertThat(text).contains("nixlSDList");
    return AgentMetadata.of(text.replace("nixlSDList", "nixlXDList").getBytes(ISO_8859_1));
  }

  @Test
  void notificationsLeaveAlsoIfThePeerHadNoMemoryWhenItWasFirstLoaded() {
    TransferAgent third = agent("third");
    near.load(third.metadata());
    registered(third, "t");
    near.load(third.metadata());
    byte[] payload = new byte[1 << 20];
    for (int i = 0; i < 16; i++) {
      near.notifyPeer("third", payload);
    }
    near.close();

    assertThat(arrivedAt(third, 16)).hasSize(16);
  }

  @Test
  void notificationsLeaveThoughTheirPeerIsForgottenAtOnce() {
    byte[] payload = new byte[1 << 20];
    for (int i = 0; i < 16; i++) {
      near.notifyPeer("far", payload);
    }
    near.forget("far");

    assertThat(arrived(16)).hasSize(16);
  }

  @Test
  void localCopyNotifiesItsOwnAgent() {
    TransferRequest request =
        near.request(
            TransferOperation.WRITE,
            near.prepareLocal(slices(nearMemory, 8, 0)),
            near.prepareRemote("near", slices(nearMemory, 8, 32)));
    request.post(bytes("mine"));

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(arrivedAt(near, 1)).containsExactly(new Notification("near", bytes("mine")));
    near.notifyPeer("near", bytes("me"));
    assertThat(arrivedAt(near, 1)).containsExactly(new Notification("near", bytes("me")));
  }

  @Test
  void messagesOfTwoSendersAreKeptApart() {
    TransferAgent third = agent("third");
    third.load(far.metadata());
    near.notifyPeer("far", bytes("from near"));
    third.notifyPeer("far", bytes("from third"));

    assertThat(arrived(2))
        .containsExactlyInAnyOrder(
            new Notification("near", bytes("from near")),
            new Notification("third", bytes("from third")));
  }

  @Test
  void memoryOfAnotherKindIsNotHad() {
    refused(Category.BACKEND, () -> near.allocate(MemoryKind.VRAM, 8));
  }

  @Test
  void bytesAroundACopyStayAsTheyWere() {
    try (TransferMemory memory = near.allocate(MemoryKind.DRAM, 3)) {
      fill(memory.view(0, 3));
      near.register(List.of(memory.region()));
      TransferRequest request =
          near.request(
              TransferOperation.WRITE,
              near.prepareLocal(slices(memory, 1, 1)),
              near.prepareRemote("far", slices(farMemory, 1, 63)));
      request.post();
      ended(request);
      near.deregister(List.of(memory.region()));

      assertThat(text(farMemory, 60, 4)).isEqualTo("fff1");
      assertThat(text(memory, 0, 3)).isEqualTo("012");
    }
  }

  private static void fill(java.nio.ByteBuffer view) {
    for (byte value = '0'; view.hasRemaining(); value++) {
      view.put(value);
    }
  }

  /** Those that native code started from this thread: they have its name; Java's have their own. */
  private static long threads() {
    try (var tasks = Files.list(Path.of("/proc/self/task"))) {
      String own = Files.readString(Path.of("/proc/thread-self/comm"));
      return tasks.filter(task -> isNamed(own, task)).count();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static boolean isNamed(String name, Path task) {
    try {
      return Files.readString(task.resolve("comm")).equals(name);
    } catch (IOException ended) {
      return false;
    }
  }
}
