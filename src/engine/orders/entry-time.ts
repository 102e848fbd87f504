/** When both legs are expected to be filled. Pure; times in milliseconds. */
import { ENTRY_TIME_MS } from '../../domain/opportunity.ts';
import type { OpeningPlan } from './opening-plan.ts';

/** A settlement instant of a leg and the interval of its clock. */
export type SettlementClock = { readonly nextSettlementAt: number; readonly intervalMs: number };

/**
 * Nothing is opened inside `guardMs` of a settlement of either leg, before or after; then direct takes as long as it does,
 * a first leg rests for its whole time at the latest, and a grid for all of its own.
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
