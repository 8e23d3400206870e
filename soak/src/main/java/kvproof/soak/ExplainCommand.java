package kvproof.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import kvproof.model.Case;
import kvproof.model.Verdict.Difference;
import kvproof.model.casetext.CaseText;
import kvproof.model.casetext.CaseTextException;
import kvproof.soak.front.FrontedRouter;
import kvproof.soak.page.HtmlPage;
import kvproof.soak.picture.CasePage;
import kvproof.soak.picture.CaseScene;
import kvproof.soak.picture.CaseSketch;
import kvproof.soak.picture.RequestScene.Sides;
import kvproof.soak.report.FileTrouble;
import kvproof.soak.report.WholeFile;
import kvproof.soak.run.Contest;
import kvproof.soak.scheduling.SchedulingCheck;
import kvproof.soak.scheduling.SchedulingCheck.Story;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kvproof explain}: a case as a picture, in the terminal and as a page. */
@Command(
    name = "explain",
    description = {
      "Shows a case as a picture, here and as a page: blocks by owners per tier, frontiers,"
          + " intervals, choices.",
      "Exits with 1 if the router's answers are not the oracle's."
    },
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./kvproof explain repro/irregular-a359087072f7a74c.case",
      "  ./kvproof explain my.case --out my-picture.html"
    })
final class ExplainCommand implements Callable<Integer> {
  private static final String CASE_SUFFIX = ".case";

  private final Surroundings surroundings;
  private final Contest contest;
  private boolean routerFailed;

  @Parameters(paramLabel = "FILE", description = "A case (.case).")
  private @Nullable Path file;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where the page goes. Default: beside the case, with the ending .html.")
  private @Nullable Path out;

  @Mixin final HelpOptions helpOptions = new HelpOptions();

  ExplainCommand(Surroundings surroundings, Contest contest) {
    this.surroundings = surroundings;
    this.contest = contest;
  }

  @Override
  public Integer call() {
    Path named = Objects.requireNonNull(file);
    Path page = out == null ? beside(named) : out;
    if (page.normalize().equals(named.normalize())) {
      return refuse("--out " + page + " is the case itself");
    }
    try {
      return explain(CaseText.parse(Files.readString(inPlace(named))), named, page);
    } catch (CaseTextException broken) {
      return refuse(named + ", " + broken.getMessage());
    } catch (IOException unreadable) {
      return refuse(named + " cannot be read: " + FileTrouble.reason(unreadable));
    }
  }

  private static Path beside(Path named) {
    String name = String.valueOf(named.getFileName());
    String stem =
        name.endsWith(CASE_SUFFIX) ? name.substring(0, name.length() - CASE_SUFFIX.length()) : name;
    return named.resolveSibling(stem + ".html");
  }

  private int refuse(String complaint) {
    surroundings.err().println("kvproof: " + complaint);
    return ExitCode.BAD_USAGE;
  }

  private Path inPlace(Path path) {
    return surroundings.folder().resolve(path);
  }

  private int explain(Case shown, Path named, Path page) {
    CaseScene scene = scene(shown);
    surroundings.out().print(CaseSketch.of(scene).replace("\n", System.lineSeparator()));
    surroundings.out().println();
    Story story = story(shown);
    storyLines(story).forEach(surroundings.out()::println);
    try {
      WholeFile.write(inPlace(page), pageText(scene, storyLines(story), named));
    } catch (IOException unwritable) {
      surroundings
          .err()
          .println(
              "kvproof: cannot write "
                  + page
                  + " ("
                  + FileTrouble.reason(unwritable)
                  + "); make room there, or name another file with --out");
      return ExitCode.HARNESS_FAILED;
    }
    surroundings.out().println("picture   " + page);
    boolean isWrong = scene.isDisputed() || routerFailed || !story.differences().isEmpty();
    return isWrong ? ExitCode.DIVERGED : ExitCode.AGREED;
  }

  private Story story(Case shown) {
    return contest.checks().stream()
        .filter(SchedulingCheck.class::isInstance)
        .map(check -> ((SchedulingCheck) check).story(shown))
        .findFirst()
        .orElse(new Story(List.of(), List.of()));
  }

  /** Each line of what the scheduler did, then what is wrong; nothing without a scheduler. */
  private static List<String> storyLines(Story story) {
    List<String> lines = new ArrayList<>();
    if (!story.lines().isEmpty()) {
      lines.add("what the scheduler was told, and what it did (=>)");
      story.lines().forEach(line -> lines.add("  " + line));
    }
    for (Difference difference : story.differences()) {
      lines.add("  WRONG " + difference.part() + ": " + difference.where());
      lines.add("    expected  " + difference.expected() + "  by " + difference.expectedBy());
      lines.add("    actual    " + difference.actual());
    }
    if (!lines.isEmpty()) {
      lines.add("");
    }
    return lines;
  }

  private static String pageText(CaseScene scene, List<String> storyLines, Path named) {
    return HtmlPage.of(
        "kvproof explain " + named,
        markup -> {
          markup.element("h1", named.toString()).line();
          CasePage.draw(markup, scene);
          if (!storyLines.isEmpty()) {
            markup.element("h3", "The scheduler").line();
            markup.element("pre", String.join("\n", storyLines)).line();
          }
          markup.element("h3", "What the marks mean").line();
          CasePage.legend(markup);
          markup.element("h3", "The case").line();
          markup.element("pre", CaseText.print(scene.shown())).line();
        });
  }

  private CaseScene scene(Case shown) {
    FrontedRouter router = contest.router().fronted();
    attempt(
        () -> {
          shown.steps().forEach(router::take);
          return true;
        });
    return CaseScene.of(
        shown,
        shown.steps().size(),
        contest.oracles().getFirst().fronted(),
        request -> attempt(() -> router.router().answer(request)),
        new Sides(contest.oracles().getFirst().name(), contest.router().name()));
  }

  /** A router that fails is told of, and not asked again: the picture shows the oracle's answer. */
  private <T> Optional<T> attempt(Supplier<T> question) {
    if (routerFailed) {
      return Optional.empty();
    }
    try {
      return Optional.of(question.get());
    } catch (RuntimeException | AssertionError failure) {
      routerFailed = true;
      surroundings.err().println("kvproof: " + contest.router().name() + " failed: " + failure);
      return Optional.empty();
    }
  }
}
