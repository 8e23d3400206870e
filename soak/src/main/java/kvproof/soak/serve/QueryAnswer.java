package kvproof.soak.serve;

import static kvproof.soak.serve.AnswerLine.writeNumber;
import static kvproof.soak.serve.AnswerLine.writeOwner;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** Spells an answer out in the fields of a {@code query}. */
final class QueryAnswer {
  private final Answer answer;
  private final Set<StorageTier> tiers;
  private final boolean chain;

  /**
   * Shows part of an answer.
   *
   * @param tiers lower tiers to show
   * @param chain show what concerns sources: candidates, intervals, choices
   */
  QueryAnswer(Answer answer, Set<StorageTier> tiers, boolean chain) {
    this.answer = answer;
    this.tiers = tiers;
    this.chain = chain;
  }

  void write(JsonGenerator out) throws IOException {
    writeDevice(out);
    out.writeObjectFieldStart("lower");
    for (Map.Entry<StorageTier, TierAnswer> tier : answer.lower().entrySet()) {
      if (tiers.contains(tier.getKey())) {
        out.writeObjectFieldStart(tier.getKey().wireName());
        writeTier(out, tier.getValue());
        out.writeEndObject();
      }
    }
    out.writeEndObject();
    writeCandidates(out);
    writeIntervals(out);
    writeChoices(out);
  }

  private void writeDevice(JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("device");
    for (Map.Entry<WorkerWithDpRank, DeviceMatch> match : answer.device().entrySet()) {
      out.writeStartArray();
      writeOwner(out, match.getKey());
      out.writeNumber(match.getValue().blocks());
      writeNumber(out, match.getValue().lastExternalHash());
      out.writeEndArray();
    }
    out.writeEndArray();
  }

  private static void writeTier(JsonGenerator out, TierAnswer tier) throws IOException {
    out.writeArrayFieldStart("hits");
    for (Map.Entry<WorkerWithDpRank, Integer> hit : tier.hits().entrySet()) {
      out.writeStartArray();
      writeOwner(out, hit.getKey());
      out.writeNumber(hit.getValue());
      out.writeEndArray();
    }
    out.writeEndArray();
    out.writeArrayFieldStart("next");
    for (Map.Entry<WorkerWithDpRank, WalkPosition> next : tier.next().entrySet()) {
      out.writeStartArray();
      writeOwner(out, next.getKey());
      out.writeNumber(next.getValue().position());
      writeNumber(out, next.getValue().lastExternalHash());
      out.writeEndArray();
    }
    out.writeEndArray();
  }

  private void writeCandidates(JsonGenerator out) throws IOException {
    if (!chain || answer.candidates().isEmpty()) {
      out.writeNullField("candidates");
      return;
    }
    TransferCandidates candidates = answer.candidates().get();
    out.writeObjectFieldStart("candidates");
    out.writeArrayFieldStart("chain");
    for (long hash : candidates.chain().toArray()) {
      writeNumber(out, hash);
    }
    out.writeEndArray();
    out.writeArrayFieldStart("owners");
    for (Map.Entry<Owner, Integer> owner : candidates.owners().entrySet()) {
      out.writeStartArray();
      writeOwner(out, owner.getKey());
      out.writeNumber(owner.getValue());
      out.writeEndArray();
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private void writeIntervals(JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("intervals");
    if (chain) {
      for (SourceInterval found : answer.intervals()) {
        out.writeStartArray();
        writeOwner(out, found.owner());
        out.writeNumber(found.interval().start());
        out.writeNumber(found.interval().end());
        out.writeEndArray();
      }
    }
    out.writeEndArray();
  }

  private void writeChoices(JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("choices");
    if (chain) {
      for (Map.Entry<WorkerWithDpRank, SourceChoice> choice : answer.choices().entrySet()) {
        out.writeStartArray();
        writeOwner(out, choice.getKey());
        writeChoice(out, choice.getValue());
        out.writeEndArray();
      }
    }
    out.writeEndArray();
  }

  private static void writeChoice(JsonGenerator out, SourceChoice choice) throws IOException {
    out.writeNumber(choice.frontier());
    if (choice.source().isPresent()) {
      out.writeStartArray();
      writeOwner(out, choice.source().get());
      out.writeEndArray();
    } else {
      out.writeNull();
    }
    out.writeNumber(choice.end());
  }
}
