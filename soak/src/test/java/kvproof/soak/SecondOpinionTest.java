package kvproof.soak;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import kvproof.model.Admission;
import kvproof.model.AffinityTarget;
import kvproof.model.QueueClass;
import kvproof.model.QueueProfile;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.RequestOverride;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerHealth;
import kvproof.oracles.scheduling.BookingLedger;
import org.junit.jupiter.api.Test;

/** What scheduler and oracle both asked would be wrong on both sides at once, and never found. */
class SecondOpinionTest {
  private static final String SCHEDULING = "kvproof.oracles.scheduling";

  /** Values of the model that the scheduler reads too. */
  private static final List<Class<?>> READ_BY_BOTH =
      List.of(
          Admission.class,
          AffinityTarget.class,
          QueueClass.class,
          QueueProfile.class,
          QueueWishes.class,
          RequestConstraints.class,
          RequestOverride.class,
          SchedulableWorker.class,
          SchedulerSettings.class,
          SelectionRequest.class,
          WorkerHealth.class);

  private final JavaClasses oracle = new ClassFileImporter().importPackages(SCHEDULING);

  @Test
  void theOracleTakesNoConclusionsFromTheModel() {
    noClasses().should().callMethodWhere(concludes()).check(oracle);
  }

  @Test
  void theLedgerSharesNothingWithTheOracleBesideIt() {
    classes()
        .that()
        .haveSimpleNameStartingWith("Ledger")
        .or(belongToAnyOf(BookingLedger.class))
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.not(resideInAPackage(SCHEDULING))
                .or(
                    describe(
                        "of the ledger",
                        used -> used.getName().matches(".*\\.(Booking)?Ledger[^.]*"))))
        .check(oracle);
  }

  /** A method of a value, but for those that give what it was made of. */
  private static DescribedPredicate<JavaMethodCall> concludes() {
    return describe(
        "concludes something from a value",
        call ->
            READ_BY_BOTH.stream()
                .filter(type -> call.getTargetOwner().isEquivalentTo(type))
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> !isGiven(method))
                .anyMatch(method -> method.getName().equals(call.getName())));
  }

  private static boolean isGiven(Method method) {
    boolean isComponent =
        method.getDeclaringClass().isRecord()
            && Arrays.stream(method.getDeclaringClass().getRecordComponents())
                .anyMatch(component -> component.getAccessor().equals(method));
    boolean isOfEveryObject = List.of("equals", "hashCode", "toString").contains(method.getName());
    return isComponent || isOfEveryObject || Modifier.isStatic(method.getModifiers());
  }
}
