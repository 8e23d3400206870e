package kvproof.mocknixl.kvcr.message;

import java.math.BigInteger;
import java.util.List;
import java.util.SortedMap;
import org.msgpack.value.Value;
import org.msgpack.value.ValueFactory;

/** Writes catalogues and references as maps. */
final class CatalogueEncoder {
  private CatalogueEncoder() {}

  static Value catalogue(Catalogue catalogue) {
    return ValueFactory.newArray(regions(catalogue.framework()), regions(catalogue.owned()));
  }

  private static Value regions(SortedMap<String, CatalogueRegion> regions) {
    FrameMap maps = new FrameMap();
    regions.forEach((label, region) -> maps.put(label, region(region)));
    return maps.toValue();
  }

  private static Value region(CatalogueRegion region) {
    return new FrameMap()
        .put(Field.MEM_TYPE, region.kind().name())
        .put(Field.DEVICE_ID, unsigned(region.deviceId()))
        .put(Field.ADDRESS, unsigned(region.address()))
        .put(Field.STRIDE, region.strideBytes())
        .put(Field.COUNT, region.count())
        .put(Field.SIZE, region.sizeBytes())
        .put(Field.LABEL, region.label())
        .toValue();
  }

  static Value destinations(List<List<Reference>> destinations) {
    return ValueFactory.newArray(
        destinations.stream()
            .<Value>map(
                parts ->
                    ValueFactory.newArray(parts.stream().map(CatalogueEncoder::reference).toList()))
            .toList());
  }

  private static Value reference(Reference reference) {
    return new FrameMap()
        .put(Field.END_POINT_NAME, reference.endPoint())
        .put(Field.ELEMENT_INDEX, reference.elementIndex())
        .put(Field.LABEL, reference.label())
        .put(Field.FRAMEWORK, reference.framework())
        .toValue();
  }

  private static Value unsigned(long bits) {
    return ValueFactory.newInteger(new BigInteger(Long.toUnsignedString(bits)));
  }
}
