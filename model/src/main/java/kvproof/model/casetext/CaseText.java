package kvproof.model.casetext;

import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.Request;

/**
 * The text form of a {@link Case}: one line an operation, made to be read, edited and diffed.
 *
 * <p>{@code parse(print(c))} equals {@code c} for every case, and equal cases print alike, in plain
 * ASCII. Reading also takes comments (from a word that begins with {@code #} to the end of the
 * line), blank lines, tabs, any indentation and CRLF.
 */
public final class CaseText {
  /*
   * kvproof-case 1                          always first: the version of this notation
   * profile irregular
   * seed 0xa359087072f7a74c                 or decimal
   *
   * owners none                             a residency snapshot: nobody projected or advertised, or
   * owners project K1 6/0 advertise K2 tcp://k2:9000 type decode attach 6/0
   *                                         any number of clauses; attach may be missing
   * workers unlisted                        the worker snapshot before the first list, or
   * workers none                            a list of nobody, or
   * workers 1 ranks 0 1 type decode endpoint 0 tcp://w1:9000 source state_agent_v2
   *     island rack r1 required ; 2 ranks 0 type prefill
   *                                         (on one line) endpoints, source, island may be missing
   * store 1/0 device root 1:101 2:102       owner, tier, root or parent hash, local:external
   * store K1 disk 102 3:103                 an owner with a slash is a rank, else a cache owner
   * remove 1/0 device 103 104
   * clear 1/0                               clear K1, or both: clear 1/0 K1
   * remove-rank 1/0
   * remove-worker 1
   * gap 1/0                                 the stream of the owner misses something for good
   * resync 1/0                              or no longer does
   *
   * open 1/0 replay copies                  none, replay or peer; copies may be missing
   * close 1/0
   * publish 1/0 3 arrives                   arrives, lost or garbled; the sequence before it
   *   event store 1/0 device root 1:101     what is in the batch above
   * arrive 1/0 incarnation 1 sequence 3     a live batch that is late or comes again
   *   event remove 1/0 device 101
   * restart 1/0
   * replay 1/0 oldest 3 early 1 most 2      most may be missing
   *
   * predict ttl 1000                        none, ttl or lru, and the time to live in ms
   * time 1500
   * route 1/0 local 1 2 sequence 101 102
   * capacity 1/0 incarnation 1 blocks 40    blocks may be missing
   * admit 1/0 incarnation 1 attempt a private 1 blocks 1:101 2:102
   * output 1/0 incarnation 1 attempt a below 102 start 2 private 0 blocks 3:103
   * finish 1/0 incarnation 1 attempt a
   * reset 1/0
   *
   * configure block 16 decode untracked temperature 0.5 credit 2.0 decay 0.5 scale 2.0 request 0.1
   *     host 0.5 disk 0.5 shared 0.5 refresh 10s expiry 300s pace 1ms seed 7 family standard
   *     bucket cached 0 bucket uncached 32
   *     class s0 cell standard cached fcfs quantum 3 busy 64 fraction 0.5 requests 4 tokens 100
   *     cached 50 class extra wspt quantum 1
   *                                         on one line; a number of a cost may be missing where it
   *                                         is the default, and everything from a class's busy on
   * schedulable 1 start 0 size 2 batch 8192 taint a ; 2 start 0 size 1
   *                                         or none; batch and taints may be missing
   * health available 1 2 overloaded 3       either, and good for neither
   * submit q1 book tokens 50 local 1 2 3 sequence 1 2 3 allow 1 2 pin 1/0 stay 1 require a
   *     prefer b 0.5 class extra strict 1 jump 2.5 deadline 9s credit 0.0 scale 1.0
   *     temperature 0.0 multiplier 0.5 reuse no track no shared 0-2 3-4 output 100
   *                                         on one line; from the sequence on all may be missing, and
   *                                         a missing sequence is the local one; stay 1/0 is a rank;
   *                                         query, advisory, book, lease; shared blocks half-open
   * clock 2500ms                            since the start: s, ms, us or ns
   * prefilled q1
   * produce q1 blocks 2 fraction 0.5
   * release q1
   * cancel q1
   * answers held                            or given
   *
   * ask q1 local 1 2 3 targets 1/0 2/0
   *
   * fetch q1 target 1/0 instead 3/0 fault lost_probe asked
   *                                         both may be missing; what goes wrong, in which phase
   *   meanwhile remove 2/0 host_pinned 103  any event; belongs to the fetch above
   *
   * Steps come first, then the asks, then the fetches; clauses keep the order shown. Every list of
   * hashes, ranks or targets may be empty. A hash is HashText. A text that is empty or contains a
   * blank, a quote, '#', ';' or anything outside ASCII stands in double quotes, where \" and \\
   * are a quote and a backslash, and \u00e4 is a UTF-16 unit.
   */

  static final int VERSION = 1;

  private CaseText() {}

  /** The whole case; ends with a line feed. */
  public static String print(Case printed) {
    return CaseTextPrinter.print(printed);
  }

  /** Reads what {@link #print} wrote; throws {@link CaseTextException} at the first other word. */
  public static Case parse(String text) {
    return new CaseTextParser(text).parse();
  }

  /** One line, and one for each event of a batch; no line feed at the end. */
  public static String printStep(CaseStep step) {
    return CaseTextPrinter.step(step);
  }

  /** One line without its line feed. */
  public static String printRequest(Request request) {
    return CaseTextPrinter.request(request);
  }

  /** The fetch's line and one for each event meanwhile; no line feed at the end. */
  public static String printFetch(FetchAttempt fetch) {
    return CaseTextPrinter.fetch(fetch);
  }
}
