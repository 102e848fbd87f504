/**
 * Limits after which a test gives up. They detect hangs; speed is measured by `bench/`. They are the same for every
 * test, and far above what the slowest test needs on a busy machine. No test therefore fails because a machine is
 * slow.
 */

/** Maximum time for one test or hook, milliseconds. */
export const TEST_MS_MAX = 900_000;

/** Maximum wait for one condition. It is shorter than a test's limit, so the error names the condition. */
export const WAIT_MS_MAX = 300_000;

/** Maximum time for one check that runs no test, such as installing Chromium, milliseconds. */
export const CHECK_MS_MAX = 1_800_000;

/** Maximum time for one test project, milliseconds. */
export const PROJECT_MS_MAX = 4 * 3_600_000;
