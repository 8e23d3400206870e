package kvproof.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import kvproof.gpu.library.NixlLibrary;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A library that is not whole is refused with its path, its version and what it lacks. */
class LoadedNixlTest {
  @TempDir Path folder;

  private NixlLibrary library(Path file) {
    return new NixlLibrary(
        file, folder.resolve("plugins"), List.of("UCX"), Optional.of("9.9.9"), Optional.empty());
  }

  @Test
  void missingFunctionsAreNamedWithPathAndVersion() throws IOException {
    Path file = Files.createFile(folder.resolve("libnixl_capi.so"));
    SymbolLookup lacksTwo =
        name ->
            name.equals("nixl_capi_gen_notif") || name.equals("nixl_capi_register_mem")
                ? Optional.empty()
                : Optional.of(MemorySegment.ofAddress(4096));

    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(() -> LoadedNixl.bind(library(file), path -> lacksTwo))
        .withMessageContaining("NIXL 9.9.9 at " + file)
        .withMessageContaining("lacks nixl_capi_register_mem, nixl_capi_gen_notif")
        .extracting(TransferException::category)
        .isEqualTo(Category.BACKEND);
  }

  @Test
  void fileThatIsNotThereIsNamed() {
    Path file = folder.resolve("libnixl_capi.so");

    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(() -> LoadedNixl.bind(library(file), path -> name -> Optional.empty()))
        .withMessageContaining(file + " cannot be used: there is no such file");
  }

  @Test
  void fileThatIsNoLibraryIsRefusedInTheLoadersWords() throws IOException {
    Path file = Files.writeString(folder.resolve("libnixl_capi.so"), "not a library");

    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(
            () ->
                LoadedNixl.bind(
                    library(file),
                    path ->
                        kvproof.gpu.capi.LibraryLoader.load(
                            path, java.lang.foreign.Arena.global())))
        .withMessageContaining(file.toString())
        .withMessageContaining("file too short");
  }

  @Test
  @OnNixl
  void processHasOneLibrary() {
    LoadedNixl loaded = NixlUnderTest.library();

    assertThat(LoadedNixl.open(loaded.library())).isSameAs(loaded);
    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(() -> LoadedNixl.open(library(folder.resolve("libnixl_capi.so"))))
        .withMessageContaining("one process has one NIXL: " + loaded.library().file());
  }

  @Test
  @OnNixl
  void libraryTellsItsVersionAndPlace() {
    assertThat(NixlUnderTest.library().toString()).matches("NIXL 1\\.\\d+\\.\\d+ at /.*\\.so");
  }
}
