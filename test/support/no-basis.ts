/** Provides the observed price basis of a pair that has no samples. */
import type { ObservedBasis } from '../../src/opportunities/basis-table.ts';

/**
 * Observed price basis of a pair that has no samples. The zeros must not be used as values; a count of 0 shows that.
 */
export const NO_BASIS: ObservedBasis = { mean: 0, sd: 0, count: 0, spanMs: 0 };
