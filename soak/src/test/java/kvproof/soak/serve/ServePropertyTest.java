package kvproof.soak.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerSnapshot;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.router.ReferenceRouter;
import kvproof.soak.front.Fronts;
import kvproof.testkit.Drawn;
import kvproof.testkit.Profile;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

class ServePropertyTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What goes through the lines comes to the same answers as what is applied directly. */
  @Property(tries = 150)
  @Tag("FS-39")
  void linesChangeNoAnswer(@ForAll("irregular") Case drawn) throws IOException {
    Assume.that(drawn.steps().stream().noneMatch(ServePropertyTest::takesTheListBack));
    ReferenceRouter router = new ReferenceRouter();
    StringBuilder input = new StringBuilder();
    for (IndexStep step :
        Fronts.fronted(new OwnerInventoryOracle()).flattened(drawn).indexSteps()) {
      router.take(step);
      StepLines.of(step).forEach(line -> input.append(line).append('\n'));
    }
    drawn.requests().forEach(request -> input.append(StepLines.query(request)).append('\n'));

    List<JsonNode> actual = answersTo(input.toString());

    List<JsonNode> expected = new ArrayList<>();
    for (Request request : drawn.requests()) {
      QueryAnswer answer =
          new QueryAnswer(router.answer(request), EnumSet.allOf(StorageTier.class), true);
      expected.add(JSON.readTree(new AnswerLine().with(answer::write).finish()));
    }
    assertThat(actual).isEqualTo(expected);
  }

  /** The protocol has no line for that. */
  private static boolean takesTheListBack(CaseStep step) {
    return step instanceof WorkerSnapshot workers && !workers.isListed();
  }

  private static List<JsonNode> answersTo(String input) throws IOException {
    var out = new ByteArrayOutputStream();
    new ServeSession("0-test").run(new ByteArrayInputStream(input.getBytes(UTF_8)), out);
    List<JsonNode> answers = new ArrayList<>();
    for (String line : out.toString(UTF_8).lines().toList()) {
      var answer = (ObjectNode) JSON.readTree(line);
      assertThat(answer.has("error")).as(line).isFalse();
      answers.add(answer.without(List.of("op", "line", "id")));
    }
    return answers;
  }

  @Provide
  Arbitrary<Case> irregular() {
    return Drawn.cases(Profile.IRREGULAR);
  }
}
