package kvproof.soak.field;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import kvproof.soak.field.WireProgram.Told;

/** The programs by the names that rows have for them. */
final class FieldPrograms {
  private static final Map<String, FieldProgram> BY_NAME = new TreeMap<>();

  static {
    wire("wire-mispairing", WireProgram::mispairing);
    wire("wire-partial-block", WireProgram::partialBlock);
    wire("wire-block-size", WireProgram::otherBlockSize);
    wire("wire-pages", PagesOfOneToken::tell);
    wire("wire-host-names", WireProgram::namesOfHostMemory);
    wire("wire-adapter", WireProgram::adapterAmongExtraKeys);
    wire("wire-adapter-and-salt", WireProgram::adapterAndSalt);
    wire("wire-reloaded-adapter", WireProgram::reloadedAdapter);
    wire("wire-image", WireProgram::otherImage);
    BY_NAME.put("sharded-blocks", new ShardedBlocks("sharded-blocks"));
    own("hash-positions", HashPositions::ask);
    own("disk-is-reached", DiskReached::ask);
    own("even-ties", EvenTies::ask);
    own("batch-of-tasks", BatchOfTasks::ask);
    own("one-side-polled", OneSidePolled::ask);
    own("unfinished-object", UnfinishedObject::ask);
    own("every-operation", EveryOperation::ask);
    own("instance-ranks", InstanceRanks::ask);
    own("clear-cost", ClearCost::ask);
    own("bounded-recoveries", BoundedRecoveries::ask);
    own("overload", Overload::ask);
    own("silent-source", SilentSource::ask);
    own("reuse-by-attempt", ReuseCounted::askByAttempt);
    own("reuse-below-a-block", ReuseCounted::askBelowABlock);
  }

  private FieldPrograms() {}

  private static void wire(String name, Told told) {
    BY_NAME.put(name, new WireProgram(name, told));
  }

  private static void own(String name, Consumer<Questions> asked) {
    BY_NAME.put(name, new KvproofProgram(name, asked));
  }

  static FieldProgram named(String name) {
    FieldProgram program = BY_NAME.get(name);
    if (program == null) {
      throw new IllegalArgumentException("no program '" + name + "', only " + BY_NAME.keySet());
    }
    return program;
  }

  static Set<String> names() {
    return Collections.unmodifiableSet(BY_NAME.keySet());
  }
}
