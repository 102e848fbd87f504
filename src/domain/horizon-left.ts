/** How much longer an execution is meant to be held. */
import { toNumber } from './decimal.ts';
import type { ExecutionState } from './execution.ts';
import { HOUR_MS } from './funding.ts';
import { DEFAULT_TERMS } from './opportunity.ts';

/** Milliseconds: the usual horizon, or until its `max_hours` end where that is sooner. */
export function horizonLeftMs({ plan, openedAt }: ExecutionState, now: number): number {
	const usual = toNumber(DEFAULT_TERMS.horizonHours) * HOUR_MS;
	const { maxHours } = plan.exit;
	if (maxHours === null) return usual;
	const endsAt = (openedAt ?? now) + toNumber(maxHours) * HOUR_MS;
	return Math.min(usual, Math.max(0, endsAt - now));
}
