package kvproof.soak.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class MarkupTest {
  private static final String NASTY = "</p><script src=\"http://x\">&amp; 'quoted'\nnext line";

  @Test
  void textAndValuesReadBackAsTheyWere() {
    String text = new Markup().element("p", NASTY, "title", NASTY).toString();

    Element read = Pages.parse(text).getDocumentElement();

    assertThat(read.getTextContent()).isEqualTo(NASTY);
    assertThat(read.getAttribute("title")).isEqualTo(NASTY);
    assertThat(Pages.loads(text)).isEmpty();
  }

  @Test
  void charactersThatXmlCannotHoldAreSpelledOut() {
    String text = new Markup().element("p", "a\u0000b\ud800c\uffffd\ud83d\ude00").toString();

    assertThat(Pages.parse(text).getDocumentElement().getTextContent())
        .isEqualTo("a\\u0000b\\ud800c\\uffffd\ud83d\ude00");
  }

  @Test
  void anElementWithoutContentHasAnEndTag() {
    assertThat(new Markup().element("td", "").empty("meta", "charset", "utf-8").toString())
        .isEqualTo("<td></td><meta charset=\"utf-8\"/>");
  }

  @Test
  void elementLeftOpenIsAMistake() {
    Markup unfinished = new Markup().open("svg").open("g").close();

    assertThatThrownBy(unfinished::toString).hasMessageContaining("svg");
  }

  @Test
  void checkForLoadsFindsThem() {
    assertThat(Pages.loads("<img src='a.png'/>")).isNotEmpty();
    assertThat(Pages.loads("<style>@import 'a.css'; p { background: url(a) }</style>")).hasSize(2);
    assertThat(Pages.loads("<script>alert(1)</script>")).isNotEmpty();
    assertThat(Pages.loads("<a href = '//x'>x</a>")).isNotEmpty();
  }
}
