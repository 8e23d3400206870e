package kvproof.soak.picture;

import kvproof.model.BlockInterval;

/** Where things stand in a drawn scene: names to the left, columns, notes to the right; pixels. */
final class Frame {
  static final int CELL_WIDTH = 36;
  static final int ROW_HEIGHT = 26;
  static final int HEADING_HEIGHT = 30;
  private static final int RUN_WIDTH = 84;
  private static final int CHARACTER_WIDTH = 7;
  private static final int GAP = 14;

  private final Columns columns;
  private final int left;
  private final int notesWidth;

  Frame(Columns columns, int longestName, int longestNote) {
    this.columns = columns;
    this.left = longestName * CHARACTER_WIDTH + GAP;
    this.notesWidth = longestNote * CHARACTER_WIDTH + GAP;
  }

  Columns columns() {
    return columns;
  }

  static int width(BlockInterval column) {
    return Columns.isRun(column) ? RUN_WIDTH : CELL_WIDTH;
  }

  /** The edge before the position; every position behind the prompt is at its end. */
  int x(int position) {
    int x = left;
    for (BlockInterval column : columns.all()) {
      if (column.start() >= position) {
        return x;
      }
      x += width(column);
    }
    return x;
  }

  int notesX() {
    return x(Integer.MAX_VALUE) + GAP;
  }

  int width() {
    return notesX() + notesWidth;
  }
}
