package kvproof.events.wire;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.StorageTier;
import kvproof.model.identity.Tokens;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one rank as a tree: which page follows which, and how many copies of each are on
 * which tier. A page that nobody holds is kept while pages behind it are.
 */
final class PageTree {
  private final boolean countsCopies;
  private final Map<Long, Page> pages = new HashMap<>();

  /** Pages by the page that they follow, also where that one is not known. */
  private final Map<Long, Set<Long>> behind = new HashMap<>();

  /**
   * What a page is, wherever it lies.
   *
   * @param parent hash of the page before; absent: it begins at the root
   */
  record Content(OptionalLong parent, Tokens tokens, String loraName, String cacheNamespace) {

    /** What enters the hash of a block besides its tokens: the same for all pages of a block. */
    List<String> key() {
      return List.of(loraName, cacheNamespace);
    }
  }

  /** A page that is or was held. */
  static final class Page {
    private final Content content;
    private final Map<StorageTier, Integer> copies = new EnumMap<>(StorageTier.class);
    private OptionalInt depth = OptionalInt.empty();

    private Page(Content content) {
      this.content = content;
    }

    Content content() {
      return content;
    }

    boolean isOn(StorageTier tier) {
      return copies.getOrDefault(tier, 0) > 0;
    }
  }

  /** {@code countsCopies}: whether a page that is stored again is another copy. */
  PageTree(boolean countsCopies) {
    this.countsCopies = countsCopies;
  }

  @Nullable Page page(long hash) {
    return pages.get(hash);
  }

  /**
   * One more copy of a page on the tier, or the one that there is.
   *
   * @return whether the page is new; empty, and nothing changed, if another page has the hash
   */
  Optional<Boolean> add(long hash, Content content, StorageTier tier) {
    Page known = pages.get(hash);
    if (known != null && !known.content.equals(content)) {
      return Optional.empty();
    }
    Page page = known == null ? new Page(content) : known;
    if (known == null) {
      pages.put(hash, page);
      content
          .parent()
          .ifPresent(
              parent -> behind.computeIfAbsent(parent, _ -> new LinkedHashSet<>()).add(hash));
    }
    page.copies.merge(tier, 1, countsCopies ? Integer::sum : Math::max);
    return Optional.of(known == null);
  }

  /** One copy less, if there is one. */
  void remove(long hash, StorageTier tier) {
    Page page = pages.get(hash);
    if (page != null) {
      page.copies.computeIfPresent(tier, (_, copies) -> copies == 1 ? null : copies - 1);
    }
  }

  /** Forgets the page if nobody needs it any more, and then those in front of it. */
  void prune(long hash) {
    long candidate = hash;
    while (true) {
      Page page = pages.get(candidate);
      if (page == null || !page.copies.isEmpty() || behind.containsKey(candidate)) {
        return;
      }
      pages.remove(candidate);
      if (page.content.parent().isEmpty()) {
        return;
      }
      long parent = page.content.parent().getAsLong();
      Set<Long> siblings = behind.get(parent);
      if (siblings != null) {
        siblings.remove(candidate);
        if (siblings.isEmpty()) {
          behind.remove(parent);
        }
      }
      candidate = parent;
    }
  }

  void clear() {
    pages.clear();
    behind.clear();
  }

  int size() {
    return pages.size();
  }

  /** How many pages are in front of it; empty where one of them is not known. */
  OptionalInt depth(long hash) {
    Deque<Page> open = new ArrayDeque<>();
    OptionalLong next = OptionalLong.of(hash);
    int depth = 0;
    while (next.isPresent()) {
      Page page = pages.get(next.getAsLong());
      boolean isInCircle = open.size() > pages.size(); // which begins nowhere
      if (page == null || isInCircle) {
        return OptionalInt.empty();
      }
      if (page.depth.isPresent()) {
        depth = page.depth.getAsInt() + 1;
        break;
      }
      open.push(page);
      next = page.content.parent();
    }
    for (Page page : open) {
      page.depth = OptionalInt.of(depth++);
    }
    return OptionalInt.of(depth - 1);
  }

  /**
   * The page itself and the given number of pages in front of it, root first; fewer at the root.
   */
  List<Page> upTo(long hash, int before) {
    Deque<Page> found = new ArrayDeque<>();
    OptionalLong next = OptionalLong.of(hash);
    while (next.isPresent() && found.size() <= before) {
      Page page = pages.get(next.getAsLong());
      if (page == null) {
        break;
      }
      found.push(page);
      next = page.content.parent();
    }
    return List.copyOf(found);
  }

  /** Pages that follow it after exactly so many steps; of 0 steps the page itself. */
  List<Long> after(long hash, int steps) {
    List<Long> level = List.of(hash);
    for (int step = 0; step < steps && !level.isEmpty(); step++) {
      level = level.stream().flatMap(each -> behind.getOrDefault(each, Set.of()).stream()).toList();
    }
    return level;
  }

  /** All pages behind it, itself included, each once. */
  List<Long> allAfter(long hash) {
    Set<Long> seen = new LinkedHashSet<>();
    Deque<Long> next = new ArrayDeque<>(List.of(hash));
    while (!next.isEmpty()) {
      long each = next.remove();
      if (seen.add(each)) {
        next.addAll(behind.getOrDefault(each, Set.of()));
      }
    }
    return new ArrayList<>(seen);
  }
}
