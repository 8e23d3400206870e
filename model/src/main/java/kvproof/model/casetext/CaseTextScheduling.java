package kvproof.model.casetext;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulingStep;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.HealthReplaced;
import kvproof.model.SchedulingStep.OutputProduced;
import kvproof.model.SchedulingStep.PrefillCompleted;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.WorkerHealth;

/** Reads one step of a scheduler from a line of case text. */
final class CaseTextScheduling {
  static final String NAMES =
      "configure, schedulable, health, submit, clock, prefilled, produce, release, cancel, answers";

  private static final String ID = "the id of a request";

  private CaseTextScheduling() {}

  /** Empty, and nothing is consumed, if the line says something else. */
  static Optional<SchedulingStep> read(CaseTextLine line) {
    return surroundings(line).or(() -> request(line));
  }

  private static Optional<SchedulingStep> surroundings(CaseTextLine line) {
    if (line.takes("configure")) {
      return Optional.of(new Configured(CaseTextSettings.read(line)));
    } else if (line.takes("schedulable")) {
      List<SchedulableWorker> workers = workers(line);
      return Optional.of(line.made(() -> new WorkersReplaced(workers)));
    } else if (line.takes("health")) {
      return Optional.of(new HealthReplaced(health(line)));
    } else if (line.takes("clock")) {
      long nowNanos = line.duration("a time since the start, such as 5s or 100ms");
      return Optional.of(line.made(() -> new ClockAdvanced(nowNanos)));
    } else if (line.takes("answers")) {
      return Optional.of(new AnswersHeld(held(line)));
    }
    return Optional.empty();
  }

  private static Optional<SchedulingStep> request(CaseTextLine line) {
    if (line.takes("submit")) {
      return Optional.of(new Submitted(CaseTextSubmissions.read(line)));
    } else if (line.takes("prefilled")) {
      return Optional.of(new PrefillCompleted(line.text(ID)));
    } else if (line.takes("produce")) {
      return Optional.of(produced(line));
    } else if (line.takes("release")) {
      return Optional.of(new Released(line.text(ID)));
    } else if (line.takes("cancel")) {
      return Optional.of(new Cancelled(line.text(ID)));
    }
    return Optional.empty();
  }

  private static OutputProduced produced(CaseTextLine line) {
    String id = line.text(ID);
    line.expect("blocks");
    int blocks = line.count("a number of blocks");
    line.expect("fraction");
    double fraction = line.decimal("a fraction");
    return line.made(() -> new OutputProduced(id, blocks, fraction));
  }

  private static boolean held(CaseTextLine line) {
    if (line.takes("held")) {
      return true;
    }
    line.expect("given", "'held' or 'given'");
    return false;
  }

  private static List<SchedulableWorker> workers(CaseTextLine line) {
    List<SchedulableWorker> workers = new ArrayList<>();
    if (!line.takes("none")) {
      do {
        workers.add(worker(line));
      } while (line.takes(";"));
    }
    return workers;
  }

  private static SchedulableWorker worker(CaseTextLine line) {
    long workerId = line.read("a worker id or 'none'", Long::parseUnsignedLong);
    line.expect("start");
    int startRank = line.dpRank();
    line.expect("size");
    int size = line.count("a number of ranks");
    OptionalLong batch =
        line.takes("batch")
            ? OptionalLong.of(line.whole("a number of tokens"))
            : OptionalLong.empty();
    SortedSet<String> taints = new TreeSet<>();
    while (line.takes("taint")) {
      taints.add(line.text("a taint"));
    }
    return line.made(() -> new SchedulableWorker(workerId, startRank, size, batch, taints));
  }

  private static WorkerHealth health(CaseTextLine line) {
    if (line.takes("good")) {
      return WorkerHealth.good();
    }
    Optional<SortedSet<Long>> available =
        line.takes("available") ? Optional.of(line.workerIds()) : Optional.empty();
    SortedSet<Long> overloaded = line.takes("overloaded") ? line.workerIds() : new TreeSet<>();
    if (available.isEmpty() && overloaded.isEmpty()) {
      throw line.unexpected("'good', 'available', or 'overloaded' and worker ids");
    }
    return new WorkerHealth(available, overloaded);
  }
}
