package kvproof.soak;

import java.io.PrintStream;
import java.nio.file.Path;
import kvproof.soak.run.RunControl;

/**
 * What a command has around it.
 *
 * @param isTerminal whether a person watches {@code err}
 * @param folder the one that relative paths start from
 * @param control the clock, and who may ask a run to stop
 */
public record Surroundings(
    PrintStream out, PrintStream err, boolean isTerminal, Path folder, RunControl control) {}
