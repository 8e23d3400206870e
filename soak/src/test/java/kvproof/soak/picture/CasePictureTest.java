package kvproof.soak.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.soak.page.Markup;
import kvproof.soak.page.Pages;
import kvproof.soak.run.Doctored;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** The picture's parts and their places, not its pixels. */
class CasePictureTest {

  private static Document picture(CaseScene scene) {
    Markup page = new Markup();
    CasePicture.draw(page, scene.requests().getFirst());
    return Pages.parse(page.toString());
  }

  private static List<String> labels(Document picture, String kind) {
    return Pages.ofClass(picture, "g", kind).stream()
        .map(block -> block.getElementsByTagName("text").item(0).getTextContent())
        .toList();
  }

  private static List<String> texts(Document picture, String kind) {
    return Pages.ofClass(picture, "text", kind).stream().map(Element::getTextContent).toList();
  }

  private static double x(Element box) {
    return Double.parseDouble(box.getAttribute("x"));
  }

  @Test
  void everyBlockIsDrawnOnceWithItsHash() {
    CaseScene scene = Scenes.of(Scenes.EVERYTHING);
    Document picture = picture(scene);

    assertThat(labels(picture, "projected")).containsExactly("104");
    assertThat(labels(picture, "held-too")).containsExactly("101", "102");
    assertThat(labels(picture, "apart")).containsExactly("103", "104", "104", "107");
    assertThat(labels(picture, "other")).containsExactly("201", "202", "203");
    assertThat(labels(picture, "block"))
        .as("every block in its owner's row, and the projected one in the rank's too")
        .hasSize(scene.held().size() + 1);
  }

  @Test
  void tiersStandInWalkingOrder() {
    assertThat(texts(picture(Scenes.of(Scenes.EVERYTHING)), "heading"))
        .containsExactly("device", "host_pinned", "disk", "intervals", "choices");
  }

  @Test
  void frontierStandsBehindTheBlockBeforeIt() {
    Document picture =
        picture(
            Scenes.of(
                """
                store 1/0 device root 1:101 2:102
                ask q local 1 2 3 targets 1/0
                """));
    Element last = Pages.ofClass(picture, "g", "block").getLast();
    Element box = (Element) last.getElementsByTagName("rect").item(0);
    String path = Pages.ofClass(picture, "path", "frontier").getFirst().getAttribute("d");

    double right = x(box) + Double.parseDouble(box.getAttribute("width"));
    double frontier = Double.parseDouble(path.substring(1, path.indexOf(' ')));

    assertThat(frontier - right).isBetween(0.0, 4.0);
    assertThat(texts(picture, "note")).contains("frontier 2");
  }

  @Test
  void continuationStandsUnderItsBlocks() {
    Document picture = picture(Scenes.of(Scenes.EVERYTHING));

    Element bar = Pages.ofClass(picture, "rect", "continuation").getFirst();
    Element held = Pages.ofClass(picture, "g", "apart").getFirst();

    assertThat(x(bar)).isEqualTo(x((Element) held.getElementsByTagName("rect").item(0)));
    assertThat(texts(picture, "note")).contains("continuation [2, 4)", "root prefix [0, 6)");
  }

  @Test
  void bothChoicesAreMarkedWhereTheyDiffer() {
    Document agreed = picture(Scenes.of(Scenes.EVERYTHING));
    Document disputed = picture(Scenes.of(Scenes.EVERYTHING, Doctored::withoutSources));

    assertThat(Pages.ofClass(agreed, "path", "actual")).isEmpty();
    assertThat(texts(agreed, "note")).contains("K2 -> 2/0, blocks [4, 6)");
    assertThat(Pages.ofClass(disputed, "path", "actual")).hasSize(1);
    assertThat(texts(disputed, "note"))
        .contains(
            "K2 -> 2/0, blocks [4, 6), says TheOracle", "no source, frontier 4, says TheRouter");
  }

  @Test
  void frontierThatIsDisputedIsMarkedTwice() {
    Document disputed = picture(Scenes.of(Scenes.EVERYTHING, Doctored::withoutDevice));

    assertThat(Pages.ofClass(disputed, "path", "disputed")).isNotEmpty();
    assertThat(texts(disputed, "note"))
        .anyMatch(note -> note.contains("3 (TheOracle), 0 (TheRouter)"));
  }

  @Test
  void nothingStandsOutsideThePicture() {
    Document picture = picture(Scenes.of(Scenes.EVERYTHING, Doctored::withoutSources));
    Element svg = Pages.elements(picture, "svg").findFirst().orElseThrow();
    double width = Double.parseDouble(svg.getAttribute("width"));
    double height = Double.parseDouble(svg.getAttribute("height"));

    assertThat(Pages.elements(picture, "rect"))
        .allMatch(box -> x(box) + Double.parseDouble(box.getAttribute("width")) <= width);
    assertThat(Pages.elements(picture, "text"))
        .allMatch(text -> Double.parseDouble(text.getAttribute("y")) <= height)
        .allMatch(text -> x(text) + 6.7 * text.getTextContent().length() <= width + 40);
  }
}
