import { add, fromInteger } from '../../domain/decimal.ts';
import { atMost, type CheckRow, stated } from './check-row.ts';
import type { AgentFacts, OpenFacts } from './facts.ts';

/**
 * What the owner of an agent allows it, where an agent calls. The open amount and the number of a day count what this agent
 * has: what others open for the same owner is held by the owner's own limits. `mustBeTrade` is held by the verdict.
 */
export function agentCaps(facts: OpenFacts): readonly CheckRow[] {
	return facts.agent === undefined ? [] : capRows(facts, facts.agent);
}

function capRows(
	{ amount, exchangepair }: OpenFacts,
	{ caps, openAmount, openedToday }: AgentFacts,
): readonly CheckRow[] {
	const rows: CheckRow[] = [];
	if (caps.amountMax !== null)
		rows.push(
			atMost(
				{ check: 'cap_amount', code: 'RISK_LIMIT', meaning: 'USD over both legs, at most', field: 'amount' },
				amount,
				caps.amountMax,
			),
		);
	if (caps.openAmountMax !== null)
		rows.push(
			atMost(
				{
					check: 'cap_open_amount',
					code: 'RISK_LIMIT',
					meaning: 'USD over all open executions of the agent with this one, at most',
					field: 'amount',
				},
				add(openAmount, amount),
				caps.openAmountMax,
			),
		);
	if (caps.pairs !== null) rows.push(pairRow(exchangepair, caps.pairs));
	if (caps.executionsPerDay !== null)
		rows.push(
			atMost(
				{
					check: 'cap_executions_per_day',
					code: 'RISK_LIMIT',
					meaning: 'executions of the agent since 00:00 UTC with this one, at most',
				},
				openedToday === null ? null : fromInteger(openedToday + 1),
				fromInteger(caps.executionsPerDay),
			),
		);
	return rows;
}

function pairRow(exchangepair: string, pairs: readonly string[]): CheckRow {
	const allowed = pairs.length === 0 ? 'none' : pairs.join(', ');
	return stated({ check: 'cap_pairs', code: 'RISK_LIMIT' }, pairs.includes(exchangepair), () => ({
		value: exchangepair,
		limit: allowed,
		message: `cap_pairs: was ${exchangepair}, allowed ${allowed}.`,
	}));
}
