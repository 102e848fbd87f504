import { fromInteger } from '../../domain/decimal.ts';
import { atMost, type CheckRow } from './check-row.ts';
import type { OpenFacts } from './facts.ts';

/** How many executions the user has open with this one. */
export function openExecutions({ user, limits }: OpenFacts): readonly CheckRow[] {
	return [
		atMost(
			{
				check: 'open_executions',
				code: 'RISK_LIMIT',
				meaning: 'open executions with this one, at most',
			},
			fromInteger(user.openCount + 1),
			fromInteger(limits.executionsOpenMax),
		),
	];
}
