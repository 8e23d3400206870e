package kvproof.soak.outside;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import kvproof.model.Answer;
import kvproof.model.IndexStep;
import kvproof.model.Request;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.front.Fronts;
import kvproof.soak.serve.ServeSession;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A yes in one pass is never another one than that of who looks closely. */
class ExpectedWordsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Capabilities ALL =
      new Capabilities("all", "1", EnumSet.allOf(Part.class), false);
  private static final int CASES = 40;

  private record Exchange(Request request, Answer expected, byte[] line) {
    ObjectNode tree() {
      try {
        return (ObjectNode) JSON.readTree(line);
      } catch (IOException impossible) {
        throw new AssertionError(impossible);
      }
    }
  }

  private static final List<Exchange> EXCHANGES = new ArrayList<>();

  @BeforeAll
  static void askTheServer() throws IOException {
    ExpressibleSteps expressible = new ExpressibleSteps(ALL);
    for (int i = 0; i < CASES; i++) {
      var drawn =
          Fronts.fronted(new OwnerInventoryOracle())
              .flattened(Cases.draw(Profile.IRREGULAR, SeededRandom.mix(5, i)));
      var oracle = new OwnerInventoryOracle();
      var in = new ByteArrayOutputStream();
      for (IndexStep step : drawn.indexSteps()) {
        expressible
            .of(step)
            .ifPresent(
                told -> {
                  oracle.take(told);
                  StepLines.of(told).forEach(in::writeBytes);
                });
      }
      drawn.requests().forEach(request -> in.writeBytes(StepLines.query(request)));
      var out = new ByteArrayOutputStream();
      new ServeSession("1").run(new ByteArrayInputStream(in.toByteArray()), out);
      List<String> answers = out.toString(UTF_8).lines().toList();
      for (int q = 0; q < answers.size(); q++) {
        Request request = drawn.requests().get(q);
        EXCHANGES.add(
            new Exchange(request, oracle.answer(request), answers.get(q).getBytes(UTF_8)));
      }
    }
  }

  private static boolean isYes(Exchange exchange, byte[] line, Capabilities capabilities) {
    return new ExpectedWords(capabilities)
        .areIn(new Said(line), exchange.request(), exchange.expected());
  }

  @Test
  void answersOfTheReferenceRouterAreSeenInOnePass() {
    assertThat(EXCHANGES).hasSizeGreaterThan(60);
    assertThat(EXCHANGES).allMatch(exchange -> isYes(exchange, exchange.line(), ALL));
  }

  /** Every word of every answer is changed in several ways, and every row is lost or doubled. */
  @Test
  void whatIsNotAsExpectedIsNeverAYes() {
    int tried = 0;
    int saidYes = 0;
    for (Exchange exchange : EXCHANGES) {
      for (ObjectNode changed : changes(exchange)) {
        tried++;
        if (isYes(exchange, changed.toString().getBytes(UTF_8), ALL)) {
          saidYes++;
          assertThat(closely(changed, exchange)).as(changed.toString()).isTrue();
        }
      }
    }
    assertThat(tried).isGreaterThan(5_000);
    assertThat(saidYes).as("ends without a source, say").isLessThan(tried / 4);
  }

  /** Whether who looks closely takes it for the expected answer too. */
  private static boolean closely(ObjectNode changed, Exchange exchange) {
    try {
      return new AnswerReader(ALL)
          .read((JsonNode) changed, exchange.request(), exchange.expected())
          .equals(exchange.expected());
    } catch (WrongShape wrong) {
      return false;
    }
  }

  private static List<ObjectNode> changes(Exchange exchange) {
    List<ObjectNode> changes = new ArrayList<>();
    int places = places(exchange.tree(), _ -> {});
    for (int place = 0; place < places; place++) {
      for (int way = 0; way < 5; way++) {
        ObjectNode copy = exchange.tree();
        int[] at = {place};
        int kind = way;
        places(
            copy,
            change -> {
              if (at[0]-- == 0) {
                change.in(kind);
              }
            });
        if (!copy.equals(exchange.tree())) {
          changes.add(copy);
        }
      }
    }
    return changes;
  }

  /** One element of a list or field of an object that can be changed. */
  private interface Place {
    void in(int way);
  }

  private static int places(JsonNode node, Consumer<Place> each) {
    int places = 0;
    if (node instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        int at = i;
        JsonNode element = list.get(i);
        each.accept(
            way -> {
              switch (way) {
                case 0 -> list.remove(at);
                case 1 -> list.insert(at, element.deepCopy());
                default -> list.set(at, changed(element, way));
              }
            });
        places += 1 + places(element, each);
      }
    } else if (node instanceof ObjectNode object) {
      for (String name : List.copyOf(object.properties().stream().map(e -> e.getKey()).toList())) {
        JsonNode value = object.get(name);
        if (name.equals("line")) {
          continue; // was compared when the answer came
        }
        each.accept(
            way -> {
              switch (way) {
                case 0 -> object.remove(name);
                case 1 -> object.set(name + "x", value);
                default -> object.set(name, changed(value, way));
              }
            });
        places += 1 + places(value, each);
      }
    }
    return places;
  }

  private static JsonNode changed(JsonNode value, int way) {
    if (value.isIntegralNumber()) {
      BigInteger number = value.bigIntegerValue();
      return switch (way) {
        case 2 -> JSON.getNodeFactory().numberNode(number.add(BigInteger.ONE));
        case 3 -> JSON.getNodeFactory().numberNode(number.negate());
        default -> JSON.getNodeFactory().textNode(number.toString());
      };
    }
    return switch (way) {
      case 2 -> NullNode.getInstance();
      case 3 -> JSON.createArrayNode();
      default -> JSON.getNodeFactory().textNode(value.asText() + "x");
    };
  }

  @Test
  void partsThatTheRouterCannotDoAreNotLookedAt() {
    Capabilities device = new Capabilities("d", "1", EnumSet.of(Part.DEVICE), true);
    Exchange exchange = EXCHANGES.getFirst();
    ObjectNode changed = exchange.tree();
    changed.put("lower", "nonsense");
    changed.remove("choices");

    assertThat(isYes(exchange, changed.toString().getBytes(UTF_8), device)).isTrue();
    changed.remove("device");
    assertThat(isYes(exchange, changed.toString().getBytes(UTF_8), device)).isFalse();
  }

  @Test
  void onlyAWholeObjectThatSaysTheLineIsAnAnswerToIt() {
    assertThat(isAnswer("{\"op\":\"query\",\"line\":7}")).isTrue();
    assertThat(isAnswer("{\"line\":8}")).isFalse();
    assertThat(isAnswer("{\"line\":7,\"error\":\"no\"}")).isFalse();
    assertThat(isAnswer("{\"line\":\"7\"}")).isFalse();
    assertThat(isAnswer("{\"line\":7} {}")).isFalse();
    assertThat(isAnswer("{\"line\":7,\"line\":7}")).isFalse();
    assertThat(isAnswer("{\"line\":7,\"in\":{\"a\":1,\"a\":2}}")).isFalse();
    assertThat(isAnswer("{\"line\":7")).isFalse();
    assertThat(isAnswer("[{\"line\":7}]")).isFalse();
    assertThat(isAnswer("{\"line\":99999999999999999999}")).isFalse();
  }

  private static boolean isAnswer(String line) {
    return Said.isAnswerTo(7, line.getBytes(UTF_8));
  }
}
