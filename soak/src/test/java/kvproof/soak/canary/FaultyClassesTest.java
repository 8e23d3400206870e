package kvproof.soak.canary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.TreeMap;
import kvproof.mocknixl.kvcr.KvcrTarget;
import kvproof.model.KvRouter;
import kvproof.model.transfer.TransferAgent;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.router.ReferenceRouter;
import kvproof.router.index.TieredIndex;
import kvproof.soak.fetch.FetchCheck;
import kvproof.soak.run.CaseCheck;
import kvproof.soak.run.CaseRunner;
import kvproof.soak.run.Contest;
import kvproof.soak.run.HarnessFailure;
import kvproof.soak.run.HintsCarriedOut;
import kvproof.soak.sim.SimWorld;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import org.junit.jupiter.api.Test;

class FaultyClassesTest {

  @Test
  void moduleIsDefinedAnewAndEverythingElseIsShared() throws ClassNotFoundException {
    var classes = new FaultyClasses(MutatedModule.ROUTER, new TreeMap<>());

    Class<?> router = classes.loadClass(ReferenceRouter.class.getName());

    assertThat(router)
        .isNotSameAs(ReferenceRouter.class)
        .isSameAs(classes.loadClass(router.getName()));
    assertThat(classes.loadClass(TieredIndex.class.getName())).isNotSameAs(TieredIndex.class);
    assertThat(KvRouter.class).isAssignableFrom(router);
    assertThat(classes.loadClass(KvRouter.class.getName())).isSameAs(KvRouter.class);
    assertThat(classes.loadClass(OwnerInventoryOracle.class.getName()))
        .isSameAs(OwnerInventoryOracle.class);
  }

  /** A fetch is made by the simulation, so the simulation must make faulty ones. */
  @Test
  void fetchesOfAFaultyTargetAreOfItsClasses() throws ClassNotFoundException {
    var classes = new FaultyClasses(MutatedModule.MOCK_NIXL, new TreeMap<>());

    for (Class<?> made :
        List.of(KvcrTarget.class, SimWorld.class, FetchCheck.class, HintsCarriedOut.class)) {
      assertThat(classes.loadClass(made.getName())).isNotSameAs(made);
    }
    assertThat(CaseCheck.class)
        .isAssignableFrom(classes.loadClass(HintsCarriedOut.class.getName()));
    assertThat(classes.loadClass(TransferAgent.class.getName())).isSameAs(TransferAgent.class);
  }

  /** The same cases before, with and after the fault. */
  @Test
  void realRouterIsUntouchedByAMutant() throws RottenMutantException, HarnessFailure {
    Contest sound = Contest.standard();
    FaultyClasses faulty = FaultyClasses.of(Mutants.TIE, MemoryCompiler.ofThisJdk());

    assertThat(divergesInOneOfTen(sound)).isFalse();
    assertThat(divergesInOneOfTen(MutatedModule.ROUTER.contest(sound, faulty))).isTrue();
    assertThat(divergesInOneOfTen(sound)).isFalse();
  }

  private static boolean divergesInOneOfTen(Contest contest) {
    var runner = new CaseRunner(contest);
    for (long seed = 0; seed < 10; seed++) {
      if (runner.run(Cases.draw(Profile.ENGINE, seed)).divergence().isPresent()) {
        return true;
      }
    }
    return false;
  }

  @Test
  void whatDoesNotCompileSaysWhere() {
    assertThatThrownBy(() -> FaultyClasses.of(Mutants.BROKEN, MemoryCompiler.ofThisJdk()))
        .isInstanceOf(RottenMutantException.class)
        .hasMessageMatching(
            "it does not compile: line \\d+, .*noSuchName.*|it does not compile: line \\d+, cannot find symbol");
  }

  @Test
  void missingClassesAreNotFound() {
    var classes = new FaultyClasses(MutatedModule.ROUTER, new TreeMap<>());

    assertThatThrownBy(() -> classes.loadClass("kvproof.router.Nothing"))
        .isInstanceOf(ClassNotFoundException.class);
  }
}
