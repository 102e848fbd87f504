/** Provides the price basis of a pair without samples. */
import type { ObservedBasis } from '../../src/opportunities/basis-table.ts';

/** Price basis of a pair without samples. All values are zero; because the count is 0, the mean must not be used. */
export const NO_BASIS: ObservedBasis = { mean: 0, sd: 0, count: 0, spanMs: 0 };
