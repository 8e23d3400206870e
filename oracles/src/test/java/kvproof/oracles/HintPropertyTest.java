package kvproof.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction.Fetch;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class HintPropertyTest {
  private record Link(OptionalLong parent, long localHash, long externalHash) {}

  /** continuation.md 12: the target below its frontier, the source from there on. */
  @Property(tries = 1_000)
  void everyNamedBlockIsHeldUnderExactlyThatHash(
      @ForAll("steps") List<CaseStep> steps, @ForAll("request") Request request) {
    var oracle = new EventLogOracle();
    ResidencySnapshot residency = ResidencySnapshot.empty();
    for (CaseStep step : steps) {
      oracle.take((IndexStep) step);
      residency = step instanceof ResidencySnapshot snapshot ? snapshot : residency;
    }

    SortedMap<WorkerWithDpRank, SourceChoice> choices = oracle.answer(request).choices();

    for (var chosen : choices.entrySet()) {
      SourceChoice choice = chosen.getValue();
      if (choice.hint().isPresent()) {
        List<Link> named = links(choice.hint().get(), request.localHashes());
        List<Link> atTarget = held(oracle, residency, chosen.getKey());
        List<Link> atSource = held(oracle, residency, choice.source().orElseThrow());
        assertThat(named).hasSize(choice.end()).hasSizeGreaterThan(choice.frontier());
        assertThat(atTarget).containsAll(named.subList(0, choice.frontier()));
        assertThat(atSource).containsAll(named.subList(choice.frontier(), choice.end()));
      }
    }
  }

  private static List<Link> links(KvHint hint, BlockHashes locals) {
    BlockHashes hashes = ((Fetch) hint.actions().getFirst()).blockHashes();
    List<Link> links = new ArrayList<>();
    OptionalLong parent = OptionalLong.empty();
    for (int position = 0; position < hashes.size(); position++) {
      links.add(new Link(parent, locals.at(position), hashes.at(position)));
      parent = OptionalLong.of(hashes.at(position));
    }
    return links;
  }

  /** On the device and host-pinned, a rank's projected cache owners included. */
  private static List<Link> held(EventLogOracle oracle, ResidencySnapshot residency, Owner holder) {
    return oracle.heldBlocks().stream()
        .filter(block -> block.tier().compareTo(StorageTier.HOST_PINNED) <= 0)
        .filter(
            block ->
                block.owner().equals(holder)
                    || (block.owner() instanceof CacheOwner owner
                        && holder.equals(residency.projections().get(owner))))
        .map(block -> new Link(block.parent(), block.localHash(), block.externalHash()))
        .toList();
  }

  @Provide
  Arbitrary<List<CaseStep>> steps() {
    return CollidingHistories.steps();
  }

  @Provide
  Arbitrary<Request> request() {
    return CollidingHistories.request();
  }
}
