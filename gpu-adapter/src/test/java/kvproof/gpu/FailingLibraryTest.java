package kvproof.gpu;

import static kvproof.gpu.ScriptedNixl.DONE;
import static kvproof.gpu.ScriptedNixl.PENDING;
import static kvproof.gpu.ScriptedNixl.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import kvproof.gpu.memory.ProcessMemory;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.testkit.transfer.NearAndFar;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the adapter makes of a library whose calls fail, one in each test. */
class FailingLibraryTest {
  private static final int SIZE_BYTES = 64;
  private static final String[] FAREWELL = {
    "gen_notif", "post_xfer_req", "get_xfer_status", "invalidate_remote_md", "destroy_agent"
  };

  private final ScriptedNixl nixl = new ScriptedNixl();
  private final NixlFabric fabric = new NixlFabric(nixl.capi(), new ProcessMemory());

  @AfterEach
  void nothingWasWrong() {
    nixl.assertNothingWasWrong();
  }

  /** Everything was given back, to the library and to the process. */
  private void assertNothingIsLeft() {
    assertThat(nixl.left()).isEmpty();
    assertThat(fabric.leftovers()).isEmpty();
  }

  private static TransferMemory registered(NixlTransferAgent agent) {
    TransferMemory memory = agent.allocate(MemoryKind.DRAM, SIZE_BYTES);
    agent.register(List.of(memory.region()));
    return memory;
  }

  private NixlTransferAgent agentThatKnowsFar(NixlTransferAgent far) {
    NixlTransferAgent near = fabric.agent("near");
    near.load(far.metadata());
    return near;
  }

  @Nested
  class Opening {
    @Test
    void agentWithoutABackendIsDestroyed() {
      nixl.answerNext("create_backend", REFUSED);

      assertThatThrownBy(() -> fabric.agent("near")).hasMessageContaining("create_backend");
      assertNothingIsLeft();
    }

    @Test
    void agentWithoutANotificationMapGivesItsBackendBack() {
      nixl.answerNext("create_notif_map", REFUSED);

      assertThatThrownBy(() -> fabric.agent("near"))
          .hasMessageContaining("opening agent near: nixl_capi_create_notif_map returned -2");
      assertThat(nixl.callsOf("destroy_backend", "destroy_agent"))
          .containsExactly("destroy_backend", "destroy_agent");
      assertNothingIsLeft();
    }

    @Test
    void agentWithoutMetadataIsClosed() {
      nixl.answerNext("get_local_md", REFUSED);

      assertThatThrownBy(() -> fabric.agent("near")).hasMessageContaining("get_local_md");
      assertNothingIsLeft();
    }

    @Test
    void settingsThatMakeNoSenseAreRefused() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new AgentSettings("UCX", 0, Duration.ZERO))
          .withMessageContaining("a delay of 0 us");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> AgentSettings.defaults().withFarewell(Duration.ofMillis(-1)))
          .withMessageContaining("PT-0.001S");
    }
  }

  @Nested
  class Registering {
    private final NixlTransferAgent near = fabric.agent("near");
    private final TransferMemory first = near.allocate(MemoryKind.DRAM, SIZE_BYTES);
    private final TransferMemory second = near.allocate(MemoryKind.DRAM, SIZE_BYTES);
    private final List<MemoryRegion> both = List.of(first.region(), second.region());

    @Test
    void regionThatIsRefusedTakesTheOthersBack() {
      nixl.answerNext("register_mem", DONE, REFUSED);
      nixl.answerNext("deregister_mem", DONE);

      assertThatThrownBy(() -> near.register(both)).hasMessageContaining("nixl_capi_register_mem");
      assertThat(near.registeredRegions()).isEmpty();
      first.close();
      second.close();
      near.close();
      assertNothingIsLeft();
    }

    @Test
    void failureToTakeOneBackDoesNotHideWhyTheOtherWasRefused() {
      nixl.answerNext("register_mem", DONE, REFUSED);
      nixl.answerNext("deregister_mem", REFUSED, DONE);

      assertThatThrownBy(() -> near.register(both))
          .hasMessageContaining("nixl_capi_register_mem")
          .satisfies(
              refused ->
                  assertThat(refused.getSuppressed())
                      .singleElement()
                      .asString()
                      .contains("nixl_capi_deregister_mem"));

      assertThat(near.registeredRegions()).containsExactly(first.region());
      NearAndFar.refused(Category.IN_USE, first::close);
      near.close();
      first.close();
      second.close();
      assertNothingIsLeft();
    }
  }

  @Nested
  class TakingNotifications {
    private final NixlTransferAgent near = fabric.agent("near");

    private List<String> taken() {
      return near.takeNotifications().stream()
          .map(each -> each.sender() + " " + new String(each.payload(), StandardCharsets.UTF_8))
          .toList();
    }

    @AfterEach
    void nothingCameTwice() {
      assertThat(taken()).isEmpty();
      near.close();
      assertNothingIsLeft();
    }

    @Test
    void failureToTakeLosesNothing() {
      nixl.arrives("far", "one");
      nixl.answerNext("get_notifs", REFUSED);

      assertThatThrownBy(this::taken).hasMessageContaining("nixl_capi_get_notifs returned -2");
      nixl.arrives("far", "two");

      assertThat(taken()).containsExactly("far one", "far two");
    }

    @Test
    void failureToReadLosesNothingAndRepeatsNothing() {
      nixl.arrives("far", "one");
      nixl.arrives("far", "two");
      nixl.arrives("further", "three");
      nixl.answerNext("notif_map_get_agent_at", REFUSED);

      assertThatThrownBy(this::taken).hasMessageContaining("nixl_capi_notif_map_get_agent_at");
      nixl.arrives("far", "four");

      assertThat(taken()).containsExactly("far one", "far two", "far four", "further three");
    }

    @Test
    void failureToClearRepeatsNothing() {
      nixl.arrives("far", "one");
      nixl.answerNext("notif_map_clear", REFUSED, REFUSED);
      assertThat(taken()).containsExactly("far one");

      nixl.arrives("far", "two");
      nixl.arrives("further", "three");
      assertThat(taken()).containsExactly("far two", "further three");

      nixl.arrives("far", "four");
      assertThat(taken()).containsExactly("far four");
    }
  }

  @Nested
  class Closing {
    private final NixlTransferAgent far = fabric.agent("far");
    private final TransferMemory memory = registered(far);
    private final NixlTransferAgent near = agentThatKnowsFar(far);

    @Test
    void everyStepIsTakenThoughEachFails() {
      TransferMemory mine = registered(near);
      var local = near.prepareLocal(List.of(mine.region().whole()));
      var remote = near.prepareRemote("far", List.of(memory.region().whole()));
      near.request(TransferOperation.WRITE, local, remote);
      nixl.callsOf();
      for (String function :
          List.of(
              "release_xfer_req",
              "release_xfer_dlist_handle",
              "deregister_mem",
              "invalidate_remote_md",
              "destroy_notif_map",
              "destroy_backend")) {
        nixl.answerNext(function, REFUSED);
      }

      assertThatThrownBy(near::close)
          .hasMessageContaining("release_xfer_req")
          .satisfies(
              first ->
                  assertThat(first.getSuppressed())
                      .extracting(Throwable::getMessage)
                      .satisfiesExactly(
                          prepared -> assertThat(prepared).contains("release_xfer_dlist_handle"),
                          region -> assertThat(region).contains("deregister_mem"),
                          peer -> assertThat(peer).contains("invalidate_remote_md"),
                          map -> assertThat(map).contains("destroy_notif_map")));
      assertThat(nixl.calls()).contains("destroy_backend", "destroy_agent");
      assertThat(fabric.leftovers()).noneMatch(left -> left.contains("agent near"));
    }

    @Test
    void memoryOfAnAgentThatDoesNotStopStaysHeld() {
      TransferMemory mine = registered(near);
      nixl.answerNext("destroy_agent", REFUSED);

      assertThatThrownBy(near::close).hasMessageContaining("nixl_capi_destroy_agent");

      NearAndFar.refused(Category.IN_USE, mine::close);
    }

    @Test
    void memoryIsLetGoThoughTheMapOrTheBackendFails() {
      TransferMemory mine = registered(near);
      nixl.answerNext("destroy_notif_map", REFUSED);

      assertThatThrownBy(near::close).hasMessageContaining("nixl_capi_destroy_notif_map");

      mine.close();
    }
  }

  @Nested
  class Farewell {
    private final NixlTransferAgent far = fabric.agent("far");
    private final TransferMemory memory = registered(far);

    @AfterEach
    void nothingIsLeft() {
      fabric.close();
      memory.close();
      assertNothingIsLeft();
    }

    @Test
    void whatWasSaidLeavesBeforeThePeerIsForgotten() {
      NixlTransferAgent near = agentThatKnowsFar(far);
      nixl.answerNext("post_xfer_req", PENDING);
      nixl.answerNext("get_xfer_status", PENDING, DONE);
      near.notifyPeer("far", new byte[1]);
      near.forget("far");

      assertThat(nixl.callsOf(FAREWELL))
          .containsExactly(
              "gen_notif",
              "post_xfer_req",
              "get_xfer_status",
              "get_xfer_status",
              "invalidate_remote_md");
    }

    @Test
    void peerThatWasToldNothingIsForgottenAtOnce() {
      NixlTransferAgent near = agentThatKnowsFar(far);
      near.forget("far");

      assertThat(nixl.callsOf(FAREWELL)).containsExactly("invalidate_remote_md");
    }

    /** The notification of the copy itself leaves with the poll that sees it done. */
    @Test
    void peerThatIsForgottenUnderACopyIsToldBeforeItIsInvalidated() {
      NixlTransferAgent near = agentThatKnowsFar(far);
      TransferMemory mine = registered(near);
      TransferRequest request =
          near.request(
              TransferOperation.WRITE,
              near.prepareLocal(List.of(mine.region().whole())),
              near.prepareRemote("far", List.of(memory.region().whole())));
      nixl.answerNext("post_xfer_req", PENDING);
      request.post(new byte[1]);
      near.forget("far");
      assertThat(nixl.callsOf(FAREWELL)).containsExactly("post_xfer_req");

      request.poll();

      assertThat(nixl.callsOf(FAREWELL))
          .containsExactly("get_xfer_status", "gen_notif", "post_xfer_req", "invalidate_remote_md");
      request.close();
      near.close();
      mine.close();
    }

    @Test
    void peerThatTakesNothingIsWaitedForNoLongerThanTheSettingsSay() {
      NixlTransferAgent near =
          fabric.agent("near", AgentSettings.defaults().withFarewell(Duration.ZERO));
      near.load(far.metadata());
      near.notifyPeer("far", new byte[1]);
      nixl.answerNext("post_xfer_req", PENDING);
      nixl.answerNext("get_xfer_status", PENDING);

      near.close();

      assertThat(nixl.callsOf(FAREWELL))
          .containsExactly("gen_notif", "post_xfer_req", "invalidate_remote_md", "destroy_agent");
      assertThat(nixl.left()).doesNotContain("request", "prepared");
    }

    @Test
    void whatIsInTheWayOfItKeepsNothingOpen() {
      for (String function :
          List.of("register_mem", "prep_xfer_dlist", "make_xfer_req", "post_xfer_req")) {
        NixlTransferAgent near = agentThatKnowsFar(far);
        near.notifyPeer("far", new byte[1]);
        nixl.answerNext(function, REFUSED);
        try {
          near.close();
        } catch (NixlException said) {
          assertThat(said.function()).isEqualTo("nixl_capi_" + function);
        }
        assertThat(nixl.callsOf("invalidate_remote_md", "destroy_agent"))
            .as(function)
            .containsExactly("invalidate_remote_md", "destroy_agent");
      }
    }

    @Test
    void peerIsForgottenThoughTheFarewellFails() {
      NixlTransferAgent near = agentThatKnowsFar(far);
      near.notifyPeer("far", new byte[1]);
      nixl.answerNext("register_mem", REFUSED);

      assertThatExceptionOfType(NixlException.class).isThrownBy(() -> near.forget("far"));

      assertThat(nixl.calls()).contains("invalidate_remote_md");
      NearAndFar.refused(Category.NOT_FOUND, () -> near.forget("far"));
    }
  }

  /** A thread that asks what is left waits for whoever is using an agent, and for its end alone. */
  @Test
  void leftoversAreAskedOfAnAgentUnderItsLock() throws InterruptedException {
    NixlTransferAgent near = fabric.agent("near");
    Thread asking = new Thread(() -> fabric.leftovers());
    synchronized (near.lock()) {
      asking.start();
      Awaitility.await()
          .until(
              asking::getState,
              state -> state == Thread.State.BLOCKED || state == Thread.State.TERMINATED);
      assertThat(asking.getState()).isEqualTo(Thread.State.BLOCKED);
      fabric.agent("another").close();
    }
    asking.join();
    near.close();
    assertNothingIsLeft();
  }
}
