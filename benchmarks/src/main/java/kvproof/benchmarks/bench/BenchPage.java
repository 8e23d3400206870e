package kvproof.benchmarks.bench;

import java.util.List;
import java.util.Locale;
import kvproof.benchmarks.judgement.Judgement;
import kvproof.benchmarks.verdict.InventoryRow;
import kvproof.soak.page.HtmlPage;
import kvproof.soak.page.Markup;

/** A run as one page: the table, and for every inventory bars of floor, ours and peer. */
final class BenchPage {
  private static final double WHOLE_PERCENT = 100;

  private BenchPage() {}

  static String print(BenchReport report) {
    return HtmlPage.of("kvproof bench", page -> draw(page, report));
  }

  private static void draw(Markup page, BenchReport report) {
    page.element("h1", "kvproof bench").line();
    long missed = report.count(Judgement.MISSED);
    long open = report.count(Judgement.NOT_JUDGED);
    page.element(
            "p",
            "%d inventories: %d met, %d missed, %d not judged"
                .formatted(
                    report.rows().size(), report.rows().size() - missed - open, missed, open),
            "class",
            "verdict " + (missed == 0 ? "good" : "bad"))
        .line();
    page.open("dl", "class", "facts").line();
    report.facts().forEach((name, fact) -> page.element("dt", name).element("dd", fact).line());
    report
        .scale()
        .ifPresent(
            scale ->
                page.element("dt", "scale to the publication")
                    .element("dd", Figures.print(scale))
                    .line());
    page.close().line();
    table(page, report);
    page.element("h2", "Best p50, microseconds").line();
    page.element("p", "Lengths are logarithmic, from 10 ns on.", "class", "quiet").line();
    report.rows().forEach(row -> bars(page, row, report));
    if (!report.growth().isEmpty()) {
      page.element("h2", "Growth").line();
      report.growth().forEach(curve -> GrowthChart.draw(page, curve));
    }
    noise(page, report);
    if (!report.toBaseline().isEmpty()) {
      page.element("h2", "This build by the baseline").line();
      page.open("ul").line();
      report.toBaseline().forEach(ratio -> page.element("li", ratio.text()).line());
      page.close().line();
    }
  }

  private static void table(Markup page, BenchReport report) {
    page.open("div", "class", "scroll").open("table").line().open("tr");
    BenchTable.heading().forEach(word -> page.element("th", word));
    page.close().line();
    for (List<String> row : BenchTable.rows(report)) {
      page.open("tr");
      row.forEach(word -> page.element("td", word));
      page.close().line();
    }
    page.close().close().line();
  }

  private static void bars(Markup page, InventoryRow row, BenchReport report) {
    page.element("h4", row.fixture().number() + " " + row.fixture().title()).line();
    page.open("div", "class", "counts").line();
    bar(page, "floor: one pass over the hashes", row.floor().bestP50());
    bar(page, "ours", row.ours().bestP50());
    row.peer()
        .ifPresentOrElse(
            peer -> bar(page, "peer", peer.bestP50()),
            () ->
                page.element("span", "peer", "class", "what")
                    .element("span", "")
                    .element("span", BenchTable.NOT_BUILT, "class", "many")
                    .line());
    if (report.scale().isPresent()) {
      double scale = report.scale().getAsDouble();
      row.fixture()
          .published()
          .onP50()
          .ifPresent(on -> bar(page, "published on, scaled", on * scale));
    }
    page.close().line();
  }

  private static void bar(Markup page, String what, double micros) {
    double share = Math.log(Math.max(micros, 0.01) / 0.01) / Math.log(1e7);
    String width = String.format(Locale.ROOT, "width:%.1f%%", WHOLE_PERCENT * Math.min(share, 1));
    page.element("span", what, "class", "what")
        .element("span", "", "class", "length", "style", width)
        .element("span", Figures.print(micros), "class", "many")
        .line();
  }

  private static void noise(Markup page, BenchReport report) {
    page.element("h2", "The same build twice").line();
    if (report.noise().isEmpty()) {
      page.element("p", "Left out.", "class", "quiet").line();
      return;
    }
    page.open("table").line();
    page.open("tr").element("th", "#").element("th", "p50").element("th", "p99").close().line();
    report
        .noise()
        .forEach(
            it ->
                page.open("tr")
                    .element("td", Integer.toString(it.number()))
                    .element("td", Figures.times(it.p50()))
                    .element("td", Figures.times(it.p99()))
                    .close()
                    .line());
    page.close().line();
  }
}
