package kvproof.soak.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import kvproof.soak.run.HarnessFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults that are planted in parts of kvproof turn the programs red that run those parts. */
class ProgramMutantsTest {

  @ParameterizedTest
  @CsvSource({
    "ranks-of-an-instance-go-unchecked, instance-ranks",
    "ranks-are-counted-from-zero, instance-ranks",
    "overlapping-instances-accepted, instance-ranks",
    "groups-share-their-ranks, instance-ranks",
    "one-failed-task-ends-its-batch, batch-of-tasks",
    "batch-is-freed-while-it-writes, batch-of-tasks",
    "failed-task-counts-as-completed, batch-of-tasks",
    "time-out-blames-nobody, one-side-polled",
    "posting-counts-as-progress, one-side-polled",
    "idle-sender-goes-unnamed, one-side-polled",
    "slots-are-free-at-the-time-out, one-side-polled",
    "wait-outlives-its-deadline, one-side-polled",
    "memory-is-free-before-the-write-has-ended, one-side-polled",
    "block-outlives-one-of-its-pages, wire-pages",
    "block-goes-from-every-tier, wire-pages",
    "block-never-comes-back, wire-pages",
    "second-writer-does-not-wait, unfinished-object",
    "dead-writer-keeps-its-block, unfinished-object",
    "unfinished-block-is-finished, unfinished-object",
    "late-writer-finishes, unfinished-object",
    "last-shard-takes-the-block, sharded-blocks",
    "three-shards-are-enough, sharded-blocks",
    "missing-parts-go-unreported, sharded-blocks",
    "closed-session-frees-the-host-in-silence, every-operation",
    "loaded-block-stays-told-on-disk, every-operation",
    "preempted-prompt-is-dropped-in-silence, every-operation",
    "reset-in-silence, every-operation",
    "demotion-to-disk-in-silence, every-operation",
    "one-more-look-up-in-flight, overload",
    "one-more-dump-in-flight, bounded-recoveries",
    "block-is-announced-when-it-is-begun, unfinished-object",
    "finished-block-is-not-announced, unfinished-object",
    "silence-is-told-of-in-wrong-seconds, silent-source"
  })
  void programFindsTheFault(String name, String program)
      throws RottenMutantException, HarnessFailure, IOException {
    assertThat(wrongAnswers(named(name), program)).isNotEmpty();
  }

  /** So it is the fault that is found, and not that the classes are others. */
  @ParameterizedTest
  @CsvSource({
    "ranks-of-an-instance-go-unchecked, instance-ranks",
    "one-failed-task-ends-its-batch, batch-of-tasks",
    "time-out-blames-nobody, one-side-polled",
    "block-outlives-one-of-its-pages, wire-pages",
    "second-writer-does-not-wait, unfinished-object",
    "last-shard-takes-the-block, sharded-blocks",
    "reset-in-silence, every-operation"
  })
  void programFindsNothingWithoutTheFault(String name, String program)
      throws RottenMutantException, HarnessFailure, IOException {
    assertThat(wrongAnswers(named(name).withoutFault(), program)).isEmpty();
  }

  /** None is there without a program that finds it. */
  @Test
  void everyFaultHasItsProgram() throws IOException, ReflectiveOperationException {
    CsvSource table =
        ProgramMutantsTest.class
            .getDeclaredMethod("programFindsTheFault", String.class, String.class)
            .getAnnotation(CsvSource.class);

    assertThat(List.of(table.value()))
        .extracting(row -> row.split(",", 2)[0])
        .containsExactlyElementsOf(mutants().stream().map(Mutant::name).toList());
  }

  private static List<String> wrongAnswers(Mutant mutant, String program)
      throws RottenMutantException, HarnessFailure {
    return ProgramClasses.of(mutant, MemoryCompiler.ofThisJdk()).wrongAnswers(program);
  }

  private static Mutant named(String name) throws IOException {
    List<Mutant> found = mutants().stream().filter(mutant -> mutant.name().equals(name)).toList();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  private static List<Mutant> mutants() throws IOException {
    try (InputStream text = ProgramMutantsTest.class.getResourceAsStream("programs.mutants")) {
      return MutantFile.parse(
          "programs.mutants",
          new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
