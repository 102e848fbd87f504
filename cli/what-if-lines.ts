/** Formats the effect of a shock, and the start of a squeeze's replay, as human-readable text. Amounts are in USD. */
import type { WhatIfResult } from '../client/methods.ts';
import { columnsTable, factLines } from './columns-table.ts';
import { exact, fixed, gain, percent, time, UNKNOWN, usd } from './figures.ts';
import type { TextStyle } from './opportunity-lines.ts';
import type { Tone, Toned } from './paint.ts';

type Squeeze = Extract<WhatIfResult, { readonly replay_id: string }>;
type Shock = Exclude<WhatIfResult, Squeeze>;
type Execution = Shock['executions'][number];
type Exchange = Shock['exchanges'][number];

const LEVEL_TONES: Readonly<Record<Exchange['after']['level'], Tone | undefined>> = {
	ok: undefined,
	watch: 'warn',
	transfer: 'warn',
	reduce: 'bad',
};

/** Formats the result of a shock: totals first, then positions, margin, actions and transfers. */
export function whatIfLines(shock: Shock, style: TextStyle): string[] {
	const { totals, executions, exchanges, reasons } = shock;
	const change = totals.equity_after - totals.equity_before;
	return [
		...factLines(style.paint, [
			['equity USD', gain(change, `${usd(totals.equity_before)} before, ${usd(totals.equity_after)} after`)],
			['profit USD', gain(totals.profit, usd(totals.profit))],
			['funding USD', gain(totals.funding, usd(totals.funding))],
			[
				'liquidations',
				{ text: String(totals.liquidations), tone: totals.liquidations > 0 ? 'bad' : undefined },
			],
			['as of', time(shock.as_of)],
		]),
		...(executions.length === 0 ? ['', 'No open positions.'] : executionLines(executions, style)),
		...(exchanges.length === 0 ? [] : exchangeLines(exchanges, style)),
		...transferLines(shock, style),
		...(reasons.length === 0 ? [] : ['', ...reasons.map(({ message }) => `${UNKNOWN} ${message}`)]),
		'',
		'Nothing was sent. The shock is sudden: the actions follow it.',
	];
}

function executionLines(executions: readonly Execution[], style: TextStyle): string[] {
	const legs = executions.flatMap((one) =>
		(['long', 'short'] as const).map((role) => ({ one, role, leg: one[role] })),
	);
	return [
		'',
		...columnsTable<(typeof legs)[number]>(
			[
				{ head: 'EXECUTION', align: 'left', cell: ({ one }) => one.execution_id, spare: 2 },
				{ head: 'SYMBOL', align: 'left', cell: ({ one }) => one.symbol },
				{ head: 'LEG', align: 'left', cell: ({ role }) => role },
				{ head: 'EXCHANGE', align: 'left', cell: ({ leg }) => leg.exchange },
				{ head: 'MOVE %', cell: ({ leg }) => fixed(leg.move_pct, 2), spare: 1 },
				{ head: 'PROFIT USD', cell: ({ leg }) => gain(leg.profit, usd(leg.profit)) },
				{ head: 'FUNDING USD', cell: ({ leg }) => gain(leg.funding, usd(leg.funding)) },
				{ head: 'NOTIONAL USD', cell: ({ leg }) => usd(leg.notional) },
				{ head: 'LIQ AWAY %', cell: ({ leg }) => distanceText(leg) },
			],
			legs,
			style,
		),
		...executions.flatMap((one) => [
			...one.actions.map(({ message }) => `${one.symbol}: ${message}`),
			...(one.unhedged === 0 ? [] : [`${one.symbol}: ${usd(one.unhedged)} USD would be unhedged.`]),
		]),
	];
}

function distanceText(leg: Execution['long']): Toned {
	if (leg.liquidated) return { text: 'liquidated', tone: 'bad' };
	return fixed(leg.liquidation_distance_pct, 1);
}

function exchangeLines(exchanges: readonly Exchange[], style: TextStyle): string[] {
	return [
		'',
		style.paint('Margin by exchange: equity over notional in %, before and after', 'strong'),
		...columnsTable<Exchange>(
			[
				{ head: 'EXCHANGE', align: 'left', cell: (row) => row.exchange },
				{ head: 'EQUITY USD', cell: ({ after }) => usd(after.equity) },
				{ head: 'NOTIONAL USD', cell: ({ after }) => usd(after.gross_notional) },
				{ head: 'PLANNED %', cell: (row) => percent(row.target_equity_per_notional, 0), spare: 1 },
				{ head: 'BEFORE', align: 'left', cell: ({ before }) => levelText(before) },
				{ head: 'AFTER', align: 'left', cell: ({ after }) => levelText(after) },
			],
			exchanges,
			style,
		),
		...exchanges.flatMap(({ exchange, actions }) => actions.map(({ message }) => `${exchange}: ${message}`)),
	];
}

function levelText({ equity_per_notional: share, level }: Exchange['after']): Toned {
	if (share === null) return UNKNOWN;
	return { text: `${percent(share, 0)} ${level}`, tone: LEVEL_TONES[level] };
}

function transferLines({ transfers, missing, reductions }: Shock, { paint }: TextStyle): string[] {
	if (transfers.length + missing.length + reductions.length === 0) return [];
	return [
		'',
		paint('Needed after the shock', 'strong'),
		...transfers.map(({ from, to, amount, by, why, without }) => {
			const until = by === null ? '' : ` by ${time(by)}`;
			return `  ${usd(amount)} USD from ${from} to ${to}${until}: ${why.message} ${without.message}`;
		}),
		...missing.map(
			({ exchange, amount }) =>
				`  ${usd(amount)} USD at ${exchange} that no exchange can give: deposit, or close a part.`,
		),
		...reductions.map(
			({ execution_id: id, exchange, notional, whole, cost }) =>
				`  ${whole ? 'Close' : `Reduce by ${usd(notional)} USD a leg`} ${id} for ${exchange}: costs ${usd(cost)} USD.`,
		),
	];
}

/** Formats the start of a replay of a squeeze. */
export function squeezeLines(squeeze: Squeeze, style: TextStyle): string[] {
	const { replay_id: id, positions, left_out: leftOut } = squeeze;
	return [
		`${style.paint(id, 'strong')}  ${squeeze.name} (${squeeze.status})`,
		squeeze.happened,
		'',
		...factLines(style.paint, [
			['from', time(squeeze.from)],
			['until', time(squeeze.until)],
			['data', squeeze.data],
			['capital USD', usd(squeeze.capital)],
		]),
		'',
		...columnsTable<Squeeze['positions'][number]>(
			[
				{ head: 'EXECUTION', align: 'left', cell: (row) => row.execution_id },
				{ head: 'COIN', align: 'left', cell: (row) => row.coin },
				{ head: 'LONG', align: 'left', cell: (row) => row.long_exchange },
				{ head: 'SHORT', align: 'left', cell: (row) => row.short_exchange },
				{ head: 'LEG USD', cell: (row) => usd(row.notional) },
				{ head: 'LEV', cell: (row) => exact(row.leverage) },
			],
			positions,
			style,
		),
		...leftOut.map((one) => `${one} is not in the replay: the data lack its coin or exchanges.`),
		'',
		`Its result: carrywire rpc replay_result '{"replay_id":"${id}"}', or the page Backtest of the dashboard.`,
	];
}
