package kvproof.benchmarks.bench;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import kvproof.benchmarks.judgement.Judgement;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.FigureTable;
import kvproof.benchmarks.section.Section;
import kvproof.soak.page.HtmlPage;
import kvproof.soak.page.Markup;

/** A section as one page: its tables, and for every row bars of the figures that compare. */
final class SectionPage {
  private static final double WHOLE_PERCENT = 100;

  private SectionPage() {}

  static String print(Section section) {
    return HtmlPage.of("kvproof bench " + section.name(), page -> draw(page, section));
  }

  private static void draw(Markup page, Section section) {
    page.element("h1", "kvproof bench: " + section.name()).line();
    long missed = section.count(Judgement.MISSED);
    page.element(
            "p",
            "%d met, %d missed, %d not judged"
                .formatted(
                    section.count(Judgement.MET), missed, section.count(Judgement.NOT_JUDGED)),
            "class",
            "verdict " + (missed == 0 ? "good" : "bad"))
        .line();
    page.open("dl", "class", "facts").line();
    section.facts().forEach((name, fact) -> page.element("dt", name).element("dd", fact).line());
    page.close().line();
    section.tables().forEach(table -> draw(page, table));
  }

  private static void draw(Markup page, FigureTable table) {
    page.element("h2", table.title()).line();
    page.open("div", "class", "scroll").open("table").line().open("tr");
    SectionTable.heading(table).forEach(word -> page.element("th", word));
    page.close().line();
    for (FigureRow row : table.rows()) {
      page.open("tr");
      SectionTable.words(row).forEach(word -> page.element("td", word));
      page.close().line();
    }
    page.close().close().line();
    if (!table.bars().isEmpty()) {
      table.rows().forEach(row -> bars(page, row, table));
    }
  }

  /** The longest bar of a row is its greatest figure. */
  private static void bars(Markup page, FigureRow row, FigureTable table) {
    List<Integer> drawn =
        IntStream.range(0, table.columns().size())
            .filter(column -> table.bars().contains(table.columns().get(column)))
            .boxed()
            .toList();
    double greatest =
        drawn.stream()
            .flatMapToDouble(column -> row.figures().get(column).stream())
            .max()
            .orElse(0);
    page.element("h4", row.title()).line().open("div", "class", "counts").line();
    for (int column : drawn) {
      OptionalDouble figure = row.figures().get(column);
      double share = greatest > 0 ? figure.orElse(0) / greatest : 0;
      page.element("span", table.columns().get(column), "class", "what")
          .element(
              "span",
              "",
              "class",
              "length",
              "style",
              String.format(Locale.ROOT, "width:%.1f%%", WHOLE_PERCENT * Math.max(share, 0)))
          .element("span", Figures.print(figure, "not measured"), "class", "many")
          .line();
    }
    page.close().line();
  }
}
