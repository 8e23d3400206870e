package kvproof.soak.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kvproof.soak.front.Credit;
import kvproof.soak.run.Doctored;
import org.junit.jupiter.api.Test;

class CaseSketchTest {

  private static String golden(String name) throws IOException {
    try (InputStream golden = CaseSketchTest.class.getResourceAsStream(name)) {
      return new String(
          Objects.requireNonNull(golden, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void sketchReadsLikeTheGoldenText() throws IOException {
    assertThat(CaseSketch.of(Scenes.of(Scenes.EVERYTHING))).isEqualTo(golden("everything.txt"));
  }

  @Test
  void bothSidesShowWhereTheyDiffer() throws IOException {
    CaseScene scene =
        Scenes.of(
            Scenes.EVERYTHING, answer -> Doctored.withoutSources(Doctored.withoutDevice(answer)));

    assertThat(CaseSketch.of(scene)).isEqualTo(golden("disputed.txt"));
  }

  @Test
  void longPromptIsDrawnInRuns() throws IOException {
    String blocks =
        IntStream.rangeClosed(1, 300)
            .mapToObj(block -> block + ":" + (1000 + block))
            .collect(Collectors.joining(" "));
    String prompt =
        IntStream.rangeClosed(1, 500).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    String lines =
        "store 1/0 device root "
            + blocks
            + "\nstore 2/0 host_pinned root "
            + blocks
            + "\nremove 2/0 host_pinned 1100\nask q local "
            + prompt
            + " targets 2/0\n";

    assertThat(CaseSketch.of(Scenes.of(lines))).isEqualTo(golden("long.txt"));
  }

  @Test
  void whatArrivedIsToldWithWhatCameOfIt() throws IOException {
    CaseScene scene = Scenes.of(Scenes.ARRIVALS);

    assertThat(CaseSketch.of(scene)).isEqualTo(golden("arrivals.txt"));
    assertThat(scene.credit()).contains(new Credit(1, 1));
  }

  @Test
  void caseWithoutARequestShowsWhatIsHeld() {
    String sketch =
        CaseSketch.of(Scenes.of("store 1/0 device root 1:101\nstore K disk 101 2:102\n"));

    assertThat(sketch).contains("device", "root > 1:101", "disk", "101 > 2:102");
  }
}
