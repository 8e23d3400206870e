package kvproof.gpu.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import kvproof.gpu.cuda.CudaDriver;
import kvproof.gpu.cuda.CudaException;
import kvproof.gpu.cuda.CudaMissingException;
import kvproof.model.machine.Finding;
import kvproof.model.machine.Finding.Part;

/** The CUDA driver and its devices. */
final class CudaInspection {
  private static final String SUBJECT = "CUDA driver";
  private static final double GIB = 1L << 30;

  private final Map<String, String> environment;
  private final Function<String, CudaDriver> loader;

  CudaInspection(Map<String, String> environment, Function<String, CudaDriver> loader) {
    this.environment = environment;
    this.loader = loader;
  }

  Finding driver() {
    try {
      return describe(loader.apply(CudaDriver.library(environment)));
    } catch (CudaMissingException missing) {
      return Finding.missing(
          Part.GPU,
          SUBJECT,
          String.valueOf(missing.getMessage()),
          "use --memory dram, or a machine with an NVIDIA GPU and its driver");
    } catch (CudaException failed) {
      return Finding.missing(
          Part.GPU,
          SUBJECT,
          String.valueOf(failed.getMessage()),
          "see whether nvidia-smi lists a device, and CUDA_VISIBLE_DEVICES leaves one");
    }
  }

  private static Finding describe(CudaDriver driver) {
    List<String> devices = new ArrayList<>();
    for (int ordinal = 0; ordinal < driver.devices(); ordinal++) {
      devices.add(
          String.format(
              Locale.ROOT,
              "device %d: %s, %.1f GiB",
              ordinal,
              driver.deviceName(ordinal),
              driver.deviceBytes(ordinal) / GIB));
    }
    return Finding.ready(Part.GPU, SUBJECT, "CUDA " + driver.version() + ", " + driver.library())
        .with(devices);
  }
}
