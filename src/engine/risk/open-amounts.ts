import { add } from '../../domain/decimal.ts';
import { atMost, type CheckRow, withFacts } from './check-row.ts';
import { type OpenFacts, ROLES, venueOf } from './facts.ts';

/** What the user has open with this execution: its amount, and its notional in all, in the coin, at each venue. */
export function openAmounts(facts: OpenFacts): readonly CheckRow[] {
	const { user, amount, trade, limits } = facts;
	const notional = add(trade.long.notional, trade.short.notional);
	const bound = (check: string, meaning: string) =>
		({ check, code: 'RISK_LIMIT', meaning: `${meaning} with this one, at most`, field: 'amount' }) as const;
	return [
		atMost(
			bound('open_amount', 'USD over all your open executions'),
			add(user.openAmount, amount),
			limits.openAmountMaxUsd,
		),
		atMost(
			bound('open_notional', 'USD of notional of all your open legs'),
			add(user.notional, notional),
			limits.openNotionalMaxUsd,
		),
		atMost(
			bound('open_notional_coin', `USD of notional of your open legs in ${trade.long.plan.instrument.coin}`),
			add(user.coinNotional, notional),
			limits.coinNotionalMaxUsd,
		),
		...ROLES.map((role) => {
			const venue = venueOf(facts, role);
			const row = atMost(
				bound(`open_notional_${role}`, `USD of notional of your open legs at ${venue}`),
				add(user.venueNotional[role], trade[role].notional),
				limits.venueNotionalMaxUsd,
			);
			return withFacts(row, { exchange: venue });
		}),
	];
}
