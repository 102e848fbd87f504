import { add, fromInteger } from '../../domain/decimal.ts';
import { atMost, type CheckRow, stated } from './check-row.ts';
import type { AgentFacts, OpenFacts } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

/**
 * Checks the caps that the calling agent's owner has set. Open amount and daily count include only this agent's
 * executions, because the owner's own limits cover everything else. The cap `mustBeTrade` is checked with the
 * verdict.
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
				{ check: 'cap_amount', code: 'RISK_LIMIT', text: CHECK_TEXT.capAmount, field: 'amount' },
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
					text: CHECK_TEXT.capOpenAmount,
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
					text: CHECK_TEXT.capExecutionsPerDay,
				},
				openedToday === null ? null : fromInteger(openedToday + 1),
				fromInteger(caps.executionsPerDay),
			),
		);
	return rows;
}

function pairRow(exchangepair: string, pairs: readonly string[]): CheckRow {
	const allowed = pairs.length === 0 ? 'none' : pairs.join(', ');
	const isAllowed = pairs.includes(exchangepair);
	return stated({ check: 'cap_pairs', code: 'RISK_LIMIT' }, isAllowed, () => ({
		value: exchangepair,
		limit: allowed,
		message: CHECK_TEXT.capPairs({ pair: exchangepair, allowed: pairs, isAllowed }),
	}));
}
