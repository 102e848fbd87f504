/** Formats a portfolio plan as human-readable text: the comparison with cash first, then the changes. */
import type { PlanPortfolioResult } from '../client/methods.ts';
import { type Column, columnsTable, factLines } from './columns-table.ts';
import { exact, fixed, gain, holdingTime, percent, time, UNKNOWN, usd } from './figures.ts';
import type { TextStyle } from './opportunity-lines.ts';
import type { Tone, Toned } from './paint.ts';

type Plan = PlanPortfolioResult;
type Change = Plan['changes'][number];
type Margin = Plan['margins'][number];
type Move = Margin['moves'][number];

const LEVEL_TONES: Readonly<Record<Move['level'], Tone | undefined>> = {
	ok: undefined,
	watch: 'warn',
	transfer: 'warn',
	reduce: 'bad',
	empty: 'bad',
};

/** Formats a plan. Amounts are in USD. */
export function planLines(plan: Plan, style: TextStyle): string[] {
	const { paint } = style;
	return [
		...outcomeLines(plan, style),
		'',
		...(plan.changes.length === 0
			? [paint('Nothing to change: no change earns twice its cost.', 'strong')]
			: changeLines(plan, style)),
		...marginLines(plan.margins, style),
		...transferLines(plan.transfers, style),
		...section('Limits that bind', plan.limits, style),
		...section('Not considered', plan.reasons, style),
		'',
		'Nothing was sent. Forecasts can be wrong, and bad years lose money: see the interval.',
	];
}

function outcomeLines({ outcome, terms, as_of }: Plan, { paint }: TextStyle): string[] {
	const { net_on_capital: net, net_on_capital_low: low, net_on_capital_high: high } = outcome;
	return [
		paint(outcome.message, outcome.verdict === 'trade' ? 'good' : 'warn'),
		'',
		...factLines(paint, [
			[
				'net on capital % / year',
				gain(
					net,
					`${percent(net)}${low === null || high === null ? '' : ` (90 %: ${percent(low)} to ${percent(high)})`}`,
				),
			],
			['cash % / year', percent(outcome.cash_apr)],
			['net minus cash', gain(outcome.over_cash, percent(outcome.over_cash))],
			['net USD / year', usd(outcome.net_per_year)],
			['as much as cash at leverage', leverageText(outcome.leverage_of_cash, terms.leverage)],
			[
				'capital USD',
				`${usd(terms.capital)}, of which ${percent(terms.idle, 0)} % idle; margin ${terms.margin}`,
			],
			['exchanges', terms.exchanges.join(', ')],
			['largest leg USD', `${usd(terms.leg_notional_max)} in all, ${percent(terms.coin_share, 0)} % a coin`],
			['as of', time(as_of)],
		]),
	];
}

function leverageText(leverage: number | null, used: number): string {
	if (leverage === null) return 'none: the plan loses at every leverage';
	return `${fixed(leverage, 1)} (this plan: ${exact(used)})`;
}

function changeLines({ changes, terms }: Plan, style: TextStyle): string[] {
	const rows = changes.map((change, at) => ({ ...change, number: at + 1 }));
	const columns: readonly Column<(typeof rows)[number]>[] = [
		{ head: '#', cell: (row) => String(row.number) },
		{ head: 'CHANGE', align: 'left', cell: (row) => row.kind },
		{ head: 'COIN', align: 'left', cell: (row) => row.coin },
		{ head: 'LONG', align: 'left', cell: (row) => legText(row, 'long') },
		{ head: 'SHORT', align: 'left', cell: (row) => legText(row, 'short') },
		{ head: 'LEG USD', cell: (row) => usd(row.notional) },
		{ head: 'GAIN USD', cell: (row) => gain(row.gain, usd(row.gain)) },
		{ head: 'COST USD', cell: (row) => usd(row.cost), spare: 2 },
		{ head: 'RATIO', cell: (row) => fixed(row.ratio, 1) },
		{ head: 'SHARE %', cell: (row) => percent(row.share, 0), spare: 3 },
		{ head: 'ID', align: 'left', cell: (row) => row.execution_id ?? row.opportunity_id, spare: 1 },
	];
	return [
		...columnsTable(columns, rows, style),
		'',
		...rows.map(({ number, message }) => `${number}: ${message}`),
		`GAIN is expected in ${holdingTime(terms.horizon_hours)}, before COST. A change must earn twice its cost. To make one: carrywire preview ID, carrywire close ID --share SHARE, or carrywire roll ID --leg LEG --exchange NAME --share SHARE.`,
	];
}

/** Formats a leg of the change; for the leg that a roll moves, with the exchange that it leaves. */
function legText({ roll, ...legs }: Change, role: 'long' | 'short'): string {
	const { exchange } = legs[role];
	return roll?.leg === role ? `${roll.from.exchange} > ${exchange}` : exchange;
}

function marginLines(margins: readonly Margin[], style: TextStyle): string[] {
	const [first] = margins;
	if (first === undefined) return [];
	return [
		'',
		style.paint('Margin by exchange, and equity over notional in % after a move of all prices', 'strong'),
		...columnsTable<Margin>(
			[
				{ head: 'EXCHANGE', align: 'left', cell: (row) => row.exchange },
				{ head: 'EQUITY USD', cell: (row) => usd(row.equity) },
				{ head: 'NOTIONAL USD', cell: (row) => usd(row.notional) },
				{ head: 'NET USD', cell: (row) => usd(row.net), spare: 1 },
				...first.moves.map(
					({ move }, at): Column<Margin> => ({
						head: `${move > 0 ? '+' : ''}${percent(move, 0)} %`,
						align: 'left',
						cell: ({ moves }) => moveText(moves[at]),
					}),
				),
			],
			margins,
			style,
		),
	];
}

function moveText(move: Move | undefined): Toned {
	if (move === undefined || move.ratio === null) return UNKNOWN;
	return { text: `${percent(move.ratio, 0)} ${move.level}`, tone: LEVEL_TONES[move.level] };
}

function transferLines(transfers: Plan['transfers'], style: TextStyle): string[] {
	return section(
		'Transfers that the plan would like (you make them at the exchanges)',
		transfers.map(({ from, to, amount, message }) => ({
			message: `${usd(amount)} USD from ${from} to ${to}: ${message}`,
		})),
		style,
	);
}

function section(
	heading: string,
	rows: readonly { readonly message: string }[],
	{ paint }: TextStyle,
): string[] {
	if (rows.length === 0) return [];
	return ['', paint(heading, 'strong'), ...rows.map(({ message }) => `  ${message}`)];
}
