/**
 * Limits after which a test gives up: they detect hangs and do not limit how long anything may take. They are the
 * same for every test and
 * far above the slowest test's time on a busy machine, so a slow machine fails no test. Speed is measured in
 * `bench/`.
 */

/** Longest time of one test or hook, milliseconds. */
export const TEST_MS_MAX = 900_000;

/** Longest wait for one condition: shorter than a test's limit, so the error names the condition. */
export const WAIT_MS_MAX = 300_000;

/** Longest run of one check that runs no test, such as the installation of Chromium. */
export const CHECK_MS_MAX = 1_800_000;

/** Longest run of one project of tests. */
export const PROJECT_MS_MAX = 4 * 3_600_000;
