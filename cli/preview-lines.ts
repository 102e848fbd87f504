/** A preview as people read it: the plan, the ledger, every check, and what it binds to. */
import type { ExecuteOpportunityResult } from '../client/methods.ts';
import { columnsTable, factLines } from './columns-table.ts';
import { coins, exact, holdingTime, percent, price, time, UNKNOWN, usd } from './figures.ts';
import { ledgerLines, type TextStyle } from './opportunity-lines.ts';

/** The plan of an opening, as the service answers it. */
export type Preview = Extract<ExecuteOpportunityResult, { readonly preview: true }>;

/** Plan, ledger and checks of an opening, amounts in USD. */
export function previewLines(preview: Preview, style: TextStyle): string[] {
	const { plan, checks, bounds, expires_at, preview_id, trading_mode } = preview;
	return [
		style.paint(plan.message, 'strong'),
		`${moneyText(trading_mode)} Mode ${plan.mode}, leverage ${exact(plan.leverage)}, in ${plan.children === 1 ? 'one slice' : `${plan.children} slices`}.`,
		`${usd(plan.planned_amount)} of ${usd(plan.amount)} USD over both legs.`,
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
				'holds while',
				`costs are at most ${percent(bounds.max_total_cost, 4)} % and the expected net is at least ${percent(bounds.min_expected_net, 4)} % in ${holdingTime(preview.costs.horizon_hours)}`,
			],
		]),
	];
}

function oneLegLines({ steps, message }: Preview['plan']['if_one_leg_fails'], style: TextStyle): string[] {
	return [
		style.paint('If one leg fills and the other does not', 'strong'),
		...columnsTable(
			[
				{ head: 'AFTER', cell: ({ after_ms: ms }) => `${ms / 1_000} s` },
				{ head: 'WHAT IS DONE', align: 'left', cell: ({ text }) => text },
			],
			steps,
			style,
		),
		message,
	];
}

/** Those that do not hold, with all that is known of them; how many hold. */
function checkLines(checks: Preview['checks'], style: TextStyle): string[] {
	const failed = checks.filter(({ passed }) => !passed);
	if (failed.length === 0) return [style.paint(`All ${checks.length} checks hold.`, 'good')];
	return [
		style.paint(`${failed.length} of ${checks.length} checks do not hold: it would be refused.`, 'bad'),
		...columnsTable(
			[
				{ head: 'CHECK', align: 'left', cell: ({ check }) => ({ text: check, tone: 'bad' }) },
				{ head: 'IS', align: 'left', cell: ({ value }) => value || UNKNOWN },
				{ head: 'LIMIT', align: 'left', cell: ({ limit }) => limit },
				{ head: 'WHY', align: 'left', cell: ({ message }) => message },
			],
			failed,
			style,
		),
	];
}

/** Whose money it is. */
export function moneyText(mode: Preview['trading_mode']): string {
	switch (mode) {
		case 'simulated':
			return 'Simulated exchanges: no real money.';
		case 'paper':
			return 'Paper accounts at real prices: no real money.';
		case 'testnet':
			return 'Testnet: test money at the test environments of the exchanges, no real money.';
		case 'live':
			return 'LIVE: real orders with real money.';
	}
}
