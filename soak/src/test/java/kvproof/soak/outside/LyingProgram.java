package kvproof.soak.outside;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import kvproof.soak.serve.ServeSession;

/** The reference router on the line protocol, but for one lie in what it writes. */
final class LyingProgram {
  enum Lie {
    NONE,
    /**
     * No lie: it says that it can do nothing but device, for engine histories, and does no more.
     */
    MODEST,
    /** No lie: its JSON library has no whole numbers above 2^53, so it takes and writes strings. */
    NUMBERS_ARE_DOUBLES,
    RESIDENT,
    DUMP,
    /** It over-credits workers whose ids are 2^62 and more, which no drawn case has. */
    OVERLAP_OF_LARGE_WORKERS,
    /** Its inventory is empty unless it was asked about prompts since the last one. */
    DUMP_OUT_OF_THE_BLUE,
    /** It refuses queries in which such a worker is credited. */
    REFUSAL_OF_LARGE_WORKERS,
    OVERLAP,
    /** It promises engine histories alone, and over-credits worker 3. */
    OVERLAP_OF_WORKER_3,
    SOURCE,
    END,
    STALE,
    ORDER,
    EXTRA_FIELD,
    EXTRA_ELEMENT,
    MISSING_FIELD,
    /** It does not say which question it answers. */
    NO_ID,
    /** It gives every answer the same id, which no question has. */
    OTHER_ID,
    /** Its ids are numbers. */
    NUMBER_FOR_AN_ID,
    MISSING_ANSWER,
    UNASKED_ANSWER,
    REPEATED_FIELD,
    REFUSAL,
    ROUNDED,
    /** It says goodbye if it was asked anything. */
    WORD_AT_THE_END,
    CRASH,
    HANG,
    GARBAGE
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final BigInteger MOST_EXACT = BigInteger.ONE.shiftLeft(53);

  private final Lie lie;
  private final OutputStream out;
  private final Deque<ObjectNode> held = new ArrayDeque<>();
  private int queries;
  private int queriesSinceDump;

  private LyingProgram(Lie lie, OutputStream out) {
    this.lie = lie;
    this.out = out;
  }

  public static void main(String[] args) throws IOException {
    System.err.println("lies about " + args[0]);
    run(Lie.valueOf(args[0]), System.in, System.out);
  }

  /** Until the input ends. */
  static void run(Lie lie, InputStream in, OutputStream out) throws IOException {
    var liar = new LyingProgram(lie, out);
    new ServeSession("0-test")
        .run(lie == Lie.NUMBERS_ARE_DOUBLES ? new RoundedLines(in) : in, liar.new Answers());
    if (lie == Lie.WORD_AT_THE_END && liar.queries > 0) {
      liar.print("{\"op\":\"bye\"}");
      out.flush();
    }
  }

  /** What a reader gets whose numbers are doubles. */
  private static final class RoundedLines extends InputStream {
    private final BufferedReader lines;
    private InputStream line = InputStream.nullInputStream();

    RoundedLines(InputStream in) {
      lines = new BufferedReader(new InputStreamReader(in, UTF_8));
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException("one byte");
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = line.read(bytes, offset, length);
      if (read >= 0) {
        return read;
      }
      String next = lines.readLine();
      if (next == null) {
        return -1;
      }
      JsonNode told = JSON.readTree(next);
      round(told);
      line = new ByteArrayInputStream((told + "\n").getBytes(UTF_8));
      return line.read(bytes, offset, length);
    }
  }

  /** Takes whole lines, as the session writes them, or several at once. */
  private final class Answers extends OutputStream {
    @Override
    public void write(int oneByte) {
      throw new UnsupportedOperationException("one byte");
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      for (String line : new String(bytes, UTF_8).lines().toList()) {
        answer((ObjectNode) JSON.readTree(line));
      }
      out.flush();
    }
  }

  private void answer(ObjectNode answer) throws IOException {
    if (lie == Lie.MODEST && answer.has("can")) {
      answer.putArray("can").add("device");
      answer.put("history", "engine");
    }
    if (lie == Lie.OVERLAP_OF_WORKER_3 && answer.has("history")) {
      answer.put("history", "engine");
    }
    String operation = answer.path("op").asText();
    if (lie == Lie.RESIDENT && operation.equals("resident")) {
      for (JsonNode row : answer.get("counts")) {
        if (!row.get(2).isNull()) {
          ((ArrayNode) row).set(2, JSON.getNodeFactory().numberNode(row.get(2).asInt() + 1));
        }
      }
    }
    if (operation.equals("dump")) {
      if (lie == Lie.DUMP || (lie == Lie.DUMP_OUT_OF_THE_BLUE && queriesSinceDump == 0)) {
        answer.get("tiers").forEach(tier -> ((ArrayNode) tier).removeAll());
      }
      queriesSinceDump = 0;
    }
    if (!operation.equals("query")) {
      print(answer.toString());
      return;
    }
    queries++;
    queriesSinceDump++;
    switch (lie) {
      case NONE, RESIDENT, DUMP, DUMP_OUT_OF_THE_BLUE, WORD_AT_THE_END -> print(answer.toString());
      case MODEST -> {
        reverse((ArrayNode) answer.get("device"));
        print(answer.retain("op", "id", "line", "device").toString());
      }
      case NUMBERS_ARE_DOUBLES -> {
        asStrings(answer);
        print(answer.toString());
      }
      case OVERLAP -> {
        for (JsonNode row : answer.get("device")) {
          ((ArrayNode) row).set(2, JSON.getNodeFactory().numberNode(row.get(2).asInt() + 1));
        }
        print(answer.toString());
      }
      case OVERLAP_OF_LARGE_WORKERS -> {
        for (JsonNode row : answer.get("device")) {
          int lie = isLarge(row.get(0)) ? 1 : 0;
          ((ArrayNode) row).set(2, JSON.getNodeFactory().numberNode(row.get(2).asInt() + lie));
        }
        print(answer.toString());
      }
      case REFUSAL_OF_LARGE_WORKERS -> {
        boolean isLarge = false;
        for (JsonNode row : answer.get("device")) {
          isLarge |= isLarge(row.get(0));
        }
        print(
            isLarge
                ? "{\"line\":" + answer.get("line") + ",\"error\":\"too large\"}"
                : answer.toString());
      }
      case OVERLAP_OF_WORKER_3 -> {
        for (JsonNode row : answer.get("device")) {
          int lie = row.get(0).asInt() == 3 ? 1 : 0;
          ((ArrayNode) row).set(2, JSON.getNodeFactory().numberNode(row.get(2).asInt() + lie));
        }
        print(answer.toString());
      }
      case SOURCE -> {
        for (JsonNode row : answer.get("choices")) {
          if (!row.get(3).isNull()) {
            ((ArrayNode) row).set(3, JSON.createArrayNode().add(row.get(0)).add(row.get(1)));
          }
        }
        print(answer.toString());
      }
      case END -> {
        for (JsonNode row : answer.get("choices")) {
          if (!row.get(3).isNull()) {
            ((ArrayNode) row).set(4, JSON.getNodeFactory().numberNode(row.get(4).asInt() - 1));
          }
        }
        print(answer.toString());
      }
      case STALE -> stale(answer);
      case ORDER -> {
        held.addLast(answer);
        if (held.size() == 2) {
          print(held.removeLast().toString());
          print(held.removeLast().toString());
        }
      }
      case EXTRA_FIELD -> print(answer.put("elapsed", 3).toString());
      case EXTRA_ELEMENT -> {
        answer.get("device").forEach(row -> ((ArrayNode) row).add(0));
        print(answer.toString());
      }
      case MISSING_FIELD -> print(answer.without("candidates").toString());
      case NO_ID -> print(answer.without("id").toString());
      case OTHER_ID -> print(answer.put("id", "another").toString());
      case NUMBER_FOR_AN_ID -> print(answer.put("id", queries).toString());
      case MISSING_ANSWER -> {
        if (queries != 3) {
          print(answer.toString());
        }
      }
      case UNASKED_ANSWER -> {
        print(answer.toString());
        print(answer.put("line", answer.get("line").asLong() - 1).toString());
      }
      case REPEATED_FIELD -> print("{\"device\":[]," + answer.toString().substring(1));
      case REFUSAL -> print("{\"line\":" + answer.get("line") + ",\"error\":\"not today\"}");
      case ROUNDED -> {
        round(answer);
        print(answer.toString());
      }
      case CRASH -> {
        print(answer.toString());
        if (queries == 5) {
          out.flush();
          Runtime.getRuntime().halt(7);
        }
      }
      case HANG -> {
        if (queries == 5) {
          waitForEver();
        }
        print(answer.toString());
      }
      case GARBAGE -> print(queries == 5 ? "Segmentation fault" : answer.toString());
    }
  }

  private static void waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** What was right for the question before, as if it were the answer to this one. */
  private void stale(ObjectNode answer) throws IOException {
    ObjectNode before = held.isEmpty() ? answer : held.removeFirst();
    held.addFirst(answer.deepCopy());
    ObjectNode told = before.deepCopy();
    told.set("line", answer.get("line"));
    told.set("id", answer.get("id"));
    print(told.toString());
  }

  private static void round(JsonNode node) {
    if (node instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        if (list.get(i).isIntegralNumber()
            && list.get(i).bigIntegerValue().compareTo(MOST_EXACT) > 0) {
          double nearest = list.get(i).bigIntegerValue().doubleValue();
          list.set(i, JSON.getNodeFactory().numberNode(new BigDecimal(nearest).toBigInteger()));
        }
      }
    }
    node.forEach(LyingProgram::round);
  }

  private static boolean isLarge(JsonNode worker) {
    return worker.bigIntegerValue().bitLength() > 62;
  }

  /** Any order is right. */
  private static void reverse(ArrayNode rows) {
    for (int i = rows.size() - 1; i >= 0; i--) {
      rows.add(rows.remove(i));
    }
  }

  private static void asStrings(JsonNode node) {
    if (node instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        if (list.get(i).isIntegralNumber()
            && list.get(i).bigIntegerValue().compareTo(MOST_EXACT) > 0) {
          list.set(i, JSON.getNodeFactory().textNode(list.get(i).asText()));
        }
      }
    }
    node.forEach(LyingProgram::asStrings);
  }

  private void print(String line) throws IOException {
    out.write((line + "\n").getBytes(UTF_8));
  }
}
