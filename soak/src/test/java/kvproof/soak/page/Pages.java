package kvproof.soak.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Reads pages back, and says what a page would load. */
public final class Pages {
  private static final Pattern LOADING =
      Pattern.compile(
          "<[^<>]*\\s(?:src|srcset|href|data|poster|action)\\s*=\\s*[\"']"
              + "|url\\(|@import|<(?:script|link|iframe)",
          Pattern.CASE_INSENSITIVE);

  private Pages() {}

  /** Throws if the text is not well formed. */
  public static Document parse(String text) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new ByteArrayInputStream(text.getBytes(UTF_8)));
    } catch (ParserConfigurationException | SAXException | IOException unreadable) {
      throw new AssertionError("not well formed: " + unreadable.getMessage(), unreadable);
    }
  }

  public static Stream<Element> elements(Document page, String name) {
    List<Element> elements = new ArrayList<>();
    NodeList nodes = page.getElementsByTagName(name);
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements.stream();
  }

  /** Elements that have this class, among others. */
  public static List<Element> ofClass(Document page, String name, String wanted) {
    return elements(page, name)
        .filter(element -> List.of(element.getAttribute("class").split(" ")).contains(wanted))
        .toList();
  }

  /** Whatever would make a browser load something or run a script. */
  public static List<String> loads(String page) {
    return LOADING.matcher(page).results().map(match -> match.group().strip()).toList();
  }
}
