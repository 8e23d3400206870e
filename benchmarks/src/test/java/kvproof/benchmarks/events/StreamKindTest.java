package kvproof.benchmarks.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamKindTest {
  @TempDir Path folder;

  private Path trace(String... idLists) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String ids : idLists) {
      lines.append("{\"timestamp\":0,\"input_length\":1,\"output_length\":1,\"hash_ids\":[");
      lines.append(ids).append("]}\n");
    }
    return Files.writeString(folder.resolve("trace.jsonl"), lines);
  }

  @Test
  void eachIdIsOneBlockOf512TokensOr32Of16() throws IOException {
    Path trace = trace("1,2,3", "1,2,4", "");

    EventStream coarse = StreamKind.CONVERSATION_512.make(trace);
    EventStream fine = StreamKind.CONVERSATION_16.make(trace);

    assertThat(coarse.requests()).isEqualTo(2); // one without blocks is no request
    assertThat(coarse.storedBlocks()).isEqualTo(4); // 1 and 2 are held by then
    assertThat(fine.storedBlocks()).isEqualTo(4 * 32);
  }

  @Test
  void lineThatIsNoRequestEndsTheRun() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.jsonl"), "{\"timestamp\":\n");

    assertThatThrownBy(() -> StreamKind.CONVERSATION_512.make(broken))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("line 1 is no request");
  }

  @Test
  void synthesizedStreamIsTheSameEachTime() {
    EventStream stream = StreamKind.synthetic(200);

    assertThat(StreamKind.synthetic(200).events()).isEqualTo(stream.events());
    assertThat(stream.storedBlocks()).isGreaterThan(200 * 32); // each has a tail of its own
  }

  @Test
  void unknownKeyIsNamed() {
    assertThatThrownBy(() -> StreamKind.ofKey("moon")).hasMessageContaining("'moon'");
  }
}
