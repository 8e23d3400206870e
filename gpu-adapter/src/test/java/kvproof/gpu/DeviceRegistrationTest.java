package kvproof.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import kvproof.gpu.cuda.StandIn;
import kvproof.gpu.memory.DeviceMemorySource;
import kvproof.gpu.memory.ProcessMemory;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Memory of a device is registered and taken back by threads that have its context, whichever they
 * are: the driver's stand-in says what is current when the library is called.
 */
class DeviceRegistrationTest {
  private static final int SIZE_BYTES = 64;
  private static final int NONE = -1;

  private final ScriptedNixl nixl = new ScriptedNixl();
  private final List<Integer> currentDevices = new ArrayList<>();
  private final ExecutorService otherThread = Executors.newSingleThreadExecutor();

  private StandIn standIn;
  private NixlFabric fabric;
  private NixlTransferAgent agent;
  private TransferMemory memory;

  @BeforeEach
  void openAgent() {
    standIn = StandIn.fresh();
    fabric =
        new NixlFabric(nixl.capi(), new ProcessMemory(new DeviceMemorySource(standIn::driver, 0)));
    agent = fabric.agent("near");
    memory = agent.allocate(MemoryKind.VRAM, SIZE_BYTES);
    nixl.at("register_mem", () -> currentDevices.add(standIn.currentDevice()));
    nixl.at("deregister_mem", () -> currentDevices.add(standIn.currentDevice()));
  }

  @AfterEach
  void nothingIsLeftAndNothingWasWrong() {
    if (standIn == null) {
      return;
    }
    agent.close();
    memory.close();
    fabric.close();
    otherThread.close();
    nixl.assertNothingWasWrong();
    assertThat(nixl.left()).isEmpty();
    standIn.assertCleanAndEmpty();
  }

  private void elsewhere(Runnable call) {
    CompletableFuture.runAsync(call, otherThread).join();
  }

  @Test
  void threadThatRegistersHasTheContextOfTheDevice() {
    elsewhere(() -> agent.register(List.of(memory.region())));

    assertThat(currentDevices).containsExactly(0);
  }

  @Test
  void threadThatTakesBackHasTheContextOfTheDevice() {
    agent.register(List.of(memory.region()));
    elsewhere(() -> agent.deregister(List.of(memory.region())));

    assertThat(currentDevices).containsExactly(0, 0);
  }

  @Test
  void threadThatClosesTheAgentHasTheContextOfTheDevice() {
    agent.register(List.of(memory.region()));
    elsewhere(agent::close);

    assertThat(currentDevices).containsExactly(0, 0);
  }

  /** The check can fail: registered past the process's memory, the thread has no context. */
  @Test
  void threadThatNobodyReadiedHasNone() {
    elsewhere(
        () ->
            agent.library().deregister(agent.library().register(memory.region()), memory.region()));

    assertThat(currentDevices).containsExactly(NONE, NONE);
  }

  @Test
  void driverThatRefusesTheContextIsTheBackendsFailureAndNothingIsHeld() {
    standIn.failNext("cuCtxSetCurrent", 999);

    NearAndFar.refused(Category.BACKEND, () -> agent.register(List.of(memory.region())));

    assertThat(currentDevices).isEmpty();
    assertThat(agent.registeredRegions()).isEmpty();
    assertThatCode(memory::close).doesNotThrowAnyException();
  }
}
