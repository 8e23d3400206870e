package kvproof.benchmarks.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class JsonFieldsTest {
  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  @Test
  void fieldsAreRead() throws Exception {
    JsonNode line = json("{'half':0.5,'two':2,'name':'x','is':false,'all':[1,2.5]}");

    assertThat(JsonFields.number(line, "half")).isEqualTo(0.5);
    assertThat(JsonFields.whole(line, "two")).isEqualTo(2);
    assertThat(JsonFields.text(line, "name")).isEqualTo("x");
    assertThat(JsonFields.flag(line, "is")).isFalse();
    assertThat(JsonFields.numbers(line, "all")).containsExactly(1, 2.5);
  }

  @Test
  void whatIsMissingOrOfAnotherKindIsNamed() throws Exception {
    JsonNode line =
        json("{'half':0.5,'name':'x','none':null,'all':[1,'x'],'empty':[],'map':{'a':1}}");

    assertThatThrownBy(() -> JsonFields.number(line, "gone")).hasMessageContaining("gone");
    assertThatThrownBy(() -> JsonFields.number(line, "none")).hasMessageContaining("none");
    assertThatThrownBy(() -> JsonFields.whole(line, "half")).hasMessageContaining("half");
    assertThatThrownBy(() -> JsonFields.text(line, "half")).hasMessageContaining("half");
    assertThatThrownBy(() -> JsonFields.flag(line, "name")).hasMessageContaining("name");
    assertThatThrownBy(() -> JsonFields.numbers(line, "all")).hasMessageContaining("all");
    assertThatThrownBy(() -> JsonFields.numbers(line, "empty")).hasMessageContaining("empty");
    assertThatThrownBy(() -> JsonFields.numbers(line, "map")).hasMessageContaining("map");
  }
}
