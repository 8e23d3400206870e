package kvproof.events.routerevent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.events.routerevent.RouterEventData.Cleared;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DumpDocumentTest {
  private static final String CLEARED =
      """
      {"worker_id":7,"storage_tier":"device","residency_domain":"worker",\
      "event":{"event_id":0,"data":"cleared","dp_rank":0}}""";
  private static final PartitionDump DUMP =
      new PartitionDump(
          16,
          List.of(
              RouterEvent.ofRank(
                  new WorkerWithDpRank(7, 0), StorageTier.DEVICE, 0, new Cleared())));

  private static SortedMap<PartitionName, PartitionDump> of(String model, String routingGroup) {
    return new TreeMap<>(Map.of(new PartitionName(model, routingGroup), DUMP));
  }

  @Test
  void ordinaryNameStandsInTheKeyAlone() throws Exception {
    String json = "{\"llama:default\":{\"block_size\":16,\"events\":[" + CLEARED + "]}}";

    assertThat(DumpDocument.toJson(of("llama", "default"))).isEqualTo(json);
    assertThat(DumpDocument.ofJson(json)).isEqualTo(of("llama", "default"));
  }

  /** A reader of the simple form gets a name that is not split in the wrong place. */
  @Test
  void nameWithAColonIsEscapedAndSpeltOut() throws Exception {
    String json = DumpDocument.toJson(of("org/model:8b", "blue:1"));

    assertThat(json)
        .startsWith(
            "{\"org/model%3A8b:blue:1\":{\"model\":\"org/model:8b\",\"routing_group\":\"blue:1\",");
    assertThat(DumpDocument.ofJson(json)).isEqualTo(of("org/model:8b", "blue:1"));
  }

  @Test
  void simpleKeyIsSplitAtItsFirstColon() throws Exception {
    assertThat(DumpDocument.ofJson("{\"a:b:c\":{\"block_size\":1,\"events\":[]}}").firstKey())
        .isEqualTo(new PartitionName("a", "b:c"));
    assertThat(DumpDocument.ofJson("{\"a%3Ab:c\":{\"block_size\":1,\"events\":[]}}").firstKey())
        .isEqualTo(new PartitionName("a%3Ab", "c"));
  }

  @Test
  void routerWithoutIndexHasAnEmptyDump() throws Exception {
    assertThat(DumpDocument.toJson(new TreeMap<>())).isEqualTo("{}");
    assertThat(DumpDocument.ofJson("{}")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[] | dump is [], expected an object",
        "{`a`:{`block_size`:1,`events`:[]}} | dump of 'a', expected model:routing group",
        "{`a:b`:{`events`:[]}} | dump.a:b.block_size is missing",
        "{`a:b`:{`block_size`:0,`events`:[]}} | dump.a:b.block_size is 0, expected at least 1",
        "{`a:b`:{`block_size`:16}} | dump.a:b.events is missing",
        "{`a:b`:{`block_size`:16,`events`:[{}]}} | dump.a:b.events[0].event is missing",
        "{`a:b`:{`block_size`:1,`events`:[]},"
            + "`x:y`:{`model`:`a`,`routing_group`:`b`,`block_size`:1,`events`:[]}}"
            + " | dump names the partition PartitionName[model=a, routingGroup=b] twice",
        "{ | unreadable dump: ",
      })
  void malformedDumpSaysWhereItIsWrong(String json, String message) {
    assertThatThrownBy(() -> DumpDocument.ofJson(json.replace('`', '"')))
        .isInstanceOf(MalformedRouterEventException.class)
        .hasMessageStartingWith(message);
  }
}
