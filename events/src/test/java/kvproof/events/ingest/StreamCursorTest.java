package kvproof.events.ingest;

import static kvproof.events.ingest.StreamCursor.Observation.CONTIGUOUS;
import static kvproof.events.ingest.StreamCursor.Observation.GAP;
import static kvproof.events.ingest.StreamCursor.Observation.INITIAL;
import static kvproof.events.ingest.StreamCursor.Observation.STALE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StreamCursorTest {

  @Test
  void b24CursorTellsWhatASequenceMeans() {
    assertThat(StreamCursor.initial().observe(5)).isEqualTo(INITIAL);

    var live = StreamCursor.at(10);
    assertThat(live.observe(11)).isEqualTo(CONTIGUOUS);
    assertThat(live.observe(15)).isEqualTo(GAP);
    assertThat(live.expected()).isEqualTo(11);
    assertThat(live.observe(10)).isEqualTo(STALE);
    assertThat(live.observe(9)).isEqualTo(STALE);
  }

  @Test
  void sequencesAreUnsigned() {
    var late = StreamCursor.at(Long.MAX_VALUE);

    assertThat(late.observe(Long.MIN_VALUE)).isEqualTo(CONTIGUOUS);
    assertThat(late.observe(-1)).isEqualTo(GAP);
    assertThat(StreamCursor.at(-1)).hasToString("18446744073709551615");
  }

  @Test
  void nothingComesAfterTheLastOfAllSequences() {
    assertThat(StreamCursor.at(-1).observe(0)).isEqualTo(STALE);
  }
}
