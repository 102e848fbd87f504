import { formatDecimal } from '../../domain/decimal.ts';
import { percentOfShare } from '../../domain/exit-liquidation.ts';
import { type CheckRow, stated } from './check-row.ts';
import type { OpenFacts } from './facts.ts';
import { CHECK_TEXT, UNKNOWN } from './text.ts';

/** Checks the caller's conditions on verdict and net APR, if there are any. */
export function verdict(facts: OpenFacts): readonly CheckRow[] {
	const { minNetApr, record } = facts;
	const rows: CheckRow[] = [];
	if (facts.onlyIfTrade || facts.agent?.caps.mustBeTrade === true) rows.push(mustBeTrade(facts));
	if (minNetApr !== undefined) {
		const netApr = record.net.netApr;
		const passed = netApr !== null && netApr >= minNetApr;
		rows.push(
			stated({ check: 'net_apr', code: 'EDGE_GONE', field: 'min_net_apr' }, passed, () => {
				const value = netApr === null ? UNKNOWN : formatDecimal(netApr);
				return {
					value,
					limit: formatDecimal(minNetApr),
					message: CHECK_TEXT.netApr({
						net: netApr === null ? null : percentOfShare(netApr),
						minimum: percentOfShare(minNetApr),
					}),
				};
			}),
		);
	}
	return rows;
}

function mustBeTrade({ onlyIfTrade, record }: OpenFacts): CheckRow {
	const { verdict: was, reasons } = record.net;

	return stated({ check: 'verdict', code: 'NO_TRADE' }, was === 'trade', () => ({
		value: was,
		limit: 'trade',
		message: CHECK_TEXT.verdict({ verdict: was, isCallersTerm: onlyIfTrade, reasons }),
	}));
}
