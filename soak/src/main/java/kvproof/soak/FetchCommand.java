package kvproof.soak;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Function;
import kvproof.model.FetchFault;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferException;
import kvproof.soak.dataplane.plan.ByteSize;
import kvproof.soak.dataplane.plan.EvenParts;
import kvproof.soak.dataplane.plan.FaultSelection;
import kvproof.soak.dataplane.plan.FetchOptions;
import kvproof.soak.dataplane.plan.FetchPlan;
import kvproof.soak.dataplane.plan.FetchPlanner;
import kvproof.soak.dataplane.plan.MemoryNeed;
import kvproof.soak.dataplane.run.ServiceLauncher;
import kvproof.soak.dataplane.service.FabricChoice;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code kvproof fetch}: reads its options and leaves the rest to {@link FetchSession}. */
@Command(
    name = "fetch",
    description = {
      "Carries out the router's hints between processes on this machine, over KVCR's peer protocol,"
          + " and looks at every byte that arrives.",
      "The suffix fetches are followed by a wrong source in three forms, stale prefixes, evictions"
          + " and a target that needs nothing, then by a case for each fault."
    },
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Sizes are numbers of bytes, or such as 64KiB or 16MiB.",
      "",
      "Examples:",
      "  ./kvproof fetch",
      "  ./kvproof fetch --cases 100 --block-bytes 1MiB --layout kv:k,kv:v --report report",
      "  ./kvproof fetch --fault lost_notification,torn_write",
      "  ./kvproof fetch --fault all",
      "  ./kvproof fetch --agent nixl --nixl-lib ~/venv",
      "  ./kvproof fetch --seed 7 --only 12"
    })
final class FetchCommand implements Callable<Integer> {
  private static final int MAX_CASES = 10_000;
  private static final int MAX_NODES = 16;
  private static final int MIN_BLOCK_BYTES = 4 << 10;
  private static final int MAX_BLOCK_BYTES = 16 << 20;

  /** A block is words of 8 bytes, and its halves are too. */
  private static final int BLOCK_UNIT = 2 * Long.BYTES;

  private static final int MIN_BLOCKS = 4;
  private static final int MAX_BLOCKS = 4_096;

  private static final Duration MIN_TIMEOUT = Duration.ofSeconds(5);

  private final Surroundings surroundings;
  private final Function<FabricChoice, ServiceLauncher> launchers;

  @Spec private @Nullable CommandSpec spec;

  @Mixin final FabricOptions fabric = new FabricOptions();

  @Option(
      names = "--cases",
      paramLabel = "N",
      description = "Suffix fetches; the other scenarios follow them. Default: 32.")
  private int cases = FetchOptions.DEFAULT_CASES;

  @Mixin final SeedOption seedOption = new SeedOption(FetchOptions.DEFAULT_SEED);

  @Option(
      names = "--fault",
      paramLabel = "LIST",
      description =
          "What goes wrong: kinds of faults apart by commas, or all. One case for each phase in"
              + " which it can strike. Default: none.")
  private @Nullable String fault;

  @Option(
      names = "--targets",
      paramLabel = "N",
      description = "Target processes, which take turns. Default: 1.")
  private int targets = 1;

  @Option(names = "--sources", paramLabel = "N", description = "Source processes. Default: 2.")
  private int sources = 2;

  @Option(
      names = "--block-bytes",
      paramLabel = "SIZE",
      description = "Bytes of a block, 4KiB to 16MiB. Default: drawn, all of that range.")
  private @Nullable String blockBytes;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description = "Blocks of each prompt, at least 4. Default: drawn.")
  private @Nullable Integer blocks;

  @Option(
      names = "--layout",
      paramLabel = "LABELS",
      description =
          "Parts of a block, as pool or pool:part apart by commas. Default: drawn, one to three.")
  private @Nullable String layout;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = BudgetConverter.class,
      description =
          "KVCR's operation timeout, such as 10s; a fetch that is to run into it has a tenth."
              + " Default: 10s.")
  private Duration timeout = FetchOptions.DEFAULT_TIMEOUT;

  @Option(
      names = "--only",
      paramLabel = "N",
      description = "Run this case of the run alone, by its number.")
  private @Nullable Integer only;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Folder for report.json, junit.xml and report.html. Default: no report.")
  private @Nullable Path report;

  @Mixin final HelpOptions helpOptions = new HelpOptions();

  FetchCommand(Surroundings surroundings, Function<FabricChoice, ServiceLauncher> launchers) {
    this.surroundings = surroundings;
    this.launchers = launchers;
  }

  @Override
  public Integer call() {
    FetchOptions options = options();
    List<FetchPlan> plans = refusingBadText(() -> new FetchPlanner(options).plans());
    checkMemory(plans);
    FabricChoice choice = choice();
    tryOut(choice);
    return new FetchSession(
            options,
            plans,
            Optional.ofNullable(report),
            surroundings,
            choice,
            launchers.apply(choice))
        .run();
  }

  private FetchOptions options() {
    checkAgent();
    checkRange("--cases", cases, 0, MAX_CASES);
    checkRange("--targets", targets, 1, MAX_NODES);
    checkRange("--sources", sources, 2, MAX_NODES);
    check(
        timeout.compareTo(MIN_TIMEOUT) >= 0,
        "--timeout "
            + BudgetConverter.print(timeout)
            + " is less than "
            + BudgetConverter.print(MIN_TIMEOUT)
            + ": a busy machine would run into a tenth of it by chance");
    FetchOptions options =
        new FetchOptions(
            cases,
            seedOption.seed(),
            targets,
            sources,
            blockBytes(),
            blocks(),
            layout == null ? List.of() : List.of(layout.split(",", -1)),
            faults(),
            timeout,
            only == null ? OptionalInt.empty() : OptionalInt.of(only));
    checkTogether(options);
    return options;
  }

  /** The stand-in is always there; another fabric is refused here, not in every case. */
  private void tryOut(FabricChoice choice) {
    try {
      if (!choice.isMock()) {
        choice.tryOut();
      }
    } catch (TransferException missing) {
      throw refusal(
          String.valueOf(missing.getMessage()) + "\n'./kvproof doctor' says what is there");
    }
  }

  /** Relative paths are those of the caller. */
  private FabricChoice choice() {
    if (fabric.nixlLibrary != null) {
      fabric.nixlLibrary = surroundings.folder().resolve(fabric.nixlLibrary).toString();
    }
    return fabric.choice();
  }

  private void checkMemory(List<FetchPlan> plans) {
    if (!plans.isEmpty()) {
      MemoryNeed most = MemoryNeed.mostOf(plans);
      check(
          most.isToBeHad(),
          most
              + "; at most "
              + ByteSize.print(MemoryNeed.MOST_BYTES)
              + " are taken: lower --blocks, --block-bytes, --targets or --sources");
    }
  }

  private void checkAgent() {
    check(
        FabricChoice.known().contains(fabric.agent),
        "--agent '"
            + fabric.agent
            + "' is not to be had here, only "
            + String.join(", ", FabricChoice.known()));
    check(
        !fabric.choice().isMock() || fabric.nixlLibrary == null,
        "--nixl-lib says nothing to --agent mock; add --agent nixl");
    check(
        fault == null || fabric.memory == MemoryKind.DRAM,
        "--fault strikes one write, and with --memory vram a fetch may be two: one out of each kind"
            + " of memory; leave one of the options out");
  }

  private void checkTogether(FetchOptions options) {
    if (!options.layout().isEmpty()) {
      options.layout().forEach(label -> checkOnce(label, options.layout()));
      int bytes = options.blockBytes().orElse(MIN_BLOCK_BYTES);
      refusingBadText(() -> EvenParts.of(bytes, options.layout()));
    }
    options.only().ifPresent(number -> checkRange("--only", number, 1, Integer.MAX_VALUE));
  }

  private void checkOnce(String label, List<String> labels) {
    check(
        labels.indexOf(label) == labels.lastIndexOf(label),
        "'" + label + "' stands twice in --layout " + String.join(",", labels));
  }

  private OptionalInt blockBytes() {
    String text = blockBytes;
    if (text == null) {
      return OptionalInt.empty();
    }
    long bytes = refusingBadText(() -> ByteSize.parse(text));
    check(
        bytes >= MIN_BLOCK_BYTES && bytes <= MAX_BLOCK_BYTES && bytes % BLOCK_UNIT == 0,
        "--block-bytes " + text + " is not a multiple of 16 from 4KiB to 16MiB");
    return OptionalInt.of((int) bytes);
  }

  private OptionalInt blocks() {
    if (blocks == null) {
      return OptionalInt.empty();
    }
    checkRange("--blocks", blocks, MIN_BLOCKS, MAX_BLOCKS);
    return OptionalInt.of(blocks);
  }

  private List<FetchFault> faults() {
    String text = fault;
    return text == null ? List.of() : refusingBadText(() -> FaultSelection.parse(text));
  }

  private interface Reading<T> {
    T read();
  }

  private <T> T refusingBadText(Reading<T> reading) {
    try {
      return reading.read();
    } catch (IllegalArgumentException bad) {
      throw refusal(String.valueOf(bad.getMessage()));
    }
  }

  private void checkRange(String option, int value, int least, int most) {
    check(
        value >= least && value <= most,
        option
            + " "
            + value
            + (most == Integer.MAX_VALUE
                ? " is not at least " + least
                : " is not " + least + " to " + most));
  }

  private void check(boolean isUsable, String complaint) {
    if (!isUsable) {
      throw refusal(complaint);
    }
  }

  private ParameterException refusal(String complaint) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), complaint);
  }
}
