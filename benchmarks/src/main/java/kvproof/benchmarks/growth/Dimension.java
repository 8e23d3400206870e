package kvproof.benchmarks.growth;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import kvproof.benchmarks.fixture.Inventory;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.fixture.Shape;
import kvproof.model.BlockInterval;

/** One number that an inventory grows in, all others staying as they are. */
public enum Dimension {
  /** 8 sources of a shared suffix, 8 targets; the frontier is at a quarter. */
  BLOCKS("blocks", List.of(128, 400, 1_280, 4_000, 12_800), 1) {
    @Override
    Inventory inventory(int size) {
      return shaped(size, Shape.SHARED_SUFFIX, 8, 8);
    }
  },
  /** Sources of a shared suffix of 2,048 blocks, 8 targets. */
  SOURCES("sources", List.of(10, 32, 100, 320, 1_000), 1) {
    @Override
    Inventory inventory(int size) {
      return shaped(2_048, Shape.SHARED_SUFFIX, size, 8);
    }
  },
  /** 64 sources of a shared suffix of 2,048 blocks, targets of one frontier. */
  TARGETS("targets", List.of(8, 25, 80, 250, 800), 1) {
    @Override
    Inventory inventory(int size) {
      return shaped(2_048, Shape.SHARED_SUFFIX, 64, size);
    }
  },
  /**
   * One source holds all of 16,384 blocks past the frontier, another one every second run of them,
   * so that the owner set changes this often while the walk goes on.
   */
  OWNER_SET_CHANGES("owner-set changes", List.of(12, 38, 120, 384, 1_200), 1) {
    @Override
    Inventory inventory(int size) {
      int blocks = 16_384;
      int frontier = blocks / 4;
      int run = (blocks - frontier) / size;
      List<BlockInterval> runs = new ArrayList<>();
      for (int start = frontier; start + run <= blocks; start += 2 * run) {
        runs.add(new BlockInterval(start, start + run));
      }
      return new Inventory(
          SEED,
          blocks,
          Collections.nCopies(8, frontier),
          List.of(List.of(new BlockInterval(frontier, blocks)), runs));
    }
  },
  /** 64 fragmented sources of 8,192 blocks, 800 targets that stand at this many frontiers. */
  FRONTIERS("frontiers", List.of(8, 25, 80, 250, 800), 1) {
    @Override
    Inventory inventory(int size) {
      return new Inventory(SEED, 8_192, frontiers(8_192, 800, size), fragmented(8_192, 64));
    }
  },
  /** As many fragmented sources of 8,192 blocks as frontiers, one target at each. */
  SOURCES_AND_FRONTIERS("sources and frontiers together", List.of(4, 13, 40, 126, 400), 2) {
    @Override
    Inventory inventory(int size) {
      return new Inventory(SEED, 8_192, frontiers(8_192, size, size), fragmented(8_192, size));
    }
  };

  /** What a fit may come out above its bound, since it is one over times. */
  private static final double TOLERANCE = 0.1;

  private static final long SEED = InventoryFixture.PROMPT_SEED;

  private final String title;
  private final List<Integer> sizes;
  private final int degree;

  Dimension(String title, List<Integer> sizes, int degree) {
    this.title = title;
    this.sizes = sizes;
    this.degree = degree;
  }

  abstract Inventory inventory(int size);

  public String title() {
    return title;
  }

  /** Ascending, over two decades. */
  List<Integer> sizes() {
    return sizes;
  }

  /** No worse than linear in each number that grows here. */
  public double bound() {
    return degree + TOLERANCE;
  }

  private static Inventory shaped(int blocks, Shape shape, int sources, int targets) {
    int frontier = blocks / 4;
    return new Inventory(
        SEED,
        blocks,
        Collections.nCopies(targets, frontier),
        IntStream.range(0, sources)
            .mapToObj(source -> shape.heldBy(source, sources, frontier, blocks))
            .toList());
  }

  private static List<List<BlockInterval>> fragmented(int blocks, int sources) {
    return IntStream.range(0, sources)
        .mapToObj(source -> Shape.FRAGMENTED.heldBy(source, sources, blocks / 4, blocks))
        .toList();
  }

  /** Prefixes from a quarter of the prompt on, evenly spaced; targets take turns. */
  private static List<Integer> frontiers(int blocks, int targets, int distinct) {
    int first = blocks / 4;
    return IntStream.range(0, targets)
        .mapToObj(target -> first + target % distinct * (blocks - first) / distinct)
        .toList();
  }
}
