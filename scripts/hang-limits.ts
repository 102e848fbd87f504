/**
 * When a test gives up: these say that something hangs, not how long anything may take. They are the same for every test and
 * far above what the slowest needs on a busy machine, so that a slow machine fails nothing. How fast things are is measured
 * in `bench/`.
 */

/** Longest time of one test or hook, milliseconds. */
export const TEST_MS_MAX = 900_000;

/** Longest wait for one condition: less than a test, so that its sentence says what was waited for. */
export const WAIT_MS_MAX = 300_000;

/** Longest run of one check that runs no test; installing a Chromium is one. */
export const CHECK_MS_MAX = 1_800_000;

/** Longest run of one project of tests. */
export const PROJECT_MS_MAX = 4 * 3_600_000;
