/**
 * Builds `opportunity_detail`: the record with prices, settled history, the settlement schedule, the cost curve and
 * both books.
 */
import { type Decimal, ZERO } from '../domain/decimal.ts';
import { published, publishedOrNull, usdOfCents } from '../domain/estimate.ts';
import { DAY_MS, type SettledRate } from '../domain/funding.ts';
import { pairKey } from '../domain/ids.ts';
import { type Instrument, instrumentKey } from '../domain/instrument.ts';
import type { CostTerms, FieldReason, Opportunity, OpportunityDetail } from '../domain/opportunity.ts';
import type { OrderBook } from '../domain/order-book.ts';
import { type PaidRate, paidRates } from '../domain/paid-rates.ts';
import { snakeName } from '../domain/snake-case.ts';
import type { ForecastLedger } from '../ports/forecasts.ts';
import type { FundingHistory, HistoryCoverage } from '../ports/funding-history.ts';
import { shownNameOf } from '../venues/facts.ts';
import { accruedCarry } from './accrued-carry.ts';
import { basisPart } from './basis-part.ts';
import type { BasisPoint } from './basis-series.ts';
import { cashPart } from './cash-part.ts';
import { nameOf } from './guard-text.ts';
import type { LegInputs } from './guards.ts';
import type { Lives } from './lives.ts';
import { type GradedRecord, gradedRecord, type RecordInputs } from './record.ts';
import { settlementSchedule } from './schedule.ts';
import { averageSpread, fundingHistory, spreadDeviation, spreadStability } from './settled-spreads.ts';
import { DETAIL_TEXT } from './text.ts';

const BOOK_LEVELS = 10;
/** Number of points on the cost curve: max_amount and its successive halves, in ascending order. */
const CURVE_POINTS = 8;

/**
 * One day longer than the longest average. The interval of the first rate in the average follows from the rate before
 * it, which must be read too.
 */
const HISTORY_MS = 31 * DAY_MS;
/** Number of days that `carry_history` covers. */
const CARRY_DAYS = 30;
/** Maximum number of gaps that a reason lists; earlier gaps are only counted. */
const GAPS_NAMED = 5;

/** A leg's history; `settled` reaches back slightly further than the detail shows. */
type LegRead = { readonly settled: readonly SettledRate[]; readonly coverage: HistoryCoverage };
type LegHistory = { readonly rates: readonly PaidRate[]; readonly coverage: HistoryCoverage };
/** The pair's forecast track record, or the reason why there is none. */
type Track = Awaited<ReturnType<ForecastLedger['trackRecord']>>;
type Histories = { readonly long: LegHistory; readonly short: LegHistory };

/** Builds the result of `opportunity_detail`. */
export interface Details {
	/**
	 * Builds a detail. Waits for the history first and then reads the inputs, so that the result is current. Resolves
	 * to undefined if the opportunity ended during the wait. An exchange that fails does not reject the call.
	 */
	make(read: () => RecordInputs | undefined, terms: CostTerms): Promise<OpportunityDetail | undefined>;
}

/** Sources of the data that an opportunity detail contains in addition to the record. */
export type DetailSources = {
	readonly history: FundingHistory;
	readonly forecasts: Pick<ForecastLedger, 'trackRecord'>;
	readonly lives: Pick<Lives, 'current'>;
	/** Returns an opportunity's recent price basis, newest first. */
	readonly basisHistory: (opportunityId: string, now: number) => readonly BasisPoint[];
	/** Called with the record in each detail. */
	readonly onShown: (record: Opportunity, at: number) => void;
};

/**
 * Creates the builder of opportunity details. It waits at most five seconds for the last month of both legs' funding
 * history.
 */
export function createDetails(sources: DetailSources): Details {
	const { history } = sources;
	const ensure = ({ instrument }: LegInputs) => history.ensure(instrument.venue, instrument.symbol);
	const historyOf = async ({ instrument: { venue, symbol } }: LegInputs, from: number): Promise<LegRead> => ({
		settled: await history.settled(venue, symbol, from, Number.MAX_SAFE_INTEGER),
		coverage: await history.coverage(venue, symbol),
	});
	const trackOf = ({ long, short }: RecordInputs): Promise<Track> =>
		sources.forecasts.trackRecord(pairKey(instrumentKey(long.instrument), instrumentKey(short.instrument)));
	return {
		async make(read, terms) {
			const before = read();
			if (before === undefined) return undefined;
			const [track] = await Promise.all([trackOf(before), ensure(before.long), ensure(before.short)]);
			const from = before.now - HISTORY_MS;
			const [long, short] = [await historyOf(before.long, from), await historyOf(before.short, from)];
			// There is no `await` below, so that everything in the result is from one instant.
			const inputs = read();
			if (inputs === undefined) return undefined;
			const histories = { long: legHistory(long, inputs.now), short: legHistory(short, inputs.now) };
			return detailOf(inputs, terms, histories, track, sources);
		},
	};
}

function legHistory({ settled, coverage }: LegRead, now: number): LegHistory {
	const isShown = ({ settledAt }: SettledRate) => settledAt >= now - HISTORY_MS && settledAt <= now;
	return { rates: paidRates(settled.filter(isShown)), coverage };
}

function detailOf(
	inputs: RecordInputs,
	terms: CostTerms,
	histories: Histories,
	track: Track,
	sources: DetailSources,
): OpportunityDetail {
	const graded = gradedRecord(inputs, terms);
	const { record, held, pair, figures: estimated, scoreComponents } = graded;
	sources.onShown(record, inputs.now);
	const past = pastPart(inputs.opportunityId, track, sources);
	const settled = { long: histories.long.rates, short: histories.short.rates };
	const history = fundingHistory(settled.long, settled.short, record.epochHours);
	const figures = {
		...tickerFigures(inputs),
		...settledFigures(settled, history, record.epochHours, inputs.now),
	};
	const basis = basisPart(inputs.basis, sources.basisHistory(inputs.opportunityId, inputs.now));
	const schedule = settlementSchedule(inputs, pair, estimated, held, settled);
	const curve = costCurve(graded);
	const cash = cashPart(inputs, pair, estimated, record.net);
	return {
		...record,
		...figures,
		...basis.fields,
		...past.fields,
		cash: cash.cash,
		fundingHistory: history,
		carryHistory: accruedCarry(
			settled.long,
			settled.short,
			record.epochHours,
			inputs.now - CARRY_DAYS * DAY_MS,
			inputs.now,
		),
		settlements: schedule.rows,
		costCurve: curve,
		books: { long: topOf(inputs.long.book), short: topOf(inputs.short.book) },
		scoreComponents: scoreComponents(),
		reasons: [
			...record.reasons,
			...curveReasons(curve),
			...past.reasons,
			...cash.reasons,
			...basis.reasons,
			...historyReasons(inputs, histories),
			...spreadReasons(history),
			...figureReasons(inputs, figures),
			...schedule.reasons,
		],
	};
}

/**
 * Returns the pair's forecast track record and the opportunity's current lifetime, with a reason for each that is
 * unknown.
 */
function pastPart(opportunityId: string, found: Track, { lives }: DetailSources) {
	const track = 'reason' in found ? null : found;
	const life = lives.current(opportunityId) ?? null;
	const reasons: FieldReason[] = [];
	if ('reason' in found)
		reasons.push({ field: 'track_record', code: 'NOTHING_SCORED', message: found.reason });
	if (life === null)
		reasons.push({
			field: 'life',
			code: 'NOT_SEEN_YET',
			message: DETAIL_TEXT.lifetimeUnknown(),
		});
	return { fields: { trackRecord: track, life }, reasons };
}

function tickerFigures({ long, short }: RecordInputs) {
	return {
		longMarkPrice: long.ticker?.mark ?? null,
		shortMarkPrice: short.ticker?.mark ?? null,
		longIndexPrice: long.ticker?.index ?? null,
		shortIndexPrice: short.ticker?.index ?? null,
		long24hVolume: long.ticker?.volume24h ?? null,
		short24hVolume: short.ticker?.volume24h ?? null,
		longOpenInterest: long.ticker?.openInterest ?? null,
		shortOpenInterest: short.ticker?.openInterest ?? null,
	};
}

function settledFigures(
	{ long, short }: { readonly long: readonly PaidRate[]; readonly short: readonly PaidRate[] },
	rows: OpportunityDetail['fundingHistory'],
	epochHours: Decimal | null,
	now: number,
) {
	const average = (days: number) =>
		epochHours === null ? null : averageSpread(long, short, epochHours, now - days * DAY_MS, now);
	const deviation = (days: number) => spreadDeviation(rows, now - days * DAY_MS, now);
	return {
		avgSpread24h: average(1),
		avgSpread7d: average(7),
		avgSpread30d: average(30),
		spreadSd7d: deviation(7),
		spreadSd30d: deviation(30),
		spreadStability: epochHours === null ? null : spreadStability(long, short, epochHours, now),
	};
}

function historyReasons(inputs: RecordInputs, histories: Histories): FieldReason[] {
	return (['long', 'short'] as const).flatMap((role) => {
		const { rates, coverage } = histories[role];
		const { instrument } = inputs[role];
		return [
			...failureReasons(instrument, coverage),
			...gapReasons(instrument, rates[0]?.at ?? inputs.now, coverage),
		];
	});
}

function failureReasons(leg: Instrument, { count, failure }: HistoryCoverage): FieldReason[] {
	const field = 'funding_history';
	if (failure !== null)
		return [
			{
				field,
				code: 'HISTORY_UNAVAILABLE',
				message: DETAIL_TEXT.historyUnread({ leg: nameOf(leg), failure }),
			},
		];
	return count > 0
		? []
		: [{ field, code: 'HISTORY_SHORT', message: DETAIL_TEXT.noSettlement({ leg: nameOf(leg) }) }];
}

/** Returns a reason that names the gaps in the shown history, which begins at `from` (ms); empty without gaps. */
function gapReasons(leg: Instrument, from: number, { gaps }: HistoryCoverage): FieldReason[] {
	const shown = gaps.filter((gap) => gap.to > from);
	if (shown.length === 0) return [];
	const named = shown.slice(-GAPS_NAMED);
	const message = DETAIL_TEXT.historyGaps({
		leg: nameOf(leg),
		gaps: named,
		more: shown.length - named.length,
	});
	return [{ field: 'funding_history', code: 'HISTORY_GAP', message }];
}

/**
 * Returns a reason for rows without a spread. The settlement before a leg's first stored one is not stored, so the
 * interval and the hourly rate of the first one are unknown.
 */
function spreadReasons(rows: OpportunityDetail['fundingHistory']): FieldReason[] {
	const lacking = rows.filter(
		(row) => row.spread === null && row.longRate !== null && row.shortRate !== null,
	);
	if (lacking.length === 0) return [];
	return [
		{
			field: 'funding_history.spread',
			code: 'INTERVAL_UNKNOWN',
			message: DETAIL_TEXT.intervalUnknown({ count: lacking.length, total: rows.length }),
		},
	];
}

/** Returns a reason for each null figure: a value missing from the ticker, or a history that is too short. */
function figureReasons(
	inputs: RecordInputs,
	figures: Readonly<Record<string, Decimal | null>>,
): FieldReason[] {
	return Object.entries(figures)
		.filter(([, value]) => value === null)
		.map(([name]) => {
			const field = snakeName(name);
			const role = field.startsWith('long_') ? 'long' : field.startsWith('short_') ? 'short' : undefined;
			if (role === undefined) return { field, code: 'HISTORY_SHORT', message: DETAIL_TEXT.historyShort() };
			const { instrument, ticker } = inputs[role];
			const message = DETAIL_TEXT.notGiven({
				exchange: shownNameOf(instrument.venue),
				symbol: instrument.symbol,
				problems: ticker?.problems ?? [],
			});
			return { field, code: 'NOT_GIVEN', message };
		});
}

/** Computes slippage and expected net at amounts up to max_amount. Amounts below one lot are omitted. */
function costCurve({ pair, held }: GradedRecord): OpportunityDetail['costCurve'] {
	const largest = pair.size.maxCents(held);
	if (Number.isNaN(largest)) return [];
	const points: OpportunityDetail['costCurve'][number][] = [];
	for (let halvings = CURVE_POINTS - 1; halvings >= 0; halvings -= 1) {
		const amount = usdOfCents(Math.floor(largest / 2 ** halvings)) ?? ZERO;
		const { entrySlippage, exitSlippage, expectedNet } = pair.at({ ...held, amount });
		if (Number.isNaN(entrySlippage) || Number.isNaN(exitSlippage)) continue;
		points.push({
			amount,
			entrySlippage: published(entrySlippage),
			exitSlippage: published(exitSlippage),
			expectedNet: publishedOrNull(expectedNet),
		});
	}
	return points;
}

function curveReasons(curve: OpportunityDetail['costCurve']): FieldReason[] {
	if (curve.every((point) => point.expectedNet !== null)) return [];
	return [
		{ field: 'cost_curve.expected_net', code: 'EXPECTATION_UNKNOWN', message: DETAIL_TEXT.curveUnknown() },
	];
}

function topOf(book: OrderBook | undefined): OpportunityDetail['books']['long'] {
	return book === undefined
		? null
		: { bids: book.bids.slice(0, BOOK_LEVELS), asks: book.asks.slice(0, BOOK_LEVELS) };
}
