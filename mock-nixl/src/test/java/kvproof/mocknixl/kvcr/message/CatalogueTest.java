package kvproof.mocknixl.kvcr.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.transfer.MemoryKind;
import org.junit.jupiter.api.Test;

class CatalogueTest {
  private static CatalogueRegion region(String label, long address) {
    return new CatalogueRegion(label, MemoryKind.DRAM, 0, address, 0, 4, 16);
  }

  private static SortedMap<String, CatalogueRegion> map(CatalogueRegion... regions) {
    SortedMap<String, CatalogueRegion> map = new TreeMap<>();
    for (CatalogueRegion region : regions) {
      map.put(region.label(), region);
    }
    return map;
  }

  @Test
  void frameworkReferenceMeansTheExactLabelAndElseTheSharedRegion() {
    CatalogueRegion exact = region("kv:key", 0x1000);
    CatalogueRegion shared = region("kv:*", 0x2000);
    Catalogue catalogue = new Catalogue(map(exact, shared), map());

    assertThat(catalogue.region(new Reference("t", 0, "kv:key", true))).contains(exact);
    assertThat(catalogue.region(new Reference("t", 0, "kv:value", true))).contains(shared);
    assertThat(catalogue.region(new Reference("t", 0, "other:value", true))).isEmpty();
  }

  @Test
  void ownedReferenceMeansThePoolBeforeTheColon() {
    CatalogueRegion pool = region("kv", 0x1000);
    Catalogue catalogue = new Catalogue(map(region("kv:key", 0x2000)), map(pool));

    assertThat(catalogue.region(new Reference("t", 0, "kv:key", false))).contains(pool);
    assertThat(catalogue.region(new Reference("t", 0, "kv", false))).contains(pool);
    assertThat(catalogue.region(new Reference("t", 0, "w", false))).isEmpty();
  }

  @Test
  void elementsFollowEachOtherByTheirStrideAndElseClosely() {
    CatalogueRegion close = region("", 0x1000);
    CatalogueRegion apart = new CatalogueRegion("", MemoryKind.VRAM, 2, 0x1000, 32, 4, 16);

    assertThat(close.element(3).address()).isEqualTo(0x1000 + 3 * 16);
    assertThat(close.extent().sizeBytes()).isEqualTo(64);
    assertThat(apart.element(3).address()).isEqualTo(0x1000 + 3 * 32);
    assertThat(apart.extent().sizeBytes()).isEqualTo(3 * 32 + 16);
    assertThatThrownBy(() -> close.element(4)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> close.element(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void regionMayEndWhereTheAddressesEndAndNotBeyond() {
    assertThat(new CatalogueRegion("", MemoryKind.DRAM, 0, -17, 0, 1, 16).extent().sizeBytes())
        .isEqualTo(16);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CatalogueRegion("", MemoryKind.DRAM, 0, -15, 0, 1, 16));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CatalogueRegion("", MemoryKind.DRAM, 0, 0, Long.MAX_VALUE, 3, 16));
  }

  @Test
  void regionStandsUnderItsOwnLabel() {
    SortedMap<String, CatalogueRegion> misplaced = new TreeMap<>();
    misplaced.put("a", region("b", 0x1000));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Catalogue(misplaced, map()))
        .withMessageContaining("'b' stands under 'a'");
  }
}
