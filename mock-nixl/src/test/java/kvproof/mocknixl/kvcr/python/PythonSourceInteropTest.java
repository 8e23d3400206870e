package kvproof.mocknixl.kvcr.python;

import java.util.Map;

/** Our target fetches from the published KVCR. */
class PythonSourceInteropTest extends FetchInterop {
  @Override
  String way() {
    return "java from python";
  }

  @Override
  Source source(int blockBytes) throws Exception {
    return PythonKvcr.start("source", blockBytes, ROOMY);
  }

  @Override
  Source successor(Source dead, int blockBytes) throws Exception {
    return PythonKvcr.start("successor", blockBytes, Map.of("port", port(dead.endpoint())));
  }

  @Override
  Target target(int blockBytes) throws Exception {
    return ours("target", blockBytes);
  }

  /** What Python's source has been given stays with it; our target keeps nothing. */
  @Override
  int chainOf(int fetch) {
    return 1;
  }

  @Override
  void isAtRest(Source source, Target target) {
    isAtRest((JavaKvcr) target);
  }
}
