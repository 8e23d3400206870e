package kvproof.mocknixl.wire;

import kvproof.model.transfer.MemoryKind;

/** Kinds of memory as numbers: 0 DRAM, 1 VRAM. */
final class MemoryCode {
  private MemoryCode() {}

  static int of(MemoryKind kind) {
    return switch (kind) {
      case DRAM -> 0;
      case VRAM -> 1;
    };
  }

  static MemoryKind kind(int code) {
    return switch (code) {
      case 0 -> MemoryKind.DRAM;
      case 1 -> MemoryKind.VRAM;
      default -> throw new IllegalArgumentException("no kind of memory has the number " + code);
    };
  }
}
