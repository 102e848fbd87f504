/** How far a clock may be from an exchange's before the exchange refuses what is signed by it. */
import { dialectOf } from '../dialects.ts';

/** Milliseconds, by the exchange's own rules of signed requests; what we send is stamped with its measured time besides. */
export function clockLimits(venue: string): { readonly aheadMs: number; readonly behindMs: number } {
	const { clockAheadMsMax, orderWindowMs } = dialectOf(venue);
	return { aheadMs: clockAheadMsMax, behindMs: orderWindowMs };
}
