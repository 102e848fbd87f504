/** Formats executions as human-readable text. */
import type {
	CloseAnswer,
	ExecutionRecord,
	ExecutionStatus,
	GetExecutionResult,
	Portfolio,
} from '../client/methods.ts';
import { type Column, columnsTable, factLines } from './columns-table.ts';
import { exact, fixed, gain, hours, percent, time, timeOfSeconds, unknownNotes, usd } from './figures.ts';
import type { TextStyle } from './opportunity-lines.ts';
import type { Tone, Toned } from './paint.ts';

const COLUMNS: readonly Column<ExecutionRecord>[] = [
	{ head: 'ID', align: 'left', cell: (row) => row.execution.id },
	{ head: 'SYMBOL', align: 'left', cell: (row) => row.execution.symbol },
	{ head: 'LONG', align: 'left', cell: (row) => row.execution.long_exchange },
	{ head: 'SHORT', align: 'left', cell: (row) => row.execution.short_exchange },
	{ head: 'STATUS', align: 'left', cell: (row) => statusText(row.execution.status) },
	{ head: 'OPENED USD', cell: (row) => usd(row.execution.filled_amount) },
	{ head: 'LEV', cell: (row) => exact(row.execution.leverage), spare: 5 },
	{ head: 'PNL USD', cell: ({ pnl }) => gain(pnl.total_pnl, usd(pnl.total_pnl)) },
	{ head: 'PNL %', cell: ({ pnl }) => gain(pnl.total_pnl_pct, fixed(pnl.total_pnl_pct, 3)) },
	{ head: 'PRICE USD', cell: ({ pnl }) => usd(pnl.price_pnl), spare: 3 },
	{ head: 'FUNDING USD', cell: ({ pnl }) => usd(pnl.funding_pnl), spare: 2 },
	{ head: 'FEES USD', cell: ({ pnl }) => usd(pnl.fee_cost), spare: 3 },
	{ head: 'SLIPPAGE USD', cell: ({ pnl }) => usd(pnl.slippage_cost), spare: 3 },
	{ head: 'LIQ AWAY %', cell: ({ risk }) => fixed(risk.liquidation_distance_pct, 1), spare: 4 },
	{ head: 'SINCE', align: 'left', cell: (row) => time(row.execution.created_at), spare: 5 },
];

/** Formats one row per execution, with amounts in USD. */
export function executionsTable(rows: readonly ExecutionRecord[], style: TextStyle): string[] {
	return columnsTable(COLUMNS, rows, style);
}

/** Explains the columns, and lists the reason for each execution's status if there is one. */
export function executionNotes(rows: readonly ExecutionRecord[]): string[] {
	return [
		'PNL = PRICE + FUNDING − FEES − SLIPPAGE, realised and unrealised; PNL % is a percentage of peak capital.',
		...rows
			.filter(({ execution }) => execution.status_reason !== null)
			.map(({ execution: { id, status, status_reason: reason } }) => `${id} is ${status}: ${reason}`),
		...unknownNotes(rows.map((record) => ({ name: record.execution.id, record }))),
	];
}

const TONES: Readonly<Partial<Record<ExecutionStatus, Tone>>> = {
	running: 'good',
	failed: 'bad',
	needs_attention: 'bad',
	opening: 'warn',
	closing: 'warn',
};

function statusText(status: ExecutionStatus): Toned {
	return { text: status, tone: TONES[status] };
}

/** Formats the portfolio's executions with notes about them, and their totals, in USD. */
export function portfolioLines(portfolio: Portfolio, style: TextStyle): string[] {
	const { executions, summary, pagination } = portfolio;
	return [
		...(executions.length === 0
			? ['No executions.']
			: [...executionsTable(executions, style), '', ...executionNotes(executions)]),
		...(pagination === undefined
			? []
			: [
					`Ended executions: page ${pagination.current_page} of ${pagination.total_pages}, ${pagination.total_count} in total.${pagination.has_next ? ` More: --page ${pagination.current_page + 1}.` : ''}`,
				]),
		'',
		...factLines(style.paint, [
			['running', `${summary.running_executions} of ${summary.total_executions}`],
			['invested USD', usd(summary.total_invested)],
			['unrealised USD', gain(summary.total_unrealized_pnl, usd(summary.total_unrealized_pnl))],
			['realised USD', gain(summary.total_realized_pnl, usd(summary.total_realized_pnl))],
			[
				'funding USD',
				`${usd(summary.total_funding_received)} received, ${usd(summary.total_funding_paid)} paid`,
			],
			['return %', `${fixed(summary.weighted_roi, 3)}, in the last 24 h ${fixed(summary.daily_roi, 3)}`],
		]),
		'',
		...accountLines(portfolio, style),
		...unknownNotes([{ name: 'portfolio', record: portfolio }]),
	];
}

function accountLines({ accounts }: Portfolio, style: TextStyle): string[] {
	if (accounts.length === 0) return ['No exchange account is connected: see carrywire connections.'];
	return columnsTable(
		[
			{ head: 'ACCOUNT', align: 'left', cell: (row) => row.exchange },
			{ head: 'EQUITY USD', cell: (row) => usd(row.equity) },
			{ head: 'AVAILABLE USD', cell: (row) => usd(row.available) },
			{ head: 'MARGIN USD', cell: (row) => usd(row.margin_used) },
			{
				head: 'UNEXPLAINED USD',
				cell: (row) => ({ text: usd(row.unexplained), tone: row.unexplained ? 'bad' : undefined }),
				spare: 2,
			},
			{ head: 'RUNWAY h', cell: (row) => hours(row.margin_runway?.hours), spare: 1 },
			{
				head: 'AS OF',
				align: 'left',
				cell: (row) => ({
					text: `${time(row.updated_at)}${row.stale ? ' STALE' : ''}`,
					tone: row.stale ? 'warn' : undefined,
				}),
				spare: 3,
			},
		],
		accounts,
		style,
	);
}

const EVENTS_SHOWN = 40;

/**
 * Formats one execution: legs, result in USD, risk, and its latest journal events. @param events maximum number of
 * events
 */
export function executionLines(found: GetExecutionResult, style: TextStyle, events = EVENTS_SHOWN): string[] {
	const { execution, pnl, funding, risk } = found;
	return [
		`${style.paint(execution.id, 'strong')}  ${execution.symbol}, long ${execution.long_exchange}, short ${execution.short_exchange}`,
		'',
		...factLines(style.paint, [
			['status', statusText(execution.status)],
			...(execution.status_reason === null ? [] : [['reason', execution.status_reason] as [string, string]]),
			[
				'opened USD',
				`${usd(execution.filled_amount)} of ${usd(execution.input_amount)}, leverage ${exact(execution.leverage)}, ${execution.mode}`,
			],
			...progressFacts(found),
			['since', time(execution.created_at)],
			...(execution.closed_at === null ? [] : [['closed', time(execution.closed_at)] as [string, string]]),
			[
				'result USD',
				gain(pnl.total_pnl, `${usd(pnl.total_pnl)} (${fixed(pnl.total_pnl_pct, 3)} % of the capital)`),
			],
			[
				'components USD',
				`price ${usd(pnl.price_pnl)} + funding ${usd(pnl.funding_pnl)} − fees ${usd(pnl.fee_cost)} − slippage ${usd(pnl.slippage_cost)}`,
			],
			[
				'unhedged USD',
				`${usd(risk.unhedged_notional)} now; unhedged for ${exact(risk.unhedged_ms)} ms in total`,
			],
			['liquidation distance %', fixed(risk.liquidation_distance_pct, 1)],
			['remaining carry %', percent(risk.expected_remaining_carry, 4)],
			...(found.advice === null
				? []
				: [['advice', `${found.advice.action}: ${found.advice.reason}`] as [string, string]]),
			['reconciled', time(risk.reconciled_at)],
			...(found.agent_id === null ? [] : [['opened by agent', found.agent_id] as [string, string]]),
		]),
		'',
		...columnsTable(
			[
				{ head: 'LEG', align: 'left', cell: (leg) => leg.side },
				{ head: 'EXCHANGE', align: 'left', cell: (leg) => leg.exchange },
				{ head: 'SYMBOL', align: 'left', cell: (leg) => leg.symbol },
				{ head: 'COINS', cell: (leg) => exact(leg.size) },
				{ head: 'ENTRY USD', cell: (leg) => exact(leg.entry_price) },
				{ head: 'MARK USD', cell: (leg) => exact(leg.mark_price) },
				{ head: 'LIQUIDATION USD', cell: (leg) => exact(leg.liquidation_price) },
				{ head: 'PNL USD', cell: (leg) => gain(leg.unrealized_pnl, usd(leg.unrealized_pnl)) },
			],
			[found.long_position, found.short_position],
			style,
		),
		...fundingLines(funding.funding_events, style),
		'',
		...journalLines(found, style, events),
		...unknownNotes([{ name: execution.id, record: found }]),
	];
}

function progressFacts({ progress }: ExecutionRecord): [string, string][] {
	if (progress === null) return [];
	const { slices_done: done, slices_left: left, next_level: level, basis_now: now, ends_at: end } = progress;
	const waits =
		level === null ? '' : `, the next opens at a basis of ${percent(level, 4)} % (now ${percent(now, 4)} %)`;
	const until = end === null ? '' : `, until ${time(end)}`;
	return [['slices', `${done} of ${done + left} are open${waits}${until}`]];
}

const PAYMENTS_SHOWN = 10;

function fundingLines(events: ExecutionRecord['funding']['funding_events'], style: TextStyle): string[] {
	if (events.length === 0) return [];
	const last = events.slice(-PAYMENTS_SHOWN);
	return [
		'',
		...columnsTable(
			[
				{ head: 'FUNDING', align: 'left', cell: (row) => timeOfSeconds(row.timestamp) },
				{ head: 'EXCHANGE', align: 'left', cell: (row) => row.exchange },
				{ head: 'RATE %', cell: (row) => percent(row.rate, 4) },
				{ head: 'USD', cell: (row) => gain(row.amount, usd(row.amount)) },
			],
			last,
			style,
		),
		...(events.length > last.length ? [`and ${events.length - last.length} more.`] : []),
	];
}

/** Width of a journal line without its event text, characters. */
const OTHER_CHARS = 64;
/** Minimum width of the event text in a journal line, characters. */
const SENTENCE_CHARS_MIN = 16;
/** Maximum width of the event text in a journal line, characters. */
const SENTENCE_CHARS_MAX = 160;

function journalLines(
	{ events, events_total: total }: GetExecutionResult,
	style: TextStyle,
	most: number,
): string[] {
	const shown = events.slice(-most);
	const wide = Math.max(SENTENCE_CHARS_MIN, Math.min(style.width - OTHER_CHARS, SENTENCE_CHARS_MAX));
	return [
		...columnsTable(
			[
				{ head: 'SEQ', cell: (event) => String(event.seq) },
				{ head: 'JOURNAL', align: 'left', cell: (event) => time(event.recorded_at) },
				{ head: 'EVENT', align: 'left', cell: (event) => event.type },
				{ head: '', align: 'left', cell: (event) => cut(event.text, wide) },
			],
			shown,
			style,
		),
		...(total > shown.length ? [`The last ${shown.length} of ${total} events; more with --events.`] : []),
	];
}

function cut(text: string, charsMax: number): string {
	return text.length > charsMax ? `${text.slice(0, charsMax - 1)}…` : text;
}

/** Formats the result of a close or a cancellation, with amounts in USD. */
export function closeLines(answer: CloseAnswer, style: TextStyle): string[] {
	return [
		`${answer.execution_id}  ${answer.message}`,
		'',
		...factLines(style.paint, [
			['status', statusText(answer.status)],
			[
				'result USD',
				gain(
					answer.final_pnl,
					`${usd(answer.final_pnl)} (${fixed(answer.final_roi_pct, 3)} % of the capital)`,
				),
			],
			['funding USD', usd(answer.total_funding)],
			['held h', fixed(answer.duration_hours, 3)],
		]),
	];
}
