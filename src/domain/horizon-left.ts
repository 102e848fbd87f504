/** Computes how long an execution is still planned to hold its position. */
import { toNumber } from './decimal.ts';
import type { ExecutionState } from './execution.ts';
import { HOUR_MS } from './funding.ts';
import { DIRECTION_HOURS } from './verdict.ts';

/**
 * Returns the remaining planned holding period, milliseconds. It is 720 h, the horizon for deciding whether to stay, or
 * less if `max_hours` expires sooner.
 */
export function horizonLeftMs({ exit: { maxHours }, openedAt }: ExecutionState, now: number): number {
	const usual = DIRECTION_HOURS * HOUR_MS;
	if (maxHours === null) return usual;
	const endsAt = (openedAt ?? now) + toNumber(maxHours) * HOUR_MS;
	return Math.min(usual, Math.max(0, endsAt - now));
}
