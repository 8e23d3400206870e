package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.KvCacheEvent;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;

/** Smaller requests and fetches; a fetch goes with the request or target that it is about. */
final class CaseReductions {
  private CaseReductions() {}

  static List<Case> withoutOneFetch(Case larger) {
    List<Case> smaller = new ArrayList<>();
    for (int i = 0; i < larger.fetches().size(); i++) {
      smaller.add(withFetches(larger, without(larger.fetches(), i)));
    }
    return smaller;
  }

  static List<Case> withoutOneRequest(Case larger) {
    List<Case> smaller = new ArrayList<>();
    for (int i = 0; i < larger.requests().size(); i++) {
      smaller.add(withRequests(larger, without(larger.requests(), i)));
    }
    return smaller;
  }

  static List<Case> withoutOneTarget(Case larger) {
    List<Case> smaller = new ArrayList<>();
    for (int i = 0; i < larger.requests().size(); i++) {
      Request request = larger.requests().get(i);
      for (int target = 0; target < request.targets().size(); target++) {
        List<WorkerWithDpRank> targets = without(request.targets(), target);
        Request fewer = new Request(request.id(), request.localHashes(), targets);
        smaller.add(withRequests(larger, with(larger.requests(), i, fewer)));
      }
    }
    return smaller;
  }

  static List<Case> withOnePromptShorter(Case larger) {
    List<Case> smaller = new ArrayList<>();
    for (int i = 0; i < larger.requests().size(); i++) {
      Request request = larger.requests().get(i);
      if (!request.localHashes().isEmpty()) {
        BlockHashes prompt = request.localHashes().slice(0, request.localHashes().size() - 1);
        Request shorter = new Request(request.id(), prompt, request.targets());
        smaller.add(withRequests(larger, with(larger.requests(), i, shorter)));
      }
    }
    return smaller;
  }

  static List<Case> withOneFetchSmaller(Case larger) {
    List<Case> smaller = new ArrayList<>();
    for (int i = 0; i < larger.fetches().size(); i++) {
      for (FetchAttempt attempt : smallerAttempts(larger.fetches().get(i))) {
        smaller.add(withFetches(larger, with(larger.fetches(), i, attempt)));
      }
    }
    return smaller;
  }

  private static List<FetchAttempt> smallerAttempts(FetchAttempt larger) {
    List<FetchAttempt> smaller = new ArrayList<>();
    if (larger.fault().isPresent()) {
      smaller.add(
          new FetchAttempt(
              larger.requestId(), larger.target(), larger.meanwhile(), larger.askInstead()));
    }
    if (larger.askInstead().isPresent()) {
      smaller.add(attempt(larger, larger.meanwhile(), Optional.empty()));
    }
    for (int i = 0; i < larger.meanwhile().size(); i++) {
      smaller.add(attempt(larger, without(larger.meanwhile(), i), larger.askInstead()));
      for (CaseStep step : StepReductions.smallerSteps(larger.meanwhile().get(i))) {
        if (step instanceof KvCacheEvent event) {
          smaller.add(attempt(larger, with(larger.meanwhile(), i, event), larger.askInstead()));
        }
      }
    }
    return smaller;
  }

  private static FetchAttempt attempt(
      FetchAttempt like, List<KvCacheEvent> meanwhile, Optional<WorkerWithDpRank> askInstead) {
    return new FetchAttempt(like.requestId(), like.target(), meanwhile, askInstead, like.fault());
  }

  static Case withSteps(Case like, List<CaseStep> steps) {
    return new Case(like.profile(), like.seed(), steps, like.requests(), like.fetches());
  }

  /** With other requests, and without the fetches that then have none. */
  static Case withRequests(Case like, List<Request> requests) {
    List<FetchAttempt> fetches =
        like.fetches().stream()
            .filter(fetch -> requests.stream().anyMatch(request -> isAbout(fetch, request)))
            .toList();
    return new Case(like.profile(), like.seed(), like.steps(), requests, fetches);
  }

  private static boolean isAbout(FetchAttempt fetch, Request request) {
    return request.id().equals(fetch.requestId()) && request.targets().contains(fetch.target());
  }

  private static Case withFetches(Case like, List<FetchAttempt> fetches) {
    return new Case(like.profile(), like.seed(), like.steps(), like.requests(), fetches);
  }

  static <T> List<T> without(List<T> values, int index) {
    List<T> fewer = new ArrayList<>(values);
    fewer.remove(index);
    return fewer;
  }

  static <T> List<T> with(List<T> values, int index, T value) {
    List<T> changed = new ArrayList<>(values);
    changed.set(index, value);
    return changed;
  }
}
