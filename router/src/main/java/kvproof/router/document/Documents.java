package kvproof.router.document;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads texts into trees.
 *
 * <p>Throws {@link DocumentException} with line and column for what is no YAML or JSON, for a key
 * given twice and for anything behind the first document. YAML is read strictly: {@code yes} is a
 * text, and aliases are refused.
 */
public final class Documents {
  private static final YAMLFactory YAML =
      YAMLFactory.builder()
          .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
          .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Documents() {}

  public static DocumentNode yaml(String text) {
    try (YAMLParser parser = YAML.createParser(text)) {
      return new DocumentNode("", new YamlTree(parser).read());
    } catch (JsonProcessingException unreadable) {
      throw unreadable("YAML", unreadable);
    } catch (IOException impossible) {
      throw new UncheckedIOException("a text cannot fail to be read", impossible);
    }
  }

  public static DocumentNode json(String text) {
    try {
      return new DocumentNode("", JSON.readTree(text));
    } catch (JsonProcessingException unreadable) {
      throw unreadable("JSON", unreadable);
    }
  }

  private static DocumentException unreadable(String language, JsonProcessingException cause) {
    return new DocumentException(
        "no " + language + place(cause.getLocation()) + ": " + cause.getOriginalMessage(), cause);
  }

  static String place(@Nullable JsonLocation location) {
    return location == null
        ? ""
        : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
  }
}
