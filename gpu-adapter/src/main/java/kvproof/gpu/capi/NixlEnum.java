package kvproof.gpu.capi;

/** The numbers of the C enums that are passed in. */
public final class NixlEnum {
  /** {@code NIXL_CAPI_MEM_DRAM}. */
  public static final int MEM_DRAM = 0;

  /** {@code NIXL_CAPI_MEM_VRAM}. */
  public static final int MEM_VRAM = 1;

  /** {@code NIXL_CAPI_XFER_OP_READ}. */
  public static final int XFER_OP_READ = 0;

  /** {@code NIXL_CAPI_XFER_OP_WRITE}. */
  public static final int XFER_OP_WRITE = 1;

  private NixlEnum() {}
}
