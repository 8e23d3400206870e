package kvproof.soak.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OracleSourcesTest {

  private static Path sources(Path folder, String lineEnd) throws IOException {
    Files.createDirectories(folder.resolve("log"));
    Files.writeString(folder.resolve("B.java"), "class B {" + lineEnd + "}" + lineEnd);
    Files.writeString(folder.resolve("log").resolve("A.java"), "class A {}" + lineEnd);
    Files.writeString(folder.resolve("notes.txt"), "whatever");
    return folder;
  }

  @Test
  void sourcesOfTheRealOraclesAreFound() throws IOException {
    assertThat(OracleSources.digest()).isEqualTo(OracleSources.digest()).isNotZero();
  }

  @Test
  void lineEndsAndOtherFilesDoNotShow(@TempDir Path folder) throws IOException {
    Path unix = sources(folder.resolve("unix"), "\n");
    Path windows = sources(folder.resolve("windows"), "\r\n");
    Files.delete(windows.resolve("notes.txt"));

    assertThat(OracleSources.digest(windows)).isEqualTo(OracleSources.digest(unix));
  }

  @Test
  void jarHasTheDigestOfItsFolder(@TempDir Path folder) throws IOException {
    Path unpacked = sources(folder.resolve("sources"), "\n");
    Path jar = folder.resolve("oracles.jar");
    try (FileSystem inside = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      sources(inside.getPath("sources"), "\n");
    }

    try (FileSystem inside = FileSystems.newFileSystem(jar)) {
      assertThat(OracleSources.digest(inside.getPath("sources")))
          .isEqualTo(OracleSources.digest(unpacked));
    }
  }

  @Test
  void oneCharacterOrOneNameShows(@TempDir Path folder) throws IOException {
    Path sources = sources(folder.resolve("sources"), "\n");
    long before = OracleSources.digest(sources);

    Files.writeString(sources.resolve("B.java"), "class C {\n}\n");
    long otherText = OracleSources.digest(sources);
    Files.writeString(sources.resolve("B.java"), "class B {\n}\n");
    Files.move(sources.resolve("B.java"), sources.resolve("C.java"));
    long otherName = OracleSources.digest(sources);

    assertThat(otherText).isNotEqualTo(before);
    assertThat(otherName).isNotEqualTo(before).isNotEqualTo(otherText);
  }

  @Test
  void noSourcesAreNotTakenForUnchangedOnes(@TempDir Path folder) {
    assertThatThrownBy(() -> OracleSources.digest(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(folder.toString());
  }
}
