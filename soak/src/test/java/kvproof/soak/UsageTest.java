package kvproof.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                              | a command is missing",
        "frob                            | Unmatched argument at index 0: 'frob'",
        "--bogus                         | Unknown option: '--bogus'",
        "-h                              | Unknown option: '-h'",
        "soak --bogus                    | Unknown option: '--bogus'",
        "soak --casses 5                 | Possible solutions: --cases",
        "soak --case 5                   | Unknown options: '--case', '5'",
        "soak extra                      | Unmatched argument at index 1: 'extra'",
        "soak @args                      | Unmatched argument at index 1: '@args'",
        "soak --cases                    | Missing required parameter for option '--cases'",
        "soak --cases 0                  | --cases 0 is not at least 1",
        "soak --cases -5                 | --cases -5 is not at least 1",
        "soak --cases 1x                 | '1x' is not a long",
        "soak --cases 5 --cases 6        | option '--cases' (N) should be specified only once",
        "soak --seed 0xg                 | not a seed: '0xg'",
        "soak --seed -1                  | not a seed: '-1'",
        "soak --size tiny                | unknown size 'tiny' (usual, small)",
        "soak --profile full --size small | --size small is not for profile full",
        "soak --profile foo              | unknown profile 'foo'",
        "soak --profile engine,irregular | unknown profile 'engine,irregular'",
        "soak --budget 5                 | not a length of time: '5'",
        "soak --threads 0                | --threads 0 is not 1 to 256",
        "soak --threads 257              | --threads 257 is not 1 to 256",
        "fetch --agent nixl --nixl-lib nil | nil: does not exist",
        "fetch --agent ucx               | --agent 'ucx' is not to be had here, only mock, nixl",
        "fetch --memory vram --fault all | --fault strikes one write, and with --memory vram",
        "fetch --memory disk             | 'disk' is not dram or vram",
        "fetch --cases -1                | --cases -1 is not 0 to 10000",
        "fetch --targets 0               | --targets 0 is not 1 to 16",
        "fetch --sources 1               | --sources 1 is not 2 to 16",
        "fetch --block-bytes 2KiB        | --block-bytes 2KiB is not a multiple of 16 from 4KiB",
        "fetch --block-bytes 32MiB       | --block-bytes 32MiB is not a multiple of 16 from 4KiB",
        "fetch --block-bytes 4100        | --block-bytes 4100 is not a multiple of 16 from 4KiB",
        "fetch --block-bytes huge        | not a size: 'huge'",
        "fetch --blocks 3                | --blocks 3 is not 4 to 4096",
        "fetch --blocks 512              | case 7 needs 64.3 GiB, for 514 blocks of 16 MiB on 2",
        "fetch --block-bytes 16MiB --blocks 99 | of 4 processes; at most 4 GiB are taken: lower --",
        "fetch --layout k:v:w            | label 'k:v:w' is neither pool nor pool:part",
        "fetch --layout k,k              | 'k' stands twice in --layout k,k",
        "fetch --fault bogus             | no fault: 'bogus'; there is source_restarted, source_cr",
        "fetch --fault lost_ack,         | no fault: ''",
        "fetch --timeout 1s              | --timeout 1s is less than 5s",
        "fetch --only 0                  | --only 0 is not at least 1",
        "fetch --only 999                | no case 999: the run has 41",
        "fetch --cases 5 more            | Unmatched argument at index 3: 'more'",
        "replay                          | Missing required parameter: 'FILE'",
        "replay a b                      | Unmatched argument at index 2: 'b'",
        "replay good.case --verdict      | --verdict runs from the benchmarks: use ./kvproof replay",
        "replay missing.case             | missing.case cannot be read: no such file",
        "replay .                        | . cannot be read",
        "replay empty                    | empty is neither a case nor a trace",
        "replay trace.jsonl              | trace.jsonl is neither a case nor a trace",
        "replay broken.case              | broken.case, line 2, column 1",
        "replay good.case --strict       | options of traces were given, and good.case is a case",
      })
  void badUsageAndUnreadableInputAreRefused(String args, String complaint) throws IOException {
    Files.writeString(folder.resolve("empty"), "");
    Files.writeString(folder.resolve("trace.jsonl"), "{\"timestamp\": 0}\n");
    Files.writeString(folder.resolve("broken.case"), "kvproof-case 1\nprophile engine\n");
    Files.writeString(
        folder.resolve("good.case"), "# a remark\n\nkvproof-case 1\nprofile engine\nseed 1\n");
    var command = new CommandRunner(folder);

    int exitCode = command.run(args.isEmpty() ? new String[0] : args.split(" "));

    assertThat(exitCode).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(command.err()).contains("kvproof: ", complaint);
    assertThat(command.out()).doesNotContain("SOAK ");
  }

  @ParameterizedTest
  @CsvSource({
    "--help, COMMAND",
    "soak --help, Examples:",
    "fetch --help, Examples:",
    "replay --help, Examples:"
  })
  void helpIsNoFailure(String args, String text) {
    var command = new CommandRunner(folder);

    assertThat(command.run(args.split(" "))).isEqualTo(ExitCode.AGREED);
    assertThat(command.out()).startsWith("Usage: kvproof").contains(text);
    assertThat(command.err()).isEmpty();
  }

  @Test
  void versionIsTheOneOfTheBuild() {
    var command = new CommandRunner(folder);

    assertThat(command.run("--version")).isEqualTo(ExitCode.AGREED);
    assertThat(command.out()).matches("kvproof \\d+\\.\\d+.*\n");
  }
}
