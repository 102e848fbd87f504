/** How much longer an execution is meant to be held. */
import { toNumber } from './decimal.ts';
import type { ExecutionState } from './execution.ts';
import { HOUR_MS } from './funding.ts';
import { DIRECTION_HOURS } from './verdict.ts';

/** Milliseconds: the 720 h that staying is judged by, or until its `max_hours` end where that is sooner. */
export function horizonLeftMs({ exit: { maxHours }, openedAt }: ExecutionState, now: number): number {
	const usual = DIRECTION_HOURS * HOUR_MS;
	if (maxHours === null) return usual;
	const endsAt = (openedAt ?? now) + toNumber(maxHours) * HOUR_MS;
	return Math.min(usual, Math.max(0, endsAt - now));
}
