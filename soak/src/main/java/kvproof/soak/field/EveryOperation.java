package kvproof.soak.field;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import kvproof.model.StorageTier;
import kvproof.soak.trace.EngineLife;
import kvproof.soak.trace.EngineLife.Operation;

/** Two hundred lives of the simulated engine; after each operation events and inventory agree. */
final class EveryOperation {
  private static final int LIVES = 200;
  private static final int OPERATIONS = 60;

  private EveryOperation() {}

  static void ask(Questions questions) {
    Set<Operation> effective = EnumSet.noneOf(Operation.class);
    Set<StorageTier> left = EnumSet.noneOf(StorageTier.class);
    List<String> differences = new ArrayList<>();
    for (long seed = 0; seed < LIVES; seed++) {
      EngineLife.Seen seen = EngineLife.run(seed, OPERATIONS);
      effective.addAll(seen.effective());
      left.addAll(seen.left());
      differences.addAll(seen.differences());
    }
    for (Operation operation : Operation.values()) {
      questions.ask(operation + " changed something", true, () -> effective.contains(operation));
      questions.ask(
          "first difference after " + operation,
          "none",
          () ->
              differences.stream()
                  .filter(difference -> difference.contains(" " + operation + ": "))
                  .findFirst()
                  .orElse("none"));
    }
    questions.ask(
        "tiers that blocks came to and left",
        EnumSet.of(StorageTier.DEVICE, StorageTier.HOST_PINNED, StorageTier.DISK),
        () -> left);
  }
}
