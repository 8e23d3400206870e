package kvproof.benchmarks.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import kvproof.benchmarks.judgement.Judgement;
import kvproof.benchmarks.overload.CpuPlan;
import kvproof.benchmarks.section.Section;
import org.jspecify.annotations.Nullable;

/** Runs the sections that were asked for, one after the other, prints and writes them. */
final class SectionsRun {
  /** The peer has nothing like it. */
  private static final String NO_SIDE = "no_side";

  private final BenchOptions options;
  private final SectionOptions sections;
  private final Duration timeout;
  private final PrintStream out;

  SectionsRun(BenchOptions options, SectionOptions sections, Duration timeout, PrintStream out) {
    this.options = options;
    this.sections = sections;
    this.timeout = timeout;
    this.out = out;
  }

  /**
   * Whether nothing that could be judged was missed.
   *
   * @param folder where {@code bench-NAME.json} and {@code .html} go; null: nowhere
   */
  boolean run(@Nullable Path folder) throws IOException, InterruptedException {
    boolean isMet = true;
    CpuPlan plan = sections.overload ? sections.cpus() : null; // refused before hours of the others
    if (sections.events) {
      String work =
          "%d processes a stream and side, %d rounds".formatted(options.processes, options.rounds);
      var facts = RunFacts.of(options, Pinning.none(), work);
      isMet &= show(new EventsRun(options, sections, free(), out).run(facts), peer(), folder);
    }
    if (sections.selection) {
      Pinning pinning = Pinning.ofThisMachine();
      var pinned = new TrialProcess(pinning, timeout);
      String work =
          "%d processes a side, beside a writer, tracked, untracked; %d rounds of %d ms"
              .formatted(options.processes, options.rounds, options.millis);
      var facts = RunFacts.of(options, pinning, work);
      isMet &= show(new SelectionRun(options, pinned, free(), out).run(facts), peer(), folder);
    }
    if (plan != null) {
      var facts = RunFacts.of(Pinning.none(), options.processes + " processes a case");
      isMet &=
          show(new OverloadRun(options, sections, free(), out).run(facts, plan), NO_SIDE, folder);
    }
    if (sections.clear) {
      var facts = RunFacts.of(Pinning.none(), options.processes + " processes");
      isMet &= show(new ClearRun(options, free(), out).run(facts), NO_SIDE, folder);
    }
    return isMet;
  }

  private TrialProcess free() {
    return new TrialProcess(Pinning.none(), timeout);
  }

  private String peer() {
    return options.peer().isPresent() ? "timed" : "not_built";
  }

  /**
   * Whether something was measured and nothing of it was missed.
   *
   * @param peer what became of it
   */
  boolean show(Section section, String peer, @Nullable Path folder) throws IOException {
    section.facts().forEach((name, fact) -> out.println(name + ": " + fact));
    section.tables().forEach(table -> out.println(SectionTable.text(table)));
    out.printf(
        "BENCH section=%s met=%d missed=%d not_judged=%d peer=%s%n",
        section.name(),
        section.count(Judgement.MET),
        section.count(Judgement.MISSED),
        section.count(Judgement.NOT_JUDGED),
        peer);
    if (section.isEmpty()) {
      out.println("failed: nothing was measured of " + section.name());
    }
    if (folder != null) {
      write(section, folder);
    }
    return !section.isEmpty() && section.count(Judgement.MISSED) == 0;
  }

  /** {@code bench-NAME.json} and {@code .html}. */
  static void write(Section section, Path folder) throws IOException {
    Files.createDirectories(folder);
    String name = "bench-" + section.name();
    Files.writeString(folder.resolve(name + ".json"), SectionJson.print(section));
    Files.writeString(folder.resolve(name + ".html"), SectionPage.print(section));
  }
}
