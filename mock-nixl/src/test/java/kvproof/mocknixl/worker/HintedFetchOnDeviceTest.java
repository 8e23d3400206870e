package kvproof.mocknixl.worker;

import kvproof.model.transfer.MemoryKind;

/** The same fetches with every device tier in the memory of a device, the host tier beside it. */
class HintedFetchOnDeviceTest extends HintedFetchTest {
  @Override
  MemoryKind deviceKind() {
    return MemoryKind.VRAM;
  }
}
