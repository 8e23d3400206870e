package kvproof.benchmarks.growth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A curve as one JSON line of a trial, of kind {@code growth}. */
public final class GrowthLines {
  private static final ObjectMapper JSON = new ObjectMapper();

  private GrowthLines() {}

  public static ObjectNode print(GrowthCurve curve) {
    ObjectNode node =
        JSON.createObjectNode()
            .put("kind", "growth")
            .put("dimension", curve.dimension().name())
            .put("title", curve.dimension().title())
            .put("unit", "us")
            .put("exponent", curve.exponent())
            .put("last_exponent", curve.lastExponent())
            .put("bound", curve.dimension().bound())
            .put("met", curve.isMet());
    ArrayNode points = node.putArray("points");
    for (GrowthPoint point : curve.points()) {
      points
          .addObject()
          .put("size", point.size())
          .put("p50", point.p50())
          .put("intervals", point.intervals())
          .put("intervals_allowed", point.intervalsAllowed());
    }
    return node;
  }

  /** The curve of a line; absent for a line of another kind. */
  public static Optional<GrowthCurve> read(JsonNode line) {
    if (!line.path("kind").asText().equals("growth")) {
      return Optional.empty();
    }
    List<GrowthPoint> points = new ArrayList<>();
    for (JsonNode point : line.path("points")) {
      points.add(
          new GrowthPoint(
              point.path("size").asInt(),
              point.path("p50").asDouble(),
              point.path("intervals").asInt(),
              point.path("intervals_allowed").asLong()));
    }
    return Optional.of(new GrowthCurve(Dimension.valueOf(line.path("dimension").asText()), points));
  }
}
