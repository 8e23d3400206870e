package kvproof.mocknixl.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import kvproof.mocknixl.AtPollsOnly;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.Inbox;
import kvproof.mocknixl.LaunchedTests;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.fault.ForwardingRequest;
import kvproof.mocknixl.memory.ProcessMemory;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.Interference;
import kvproof.testkit.transfer.NearAndFar;
import kvproof.testkit.transfer.TransferAgentContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Agents that break one promise each, and the case of the contract that must not let them pass. */
class BrokenAgentsTest {

  /** Agents of the process, broken by a subclass. */
  abstract static class InProcess extends TransferAgentContract {
    final InProcessFabric fabric;

    InProcess() {
      this(Inbox.Limit.USUAL);
    }

    InProcess(Inbox.Limit limit) {
      fabric = new InProcessFabric(new ProcessMemory(), limit);
    }

    @Override
    protected TransferAgent open(String name) {
      return broken(fabric.agent(name));
    }

    TransferAgent broken(TransferAgent agent) {
      return agent;
    }

    @Override
    protected List<String> leftovers() {
      return fabric.leftovers();
    }

    @Override
    protected Interference interference() {
      return new AtPollsOnly();
    }
  }

  /** Agents over TCP, broken by a subclass. */
  abstract static class OverTcp extends TransferAgentContract {
    private final NettyFabric fabric = new NettyFabric();
    private final Map<String, NettyAgent> agents = new TreeMap<>();

    @Override
    protected TransferAgent open(String name) {
      NettyAgent agent = fabric.agent(name);
      agents.put(name, agent);
      return broken(agent);
    }

    TransferAgent broken(TransferAgent agent) {
      return agent;
    }

    @Override
    protected List<String> leftovers() {
      return fabric.leftovers();
    }

    @Override
    protected Interference interference() {
      return new HeldConnections(fabric, agents);
    }

    @AfterEach
    void closeFabric() {
      fabric.close();
    }
  }

  /** Its requests are broken by a subclass. */
  abstract static class WithRequests extends ForwardingAgent {
    WithRequests(TransferAgent agent) {
      super(agent);
    }

    abstract TransferRequest broken(TransferRequest request);

    @Override
    public TransferRequest request(
        TransferOperation operation,
        PreparedDescriptors local,
        int[] localIndices,
        PreparedDescriptors remote,
        int[] remoteIndices) {
      return broken(super.request(operation, local, localIndices, remote, remoteIndices));
    }
  }

  static class Sound extends InProcess {}

  static class SoundOverTcp extends OverTcp {}

  static class DoesNotCancel extends InProcess {
    @Override
    TransferAgent broken(TransferAgent agent) {
      return new WithRequests(agent) {
        @Override
        TransferRequest broken(TransferRequest request) {
          return new ForwardingRequest(request) {
            @Override
            public void cancel() {}
          };
        }
      };
    }
  }

  static class EndsAtItsPosting extends InProcess {
    @Override
    TransferAgent broken(TransferAgent agent) {
      return new WithRequests(agent) {
        @Override
        TransferRequest broken(TransferRequest request) {
          return new ForwardingRequest(request) {
            @Override
            public void post(byte[] notification) {
              super.post(notification);
              NearAndFar.ended(this);
            }
          };
        }
      };
    }
  }

  static class LooksBeforeItRefuses extends InProcess {
    @Override
    TransferAgent broken(TransferAgent agent) {
      return new WithRequests(agent) {
        @Override
        TransferRequest broken(TransferRequest request) {
          return new ForwardingRequest(request) {
            @Override
            public void close() {
              poll();
              super.close();
            }
          };
        }
      };
    }
  }

  static class KeepsEveryMessage extends InProcess {
    KeepsEveryMessage() {
      super(new Inbox.Limit(Integer.MAX_VALUE, Long.MAX_VALUE));
    }
  }

  static class LosesMessagesOfAFullInbox extends InProcess {
    @Override
    TransferAgent broken(TransferAgent agent) {
      return new ForwardingAgent(agent) {
        @Override
        public List<Notification> takeNotifications() {
          List<Notification> taken = super.takeNotifications();
          return taken.size() > 1 ? taken.subList(1, taken.size()) : taken;
        }
      };
    }
  }

  static class CallsItDisconnected extends InProcess {
    @Override
    TransferAgent broken(TransferAgent agent) {
      return new ForwardingAgent(agent) {
        @Override
        public void notifyPeer(String peer, byte[] payload) {
          try {
            super.notifyPeer(peer, payload);
          } catch (TransferException refused) {
            throw new TransferException(Category.DISCONNECTED, "full is not gone");
          }
        }
      };
    }
  }

  /** Bytes that come after an agent was closed, as messages of another are taken. */
  private static final class LateBytes {
    private final List<TransferMemory> memories = new ArrayList<>();
    private boolean isClosed;

    TransferAgent around(TransferAgent agent) {
      return new ForwardingAgent(agent) {
        @Override
        public TransferMemory allocate(MemoryKind kind, long sizeBytes) {
          TransferMemory memory = super.allocate(kind, sizeBytes);
          memories.add(memory);
          return memory;
        }

        @Override
        public List<Notification> takeNotifications() {
          if (isClosed) {
            memories.forEach(memory -> NearAndFar.fill(memory, "l"));
          }
          return super.takeNotifications();
        }

        @Override
        public void close() {
          super.close();
          isClosed = true;
        }
      };
    }
  }

  static class WritesAfterItsClose extends InProcess {
    private final LateBytes late = new LateBytes();

    @Override
    TransferAgent broken(TransferAgent agent) {
      return late.around(agent);
    }
  }

  static class WritesAfterItsCloseOverTcp extends OverTcp {
    private final LateBytes late = new LateBytes();

    @Override
    TransferAgent broken(TransferAgent agent) {
      return late.around(agent);
    }
  }

  static class CallsEveryFailureQuiet extends OverTcp {
    @Override
    TransferAgent broken(TransferAgent agent) {
      return new WithRequests(agent) {
        @Override
        TransferRequest broken(TransferRequest request) {
          return new ForwardingRequest(request) {
            @Override
            public TransferStatus poll() {
              return super.poll() instanceof TransferStatus.Failed(var category, _, var detail)
                  ? new TransferStatus.Failed(category, true, detail)
                  : super.poll();
            }
          };
        }
      };
    }
  }

  static class PostsWhatMayStillWrite extends OverTcp {
    @Override
    TransferAgent broken(TransferAgent agent) {
      return new WithRequests(agent) {
        @Override
        TransferRequest broken(TransferRequest request) {
          return new ForwardingRequest(request) {
            @Override
            public void post() {
              try {
                super.post();
              } catch (TransferException inUse) {
                assertThat(inUse.category()).isEqualTo(Category.IN_USE);
              }
            }
          };
        }
      };
    }
  }

  static class LetsMemoryGoUnderAWrite extends OverTcp {
    @Override
    TransferAgent broken(TransferAgent agent) {
      return new ForwardingAgent(agent) {
        @Override
        public void deregister(List<MemoryRegion> regions) {
          try {
            super.deregister(regions);
          } catch (TransferException inUse) {
            assertThat(inUse.category()).isEqualTo(Category.IN_USE);
          }
        }
      };
    }
  }

  static class LetsMemoryGoWithItsRequest extends OverTcp {
    @Override
    TransferAgent broken(TransferAgent agent) {
      return new WithRequests(agent) {
        private boolean isReleased;

        @Override
        TransferRequest broken(TransferRequest request) {
          return new ForwardingRequest(request) {
            @Override
            public void close() {
              super.close();
              isReleased = true;
            }
          };
        }

        @Override
        public void deregister(List<MemoryRegion> regions) {
          try {
            super.deregister(regions);
          } catch (TransferException inUse) {
            if (!isReleased) {
              throw inUse;
            }
          }
        }
      };
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DoesNotCancel, copyThatCannotHaveEndedIsCancelled",
    "EndsAtItsPosting, withoutAPollNothingIsReported",
    "LooksBeforeItRefuses, withoutAPollNothingIsReported",
    "KeepsEveryMessage, peerThatTakesNothingIsNotifiedNoMoreUntilItDoes",
    "LosesMessagesOfAFullInbox, peerThatTakesNothingIsNotifiedNoMoreUntilItDoes",
    "CallsItDisconnected, peerThatTakesNothingIsNotifiedNoMoreUntilItDoes",
    "WritesAfterItsClose, closedAgentWritesToItsPeersNoMore",
    "WritesAfterItsClose, memoryOfAClosedAgentIsReadIntoNoMore",
    "WritesAfterItsCloseOverTcp, closeAfterAFailureThatIsNotQuietEndsAllWriting",
    "CallsEveryFailureQuiet, requestThatFailedWithoutBeingQuietIsNotPostedAgain",
    "PostsWhatMayStillWrite, requestThatFailedWithoutBeingQuietIsNotPostedAgain",
    "LetsMemoryGoUnderAWrite, memoryOfAFailureThatIsNotQuietStaysInUseUntilItsAgentIsClosed",
    "LetsMemoryGoWithItsRequest, memoryOfAFailureThatIsNotQuietStaysInUseUntilItsAgentIsClosed",
  })
  void brokenAgentFailsItsCase(String broken, String method) {
    assertThat(LaunchedTests.ran(fixture(broken), method).getTestsFailedCount()).isOne();
    Class<?> sound =
        OverTcp.class.isAssignableFrom(fixture(broken)) ? SoundOverTcp.class : Sound.class;
    TestExecutionSummary passed = LaunchedTests.ran(sound, method);
    assertThat(passed.getTestsSucceededCount()).isOne();
    assertThat(passed.getTestsFoundCount()).isOne();
  }

  private static Class<?> fixture(String name) {
    return Arrays.stream(BrokenAgentsTest.class.getDeclaredClasses())
        .filter(candidate -> candidate.getSimpleName().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
