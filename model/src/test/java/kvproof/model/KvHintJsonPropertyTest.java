package kvproof.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class KvHintJsonPropertyTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final BigInteger TWO_TO_THE_63 = BigInteger.ONE.shiftLeft(63);
  private static final JsonMapper PLAIN_READER = new JsonMapper();

  @Property
  void printedHintReadsBack(@ForAll("hints") KvHint hint) {
    String json = hint.toJson();

    KvHint readBack = KvHint.fromJson(json);

    assertThat(readBack.toJson()).isEqualTo(json);
    assertThat(readBack).isEqualTo(hint);
  }

  /** What a reader that knows nothing of hints sees is what was put in, unsigned. */
  @Property
  void hashesAreUnsignedNumbersInOrder(@ForAll("fetches") KvHintAction.Fetch fetch)
      throws JsonProcessingException {
    JsonNode hint = PLAIN_READER.readTree(new KvHint("0.1", "m", List.of(fetch)).toJson());

    JsonNode hashes = hint.at("/actions/0/payload/block_hashes");

    assertThat(hashes).hasSameSizeAs(fetch.blockHashes().stream().boxed().toList());
    for (int i = 0; i < hashes.size(); i++) {
      assertThat(hashes.get(i).isIntegralNumber()).isTrue();
      assertThat(hashes.get(i).asText())
          .isEqualTo(Long.toUnsignedString(fetch.blockHashes().at(i)));
    }
  }

  @Provide
  Arbitrary<KvHint> hints() {
    Arbitrary<KvHintAction> actions = Arbitraries.oneOf(fetches(), unknowns());
    return Combinators.combine(texts(), texts(), actions.list().ofMaxSize(3)).as(KvHint::new);
  }

  @Provide
  Arbitrary<KvHintAction.Fetch> fetches() {
    return Combinators.combine(
            texts(),
            Arbitraries.longs().list().ofMinSize(1).ofMaxSize(20).map(BlockHashes::of),
            texts().filter(text -> !text.isEmpty()))
        .as(KvHintAction.Fetch::new);
  }

  private static Arbitrary<KvHintAction.Unknown> unknowns() {
    Arbitrary<String> types = Arbitraries.oneOf(Arbitraries.of("kv.fetch", "kv.pin"), texts());
    Arbitrary<String> versions = Arbitraries.of("0.9", "1.1", "2.0", "");
    return Combinators.combine(texts(), types, versions, values()).as(KvHintAction.Unknown::new);
  }

  private static Arbitrary<String> texts() {
    return Arbitraries.strings().ascii().withChars("\"\\/\u0000\u001f\u2028éß中").ofMaxLength(12);
  }

  private static Arbitrary<JsonNode> values() {
    return Arbitraries.lazyOf(
        () -> Arbitraries.of(NODES.nullNode(), NODES.booleanNode(true), NODES.booleanNode(false)),
        () -> Arbitraries.integers().map(NODES::numberNode),
        () ->
            Arbitraries.bigIntegers()
                .between(TWO_TO_THE_63, TWO_TO_THE_63.pow(2))
                .map(NODES::numberNode),
        () -> Arbitraries.bigDecimals().map(NODES::numberNode),
        () -> texts().map(NODES::textNode),
        () -> values().list().ofMaxSize(3).map(elements -> NODES.arrayNode().addAll(elements)),
        () ->
            Combinators.combine(texts(), values())
                .as(Tuple::of)
                .list()
                .ofMaxSize(3)
                .map(KvHintJsonPropertyTest::object));
  }

  private static JsonNode object(List<Tuple.Tuple2<String, JsonNode>> fields) {
    Map<String, JsonNode> byKey = new LinkedHashMap<>();
    fields.forEach(field -> byKey.putIfAbsent(field.get1(), field.get2()));
    return NODES.objectNode().setAll(byKey);
  }
}
