package kvproof.model.casetext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way to refuse a text, each with its place and its words. */
class CaseTextParserTest {
  private static final String HEAD = "kvproof-case 1\nprofile p\nseed 1\n";
  private static final String ASKED = HEAD + "ask q1 local 1 targets 1/0\n";
  private static final String EVENTS = "store, remove, clear, remove-rank, remove-worker";
  private static final String OPERATION =
      "an operation ("
          + EVENTS
          + ", owners, workers, gap, resync, open, close, publish, arrive, restart, replay,"
          + " predict, time, route, capacity, admit, output, finish, reset, configure, schedulable,"
          + " health, submit, clock, prefilled, produce, release, cancel, answers, ask, fetch,"
          + " meanwhile)";
  private static final String HASH = "a hash (decimal, or 16 hex digits)";
  private static final String RANK = "a rank (worker/rank, such as 7/0)";
  private static final String OWNER = "an owner (a rank such as 7/0, or a cache owner's name)";
  private static final String CACHE_OWNER = "a cache owner (no slash, no white space, not empty)";
  private static final String TIER = "a tier (device, host_pinned, disk, external)";
  private static final String BLOCK = "a block (local:external, such as 1:101)";
  private static final String FAULT =
      "a fault (source_restarted, source_crashed, block_evicted, evicted_while_pinned, slot_reuse,"
          + " foreign_bytes, other_blocks_bytes, torn_write, partial_write, lost_transfer,"
          + " early_notification, lost_notification, duplicate_notification, late_notification,"
          + " lost_ack, source_stalled, lost_request, late_request, duplicate_request, lost_probe,"
          + " pins_unanswered, slow_write, stuck_write, cancelled, deregistration,"
          + " target_crashed)";
  private static final String ORDER = "(steps come first, then asks, then fetches)";

  @ParameterizedTest(name = "{index}: {0}")
  @MethodSource
  void textThatIsNoCaseIsRefusedAtItsHead(String text, int line, int column, String problem) {
    assertRefused(text, line, column, problem);
  }

  static Stream<Arguments> textThatIsNoCaseIsRefusedAtItsHead() {
    return Stream.of(
        arguments("", 1, 1, "expected 'kvproof-case', but the text ends"),
        arguments("\n# c\n", 3, 1, "expected 'kvproof-case', but the text ends"),
        arguments("case 1", 1, 1, "expected 'kvproof-case', not case"),
        arguments("\"kvproof-case\" 1", 1, 1, "expected 'kvproof-case', not \"kvproof-case\""),
        arguments("kvproof-case", 1, 13, "expected version 1, but the line ends"),
        arguments("kvproof-case 2\n\"", 1, 14, "expected version 1, not 2"),
        arguments("kvproof-case 1", 1, 15, "expected 'profile', but the text ends"),
        arguments("kvproof-case 1\n", 2, 1, "expected 'profile', but the text ends"),
        arguments("kvproof-case 1 1", 1, 16, "expected the end of the line, not 1"),
        arguments("kvproof-case 1\nseed 1", 2, 1, "expected 'profile', not seed"),
        arguments(
            "kvproof-case 1\nprofile # c",
            2,
            8,
            "expected the name of a profile, but the line ends"),
        arguments("kvproof-case 1\nprofile p q", 2, 11, "expected the end of the line, not q"),
        arguments("kvproof-case 1\nprofile p\n", 3, 1, "expected 'seed', but the text ends"),
        seed("seed", 5, ", but the line ends"),
        seed("seed x", 6, ", not x"),
        seed("seed -1", 6, ", not -1"),
        seed("seed ff", 6, ", not ff"),
        seed("seed 0x", 6, ", not 0x"),
        seed("seed 0x1a359087072f7a74c", 6, ", not 0x1a359087072f7a74c"));
  }

  private static Arguments seed(String line, int column, String rest) {
    String expected = "expected a seed (decimal, or 0x and hex digits)";
    return arguments("kvproof-case 1\nprofile p\n" + line, 3, column, expected + rest);
  }

  @ParameterizedTest(name = "{index}: {0}")
  @MethodSource
  void brokenWordIsRefusedWhereItBreaks(String line, int column, String problem) {
    assertRefused(HEAD + line, 4, column, problem);
  }

  static Stream<Arguments> brokenWordIsRefusedWhereItBreaks() {
    String escape = "expected \\\", \\\\ or \\u and four hex digits";
    return Stream.of(
        arguments("clear \"K1", 7, "a quote that is not closed on its line"),
        arguments("clear \"K1\\\"", 7, "a quote that is not closed on its line"),
        arguments("clear \"K1\\", 10, escape),
        arguments("clear \"K\\n\"", 9, escape),
        arguments("clear \"K\\u12\"", 9, escape),
        arguments("clear \"K\\u12", 9, escape),
        arguments("clear \"K\\u12g4\"", 9, escape),
        arguments("clear \"K\"1", 10, "expected a blank after the closing quote"),
        arguments(
            "clear K\"1\"", 8, "a quote inside a word (quote all of it, inner quotes as \\\")"));
  }

  @ParameterizedTest(name = "{index}: {0}")
  @MethodSource
  void brokenEventIsRefusedAtItsWord(String line, int column, String problem) {
    assertRefused(HEAD + "clear 1/0\n\n  " + line, 6, column + 2, problem);
  }

  static Stream<Arguments> brokenEventIsRefusedAtItsWord() {
    return Stream.of(
        arguments(
            "open 1/0 peer copies", 15, "copies are counted at the peer already, so not here"),
        arguments(
            "open 1/0 REPLAY", 10, "expected how to recover (none, replay, peer), not REPLAY"),
        arguments(
            "publish 1/0 3",
            14,
            "expected what becomes of the batch (arrives, lost," + " garbled), but the line ends"),
        arguments("replay 1/0 oldest 3 early -1", 27, "expected a number of batches, not -1"),
        arguments("time -5", 6, "expected a time in milliseconds, not -5"),
        arguments("event clear 1/0", 1, "event stands below no batch"),
        arguments("stroe 1/0", 1, "expected " + OPERATION + ", not stroe"),
        arguments("\"store\" 1/0", 1, "expected " + OPERATION + ", not \"store\""),
        arguments(";", 1, "expected " + OPERATION + ", not ;"),
        arguments("store", 6, "expected " + OWNER + ", but the line ends"),
        arguments("store 1/x device root", 7, "expected " + OWNER + ", not 1/x"),
        arguments("store 1/4294967296 device root", 7, "expected " + OWNER + ", not 1/4294967296"),
        arguments("store \"K 1\" disk root", 7, "expected " + OWNER + ", not \"K 1\""),
        arguments("store 1/0", 10, "expected " + TIER + ", but the line ends"),
        arguments("store 1/0 host root", 11, "expected " + TIER + ", not host"),
        arguments("store 1/0 disk", 15, "expected root or a parent hash, but the line ends"),
        arguments("store 1/0 disk 1:2", 16, "expected root or a parent hash, not 1:2"),
        arguments("store 1/0 disk \"root\"", 16, "expected root or a parent hash, not \"root\""),
        arguments("store 1/0 disk root 1:2 3", 25, "expected " + BLOCK + ", not 3"),
        arguments("store 1/0 disk root 1:", 21, "expected " + BLOCK + ", not 1:"),
        arguments("store 1/0 disk root :1", 21, "expected " + BLOCK + ", not :1"),
        arguments("store 1/0 disk root 1:2:3", 21, "expected " + BLOCK + ", not 1:2:3"),
        arguments("store 1/0 disk root 1 : 2", 21, "expected " + BLOCK + ", not 1"),
        arguments("remove 1/0 device 1 -2", 21, "expected " + HASH + ", not -2"),
        arguments("remove 1/0 device f00d", 19, "expected " + HASH + ", not f00d"),
        arguments(
            "remove 1/0 device 18446744073709551616",
            19,
            "expected " + HASH + ", not 18446744073709551616"),
        arguments(
            "remove 1/0 device xfffffffffffffff",
            19,
            "expected " + HASH + ", not xfffffffffffffff"),
        arguments("clear", 6, "expected " + OWNER + ", but the line ends"),
        arguments("clear 1/0 2/0", 11, "expected " + CACHE_OWNER + ", not 2/0"),
        arguments("clear 1/0 \"\"", 11, "expected " + CACHE_OWNER + ", not \"\""),
        arguments("clear K1 1/0", 10, "expected the end of the line, not 1/0"),
        arguments("clear 1/0 K1 K2", 14, "expected the end of the line, not K2"),
        arguments("remove-rank K1", 13, "expected " + RANK + ", not K1"),
        arguments("remove-rank 1", 13, "expected " + RANK + ", not 1"),
        arguments("remove-worker 1/0", 15, "expected a worker id, not 1/0"),
        arguments("remove-worker -1", 15, "expected a worker id, not -1"));
  }

  @ParameterizedTest(name = "{index}: {0}")
  @MethodSource
  void brokenSnapshotIsRefusedAtItsWord(String line, int column, String problem) {
    assertRefused(HEAD + line, 4, column, problem);
  }

  static Stream<Arguments> brokenSnapshotIsRefusedAtItsWord() {
    String clause = "expected 'project', 'advertise' or 'none', ";
    String worker = "expected a worker id, 'unlisted' or 'none', ";
    return Stream.of(
        arguments("owners", 7, clause + "but the line ends"),
        arguments("owners K1 6/0", 8, clause + "not K1"),
        arguments("owners none K1", 13, "expected the end of the line, not K1"),
        arguments("owners project", 15, "expected " + CACHE_OWNER + ", but the line ends"),
        arguments("owners project 6/0 K1", 16, "expected " + CACHE_OWNER + ", not 6/0"),
        arguments("owners project K1 K2", 19, "expected " + RANK + ", not K2"),
        arguments("owners project K1 6/0 project K1 7/0", 31, "K1 is projected already"),
        arguments("owners advertise K1", 20, "expected a control endpoint, but the line ends"),
        arguments("owners advertise K1 e decode", 23, "expected 'type', not decode"),
        arguments("owners advertise K1 e type", 27, "expected a worker type, but the line ends"),
        arguments(
            "owners advertise K1 e type t attach", 36, "expected " + RANK + ", but the line ends"),
        arguments(
            "owners advertise K1 e type t project K1 6/0",
            30,
            "expected the end of the line, not project"),
        arguments(
            "owners advertise \"K 1\" e type t", 18, "expected " + CACHE_OWNER + ", not \"K 1\""),
        arguments(
            "owners advertise K1 e type t advertise K1 e type t", 40, "K1 is advertised already"),
        arguments("workers", 8, worker + "but the line ends"),
        arguments("workers 1/0", 9, worker + "not 1/0"),
        arguments("workers unlisted 1", 18, "expected the end of the line, not 1"),
        arguments("workers none ;", 14, "expected the end of the line, not ;"),
        arguments("workers 1", 10, "expected 'ranks', but the line ends"),
        arguments("workers 1 ranks", 16, "expected a dp rank or 'type', but the line ends"),
        arguments("workers 1 ranks 0,1 type t", 17, "expected a dp rank or 'type', not 0,1"),
        arguments("workers 1 ranks 0 1 0 type t", 21, "0 is listed already"),
        arguments("workers 1 ranks type", 21, "expected a worker type, but the line ends"),
        arguments("workers 1 ranks type t endpoint", 32, "expected a dp rank, but the line ends"),
        arguments("workers 1 ranks type t endpoint 0=e", 33, "expected a dp rank, not 0=e"),
        arguments(
            "workers 1 ranks type t endpoint 0",
            34,
            "expected a control endpoint, but the line ends"),
        arguments(
            "workers 1 ranks type t endpoint 0 e endpoint 0 e", 46, "0 has an endpoint already"),
        arguments(
            "workers 1 ranks type t source", 30, "expected an event source, but the line ends"),
        arguments(
            "workers 1 ranks type t island",
            30,
            "expected the domain of an island, but the line ends"),
        arguments(
            "workers 1 ranks type t island rack",
            35,
            "expected the value of an island, but the line ends"),
        arguments(
            "workers 1 ranks type t island rack r1 demanded",
            39,
            "expected an enforcement (preferred, required), not demanded"),
        arguments("workers 1 ranks type t;", 24, worker + "but the line ends"),
        arguments("workers 1 ranks type t ; 1 ranks type t", 26, "1 is listed already"),
        arguments(
            "workers 1 ranks type t source s endpoint 0 e",
            33,
            "expected the end of the line, not endpoint"));
  }

  @ParameterizedTest(name = "{index}: {0}")
  @MethodSource
  void brokenAskIsRefusedAtItsWord(String line, int column, String problem) {
    assertRefused(ASKED + line, 5, column, problem);
  }

  static Stream<Arguments> brokenAskIsRefusedAtItsWord() {
    String local = "expected a local hash or 'targets', ";
    return Stream.of(
        arguments("ask", 4, "expected the id of the request, but the line ends"),
        arguments("ask q2", 7, "expected 'local', but the line ends"),
        arguments("ask q2 1 2", 8, "expected 'local', not 1"),
        arguments("ask q2 local 1", 15, local + "but the line ends"),
        arguments("ask q2 local 1:2", 14, local + "not 1:2"),
        arguments("ask q2 local 1 \"targets\" 1/0", 16, local + "not \"targets\""),
        arguments("ask q2 local targets 1", 22, "expected " + RANK + ", not 1"),
        arguments("ask q2 local targets 1/0 2/0 1/0", 30, "1/0 is a target already"),
        arguments("ask q1 local targets", 5, "q1 is asked already"),
        arguments("ask \"q1\" local targets", 5, "\"q1\" is asked already"));
  }

  @ParameterizedTest(name = "{index}: {0}")
  @MethodSource
  void brokenFetchIsRefusedAtItsWord(String line, int column, String problem) {
    assertRefused(ASKED + "fetch q1 target 1/0\n" + line, 6, column, problem);
  }

  static Stream<Arguments> brokenFetchIsRefusedAtItsWord() {
    return Stream.of(
        arguments("fetch", 6, "expected the id of a request, but the line ends"),
        arguments("fetch q2 target 1/0", 7, "q2 is asked nowhere above"),
        arguments("fetch q1", 9, "expected 'target', but the line ends"),
        arguments("fetch q1 from 1/0", 10, "expected 'target', not from"),
        arguments("fetch q1 target K1", 17, "expected " + RANK + ", not K1"),
        arguments("fetch q1 target 2/0", 17, "2/0 is no target of the request"),
        arguments("fetch q1 target 1/0 instead", 28, "expected " + RANK + ", but the line ends"),
        arguments("fetch q1 target 1/0 2/0", 21, "expected the end of the line, not 2/0"),
        arguments("fetch q1 target 1/0 fault", 26, "expected " + FAULT + ", but the line ends"),
        arguments("fetch q1 target 1/0 fault asked", 27, "expected " + FAULT + ", not asked"),
        arguments(
            "fetch q1 target 1/0 fault lost_probe",
            37,
            "expected a phase of lost_probe (asked), but the line ends"),
        arguments(
            "fetch q1 target 1/0 fault cancelled hinted",
            37,
            "expected a phase of cancelled (asked, accepted, writing), not hinted"),
        arguments(
            "fetch q1 target 1/0 fault lost_ack hinted instead 2/0",
            43,
            "expected the end of the line, not instead"),
        arguments("meanwhile", 10, "expected an event (" + EVENTS + "), but the line ends"),
        arguments("meanwhile owners none", 11, "expected an event (" + EVENTS + "), not owners"),
        arguments("  meanwhile clear", 18, "expected " + OWNER + ", but the line ends"));
  }

  @ParameterizedTest(name = "{index}: {0}")
  @MethodSource
  void lineInTheWrongPlaceIsRefused(String text, int line, int column, String problem) {
    assertRefused(text, line, column, problem);
  }

  static Stream<Arguments> lineInTheWrongPlaceIsRefused() {
    String fetched = ASKED + "fetch q1 target 1/0\n";
    String expected = "expected an ask, a fetch or meanwhile " + ORDER + ", not ";
    return Stream.of(
        arguments(ASKED + "clear 1/0", 5, 1, expected + "clear"),
        arguments(fetched + "workers none", 6, 1, expected + "workers"),
        arguments(fetched + " stroe", 6, 2, expected + "stroe"),
        arguments(fetched + " ask q2 local targets", 6, 2, "ask stands below a fetch " + ORDER),
        arguments(HEAD + "  meanwhile clear 1/0", 4, 3, "meanwhile stands below no fetch"),
        arguments(ASKED + "meanwhile clear 1/0", 5, 1, "meanwhile stands below no fetch"),
        arguments(HEAD + "seed 1", 4, 1, "expected " + OPERATION + ", not seed"));
  }

  @Test
  void wordsOfAMessageStayOnOneLine() {
    assertRefused(
        HEAD + "\"a\\u000ab\u001b\"", 4, 1, "expected " + OPERATION + ", not \"a\\u000ab\\u001b\"");
    assertRefused(HEAD + "a\u001bb", 4, 1, "expected " + OPERATION + ", not \"a\\u001bb\"");
  }

  private static void assertRefused(String text, int line, int column, String problem) {
    CaseTextException refused =
        catchThrowableOfType(CaseTextException.class, () -> CaseText.parse(text));

    assertThat(refused).as("refused: %s", text).isNotNull();
    assertThat(refused).hasMessage("line " + line + ", column " + column + ": " + problem);
    assertThat(refused.line()).isEqualTo(line);
    assertThat(refused.column()).isEqualTo(column);
  }
}
