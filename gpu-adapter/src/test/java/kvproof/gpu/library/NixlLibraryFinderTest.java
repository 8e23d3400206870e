package kvproof.gpu.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NixlLibraryFinderTest {
  private static final String PACKAGES = "lib/python3.12/site-packages";

  private final Map<String, String> environment = new LinkedHashMap<>();

  private Path root;

  @BeforeEach
  void resolveLinks(@TempDir Path folder) throws IOException {
    root = folder.toRealPath();
  }

  private LibrarySearch find() {
    return find(Optional.empty());
  }

  private LibrarySearch find(Optional<String> named) {
    return new NixlLibraryFinder(environment, root, "amd64").find(named);
  }

  private void set(String name, Path path) {
    environment.put(name, path.toString());
  }

  private static Path file(LibrarySearch search) {
    return search.library().orElseThrow(() -> new AssertionError(search.complaint())).file();
  }

  /** The outcomes, in the order of the looks. */
  private static List<String> outcomes(LibrarySearch search) {
    return search.looks().stream().map(Look::outcome).toList();
  }

  @Nested
  class Order {
    @Test
    void theOptionComesBeforeTheVariable() {
      Path option = Installation.plain(root.resolve("option"));
      set("KVPROOF_NIXL_LIB", Installation.plain(root.resolve("variable")));

      LibrarySearch search = find(Optional.of(option.toString()));

      assertThat(file(search)).isEqualTo(option);
      assertThat(search.looks())
          .containsExactly(new Look("--nixl-lib", option.toString(), "taken"));
    }

    @Test
    void theVariableComesBeforeTheUsualPlaces() {
      Path variable = Installation.plain(root.resolve("variable"));
      set("KVPROOF_NIXL_LIB", variable);
      Installation.wheel(root.resolve("venv").resolve(PACKAGES), "nixl_cu12", "1.5.1");
      set("VIRTUAL_ENV", root.resolve("venv"));

      assertThat(file(find())).isEqualTo(variable);
    }

    @Test
    void anActivatedEnvironmentComesBeforeThePathAndThatBeforeTheSystem() {
      Path system = Installation.plain(root.resolve("usr/lib/x86_64-linux-gnu"));
      assertThat(file(find())).isEqualTo(system);

      Path onPath = Installation.wheel(root.resolve("py").resolve(PACKAGES), "nixl_cu12", "1");
      Installation.python(root.resolve("py/bin"));
      set("PATH", root.resolve("py/bin"));
      assertThat(file(find())).isEqualTo(onPath);

      Path conda = Installation.wheel(root.resolve("conda").resolve(PACKAGES), "nixl_cu12", "1");
      set("CONDA_PREFIX", root.resolve("conda"));
      assertThat(file(find())).isEqualTo(conda);

      Path venv = Installation.wheel(root.resolve("venv").resolve(PACKAGES), "nixl_cu12", "1");
      set("VIRTUAL_ENV", root.resolve("venv"));
      assertThat(file(find())).isEqualTo(venv);
    }

    @Test
    void theLoadersOwnPathComesBeforeTheSystemsFolders() {
      Path own = Installation.plain(root.resolve("own"));
      Installation.plain(root.resolve("opt/nvidia/nvda_nixl/lib/x86_64-linux-gnu"));
      environment.put("LD_LIBRARY_PATH", ":" + root.resolve("nothing") + ":" + own.getParent());

      assertThat(file(find())).isEqualTo(own);
    }

    @Test
    void everyLookIsToldInItsOrder() {
      set("VIRTUAL_ENV", root.resolve("gone"));
      Path broken = Installation.library(root.resolve("usr/local/lib"), new byte[0]);
      Path taken = Installation.plain(root.resolve("usr/lib64"));

      LibrarySearch search = find();

      assertThat(search.looks())
          .startsWith(new Look("VIRTUAL_ENV", root.resolve("gone").toString(), "does not exist"))
          .contains(
              new Look(
                  "system", broken.toString(), "is not a library of this system (no ELF file)"))
          .endsWith(new Look("system", taken.toString(), "taken"));
    }
  }

  @Nested
  class Named {
    @Test
    void aFolderOfLibrariesWillDo() {
      Path library = Installation.plain(root.resolve("nixl"));

      assertThat(file(find(Optional.of(root.resolve("nixl").toString())))).isEqualTo(library);
    }

    @Test
    void aPythonEnvironmentOrItsPackagesWillDo() {
      Path packages = root.resolve("venv").resolve(PACKAGES);
      Path library = Installation.wheel(packages, "nixl_cu12", "1.5.1");

      assertThat(file(find(Optional.of(root.resolve("venv").toString())))).isEqualTo(library);
      assertThat(file(find(Optional.of(packages.toString())))).isEqualTo(library);
    }

    @Test
    void aPlaceThatIsNamedAndWrongIsNotReplacedByAnother() {
      Installation.plain(root.resolve("usr/lib64"));

      LibrarySearch search = find(Optional.of(root.resolve("slip").toString()));

      assertThat(search.library()).isEmpty();
      assertThat(outcomes(search)).containsExactly("does not exist");
    }

    @Test
    void anEmptyFolderSaysWhatItLacks() {
      set("KVPROOF_NIXL_LIB", root);

      assertThat(outcomes(find()))
          .containsExactly("has neither libnixl_capi.so nor a wheel of NIXL");
    }

    @Test
    void anEmptyVariableIsNone() {
      environment.put("KVPROOF_NIXL_LIB", "");
      environment.put("VIRTUAL_ENV", "");
      Path library = Installation.plain(root.resolve("usr/lib64"));

      assertThat(file(find())).isEqualTo(library);
    }
  }

  @Nested
  class Pythons {
    @Test
    void aLinkedInterpreterStandsForWhereItIsCalledAndWhereItIs() throws IOException {
      Installation.python(root.resolve("usr/bin"));
      Path library = Installation.wheel(root.resolve("usr").resolve(PACKAGES), "nixl_cu12", "1");
      Files.createDirectories(root.resolve("venv/bin"));
      Files.createSymbolicLink(root.resolve("venv/bin/python3"), root.resolve("usr/bin/python3"));
      set("PATH", root.resolve("venv/bin"));

      assertThat(file(find())).isEqualTo(library);

      Path own = Installation.wheel(root.resolve("venv").resolve(PACKAGES), "nixl_cu12", "1");
      assertThat(file(find())).isEqualTo(own);
    }

    @Test
    void onlyTheFirstInterpreterOnThePathCounts() {
      Installation.python(root.resolve("first/bin"));
      Installation.python(root.resolve("second/bin"));
      Installation.wheel(root.resolve("second").resolve(PACKAGES), "nixl_cu12", "1");
      environment.put("PATH", root.resolve("first/bin") + ":" + root.resolve("second/bin"));

      assertThat(find().library()).isEmpty();
    }

    @Test
    void aShimStandsForTheVersionsBesideIt() {
      Installation.python(root.resolve("pyenv/shims"));
      Path library =
          Installation.wheel(
              root.resolve("pyenv/versions/3.12.1").resolve(PACKAGES), "nixl_cu12", "1");
      Installation.wheel(root.resolve("pyenv/versions/2.7.18").resolve(PACKAGES), "nixl_cu12", "0");
      set("PATH", root.resolve("pyenv/shims"));

      assertThat(file(find())).isEqualTo(library);
    }

    @Test
    void theUsersOwnPackagesAreLookedAt() {
      Path library =
          Installation.wheel(
              root.resolve("home/.local/lib/python3.11/site-packages"), "nixl_cu13", "1.5.1");
      set("HOME", root.resolve("home"));

      assertThat(file(find())).isEqualTo(library);
    }
  }

  @Nested
  class Judgement {
    @Test
    void aCopyWithoutItsNeighboursIsRefused() {
      Path copy = Installation.library(root.resolve("copy"), Installation.headerOfMachine(62));

      assertThat(outcomes(find(Optional.of(copy.toString()))))
          .containsExactly(
              "has no libnixl.so beside it; take it where it was installed, not as a copy");
    }

    @Test
    void aWheelWithoutWhatItBringsAlongIsRefused() throws IOException {
      Path library = Installation.wheel(root, "nixl_cu12", "1.5.1");
      Files.move(root.resolve("nixl_cu12.libs"), root.resolve("elsewhere"));

      assertThat(outcomes(find(Optional.of(library.toString()))))
          .containsExactly("lacks the folder nixl_cu12.libs beside its own");
    }

    @Test
    void aLibraryOfAnotherMachineIsRefused() {
      Installation.plain(root.resolve("nixl"));
      Installation.library(root.resolve("nixl"), Installation.headerOfMachine(183));

      assertThat(outcomes(find(Optional.of(root.resolve("nixl").toString()))))
          .containsExactly("is for another machine (ELF machine 183), not for amd64");
    }

    @Test
    void aLinkIsFollowedToWhereTheNeighboursAre() throws IOException {
      Path library = Installation.wheel(root.resolve("packages"), "nixl_cu12", "1.5.1");
      Path link = Files.createSymbolicLink(root.resolve("libnixl_capi.so"), library);

      assertThat(file(find(Optional.of(link.toString())))).isEqualTo(library);
    }

    @Test
    void aDanglingLinkIsPassedOver() throws IOException {
      Files.createSymbolicLink(root.resolve("libnixl_capi.so"), root.resolve("nothing"));

      assertThat(outcomes(find(Optional.of(root.resolve("libnixl_capi.so").toString()))))
          .containsExactly("does not exist");
    }
  }

  @Nested
  class Description {
    @Test
    void pluginsVersionAndUcxAreReadFromTheFolders() {
      Path library = Installation.wheel(root, "nixl_cu12", "1.5.1");

      NixlLibrary found = find(Optional.of(root.toString())).library().orElseThrow();

      assertThat(found)
          .isEqualTo(
              new NixlLibrary(
                  library,
                  library.resolveSibling("plugins"),
                  List.of("POSIX", "UCX"),
                  Optional.of("1.5.1"),
                  Optional.of(root.resolve("nixl_cu12.libs/libucp-b39b3ed9.so.0.0.0"))));
      assertThat(found.hasPlugin("UCX")).isTrue();
      assertThat(found.hasPlugin("doca")).isFalse();
    }

    @Test
    void aLibraryThatIsNoWheelHasNoVersion() {
      Installation.plain(root.resolve("nixl"));

      NixlLibrary found =
          find(Optional.of(root.resolve("nixl").toString())).library().orElseThrow();

      assertThat(found.version()).isEmpty();
      assertThat(found.ucx()).isEmpty();
    }

    @Test
    void thePluginFolderOfTheEnvironmentIsTheOneThatCounts() {
      Path library = Installation.plain(root.resolve("nixl"));
      set("NIXL_PLUGIN_DIR", root.resolve("none"));

      NixlLibrary found = find(Optional.of(library.toString())).library().orElseThrow();

      assertThat(found.pluginFolder()).isEqualTo(root.resolve("none"));
      assertThat(found.plugins()).isEmpty();
    }
  }

  @Test
  void aSearchInVainSaysWhereAndWhatToDo() {
    set("VIRTUAL_ENV", root.resolve("gone"));

    assertThat(find().complaint())
        .startsWith(
            "the NIXL library was not found:\n  VIRTUAL_ENV: "
                + root.resolve("gone")
                + ": does not exist\n  system: ")
        .contains("pip install --no-deps nixl-cu12==1.5.1")
        .contains("--nixl-lib")
        .contains("KVPROOF_NIXL_LIB");
  }
}
