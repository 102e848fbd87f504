/** `opportunity_detail`: the record with prices, settled history, the schedule of settlements, the cost curve and both books. */
import {
	add,
	type Decimal,
	divDown,
	divTrunc,
	floorPlaces,
	fromInteger,
	mulDown,
	mulTrunc,
	neg,
	parseDecimal,
	sub,
	ZERO,
} from '../domain/decimal.ts';
import { HOUR_MS, hourlyRate, type SettledRate } from '../domain/funding.ts';
import type {
	CostTerms,
	FieldReason,
	FundingHistoryRow,
	Opportunity,
	OpportunityDetail,
} from '../domain/opportunity.ts';
import type { OrderBook } from '../domain/order-book.ts';
import { settlementsWithin, settlementUncertaintyMs } from '../domain/settlements.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstrumentInputs } from '../ports/market.ts';
import { EXPECTATION_DETAIL_REASONS } from './expectation.ts';
import { opportunityRecord, type RecordInputs } from './record.ts';

export type FetchSettledRates = (
	venue: string,
	symbol: string,
	from: number,
	to: number,
) => Promise<readonly SettledRate[]>;

const DAY_MS = 24 * HOUR_MS;
const HISTORY_MS = 31 * DAY_MS;
const HISTORY_ROWS_MAX = 1_000;
const BOOK_LEVELS = 10;
const CURVE_POINTS = 8;
/** After a settlement instant a venue needs a moment to publish the rate. */
const PUBLISH_MS = 30_000;
const FAILURE_RETRY_MS = 5_000;
const SETTLEMENTS_MAX = 500;

type History = { readonly rates: readonly SettledRate[] } | { readonly failure: string };
type Cached = { readonly history: Promise<History>; readonly validUntil: number };
type Sides = { readonly long: InstrumentInputs; readonly short: InstrumentInputs };

export function createDetails(fetchSettledRates: FetchSettledRates, clock: Clock) {
	const cache = new Map<string, Cached>();

	/** Settled rates of the last 31 days, kept until the next settlement; concurrent calls share one fetch. */
	function historyOf(inputs: InstrumentInputs): Promise<History> {
		const { venue, symbol } = inputs.instrument;
		const key = `${venue}:${symbol}`;
		const now = clock.now();
		const known = cache.get(key);
		if (known !== undefined && known.validUntil > now) return known.history;
		const next = inputs.ticker?.funding?.nextSettlementAt ?? now;
		const history = fetchSettledRates(venue, symbol, now - HISTORY_MS, now).then(
			(rates): History => ({ rates }),
			(error: unknown): History => {
				cache.set(key, { history, validUntil: clock.now() + FAILURE_RETRY_MS });
				return { failure: error instanceof Error ? error.message : String(error) };
			},
		);
		cache.set(key, { history, validUntil: Math.max(next + PUBLISH_MS, now + PUBLISH_MS) });
		return history;
	}

	async function make(inputs: RecordInputs, terms: CostTerms): Promise<OpportunityDetail> {
		const record = opportunityRecord(inputs, terms);
		const sides: Sides = inputs;
		const [long, short] = await Promise.all([historyOf(sides.long), historyOf(sides.short)]);
		const reasons: FieldReason[] = [
			...record.reasons,
			...historyReasons(sides, long, short),
			...EXPECTATION_DETAIL_REASONS,
		];
		const now = clock.now();
		const averages = averageSpreads(long, short, record.epoch_hours, now, reasons);
		return {
			...record,
			long_mark_price: sides.long.ticker?.mark ?? null,
			short_mark_price: sides.short.ticker?.mark ?? null,
			long_index_price: sides.long.ticker?.index ?? null,
			short_index_price: sides.short.ticker?.index ?? null,
			long_24h_volume: sides.long.ticker?.volume24h ?? null,
			short_24h_volume: sides.short.ticker?.volume24h ?? null,
			long_open_interest: sides.long.ticker?.openInterest ?? null,
			short_open_interest: sides.short.ticker?.openInterest ?? null,
			...averages,
			track_record: null,
			funding_history: fundingHistory(long, short, record.epoch_hours),
			settlements: schedule(sides, terms, now, reasons),
			cost_curve: costCurve(record, (amount) => opportunityRecord(inputs, { ...terms, amount })),
			books: { long: topOf(sides.long.book), short: topOf(sides.short.book) },
			score_components: null,
			reasons,
		};
	}

	return { make };
}

function historyReasons(sides: Sides, long: History, short: History): FieldReason[] {
	return (
		[
			[sides.long, long],
			[sides.short, short],
		] as const
	).flatMap(([leg, history]) =>
		'failure' in history
			? [
					{
						field: 'funding_history',
						code: 'HISTORY_UNAVAILABLE',
						message: `The settled rates of ${leg.instrument.venue} ${leg.instrument.symbol} could not be read: ${history.failure}`,
					},
				]
			: [],
	);
}

type Row = { readonly at: number; readonly rate: Decimal; readonly intervalMs: number };

/** Oldest first, each with the gap to the one before: the interval that its rate was paid for. */
function withIntervals(history: History): readonly Row[] {
	if ('failure' in history) return [];
	const sorted = [...history.rates].sort((a, b) => a.settledAt - b.settledAt);
	return sorted.flatMap((rate, index) => {
		const before = sorted[index - 1];
		if (before === undefined) return [];
		// Stamps carry a few milliseconds of jitter; intervals are whole hours or a second-exact grid.
		const intervalMs = Math.round((rate.settledAt - before.settledAt) / 1_000) * 1_000;
		return intervalMs > 0 ? [{ at: rate.settledAt, rate: rate.rate, intervalMs }] : [];
	});
}

/** Mean of (short − long) per hour over the last `spanMs`, times the epoch; null where a leg has less history than that. */
function meanSpread(
	long: readonly Row[],
	short: readonly Row[],
	epochHours: Decimal | null,
	from: number,
): Decimal | null {
	const longSum = sumSince(long, from);
	const shortSum = sumSince(short, from);
	if (longSum === null || shortSum === null || epochHours === null) return null;
	return mulTrunc(
		sub(divTrunc(shortSum.total, shortSum.hours), divTrunc(longSum.total, longSum.hours)),
		epochHours,
	);
}

function sumSince(
	rows: readonly Row[],
	from: number,
): { readonly total: Decimal; readonly hours: Decimal } | null {
	const first = rows[0];
	if (first === undefined || first.at - first.intervalMs > from) return null;
	const inside = rows.filter((row) => row.at > from);
	if (inside.length === 0) return null;
	const total = inside.reduce<Decimal>((sum, row) => add(sum, row.rate), ZERO);
	const ms = inside.reduce((sum, row) => sum + row.intervalMs, 0);
	return { total, hours: divDown(fromInteger(ms), fromInteger(HOUR_MS)) };
}

function averageSpreads(
	long: History,
	short: History,
	epochHours: Decimal | null,
	now: number,
	reasons: FieldReason[],
) {
	const longRows = withIntervals(long);
	const shortRows = withIntervals(short);
	const mean = (days: number): Decimal | null =>
		meanSpread(longRows, shortRows, epochHours, now - days * DAY_MS);
	const averages = {
		avg_spread_24h: mean(1),
		avg_spread_7d: mean(7),
		avg_spread_30d: mean(30),
		spread_stability: stability(longRows, shortRows, epochHours, now),
	};
	for (const [field, value] of Object.entries(averages)) {
		if (value === null)
			reasons.push({
				field,
				code: 'HISTORY_SHORT',
				message: 'A leg has less settled history than this needs.',
			});
	}
	return averages;
}

/** |mean| / standard deviation of the daily mean spreads of the last 30 days: above 1 the sign is mostly the same. */
function stability(
	long: readonly Row[],
	short: readonly Row[],
	epochHours: Decimal | null,
	now: number,
): Decimal | null {
	const days: number[] = [];
	for (let day = 30; day >= 1; day -= 1) {
		const inside = (rows: readonly Row[]) => rows.filter((row) => row.at <= now - (day - 1) * DAY_MS);
		const mean = meanSpread(inside(long), inside(short), epochHours, now - day * DAY_MS);
		if (mean !== null) days.push(Number(mean) / 1e18);
	}
	if (days.length < 7) return null;
	const mean = days.reduce((sum, value) => sum + value, 0) / days.length;
	const deviation = Math.sqrt(days.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (days.length - 1));
	return deviation === 0 ? null : parseDecimal((Math.abs(mean) / deviation).toFixed(6));
}

/** A row for every settlement of either leg, newest first. `spread` only where both legs settle at that instant. */
function fundingHistory(
	long: History,
	short: History,
	epochHours: Decimal | null,
): readonly FundingHistoryRow[] {
	const rows = new Map<number, { long?: Row; short?: Row }>();
	for (const row of withIntervals(long)) rows.set(second(row.at), { long: row });
	for (const row of withIntervals(short))
		rows.set(second(row.at), { ...rows.get(second(row.at)), short: row });
	return [...rows]
		.sort(([a], [b]) => b - a)
		.slice(0, HISTORY_ROWS_MAX)
		.map(([timestamp, row]) => ({
			timestamp,
			long_rate: row.long?.rate ?? null,
			short_rate: row.short?.rate ?? null,
			spread:
				row.long === undefined || row.short === undefined || epochHours === null
					? null
					: mulTrunc(
							sub(
								hourlyRate(row.short.rate, row.short.intervalMs),
								hourlyRate(row.long.rate, row.long.intervalMs),
							),
							epochHours,
						),
		}));
}

function second(at: number): number {
	return Math.round(at / 1_000);
}

/** Settlements inside the horizon on both clocks, in order of time; the cash of one leg's notional at the terms' amount. */
function schedule(
	sides: Sides,
	terms: CostTerms,
	now: number,
	reasons: FieldReason[],
): OpportunityDetail['settlements'] {
	const notional = mulDown(divDown(terms.amount, fromInteger(2)), terms.leverage);
	const horizonMs = Number(mulDown(terms.horizonHours, fromInteger(HOUR_MS)) / 10n ** 18n);
	const rows = (['long', 'short'] as const).flatMap((role) => {
		const { instrument, ticker } = sides[role];
		if (ticker === undefined || ticker.funding === null) return [];
		const { predictedRate, nextSettlementAt } = ticker.funding;
		const cash = cashOf(role, predictedRate, notional);
		return settlementsWithin(ticker.funding, now, horizonMs, settlementUncertaintyMs(instrument.venue))
			.filter(({ at, counts }) => at >= nextSettlementAt && (counts === 'always' || cash < 0n))
			.map(({ at }) => ({
				timestamp: second(at),
				exchange: instrument.venue,
				expected_rate: at === nextSettlementAt ? predictedRate : null,
				expected_cash: at === nextSettlementAt ? cash : null,
			}));
	});
	if (rows.some((row) => row.expected_rate === null)) {
		reasons.push({
			field: 'settlements.expected_rate',
			code: 'EXPECTATION_NOT_FITTED',
			message:
				'Only the coming settlement has a running estimate; later ones need the expectation, which this version does not have.',
		});
	}
	return rows
		.sort((a, b) => a.timestamp - b.timestamp || (a.exchange < b.exchange ? -1 : 1))
		.slice(0, SETTLEMENTS_MAX);
}

/** The long leg pays a positive rate, the short leg receives it. USD, toward zero at cents' millionths. */
function cashOf(role: 'long' | 'short', rate: Decimal, notional: Decimal): Decimal {
	const cash = mulTrunc(rate, notional);
	return role === 'long' ? neg(cash) : cash;
}

/** Geometric steps up to max_amount: what each would pay in slippage. */
function costCurve(
	record: Opportunity,
	recordAt: (amount: Decimal) => Opportunity,
): OpportunityDetail['cost_curve'] {
	const largest = record.max_amount;
	if (largest === null || largest <= 0n) return [];
	const points: OpportunityDetail['cost_curve'][number][] = [];
	for (let step = CURVE_POINTS - 1; step >= 0; step -= 1) {
		const amount = floorPlaces(divDown(largest, fromInteger(2 ** step)), 2);
		const at = amount > 0n ? recordAt(amount) : undefined;
		if (at !== undefined)
			points.push({
				amount,
				entry_slippage: at.net.cost.entry_slippage,
				exit_slippage: at.net.cost.exit_slippage,
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
