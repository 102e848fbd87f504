import { formatDecimal } from '../../domain/decimal.ts';
import { type CheckRow, stated } from './check-row.ts';
import type { OpenFacts } from './facts.ts';

/** The caller's own conditions on what is left after every cost, where there are any. */
export function verdict(facts: OpenFacts): readonly CheckRow[] {
	const { minNetApr, record } = facts;
	const rows: CheckRow[] = [];
	if (facts.onlyIfTrade || facts.agent?.caps.mustBeTrade === true) rows.push(mustBeTrade(facts));
	if (minNetApr !== undefined) {
		const netApr = record.net.netApr;
		const passed = netApr !== null && netApr >= minNetApr;
		rows.push(
			stated({ check: 'net_apr', code: 'EDGE_GONE', field: 'min_net_apr' }, passed, () => {
				const value = netApr === null ? 'unknown' : formatDecimal(netApr);
				const limit = formatDecimal(minNetApr);
				return { value, limit, message: `The net APR was ${value}, min_net_apr is ${limit}.` };
			}),
		);
	}
	return rows;
}

function mustBeTrade({ onlyIfTrade, record }: OpenFacts): CheckRow {
	const { verdict: was, reasons } = record.net;
	const asks = onlyIfTrade ? 'only_if_trade asks' : 'your caps ask';
	return stated({ check: 'verdict', code: 'NO_TRADE' }, was === 'trade', () => ({
		value: was,
		limit: 'trade',
		message: `The verdict was ${was}, ${asks} for trade: ${reasons.join(' ')}`.trim(),
	}));
}
