package kvproof.soak.serve;

import static kvproof.soak.serve.AnswerLine.writeNumber;
import static kvproof.soak.serve.AnswerLine.writeOwner;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;

/**
 * Carries out the operations of the protocol on a reference router, and one of its own: {@code
 * stream} says whether the event stream of an owner has a gap ({@code worker}, {@code rank} or
 * {@code cache_owner}; {@code gapped}). For one thread.
 */
final class ServedRouter {
  private static final int PROTOCOL = 1;
  private static final List<String> CAN =
      List.of(
          "device",
          "lower",
          "cache_owners",
          "candidates",
          "intervals",
          "choices",
          "continuations",
          "workers",
          "islands",
          "attachment",
          "resident",
          "dump",
          "streams");

  private final String version;
  private KvRouter router = new ReferenceRouter();
  private boolean acks;

  ServedRouter(String version) {
    this.version = version;
  }

  /** Carries one operation out; what it answers, or nothing. A line that fails changes nothing. */
  Optional<AnswerLine> carryOut(JsonNode node, long line) throws BadLineException {
    if (!node.isObject()) {
      throw new BadLineException("not an object, expected one operation such as {\"op\":\"dump\"}");
    }
    LineFields fields = new LineFields(node);
    String operation = fields.optionalText("op").orElse("");
    AnswerLine answer = new AnswerLine().text("op", operation);
    return switch (operation) {
      case "hello" -> Optional.of(hello(fields, answer.number("line", line)));
      case "query" -> Optional.of(query(fields, answer, line));
      case "dump" -> Optional.of(answer.number("line", line).with(this::writeDump));
      case "resident" -> Optional.of(resident(fields, answer.number("line", line)));
      case "stream" -> {
        router.replace(stream(fields));
        yield acknowledged(answer, line, ApplyStatus.OK);
      }
      case "owners" -> replaced(SnapshotLines.owners(fields), answer, line);
      case "workers" -> replaced(SnapshotLines.workers(fields), answer, line);
      case "reset" -> {
        router = new ReferenceRouter();
        yield acknowledged(answer, line, ApplyStatus.OK);
      }
      default -> acknowledged(answer, line, router.apply(event(operation, fields)));
    };
  }

  private static KvCacheEvent event(String operation, LineFields fields) throws BadLineException {
    return switch (operation) {
      case "stored" ->
          new Stored(
              fields.owner(),
              fields.tier(),
              fields.optionalNumber("parent"),
              BlockHashes.of(fields.column("blocks", 0)),
              BlockHashes.of(fields.column("blocks", 1)));
      case "removed" ->
          new Removed(fields.owner(), fields.tier(), BlockHashes.of(fields.numbers("blocks")));
      case "cleared" -> cleared(fields);
      case "remove_rank" -> new RankRemoved(fields.rank());
      case "remove_worker" -> new WorkerRemoved(fields.number("worker"));
      case "" -> throw new BadLineException("field 'op' is missing");
      default -> throw new BadLineException("unknown operation '" + operation + "'");
    };
  }

  private static Cleared cleared(LineFields fields) throws BadLineException {
    Optional<CacheOwner> cacheOwner = fields.cacheOwner();
    return cacheOwner.isPresent() ? Cleared.of(cacheOwner.get()) : Cleared.of(fields.rank());
  }

  private static StreamState stream(LineFields fields) throws BadLineException {
    if (!fields.has("gapped")) {
      throw new BadLineException("field 'gapped' is missing");
    }
    return new StreamState(fields.owner(), fields.flag("gapped", false));
  }

  private AnswerLine hello(LineFields fields, AnswerLine answer) throws BadLineException {
    long protocol = fields.optionalNumber("protocol").orElse(PROTOCOL);
    if (protocol != PROTOCOL) {
      throw new BadLineException(
          "protocol " + Long.toUnsignedString(protocol) + " is unknown, this is " + PROTOCOL);
    }
    acks = fields.flag("acks", false);
    return answer
        .number("protocol", PROTOCOL)
        .text("name", "kvproof-reference")
        .text("version", version)
        .with(ServedRouter::writeCan)
        .text("history", "irregular");
  }

  private static void writeCan(JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("can");
    for (String part : CAN) {
      out.writeString(part);
    }
    out.writeEndArray();
  }

  private AnswerLine query(LineFields fields, AnswerLine answer, long line)
      throws BadLineException {
    Set<StorageTier> tiers = tiers(fields);
    boolean chain = fields.flag("chain", true);
    Answer found = router.answer(request(fields, line));
    JsonNode id = fields.node().get("id");
    return (id == null ? answer : answer.node("id", id))
        .number("line", line)
        .with(new QueryAnswer(found, tiers, chain)::write);
  }

  private static Request request(LineFields fields, long line) throws BadLineException {
    List<WorkerWithDpRank> targets = fields.ranks("targets");
    if (targets.stream().distinct().count() != targets.size()) {
      throw new BadLineException("field 'targets' names a rank twice: " + targets);
    }
    return new Request(Long.toString(line), BlockHashes.of(fields.numbers("local")), targets);
  }

  private static Set<StorageTier> tiers(LineFields fields) throws BadLineException {
    if (!fields.has("tiers")) {
      return EnumSet.allOf(StorageTier.class);
    }
    Set<StorageTier> tiers = EnumSet.noneOf(StorageTier.class);
    for (JsonNode name : fields.list("tiers")) {
      if (!name.isTextual()) {
        throw LineFields.wrong("tiers", name, "the name of a tier");
      }
      tiers.add(LineFields.tier("tiers", name.textValue()));
    }
    return tiers;
  }

  private void writeDump(JsonGenerator out) throws IOException {
    List<HeldBlock> held = router.heldBlocks();
    out.writeObjectFieldStart("tiers");
    for (StorageTier tier : StorageTier.values()) {
      out.writeArrayFieldStart(tier.wireName());
      for (HeldBlock block : held) {
        if (block.tier() == tier) {
          out.writeStartArray();
          writeOwner(out, block.owner());
          writeNumber(out, block.parent());
          writeNumber(out, block.localHash());
          writeNumber(out, block.externalHash());
          out.writeEndArray();
        }
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  private AnswerLine resident(LineFields fields, AnswerLine answer) throws BadLineException {
    List<WorkerWithDpRank> ranks = fields.ranks("ranks");
    return answer.with(
        out -> {
          out.writeArrayFieldStart("counts");
          for (WorkerWithDpRank rank : ranks) {
            OptionalLong count = router.residentBlocks(rank);
            out.writeStartArray();
            writeOwner(out, rank);
            writeNumber(out, count);
            out.writeEndArray();
          }
          out.writeEndArray();
        });
  }

  private Optional<AnswerLine> replaced(ResidencySnapshot snapshot, AnswerLine answer, long line) {
    router.replace(snapshot);
    return acknowledged(answer, line, ApplyStatus.OK);
  }

  private Optional<AnswerLine> replaced(WorkerSnapshot snapshot, AnswerLine answer, long line) {
    router.replace(snapshot);
    return acknowledged(answer, line, ApplyStatus.OK);
  }

  /** Only if acks were asked for; "applied" is false where the router refused the event. */
  private Optional<AnswerLine> acknowledged(AnswerLine answer, long line, ApplyStatus status) {
    if (!acks) {
      return Optional.empty();
    }
    boolean applied =
        switch (status) {
          case OK, BLOCK_NOT_FOUND -> true;
          case INVALID_BLOCK, UNSUPPORTED_RESIDENCY_DOMAIN -> false;
        };
    return Optional.of(
        answer.number("line", line).with(out -> out.writeBooleanField("applied", applied)));
  }
}
