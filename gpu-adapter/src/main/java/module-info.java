/** The real NIXL library behind the contract of the data plane. */
@org.jspecify.annotations.NullMarked
module kvproof.gpu {
  requires static org.jspecify;
  requires transitive kvproof.model;

  exports kvproof.gpu;

  provides kvproof.model.machine.MachineInspector with
      kvproof.gpu.doctor.GpuInspector;
  provides kvproof.model.transfer.TransferFabricProvider with
      kvproof.gpu.NixlFabricProvider;
}
