package kvproof.soak.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Consumer;

/** The frame of a page: everything but its content. */
public final class HtmlPage {
  private HtmlPage() {}

  /** The whole page, with {@code content} between its title and its end. */
  public static String of(String title, Consumer<Markup> content) {
    Markup page = new Markup();
    page.open("html", "lang", "en").line();
    page.open("head").line();
    page.empty("meta", "charset", "utf-8").line();
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1").line();
    page.empty("meta", "name", "color-scheme", "content", "light dark").line();
    page.element("title", title).line();
    page.element("style", style()).line();
    page.close().line();
    page.open("body").open("main").line();
    content.accept(page);
    page.close().close().line().close().line();
    return "<!DOCTYPE html>\n" + page;
  }

  /** Holds none of the characters that would be escaped: a browser reads a style as it stands. */
  private static String style() {
    try (InputStream resource = HtmlPage.class.getResourceAsStream("page.css")) {
      byte[] text = Objects.requireNonNull(resource, "page.css").readAllBytes();
      return "\n" + new String(text, StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
