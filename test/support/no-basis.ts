/** The basis of a pair that was never sampled. */
import type { ObservedBasis } from '../../src/opportunities/basis-table.ts';

/** Price basis of a pair of which no sample was seen: zeros with a count of 0, so nothing may be read from the mean. */
export const NO_BASIS: ObservedBasis = { mean: 0, sd: 0, count: 0, spanMs: 0 };
