/**
 * Formats a preview as human-readable text: the plan, the cost breakdown, every check, and the limits for opening the
 * position.
 */
import type { ExecuteOpportunityResult } from '../client/methods.ts';
import { shownNameOf } from '../src/venues/facts.ts';
import { columnsTable, factLines } from './columns-table.ts';
import { coins, exact, holdingTime, percent, price, time, UNKNOWN, usd } from './figures.ts';
import { ledgerLines, type TextStyle } from './opportunity-lines.ts';

/** Plan for opening a position, as the service returns it. */
export type Preview = Extract<ExecuteOpportunityResult, { readonly preview: true }>;

/** Formats the plan, cost breakdown and checks for opening a position, with amounts in USD. */
export function previewLines(preview: Preview, style: TextStyle): string[] {
	const { plan, checks, bounds, expires_at, preview_id, trading_mode } = preview;
	return [
		style.paint(plan.message, 'strong'),
		`${moneyText(trading_mode)} Mode ${plan.mode}, leverage ${exact(plan.leverage)}, in ${plan.children === 1 ? 'one slice' : `${plan.children} slices`}.`,
		`${usd(plan.planned_amount)} of ${usd(plan.amount)} USD planned over both legs.${differenceText(plan)}`,
		...preview.warnings.map(({ message }) => style.paint(message, 'warn')),
		'',
		...columnsTable(
			[
				{ head: 'LEG', align: 'left', cell: (leg) => leg.role },
				{ head: 'EXCHANGE', align: 'left', cell: (leg) => leg.exchange },
				{ head: 'SYMBOL', align: 'left', cell: (leg) => leg.symbol },
				{ head: 'SIDE', align: 'left', cell: (leg) => leg.side },
				{ head: 'COINS', cell: (leg) => coins(leg.quantity) },
				{ head: 'NOTIONAL USD', cell: (leg) => usd(leg.notional) },
				{ head: 'EXPECTED USD', cell: (leg) => price(leg.expected_price) },
				{ head: 'LIMIT USD', cell: (leg) => exact(leg.limit_price) },
				{ head: 'MARGIN USD', cell: (leg) => usd(leg.margin) },
			],
			plan.legs,
			style,
		),
		'',
		...ledgerLines(preview.costs, plan.cash, style),
		'',
		...oneLegLines(plan.if_one_leg_fails, style),
		'',
		...checkLines(checks, style),
		'',
		...factLines(style.paint, [
			['preview', `${preview_id}, until ${time(expires_at)}`],
			[
				'valid while',
				`costs ≤ ${percent(bounds.max_total_cost, 4)} % and expected net ≥ ${percent(bounds.min_expected_net, 4)} % in ${holdingTime(preview.costs.horizon_hours)}`,
			],
		]),
	];
}

/** Says why the planned amount is below the requested one; empty if it is not. */
function differenceText({ amount_difference: difference, legs }: Preview['plan']): string {
	if (difference === null) return '';
	const { code, exchange, lot, long_lot, short_lot, next_amount } = difference;
	const nextText = `The next larger amount is ${usd(next_amount)} USD.`;
	const lotText = (role: 'long' | 'short', size: number): string => {
		const name = legs.find((leg) => leg.role === role)?.exchange ?? role;
		return `${shownNameOf(name)} trades in lots of ${coins(size)} coins`;
	};
	switch (code) {
		case 'EXCHANGE_LOT':
			return ` ${exchange === null ? 'Both exchanges trade' : `${shownNameOf(exchange)} trades`} in lots of ${coins(lot)} coins. ${nextText}`;
		case 'COMMON_LOT':
			return ` ${lotText('long', long_lot)}, and ${lotText('short', short_lot)}; ${coins(lot)} coins fit both. ${nextText}`;
		case 'PRICE_GAP':
			return ' Both legs have the same quantity, and it costs less on one exchange.';
	}
}

function oneLegLines({ steps, message }: Preview['plan']['if_one_leg_fails'], style: TextStyle): string[] {
	return [
		style.paint('If one leg fills and the other does not', 'strong'),
		...columnsTable(
			[
				{ head: 'AFTER', cell: ({ after_ms: ms }) => `${ms / 1_000} s` },
				{ head: 'ACTION', align: 'left', cell: ({ text }) => text },
			],
			steps,
			style,
		),
		message,
	];
}

/** Returns the failed checks with their figures, or a line saying that all pass. */
function checkLines(checks: Preview['checks'], style: TextStyle): string[] {
	const failed = checks.filter(({ passed }) => !passed);
	if (failed.length === 0) return [style.paint(`All ${checks.length} checks pass.`, 'good')];
	return [
		style.paint(
			`${failed.length} of ${checks.length} checks fail: the service would refuse the opening.`,
			'bad',
		),
		...columnsTable(
			[
				{ head: 'CHECK', align: 'left', cell: ({ check }) => ({ text: check, tone: 'bad' }) },
				{ head: 'VALUE', align: 'left', cell: ({ value }) => value || UNKNOWN },
				{ head: 'LIMIT', align: 'left', cell: ({ limit }) => limit },
				{ head: 'WHY', align: 'left', cell: ({ message }) => message },
			],
			failed,
			style,
		),
	];
}

/** Says whether a trading mode uses real money. */
export function moneyText(mode: Preview['trading_mode']): string {
	switch (mode) {
		case 'simulated':
			return 'Simulated exchanges: no real money.';
		case 'paper':
			return 'Paper accounts at real prices: no real money.';
		case 'testnet':
			return 'Testnet: test money on the test environments of the exchanges, no real money.';
		case 'live':
			return 'LIVE: real orders with real money.';
	}
}
