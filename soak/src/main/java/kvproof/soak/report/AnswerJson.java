package kvproof.soak.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.SortedMap;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.HashText;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** The answers of an exhibit as JSON; owners are keys, hashes are texts. */
final class AnswerJson {
  private AnswerJson() {}

  static void add(ObjectNode node, Answer answer) {
    ObjectNode device = node.putObject("device");
    answer
        .device()
        .forEach(
            (rank, match) ->
                device
                    .putObject(rank.toString())
                    .put("blocks", match.blocks())
                    .put("last", HashText.print(match.lastExternalHash())));
    ObjectNode lower = node.putObject("lower");
    answer.lower().forEach((tier, walked) -> addTier(lower, tier, walked));
    answer.candidates().ifPresent(found -> addCandidates(node.putObject("candidates"), found));
    ArrayNode intervals = node.putArray("intervals");
    answer
        .intervals()
        .forEach(
            source ->
                intervals
                    .addObject()
                    .put("owner", source.owner().toString())
                    .put("start", source.interval().start())
                    .put("end", source.interval().end()));
    addChoices(node.putObject("choices"), answer.choices());
  }

  private static void addTier(ObjectNode lower, StorageTier tier, TierAnswer walked) {
    ObjectNode node = lower.putObject(tier.wireName());
    ObjectNode hits = node.putObject("hits");
    walked.hits().forEach((rank, blocks) -> hits.put(rank.toString(), blocks));
    ObjectNode next = node.putObject("next");
    walked.next().forEach((rank, position) -> addNext(next.putObject(rank.toString()), position));
  }

  private static void addNext(ObjectNode node, WalkPosition next) {
    node.put("position", next.position());
    next.lastExternalHash().ifPresent(hash -> node.put("last", HashText.print(hash)));
  }

  private static void addCandidates(ObjectNode node, TransferCandidates candidates) {
    ArrayNode chain = node.putArray("chain");
    candidates.chain().stream().forEach(hash -> chain.add(HashText.print(hash)));
    ObjectNode owners = node.putObject("owners");
    candidates.owners().forEach((owner, blocks) -> owners.put(owner.toString(), blocks));
  }

  private static void addChoices(
      ObjectNode node, SortedMap<WorkerWithDpRank, SourceChoice> choices) {
    choices.forEach(
        (target, choice) -> {
          ObjectNode one = node.putObject(target.toString());
          one.put("frontier", choice.frontier());
          choice.source().ifPresent(source -> one.put("source", source.toString()));
          one.put("end", choice.end());
          choice.hint().ifPresent(hint -> one.put("hint", hint.toJson()));
        });
  }
}
