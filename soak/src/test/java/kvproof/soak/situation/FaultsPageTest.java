package kvproof.soak.situation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;
import org.junit.jupiter.api.Test;

/** The page about faults has a row for each of them, and for nothing else. */
class FaultsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "faults.md");
  private static final Pattern WORD = Pattern.compile("`([a-z_]+)`");

  @Test
  void pageNamesEveryFaultInEachOfItsPhases() throws IOException {
    List<FetchFault> told = new ArrayList<>();
    List<String> kinds = List.of();
    for (String row : rows()) {
      String[] columns = row.split("\\|", -1);
      kinds = columns[1].isBlank() ? kinds : words(columns[1]);
      for (String kind : kinds) {
        for (String phase : words(columns[2])) {
          told.add(
              new FetchFault(
                  Kind.valueOf(kind.toUpperCase(Locale.ROOT)),
                  FetchPhase.valueOf(phase.toUpperCase(Locale.ROOT))));
        }
      }
    }

    assertThat(told).containsExactlyInAnyOrderElementsOf(FetchFault.all());
  }

  private static List<String> rows() throws IOException {
    String page = Files.readString(PAGE);
    return page.substring(page.indexOf("## Faults"))
        .lines()
        .filter(line -> line.startsWith("| ") && words(line.split("\\|", -1)[2]).size() > 0)
        .toList();
  }

  private static List<String> words(String column) {
    return WORD.matcher(column).results().map((MatchResult found) -> found.group(1)).toList();
  }
}
