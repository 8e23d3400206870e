package kvproof.soak.picture;

import java.util.List;
import kvproof.model.HeldBlock;
import kvproof.soak.page.Markup;

/** The parts of a page that show a scene. */
public final class CasePage {
  private record Sample(String kind, String meaning) {}

  private static final List<Sample> SAMPLES =
      List.of(
          new Sample("counted chain", "held and counted by the owner's walk from the root"),
          new Sample("projected chain", "counted for the rank, held by a projected cache owner"),
          new Sample("held-too chain", "counted on a tier above, held here too"),
          new Sample("apart chain", "held, but no walk from the root gets to it here"),
          new Sample("counted other", "rounded: under another hash than the chain's"));

  private CasePage() {}

  /** Every request's picture, what arrived, who the owners are, and what is held. */
  public static void draw(Markup page, CaseScene scene) {
    for (RequestScene request : scene.requests()) {
      page.element("h4", "ask " + SceneNotes.heading(request)).line();
      if (request.grids().isEmpty()) {
        page.element("p", "Nobody holds a block of this prompt.", "class", "quiet").line();
      }
      if (request.grids().size() + request.intervals().size() + request.choices().size() > 0) {
        CasePicture.draw(page, request);
      }
    }
    arrivals(page, scene);
    owners(page, scene);
    inventory(page, scene);
  }

  private static void arrivals(Markup page, CaseScene scene) {
    if (scene.hasArrivals()) {
      page.open("details").element("summary", "What arrived, and what came of it").line();
      page.element("pre", String.join("\n", ArrivalText.lines(scene))).close().line();
    }
  }

  private static void owners(Markup page, CaseScene scene) {
    var facts = OwnerFacts.of(scene);
    if (!facts.isEmpty()) {
      page.open("details").element("summary", "Owners: who may be a target or a source").line();
      page.open("div", "class", "scroll").open("table").line();
      facts.forEach(
          (owner, text) -> {
            page.open("tr").element("th", owner.toString(), "scope", "row");
            page.element("td", text).close().line();
          });
      page.close().close().close().line();
    }
  }

  /** Open at once if there is no request, and so no picture. */
  private static void inventory(Markup page, CaseScene scene) {
    if (scene.requests().isEmpty()) {
      page.element("p", "The case asks nothing, so there is no prompt to draw.", "class", "quiet");
      page.open("details", "open", "open");
    } else {
      page.open("details");
    }
    page.element("summary", "Every block that is held: " + scene.held().size()).line();
    page.open("div", "class", "scroll").open("table").line();
    for (HeldBlock block : scene.held()) {
      page.open("tr").element("td", block.tier().wireName());
      page.element("td", block.owner().toString());
      page.open("td").element("code", HeldText.print(block)).close().close().line();
    }
    page.close().close().close().line();
  }

  /** What the marks mean; once in a page is enough. */
  public static void legend(Markup page) {
    page.open("ul", "class", "legend").line();
    for (Sample sample : SAMPLES) {
      page.open("li");
      sample(page).open("g", "class", "block " + sample.kind());
      box(page, 2, 20, 1 + (sample.kind().endsWith("other") ? 8 : 0));
      if (sample.kind().startsWith("projected")) {
        box(page, 5, 14, 1);
      }
      page.close().close().text(sample.meaning()).close().line();
    }
    drawn(page, "counted-above", "M2 13h32", "counted on a tier above, not held here");
    drawn(page, "edge frontier", "M18 26V5l-4 -4h8l-4 4", "frontier of the rank");
    drawn(page, "edge walk-end", "M18 26V5l-4 -4h8l-4 4", "where the walk leaves another tier");
    drawn(page, "edge disputed", "M18 26V5l-4 -4h8l-4 4", "the same as the side on trial says");
    bar(page, "root-prefix", "interval: root prefix of a source");
    bar(page, "continuation", "interval: continuation of a source");
    bar(page, "continuation actual", "dashed: only the side on trial says so");
    drawn(
        page,
        "choice",
        "M4 6v14M4 13H32m-7 -6l7 6l-7 6",
        "choice: blocks from the target's frontier to the credited end");
    page.close().line();
  }

  private static Markup sample(Markup page) {
    return page.open(
        "svg", "class", "picture", "width", "36", "height", "26", "aria-hidden", "true");
  }

  private static void box(Markup page, int inset, int height, int rounding) {
    page.empty(
        "rect",
        "x",
        Integer.toString(inset),
        "y",
        Integer.toString(13 - height / 2),
        "width",
        Integer.toString(36 - 2 * inset),
        "height",
        Integer.toString(height),
        "rx",
        Integer.toString(rounding));
  }

  private static void drawn(Markup page, String kind, String path, String meaning) {
    page.open("li");
    sample(page).empty("path", "class", kind, "d", path).close();
    page.text(meaning).close().line();
  }

  private static void bar(Markup page, String kind, String meaning) {
    page.open("li");
    sample(page)
        .empty("rect", "class", "bar " + kind, "x", "2", "y", "7", "width", "32", "height", "12")
        .close();
    page.text(meaning).close().line();
  }
}
