/** Provides the observed price basis of a pair that has no samples. */
import type { ObservedBasis } from '../../src/opportunities/basis-table.ts';

/** Observed price basis of a pair that has no samples. A count of 0 shows that the zeros are not values to use. */
export const NO_BASIS: ObservedBasis = { mean: 0, sd: 0, count: 0, spanMs: 0 };
