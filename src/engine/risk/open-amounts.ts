import { add } from '../../domain/decimal.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { atMost, type Bound, type CheckRow, withFacts } from './check-row.ts';
import { type OpenFacts, ROLES, venueOf } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

/**
 * Checks the user's open amount and open notional, both including this execution: in total, in the coin, at each
 * venue.
 */
export function openAmounts(facts: OpenFacts): readonly CheckRow[] {
	const { user, amount, trade, limits } = facts;
	const notional = add(trade.long.notional, trade.short.notional);
	const bound = (check: string, text: Bound['text']) =>
		({ check, code: 'RISK_LIMIT', text, field: 'amount' }) as const;
	return [
		atMost(
			bound('open_amount', CHECK_TEXT.openAmount),
			add(user.openAmount, amount),
			limits.openAmountMaxUsd,
		),
		atMost(
			bound('open_notional', CHECK_TEXT.openNotional),
			add(user.notional, notional),
			limits.openNotionalMaxUsd,
		),
		atMost(
			bound('open_notional_coin', (figures) =>
				CHECK_TEXT.openNotionalCoin({ ...figures, coin: trade.long.plan.instrument.coin }),
			),
			add(user.coinNotional, notional),
			limits.coinNotionalMaxUsd,
		),
		...ROLES.map((role) => {
			const venue = venueOf(facts, role);
			const row = atMost(
				bound(`open_notional_${role}`, (figures) =>
					CHECK_TEXT.openNotionalExchange({ ...figures, exchange: shownNameOf(venue) }),
				),
				add(user.venueNotional[role], trade[role].notional),
				limits.venueNotionalMaxUsd,
			);
			return withFacts(row, { exchange: venue });
		}),
	];
}
