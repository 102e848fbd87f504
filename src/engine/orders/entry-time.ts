/** Estimates when both legs will be filled. Pure functions; times are in milliseconds. */
import { ENTRY_TIME_MS } from '../../domain/opportunity.ts';
import type { OpeningPlan } from './opening-plan.ts';

/** A leg's next settlement and its funding interval. */
export type SettlementClock = { readonly nextSettlementAt: number; readonly intervalMs: number };

/**
 * Returns the expected time at which both legs are filled. The service opens nothing within `guardMs` before or after
 * a settlement of either leg, so an opening may have to wait first. After that, a direct opening takes its usual
 * time. A delayed opening may use the first leg's full resting time, and a grid may use its full duration.
 */
export function entryTime(
	plan: Pick<OpeningPlan, 'mode' | 'makerMs' | 'openWithinMs'>,
	clocks: readonly SettlementClock[],
	guardMs: number,
	now: number,
): number {
	const begin = clearOfSettlements(now, clocks, guardMs);
	switch (plan.mode) {
		case 'single-direct':
			return begin + ENTRY_TIME_MS;
		case 'single-delay':
			return begin + plan.makerMs + ENTRY_TIME_MS;
		case 'grid':
			return begin + plan.openWithinMs;
	}
}

function clearOfSettlements(now: number, clocks: readonly SettlementClock[], guardMs: number): number {
	const instants = clocks
		.flatMap(({ nextSettlementAt, intervalMs }) => [nextSettlementAt - intervalMs, nextSettlementAt])
		.sort((a, b) => a - b);
	return instants.reduce((at, instant) => (Math.abs(instant - at) < guardMs ? instant + guardMs : at), now);
}
