package kvproof.router.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvproof.router.config.Setting.Scope;
import kvproof.router.config.Setting.Unparsable;
import kvproof.router.registry.RoleNames;
import org.junit.jupiter.api.Test;

/** The page on the configuration has a row for every setting, and every row is right. */
class ConfigurationPageTest {
  private static final Path PAGE = Path.of("..", "docs", "configuration.md");

  private static List<String> expected() {
    return Settings.ALL.stream().map(ConfigurationPageTest::row).toList();
  }

  private static <T> String row(Setting<T> setting) {
    return Stream.of(
            code(setting.name()),
            setting.kind().name(),
            setting
                .defaultValue()
                .map(setting.kind().text())
                .map(ConfigurationPageTest::code)
                .orElse("none"),
            setting.range().wording(),
            String.join(
                ", else ",
                setting.environment().stream().map(ConfigurationPageTest::code).toList()),
            unreadable(setting),
            setting.scope() == Scope.SHARED ? "yes" : "no",
            setting.part().wording())
        .map(cell -> " " + cell + " ")
        .map(cell -> cell.isBlank() ? " " : cell)
        .reduce("|", (row, cell) -> row + cell + "|");
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  private static String unreadable(Setting<?> setting) {
    if (setting.environment().isEmpty() || setting.kind().ofText().apply("#").isPresent()) {
      return setting == Settings.OVERLAP_REFRESH_AFTER_SECS
          ? "see below"
          : setting == Settings.ACTIVE_REQUEST_EXPIRY_SECS ? "default" : "";
    }
    return setting.unparsable() == Unparsable.REFUSED ? "startup error" : "ignored, with a notice";
  }

  private static List<String> actual() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .filter(line -> line.startsWith("| `") && Settings.named(name(line)).isPresent())
        .toList();
  }

  private static String name(String row) {
    return Optional.of(row.split("`"))
        .filter(parts -> parts.length > 1)
        .map(parts -> parts[1])
        .orElse("");
  }

  @Test
  void everySettingHasItsRow() throws IOException {
    assertThat(actual()).isEqualTo(expected());
  }

  /** The examples are one document when put together, and it is a good one. */
  @Test
  void examplesAreRead() throws IOException {
    String yaml =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE))
            .results()
            .map(example -> example.group(1))
            .collect(Collectors.joining());

    RouterDocument document = RouterDocument.parse(yaml);

    assertThat(document.profiles().root().orElseThrow().classes()).hasSize(3);
    assertThat(document.profiles().models()).containsOnlyKeys("large");
    assertThat(document.workerSelection().instances()).containsOnlyKeys("fast");
  }

  @Test
  void variablesBesideTheSettingsAreNamed() throws IOException {
    assertThat(Files.readString(PAGE))
        .contains(EnvironmentReader.OVERLAP_SCORE_WEIGHT)
        .contains(RoleNames.ENVIRONMENT_VARIABLE);
  }
}
