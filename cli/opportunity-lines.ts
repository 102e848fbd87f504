/** Formats opportunities as human-readable text. */
import type {
	Cash,
	GetOpportunitiesResult,
	Net,
	Opportunity,
	OpportunityDetailResult,
} from '../client/methods.ts';
import { type Column, columnsTable, factLines } from './columns-table.ts';
import {
	exact,
	fixed,
	gain,
	holdingTime,
	hours,
	percent,
	time,
	timeOfSeconds,
	UNKNOWN,
	unknownNotes,
	usd,
} from './figures.ts';
import type { Paint, Toned } from './paint.ts';

/** Width of a line in characters, and the screen's colours. */
export type TextStyle = { readonly width: number; readonly paint: Paint };

const COLUMNS: readonly Column<Opportunity>[] = [
	{ head: 'SYMBOL', align: 'left', cell: (row) => row.symbol },
	{ head: 'LONG', align: 'left', cell: (row) => row.long_venue },
	{ head: 'SHORT', align: 'left', cell: (row) => row.short_venue },
	{ head: 'SPREAD %', cell: (row) => percent(row.spread, 4), spare: 3 },
	{ head: 'PER h', cell: (row) => hours(row.epoch_hours), spare: 3 },
	{ head: 'APR %', cell: (row) => percent(row.apr), spare: 2 },
	{ head: 'NET', cell: ({ net }) => gain(net.expected_net, netText(net)), spare: 1 },
	{ head: 'NET APR %', cell: (row) => gain(row.net.net_apr, percent(row.net.net_apr)) },
	{ head: 'CHANCE %', cell: (row) => percent(row.net.probability_positive, 0), spare: 4 },
	{ head: 'EVEN h', cell: (row) => hours(row.net.break_even_hours), spare: 5 },
	{ head: 'VERDICT', align: 'left', cell: ({ net: { verdict } }) => verdictText(verdict) },
	{ head: 'RISK', cell: (row) => fixed(row.risk_score, 1), spare: 6 },
	{ head: 'LIQ', cell: (row) => fixed(row.liquidity_score, 1), spare: 6 },
	{ head: 'MAX USD', cell: (row) => fixed(row.max_amount, 0), spare: 6 },
	{ head: 'NEXT PAYMENT', align: 'left', cell: (row) => timeOfSeconds(row.next_funding_timestamp), spare: 7 },
	{ head: 'ID', align: 'left', cell: (row) => row.opportunity_id },
];

/** Formats one row per pair and direction, with rates in percent. */
export function opportunitiesTable(rows: readonly Opportunity[], style: TextStyle): string[] {
	return columnsTable(COLUMNS, rows, style);
}

/** Adds the coin of each row, and the number of its matching opportunities. */
function coinColumns(groups: NonNullable<GetOpportunitiesResult['groups']>): readonly Column<Opportunity>[] {
	const counts = new Map(groups.map(({ coin, count }) => [coin, count]));
	return [
		{ head: 'COIN', align: 'left', cell: (row) => row.base },
		{ head: 'MATCHES', cell: (row) => fixed(counts.get(row.base), 0) },
		...COLUMNS,
	];
}

/**
 * Formats the table with its terms, its page and the time of its data. A list grouped by coin also shows the number of
 * matches of each coin, and its pages count coins.
 */
export function opportunitiesLines(
	{ data, pagination, groups, as_of }: GetOpportunitiesResult,
	style: TextStyle,
): string[] {
	const [first] = data;
	const { current_page: page, total_pages: pages, total_count: count, has_next: hasNext } = pagination;
	const rows = groups === undefined ? 'opportunities' : 'coins';
	if (first === undefined) return [`No ${rows} on page ${page}. Matches: ${count}; pages: ${pages}.`];
	return [
		...columnsTable(groups === undefined ? COLUMNS : coinColumns(groups), data, style),
		'',
		...opportunityNotes(first.net),
		...(groups === undefined
			? []
			: [
					`Each row is the first opportunity of its coin. MATCHES counts all of them; to list them: --coins ${first.base}.`,
				]),
		`Page ${page} of ${pages}, ${count} ${rows}, as of ${time(as_of)}.${hasNext ? ` More: --page ${page + 1}.` : ''}`,
		...unknownNotes(data.map((record) => ({ name: record.symbol, record }))),
	];
}

/** Explains what the percentages mean. */
function opportunityNotes(net: Pick<Net, 'amount' | 'leverage'>): string[] {
	return [
		`${listTermsText(net)}. Percentages are of one leg's notional. SPREAD is per funding interval (PER), before costs; APR is the same per year.`,
		'NET is the expected net after all costs over the holding period shown; NET APR is the same per year. CHANCE is the probability of a profit.',
	];
}

/** Formats the terms that all rows of a list share. Each row shows its own horizon. */
export function listTermsText({ amount, leverage }: Pick<Net, 'amount' | 'leverage'>): string {
	return `At ${exact(amount)} USD over both legs, leverage ${exact(leverage)}`;
}

function termsText({
	amount,
	horizon_hours,
	leverage,
}: Pick<Net, 'amount' | 'horizon_hours' | 'leverage'>): string {
	return `At ${exact(amount)} USD over both legs, held ${holdingTime(horizon_hours)}, leverage ${exact(leverage)}`;
}

/** Formats the expected net: `+0.42 % in 30 days`. */
function netText({ expected_net: net, horizon_hours: horizon }: Net): string {
	if (net === null) return UNKNOWN;
	return `${net > 0 ? '+' : ''}${percent(net)} % in ${holdingTime(horizon)}`;
}

function verdictText(verdict: Net['verdict']): Toned {
	const tones = { trade: 'good', no_trade: undefined, unknown: 'warn' } as const;
	return { text: verdict, tone: tones[verdict] };
}

/** Formats expected carry, costs and expected net, as fractions of one leg's notional and in USD. */
export function ledgerLines(net: Net, cash: Cash | null, style: TextStyle): string[] {
	const row = (name: string, share: number | null, part: keyof Cash, isTotal = false) => ({
		name,
		share,
		usd: cash?.[part] ?? null,
		isTotal,
	});
	const rows = [
		row('expected carry', net.expected_carry, 'expected_carry'),
		row('− entry fees', net.cost.entry_fees, 'entry_fees'),
		row('− exit fees', net.cost.exit_fees, 'exit_fees'),
		row('− entry slippage', net.cost.entry_slippage, 'entry_slippage'),
		row('− exit slippage', net.cost.exit_slippage, 'exit_slippage'),
		row('− price basis', net.cost.basis, 'basis'),
		row(`= expected net in ${holdingTime(net.horizon_hours)}`, net.expected_net, 'expected_net', true),
	];
	return [
		...columnsTable(
			[
				{ head: 'LEDGER', align: 'left', cell: ({ name }) => name },
				{
					head: '%',
					cell: ({ share, isTotal }) => (isTotal ? gain(share, percent(share, 4)) : percent(share, 4)),
				},
				{ head: 'USD', cell: (row) => usd(row.usd) },
			],
			rows,
			style,
		),
		'',
		...factLines(style.paint, [
			['verdict', verdictText(net.verdict)],
			[
				'net APR %',
				`${percent(net.net_apr)} of one leg's notional, ${percent(net.net_apr_on_capital)} of the capital`,
			],
			['chance of profit %', percent(net.probability_positive, 0)],
			['chance of reversal %', percent(net.reversal_probability, 0)],
			['break-even after h', hours(net.break_even_hours)],
			['best holding period h', hours(net.best_horizon_hours)],
			...net.reasons.map((reason, index): [string, string] => [index === 0 ? 'why' : '', reason]),
		]),
		`${termsText(net)}: ${usd(cash?.leg_notional)} USD notional per leg.`,
	];
}

/** Formats one pair and direction: legs, costs, forecast and the guards against a trade. */
export function opportunityLines(detail: OpportunityDetailResult, style: TextStyle): string[] {
	return [
		style.paint(`${detail.symbol}  ${detail.direction}`, 'strong'),
		'',
		...legsTable(detail, style),
		'',
		...factLines(style.paint, [
			[
				'spread %',
				`${percent(detail.spread, 4)} every ${hours(detail.epoch_hours)} h, APR ${percent(detail.apr)}`,
			],
			[
				'settled spread %',
				`24 h ${percent(detail.avg_spread_24h, 4)}, 7 d ${percent(detail.avg_spread_7d, 4)}, 30 d ${percent(detail.avg_spread_30d, 4)}`,
			],
			['price basis %', percent(detail.price_basis, 4)],
			['largest amount USD', fixed(detail.max_amount, 0)],
			['liquidity, risk', `${fixed(detail.liquidity_score, 1)}, ${fixed(detail.risk_score, 1)}`],
			['guards', detail.guards.length === 0 ? 'none' : { text: detail.guards.join(', '), tone: 'warn' }],
			...(detail.anomaly_reason === null ? [] : [['anomaly', detail.anomaly_reason] as [string, string]]),
			['newest input', timeOfSeconds(detail.updated_at)],
		]),
		'',
		...ledgerLines(detail.net, detail.cash, style),
		...settlementLines(detail, style),
		...unknownNotes([{ name: detail.symbol, record: detail }]),
	];
}

function legsTable(detail: OpportunityDetailResult, style: TextStyle): string[] {
	const legs = (['long', 'short'] as const).map((role) => ({
		role,
		venue: detail[`${role}_venue`],
		symbol: detail[`${role}_symbol`],
		rate: detail[`${role}_rate`],
		interval: detail[`${role}_interval_hours`],
		next: detail[`${role}_next_funding_timestamp`],
		price: detail[`${role}_price`],
		mark: detail[`${role}_mark_price`],
		volume: detail[`${role}_24h_volume`],
		interest: detail[`${role}_open_interest`],
	}));
	return columnsTable(
		[
			{ head: 'LEG', align: 'left', cell: (leg) => leg.role },
			{ head: 'EXCHANGE', align: 'left', cell: (leg) => leg.venue },
			{ head: 'SYMBOL', align: 'left', cell: (leg) => leg.symbol },
			{ head: 'RATE %', cell: (leg) => percent(leg.rate, 4) },
			{ head: 'PER h', cell: (leg) => hours(leg.interval) },
			{ head: 'NEXT PAYMENT', align: 'left', cell: (leg) => timeOfSeconds(leg.next) },
			{ head: 'PRICE USD', cell: (leg) => exact(leg.price) },
			{ head: 'MARK USD', cell: (leg) => exact(leg.mark), spare: 1 },
			{ head: 'VOLUME 24 h USD', cell: (leg) => fixed(leg.volume, 0), spare: 2 },
			{ head: 'OPEN INTEREST USD', cell: (leg) => fixed(leg.interest, 0), spare: 2 },
		],
		legs,
		style,
	);
}

const SETTLEMENTS_SHOWN = 6;

function settlementLines({ settlements }: OpportunityDetailResult, style: TextStyle): string[] {
	if (settlements.length === 0) return [];
	const rest = settlements.length - SETTLEMENTS_SHOWN;
	return [
		'',
		...columnsTable(
			[
				{ head: 'SETTLEMENT', align: 'left', cell: (row) => timeOfSeconds(row.timestamp) },
				{ head: 'EXCHANGE', align: 'left', cell: (row) => row.exchange },
				{ head: 'EXPECTED RATE %', cell: (row) => percent(row.expected_rate, 4) },
				{ head: 'EXPECTED USD', cell: (row) => gain(row.expected_cash, usd(row.expected_cash)) },
			],
			settlements.slice(0, SETTLEMENTS_SHOWN),
			style,
		),
		...(rest > 0 ? [`and ${rest} more within the horizon.`] : []),
	];
}

/** Returns the text, or a dash for null. */
export function orUnknown(text: string | null): string {
	return text ?? UNKNOWN;
}
