import { fromInteger } from '../../domain/decimal.ts';
import { atMost, type CheckRow } from './check-row.ts';
import type { OpenFacts } from './facts.ts';
import { FIGURES } from './text.ts';

/** Checks the number of the user's open executions, including this one. */
export function openExecutions({ user, limits }: OpenFacts): readonly CheckRow[] {
	return [
		atMost(
			{
				check: 'open_executions',
				code: 'RISK_LIMIT',
				text: () => FIGURES.openExecutions,
			},
			fromInteger(user.openCount + 1),
			fromInteger(limits.executionsOpenMax),
		),
	];
}
