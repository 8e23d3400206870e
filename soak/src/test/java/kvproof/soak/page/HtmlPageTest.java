package kvproof.soak.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

class HtmlPageTest {
  private static final String DARK_SCHEME = "@media (prefers-color-scheme: dark)";
  private static final Pattern COLOUR = Pattern.compile("--([a-z-]+): #([0-9a-f]{6});");
  private static final String PAGE = HtmlPage.of("a <b>", page -> page.element("p", "content"));

  private static String style() {
    return Pages.elements(Pages.parse(PAGE), "style")
        .map(Element::getTextContent)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void pageIsWellFormedAndLoadsNothing() {
    assertThat(PAGE).startsWith("<!DOCTYPE html>\n<html lang=\"en\">").endsWith("</html>\n");
    assertThat(
            Pages.elements(Pages.parse(PAGE), "title").findFirst().orElseThrow().getTextContent())
        .isEqualTo("a <b>");
    assertThat(Pages.loads(PAGE)).isEmpty();
  }

  @Test
  void styleStandsAsABrowserReadsIt() {
    assertThat(PAGE).contains(style()); // nothing in it was escaped
    assertThat(style()).contains(DARK_SCHEME, "@media (max-width");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void textAndMarksStandOutInBothSchemes(boolean isDark) {
    Map<String, Double> light = luminances(isDark);

    for (String background : new String[] {"page", "panel"}) {
      for (String text : new String[] {"text", "quiet", "good", "bad"}) {
        assertThat(contrast(light, text, background)).as(text).isGreaterThanOrEqualTo(4.5);
      }
    }
    assertThat(contrast(light, "on-chain", "chain")).isGreaterThanOrEqualTo(4.5);
    assertThat(contrast(light, "on-other", "other")).isGreaterThanOrEqualTo(4.5);
    for (String mark : new String[] {"chain", "other", "edge", "dot"}) {
      assertThat(contrast(light, mark, "page")).as(mark).isGreaterThanOrEqualTo(3);
    }
  }

  private static Map<String, Double> luminances(boolean isDark) {
    int dark = style().indexOf(DARK_SCHEME);
    String scheme = isDark ? style().substring(dark) : style().substring(0, dark);
    Map<String, Double> luminances = new TreeMap<>();
    COLOUR
        .matcher(scheme)
        .results()
        .forEach(colour -> luminances.put(colour.group(1), luminance(colour.group(2))));
    return luminances;
  }

  private static double contrast(Map<String, Double> luminances, String one, String other) {
    double lighter = Math.max(luminances.get(one), luminances.get(other));
    double darker = Math.min(luminances.get(one), luminances.get(other));
    return (lighter + 0.05) / (darker + 0.05);
  }

  /** Relative luminance of an sRGB colour, as WCAG 2 defines it. */
  private static double luminance(String hex) {
    int rgb = Integer.parseInt(hex, 16);
    return 0.2126 * linear(rgb >> 16)
        + 0.7152 * linear(rgb >> 8 & 0xff)
        + 0.0722 * linear(rgb & 0xff);
  }

  private static double linear(int channel) {
    double share = channel / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }
}
