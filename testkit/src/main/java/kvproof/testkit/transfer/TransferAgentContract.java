package kvproof.testkit.transfer;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Everything that {@link TransferAgent} promises, in groups; a test of an implementation extends
 * this class and opens its agents.
 *
 * <p>{@link #open}, {@link #leftovers} and {@link #interference} are called on the test's own
 * object, afresh for each case.
 */
public abstract class TransferAgentContract {

  /** A new agent that can reach the others of this test. */
  protected abstract TransferAgent open(String name);

  /** What the agents of this test have not given back, in words; empty at rest. */
  protected abstract List<String> leftovers();

  /** Whether this process can have memory of that kind; cases that need another are skipped. */
  protected boolean has(MemoryKind kind) {
    return true;
  }

  /** What this test can bring about beyond the calls of agents. */
  protected Interference interference() {
    return Interference.NONE;
  }

  /** The kind of memory that the copies are between, unless a case is about kinds. */
  protected MemoryKind kind() {
    return MemoryKind.DRAM;
  }

  /** The cases that a run of this class or of a subclass takes from here, by group and name. */
  public static List<String> cases() {
    return Arrays.stream(TransferAgentContract.class.getDeclaredClasses())
        .filter(group -> group.isAnnotationPresent(Nested.class))
        .flatMap(group -> casesOf(group, group.getSuperclass()))
        .sorted()
        .toList();
  }

  private static Stream<String> casesOf(Class<?> group, Class<?> contract) {
    return Arrays.stream(contract.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .map(method -> group.getSimpleName() + "." + method.getName());
  }

  @Nested
  class Registration extends RegistrationContract {
    @Override
    protected TransferAgent open(String name) {
      return TransferAgentContract.this.open(name);
    }

    @Override
    protected List<String> leftovers() {
      return TransferAgentContract.this.leftovers();
    }

    @Override
    protected boolean has(MemoryKind kind) {
      return TransferAgentContract.this.has(kind);
    }

    @Override
    protected MemoryKind kind() {
      return TransferAgentContract.this.kind();
    }
  }

  @Nested
  class MetadataExchange extends MetadataContract {
    @Override
    protected TransferAgent open(String name) {
      return TransferAgentContract.this.open(name);
    }

    @Override
    protected List<String> leftovers() {
      return TransferAgentContract.this.leftovers();
    }

    @Override
    protected boolean has(MemoryKind kind) {
      return TransferAgentContract.this.has(kind);
    }

    @Override
    protected MemoryKind kind() {
      return TransferAgentContract.this.kind();
    }
  }

  @Nested
  class Copies extends CopyContract {
    @Override
    protected TransferAgent open(String name) {
      return TransferAgentContract.this.open(name);
    }

    @Override
    protected List<String> leftovers() {
      return TransferAgentContract.this.leftovers();
    }

    @Override
    protected boolean has(MemoryKind kind) {
      return TransferAgentContract.this.has(kind);
    }

    @Override
    protected MemoryKind kind() {
      return TransferAgentContract.this.kind();
    }
  }

  @Nested
  class RequestLife extends RequestLifeContract {
    @Override
    protected TransferAgent open(String name) {
      return TransferAgentContract.this.open(name);
    }

    @Override
    protected List<String> leftovers() {
      return TransferAgentContract.this.leftovers();
    }

    @Override
    protected boolean has(MemoryKind kind) {
      return TransferAgentContract.this.has(kind);
    }

    @Override
    protected MemoryKind kind() {
      return TransferAgentContract.this.kind();
    }
  }

  @Nested
  class Notifications extends NotificationContract {
    @Override
    protected TransferAgent open(String name) {
      return TransferAgentContract.this.open(name);
    }

    @Override
    protected List<String> leftovers() {
      return TransferAgentContract.this.leftovers();
    }

    @Override
    protected boolean has(MemoryKind kind) {
      return TransferAgentContract.this.has(kind);
    }

    @Override
    protected MemoryKind kind() {
      return TransferAgentContract.this.kind();
    }
  }

  @Nested
  class Sizes extends SizeContract {
    @Override
    protected TransferAgent open(String name) {
      return TransferAgentContract.this.open(name);
    }

    @Override
    protected List<String> leftovers() {
      return TransferAgentContract.this.leftovers();
    }

    @Override
    protected boolean has(MemoryKind kind) {
      return TransferAgentContract.this.has(kind);
    }

    @Override
    protected MemoryKind kind() {
      return TransferAgentContract.this.kind();
    }
  }

  @Nested
  class Lifetimes extends LifetimeContract {
    @Override
    protected TransferAgent open(String name) {
      return TransferAgentContract.this.open(name);
    }

    @Override
    protected List<String> leftovers() {
      return TransferAgentContract.this.leftovers();
    }

    @Override
    protected boolean has(MemoryKind kind) {
      return TransferAgentContract.this.has(kind);
    }

    @Override
    protected MemoryKind kind() {
      return TransferAgentContract.this.kind();
    }
  }

  @Nested
  class UnderWay extends UnderWayContract {
    @Override
    protected TransferAgent open(String name) {
      return TransferAgentContract.this.open(name);
    }

    @Override
    protected List<String> leftovers() {
      return TransferAgentContract.this.leftovers();
    }

    @Override
    protected boolean has(MemoryKind kind) {
      return TransferAgentContract.this.has(kind);
    }

    @Override
    protected MemoryKind kind() {
      return TransferAgentContract.this.kind();
    }

    @Override
    protected Interference interference() {
      return TransferAgentContract.this.interference();
    }
  }
}
