/**
 * Limits after which a test gives up. They detect hangs and do not limit how long anything may take. They are the
 * same for every test and far above what the slowest test needs on a busy machine. A slow machine therefore fails no
 * test. `bench/` measures speed.
 */

/** Maximum time for one test or hook, milliseconds. */
export const TEST_MS_MAX = 900_000;

/** Maximum wait for one condition. It is shorter than a test's limit, so the error names the condition. */
export const WAIT_MS_MAX = 300_000;

/** Maximum time for one check that runs no test, such as the installation of Chromium. */
export const CHECK_MS_MAX = 1_800_000;

/** Maximum time for one test project. */
export const PROJECT_MS_MAX = 4 * 3_600_000;
