package kvproof.model.transfer;

/** Where memory lies. */
public enum MemoryKind {
  /** Host memory; its device id is 0. */
  DRAM,
  /** Memory of the accelerator that the device id names. */
  VRAM
}
