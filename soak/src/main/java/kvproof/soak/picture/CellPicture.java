package kvproof.soak.picture;

import java.util.List;
import kvproof.model.BlockInterval;
import kvproof.model.HashText;
import kvproof.soak.page.Markup;
import kvproof.soak.picture.Cell.Held;
import kvproof.soak.picture.Cell.Reach;

/**
 * One cell of a drawn grid.
 *
 * <p>Shape tells what colour tells: an edged box has the chain's hash, a rounded one another; a
 * filled box is counted, a double one through a projection, an outlined one is held too, a dashed
 * one is apart.
 */
final class CellPicture {
  private static final int HEIGHT = 20;
  private static final int INSET = 3;
  private static final int WHOLE_HASH_AT_MOST = 5;
  private static final int TAIL = 4;

  private CellPicture() {}

  /** All of {@code cells} look like the first one. */
  static void draw(Markup page, int x, int y, BlockInterval column, List<Cell> cells) {
    int width = Frame.width(column);
    switch (cells.getFirst()) {
      case Cell.Empty() ->
          page.empty(
              "circle",
              "class",
              "no-block",
              "cx",
              Integer.toString(x + width / 2),
              "cy",
              Integer.toString(y + Frame.ROW_HEIGHT / 2),
              "r",
              "1.5");
      case Cell.CountedAbove() ->
          page.empty(
              "path",
              "class",
              "counted-above",
              "d",
              "M" + (x + 2) + " " + (y + Frame.ROW_HEIGHT / 2) + "h" + (width - 4));
      case Held held -> held(page, x, y, column, held);
    }
  }

  private static void held(Markup page, int x, int y, BlockInterval column, Held held) {
    int width = Frame.width(column);
    page.open("g", "class", "block " + name(held.reach()) + (held.onChain() ? " chain" : " other"));
    page.element("title", title(column, held));
    box(page, x + 2, y + INSET, width - 4, HEIGHT, held.onChain());
    if (held.reach() == Reach.PROJECTED) {
      box(
          page,
          x + 2 + INSET,
          y + 2 * INSET,
          width - 4 - 2 * INSET,
          HEIGHT - 2 * INSET,
          held.onChain());
    }
    String label = Columns.isRun(column) ? "x" + (column.end() - column.start()) : label(held);
    page.element(
        "text",
        label,
        "x",
        Integer.toString(x + width / 2),
        "y",
        Integer.toString(y + Frame.ROW_HEIGHT / 2 + 4));
    page.close();
  }

  private static void box(Markup page, int x, int y, int width, int height, boolean isEdged) {
    page.empty(
        "rect",
        "x",
        Integer.toString(x),
        "y",
        Integer.toString(y),
        "width",
        Integer.toString(width),
        "height",
        Integer.toString(height),
        "rx",
        isEdged ? "1" : "9");
  }

  static String name(Reach reach) {
    return switch (reach) {
      case COUNTED -> "counted";
      case PROJECTED -> "projected";
      case HELD_TOO -> "held-too";
      case APART -> "apart";
    };
  }

  private static String title(BlockInterval column, Held held) {
    String where =
        Columns.isRun(column) ? "blocks " + column : "block " + column.start() + ": hash ";
    String hash = Columns.isRun(column) ? "" : HashText.print(held.externalHash());
    return where
        + hash
        + (held.onChain() ? "" : ", not the chain's")
        + ", held by "
        + held.holder();
  }

  /** Long hashes are told apart by their last digits; the title has all of them. */
  private static String label(Held held) {
    String hash = HashText.print(held.externalHash());
    return hash.length() <= WHOLE_HASH_AT_MOST ? hash : hash.substring(hash.length() - TAIL);
  }
}
