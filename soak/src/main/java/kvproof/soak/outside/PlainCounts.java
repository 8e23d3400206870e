package kvproof.soak.outside;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.WorkerWithDpRank;

/** Reads resident counts that come in the order of the ranks asked for, in one pass. */
final class PlainCounts {
  private static final JsonFactory JSON = new JsonFactory();

  private PlainCounts() {}

  /** The count of each rank; empty: the answer has to be looked at closely. */
  static Optional<SortedMap<WorkerWithDpRank, OptionalLong>> in(
      Said said, Collection<WorkerWithDpRank> asked) {
    try (JsonParser json = JSON.createParser(said.bytes())) {
      PlainRows rows = new PlainRows(json);
      SortedMap<WorkerWithDpRank, OptionalLong> counts = new TreeMap<>();
      boolean isPlain = json.nextToken() == JsonToken.START_OBJECT;
      int due = 2;
      for (String field = json.nextFieldName();
          isPlain && field != null;
          field = json.nextFieldName()) {
        due -= field.equals("op") || field.equals("counts") ? 1 : 0;
        isPlain =
            switch (field) {
              case "op" -> rows.isText("resident");
              case "line" -> rows.isPassedOver();
              case "counts" -> readCounts(rows, asked, counts);
              default -> false;
            };
      }
      return isPlain && due == 0 ? Optional.of(counts) : Optional.empty();
    } catch (JacksonException unusual) {
      return Optional.empty();
    } catch (IOException impossible) {
      throw new AssertionError("bytes that cannot be read", impossible);
    }
  }

  private static boolean readCounts(
      PlainRows rows,
      Collection<WorkerWithDpRank> asked,
      SortedMap<WorkerWithDpRank, OptionalLong> counts)
      throws IOException {
    if (!rows.begins()) {
      return false;
    }
    for (WorkerWithDpRank rank : asked) {
      Optional<OptionalLong> count =
          rows.begins() && rows.isRank(rank) ? rows.numberOrNull() : Optional.empty();
      if (count.isEmpty() || !rows.ends() || counts.put(rank, count.get()) != null) {
        return false;
      }
    }
    return rows.ends();
  }
}
