package kvproof.benchmarks.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;
import kvproof.benchmarks.events.EventFigures;
import kvproof.benchmarks.events.EventTables;
import kvproof.benchmarks.events.EventsTrial;
import kvproof.benchmarks.events.StreamKind;
import kvproof.benchmarks.section.Section;
import kvproof.benchmarks.section.Section.ProcessLines;
import kvproof.benchmarks.trial.Trial;

/**
 * {@code --events}: every stream in fresh processes, ours and the peer by turns.
 *
 * <p>Lanes and those who hand over run at one time, so nothing is pinned.
 */
final class EventsRun {
  private static final String OURS = "ours";

  private final BenchOptions options;
  private final SectionOptions sections;
  private final TrialProcess processes;
  private final PrintStream out;
  private final EventFigures ours = new EventFigures();
  private final EventFigures peer = new EventFigures();
  private final List<ProcessLines> kept = new ArrayList<>();

  EventsRun(
      BenchOptions options, SectionOptions sections, TrialProcess processes, PrintStream out) {
    this.options = options;
    this.sections = sections;
    this.processes = processes;
    this.out = out;
  }

  Section run(SortedMap<String, String> facts) throws IOException, InterruptedException {
    facts.put("trace", sections.trace().toString());
    List<StreamKind> kinds =
        Arrays.stream(StreamKind.values())
            .filter(kind -> kind.key().contains(options.only))
            .toList();
    for (int round = 0; round < options.processes; round++) {
      for (StreamKind kind : kinds) {
        for (Arm arm : Schedule.order(arms(kind), round)) {
          Trial trial = processes.run(arm.command());
          kept.add(new ProcessLines(arm.name() + " " + kind.key(), round, trial.raw()));
          (arm.isOurs() ? ours : peer).add(kind, trial.raw());
          out.printf(
              "round %d of %d: %s, %s%n", round + 1, options.processes, kind.key(), arm.name());
        }
      }
    }
    return new Section("events", facts, EventTables.of(asked(kinds), ours, peer), kept);
  }

  private EventTables.Asked asked(List<StreamKind> kinds) {
    List<Integer> rates = Arrays.stream(sections.rates).boxed().toList();
    return new EventTables.Asked(kinds, rates, sections.trace == null);
  }

  private List<Arm> arms(StreamKind kind) {
    List<Arm> arms = new ArrayList<>();
    List<String> command = new ArrayList<>(Arm.javaCommand(EventsTrial.class, "3g"));
    command.addAll(List.of("--stream", kind.key()));
    command.addAll(shared(kind));
    if (sections.rates.length > 0) {
      String rates =
          Arrays.stream(sections.rates)
              .mapToObj(Integer::toString)
              .collect(Collectors.joining(","));
      command.addAll(List.of("--rates", rates));
    }
    arms.add(new Arm(OURS, command));
    options.peer().ifPresent(program -> arms.add(new Arm("peer", peerCommand(program, kind))));
    return arms;
  }

  private List<String> peerCommand(Path program, StreamKind kind) {
    List<String> command =
        new ArrayList<>(List.of(program.toString(), "events", "--only", kind.key()));
    command.addAll(shared(kind));
    return command;
  }

  private List<String> shared(StreamKind kind) {
    List<String> words = new ArrayList<>(List.of("--rounds", Integer.toString(options.rounds)));
    if (kind.readsTrace()) {
      words.addAll(List.of("--trace", sections.trace().toString()));
    }
    return words;
  }
}
