/** `opportunity_detail`: the record with prices, settled history, the schedule of settlements, the cost curve and both books. */
import { type Decimal, divDown, floorPlaces, fromInteger } from '../domain/decimal.ts';
import type { CostTerms, FieldReason, Opportunity, OpportunityDetail } from '../domain/opportunity.ts';
import type { OrderBook } from '../domain/order-book.ts';
import type { Clock } from '../ports/clock.ts';
import { EXPECTATION_DETAIL_REASONS } from './expectation.ts';
import type { LegInputs } from './guards.ts';
import { opportunityRecord, type RecordInputs } from './record.ts';
import { settlementSchedule } from './schedule.ts';
import { createSettledHistory, DAY_MS, type FetchSettledRates, type History } from './settled-history.ts';
import {
	averageSpread,
	fundingHistory,
	type PaidRate,
	paidRates,
	spreadStability,
} from './settled-spreads.ts';
import { tradeCost } from './trade-cost.ts';

const BOOK_LEVELS = 10;
/** Amounts of the curve: halves of max_amount, largest last. */
const CURVE_POINTS = 8;
const CENT_PLACES = 2;

export interface Details {
	/**
	 * Asks for the history first, then reads the inputs, so that the answer is of the instant it is given. Undefined
	 * when the opportunity is gone by then. Never rejects for a venue's sake.
	 */
	make(read: () => RecordInputs | undefined, terms: CostTerms): Promise<OpportunityDetail | undefined>;
}

export function createDetails(fetchSettledRates: FetchSettledRates, clock: Clock): Details {
	const settledHistory = createSettledHistory(fetchSettledRates, clock);
	return {
		async make(read, terms) {
			const before = read();
			if (before === undefined) return undefined;
			const [long, short] = await Promise.all([
				settledHistory.of(before.long),
				settledHistory.of(before.short),
			]);
			const inputs = read();
			return inputs === undefined ? undefined : detailOf(inputs, terms, { long, short });
		},
	};
}

function detailOf(
	inputs: RecordInputs,
	terms: CostTerms,
	histories: { readonly long: History; readonly short: History },
): OpportunityDetail {
	const record = opportunityRecord(inputs, terms);
	const settled = { long: ratesOf(histories.long), short: ratesOf(histories.short) };
	const figures = { ...tickerFigures(inputs), ...settledFigures(settled, record.epoch_hours, inputs.now) };
	const schedule = settlementSchedule(inputs, terms, settled);
	const history = fundingHistory(settled.long, settled.short, record.epoch_hours);
	return {
		...record,
		...figures,
		track_record: null,
		life: null,
		funding_history: history,
		settlements: schedule.rows,
		cost_curve: costCurve(inputs, record, terms),
		books: { long: topOf(inputs.long.book), short: topOf(inputs.short.book) },
		score_components: null,
		reasons: [
			...record.reasons,
			...EXPECTATION_DETAIL_REASONS,
			...historyReasons(inputs, histories),
			...spreadReasons(history),
			...figureReasons(inputs, figures),
			...schedule.reasons,
		],
	};
}

function ratesOf(history: History): readonly PaidRate[] {
	return 'failure' in history ? [] : paidRates(history.rates);
}

function tickerFigures({ long, short }: RecordInputs) {
	return {
		long_mark_price: long.ticker?.mark ?? null,
		short_mark_price: short.ticker?.mark ?? null,
		long_index_price: long.ticker?.index ?? null,
		short_index_price: short.ticker?.index ?? null,
		long_24h_volume: long.ticker?.volume24h ?? null,
		short_24h_volume: short.ticker?.volume24h ?? null,
		long_open_interest: long.ticker?.openInterest ?? null,
		short_open_interest: short.ticker?.openInterest ?? null,
	};
}

function settledFigures(
	{ long, short }: { readonly long: readonly PaidRate[]; readonly short: readonly PaidRate[] },
	epochHours: Decimal | null,
	now: number,
) {
	const average = (days: number) =>
		epochHours === null ? null : averageSpread(long, short, epochHours, now - days * DAY_MS, now);
	return {
		avg_spread_24h: average(1),
		avg_spread_7d: average(7),
		avg_spread_30d: average(30),
		spread_stability: epochHours === null ? null : spreadStability(long, short, epochHours, now),
	};
}

function historyReasons(
	inputs: RecordInputs,
	histories: { readonly long: History; readonly short: History },
): FieldReason[] {
	return (['long', 'short'] as const).flatMap((role) => {
		const history = histories[role];
		if (!('failure' in history)) return [];
		return [
			{
				field: 'funding_history',
				code: 'HISTORY_UNAVAILABLE',
				message: `The settled rates of ${nameOf(inputs[role])} could not be read: ${history.failure}`,
			},
		];
	});
}

/** The first settlement that is known has no interval before it, so neither an hourly rate. */
function spreadReasons(rows: OpportunityDetail['funding_history']): FieldReason[] {
	const lacking = rows.filter(
		(row) => row.spread === null && row.long_rate !== null && row.short_rate !== null,
	);
	if (lacking.length === 0) return [];
	return [
		{
			field: 'funding_history.spread',
			code: 'INTERVAL_UNKNOWN',
			message: `The interval before the oldest settlement of a leg is not known, so its row has no spread (${lacking.length} of ${rows.length} rows).`,
		},
	];
}

/** A reason for each figure that is null: what the venue's ticker lacks, or that the settled history is too short. */
function figureReasons(
	inputs: RecordInputs,
	figures: Readonly<Record<string, Decimal | null>>,
): FieldReason[] {
	return Object.entries(figures)
		.filter(([, value]) => value === null)
		.map(([field]) => {
			const role = field.startsWith('long_') ? 'long' : field.startsWith('short_') ? 'short' : undefined;
			if (role === undefined) {
				const message =
					'The settled rates of both legs do not cover this span, or never differed, or the epoch is unknown.';
				return { field, code: 'HISTORY_SHORT', message };
			}
			const problems = inputs[role].ticker?.problems ?? [];
			const message = [`${nameOf(inputs[role])} gave no usable value.`, ...problems].join(' ');
			return { field, code: 'NOT_GIVEN', message };
		});
}

/** What the slippage is at amounts up to max_amount; amounts below one lot are left out. */
function costCurve(
	inputs: RecordInputs,
	record: Opportunity,
	terms: CostTerms,
): OpportunityDetail['cost_curve'] {
	const largest = record.max_amount;
	if (largest === null) return [];
	const points: OpportunityDetail['cost_curve'][number][] = [];
	for (let halvings = CURVE_POINTS - 1; halvings >= 0; halvings -= 1) {
		const amount = floorPlaces(divDown(largest, fromInteger(2 ** halvings)), CENT_PLACES);
		const { cost } = tradeCost(
			inputs,
			inputs.basis,
			{ ...terms, amount },
			inputs.limits.maxAmountSlippageBps,
		);
		if (cost.entry_slippage === null || cost.exit_slippage === null) continue;
		points.push({
			amount,
			entry_slippage: cost.entry_slippage,
			exit_slippage: cost.exit_slippage,
			expected_net: null,
		});
	}
	return points;
}

function topOf(book: OrderBook | undefined): OpportunityDetail['books']['long'] {
	return book === undefined
		? null
		: { bids: book.bids.slice(0, BOOK_LEVELS), asks: book.asks.slice(0, BOOK_LEVELS) };
}

function nameOf({ instrument }: LegInputs): string {
	return `${instrument.venue} ${instrument.symbol}`;
}
