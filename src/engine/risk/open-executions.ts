import { fromInteger } from '../../domain/decimal.ts';
import { atMost, type CheckRow } from './check-row.ts';
import type { OpenFacts } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

/** Checks the number of the user's open executions, including this one. */
export function openExecutions({ user, limits }: OpenFacts): readonly CheckRow[] {
	return [
		atMost(
			{
				check: 'open_executions',
				code: 'RISK_LIMIT',
				text: CHECK_TEXT.openExecutions,
			},
			fromInteger(user.openCount + 1),
			fromInteger(limits.executionsOpenMax),
		),
	];
}
